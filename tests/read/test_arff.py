"""ARFF: names and kinds from the header, and rows as Weka writes them."""

import io

import numpy as np
import pytest
import scipy.io.arff
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.errors import BadData
from rosenblatt.read import _records

HEADER = """% iris, but shorter
@RELATION iris

@ATTRIBUTE 'sepal length'  NUMERIC
@ATTRIBUTE species {'Iris setosa', versicolor}
@attribute note string
@attribute when date "yyyy-MM-dd"
@DATA
"""


def read(path, **options):
    batches = rb.open_batches(path, **options)
    return [row for batch in batches for row in batch.data.to_pylist()], batches


def test_rows_by_hand(written):
    rows = """5.1, 'Iris setosa', 'it\\'s, "small"', 2024-03-09

% a comment
?,versicolor,?,'2024-03-10'
 1e3 ,'?',"a 'b'",?
{0 7, 2 'x y'}
"""
    found, batches = read(written(HEADER + rows, "iris.arff"), text="note")

    assert batches.format == "arff"
    assert batches.kinds == {"sepal length": "number", "species": "category", "note": "text", "when": "date"}
    assert [list(row.values()) for row in found] == [
        [5.1, "Iris setosa", 'it\'s, "small"', "2024-03-09"],
        [None, "versicolor", None, "2024-03-10"],
        [1000.0, "?", "a 'b'", None],
        [7.0, "Iris setosa", "x y", None],
    ]
    assert batches.missing == {"sepal length": 1, "species": 0, "note": 1, "when": 2}
    assert [line for batch in batches for line in batch.lines.tolist()] == [9, 12, 13, 14]


def test_declared_kinds_hold_whatever_the_values_look_like(written):
    header = "@relation x\n@attribute code {1,2,3}\n@attribute day {2024-01-01,2024-01-02}\n@attribute n real\n@data\n"
    _, batches = read(written(header + "1,2024-01-01,?\n2,2024-01-02,?\n", "x.arff"))

    assert batches.kinds == {"code": "category", "day": "category", "n": "number"}


def test_rows_are_those_of_scipy(written):
    rows = "".join(f"{i / 7!r},{'ab'[i % 2]}\n" for i in range(2000))
    text = f"@relation r\n@attribute x real\n@attribute y {{a,b}}\n@data\n{rows}"
    expected, _ = scipy.io.arff.loadarff(io.StringIO(text))
    batches = list(rb.open_batches(written(text, "x.arff"), label="y"))

    assert np.concatenate([batch.data["x"].to_numpy() for batch in batches]).tolist() == expected["x"].tolist()
    assert np.concatenate([batch.labels for batch in batches]).tolist() == expected["y"].astype(str).tolist()


values = st.none() | st.text(alphabet=st.sampled_from("ab ,'\"?%{}\\\t\n"), max_size=6)


@given(rows=st.lists(st.tuples(values, values), min_size=1, max_size=9), quote=st.sampled_from("'\""))
def test_quoted_strings_come_back(tmp_path_factory, rows, quote):
    path = tmp_path_factory.mktemp("arff") / "x.arff"
    escapes = str.maketrans({"\\": "\\\\", quote: f"\\{quote}", "\n": "\\n"})
    lines = [", ".join("?" if v is None else quote + v.translate(escapes) + quote for v in row) for row in rows]
    path.write_text("@relation r\n@attribute a string\n@attribute b string\n@data\n" + "\n".join(lines))
    found, _ = read(path, text=["a", "b"])

    assert [tuple(row.values()) for row in found] == [tuple(v or None for v in row) for row in rows]


def test_a_header_may_span_blocks(written, monkeypatch):
    monkeypatch.setattr(_records, "BLOCK_BYTES", 64)
    names = [f"column{i}" for i in range(50)]
    header = "".join(f"@attribute {name} real\n" for name in names)
    path = written(f"@relation r\n{header}@data\n" + (",".join(["1.5"] * 50) + "\n") * 20, "x.arff")
    found, batches = read(path)

    assert list(batches.kinds) == names
    assert found == [dict.fromkeys(names, 1.5)] * 20


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("1,versicolor", "2 fields; the header declares 4"),
        ("1,versicolor,x,2024-01-01,{5}", "5 fields; the header declares 4"),
        ("1,'versicolor,x,2024-01-01", 'this cannot be read as a field: "\'versicolor,x,2024-01-01"'),
        ("x,versicolor,y,?", "column 'sepal length' holds 'x', but it began with numbers; pass"),
        ("{0 5, 9 x}", "column 9 is outside 0 to 3"),
        ("{0 5", "a sparse row must end with a brace, as in {0 7.5, 3 apple}"),
        ("{0}", "this cannot be read as a field: '0'"),
    ],
)
def test_a_bad_row_is_named(written, row, words):
    path = written(f"{HEADER}1,versicolor,a,?\n{row}\n2,versicolor,b,?\n", "x.arff")

    with pytest.raises(BadData) as refused:
        read(path)
    assert f"{path}:10: {words}" in str(refused.value)
    assert len(read(path, skip_bad=1)[0]) == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("@relation r\n@attribute a real\n", "x.arff: there is no line @data, which ends the header of ARFF"),
        ("@relation r\n@data\n1\n", "x.arff:2: there is no @attribute before @data"),
        ("@relation r\n@attribute a relational\n", "x.arff:2: column 'a' must be numeric, string, date or a list in"),
        ("@relation r\n@attribute\n", "x.arff:2: @attribute must be followed by a name and a type, got '@attribute'"),
        ("@relation r\n1,2\n", "x.arff:2: a line before @data must begin with @relation, @attribute or %, got '1,2'"),
        (
            "@relation r\n@attribute a real\n@attribute a real\n@data\n",
            "x.arff: two columns are called 'a'; each needs",
        ),
        ("@relation \xe9\n", "x.arff:1: byte 0xe9 is not UTF-8"),
    ],
)
def test_a_bad_header_is_refused(written, text, words):
    with pytest.raises(BadData) as refused:
        read(written(text.encode("latin-1"), "x.arff"))
    assert words in str(refused.value)
