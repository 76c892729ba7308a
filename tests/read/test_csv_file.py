"""CSV: kinds of columns, lines of rows, and what is wrong with which of them."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.errors import BadData
from rosenblatt.read import _csv_layout, _decoded, _records
from tests.read import oracle

fields = st.text(st.sampled_from('ab1 ,"\n\ré'), max_size=6)
tables = st.lists(st.tuples(fields, fields), min_size=1, max_size=12)


MESSY = st.sampled_from(["a", "7", ",", '"', '""', "\n", "\r\n", "\r", " ", 'x"y', '"q,\n"'])


def quoted(field):
    return '"' + field.replace('"', '""') + '"'


def read(path, **options):
    return list(rb.open_batches(path, **options))


kinds = st.sampled_from([{"text": ["a", "b"]}, {"text": "a", "categorical": "b"}])


@given(tables, st.sampled_from(["\n", "\r\n"]), st.integers(1, 5), kinds)
def test_rows_and_lines_are_those_of_python(tmp_path_factory, rows, line_end, batch_rows, kinds):
    text = "a,b" + line_end + "".join(f"{quoted(a)},{quoted(b)}{line_end}" for a, b in rows)
    path = tmp_path_factory.mktemp("csv") / "data.csv"
    path.write_bytes(text.encode())
    batches = read(path, **kinds, batch_rows=batch_rows, delimiter=",", quote='"', keep_spaces=True)
    values = [tuple(value or "" for value in row.values()) for batch in batches for row in batch.data.to_pylist()]
    expected = oracle.csv_rows(text)[1:]

    assert values == [tuple(row) for _, row in expected] == rows
    assert [line for batch in batches for line in batch.lines.tolist()] == [line for line, _ in expected]


@given(st.lists(MESSY, max_size=30).map("".join), kinds)
def test_messy_quotes_are_read_as_python_reads_them(tmp_path_factory, text, kinds):
    path = tmp_path_factory.mktemp("csv") / "data.csv"
    path.write_bytes(b"a,b\n" + text.encode())
    expected = [(line, row) for line, row in oracle.csv_rows("a,b\n" + text)[1:] if len(row) == 2]
    try:
        batches = read(path, **kinds, skip_bad=100, delimiter=",", quote='"', keep_spaces=True)
    except BadData:
        assume(False)  # a quote that never closes; Python forgives that

    values = [[value or "" for value in row.values()] for batch in batches for row in batch.data.to_pylist()]
    lines = [line for batch in batches for line in batch.lines.tolist()]
    assert list(zip(lines, values, strict=True)) == expected


def test_blocks_of_any_size_give_the_same_rows(written, monkeypatch):
    path = written("n,s\n" + "".join(f'{i},"{"x" * (i % 50)}\n{i}"\n' for i in range(300)))
    whole = read(path, text=["s"])
    monkeypatch.setattr(_records, "BLOCK_BYTES", 64)
    pieces = read(path, text=["s"])

    assert [batch.data.to_pylist() for batch in pieces] == [batch.data.to_pylist() for batch in whole]
    assert np.array_equal(pieces[0].lines, whole[0].lines)


def test_the_blocks_of_the_parser_never_cut_a_record(written, monkeypatch):
    monkeypatch.setattr(_csv_layout, "_BYTES_AT_ONCE", 16)
    (batch,) = read(written("n,s\n" + "".join(f'{i},"{"x" * i}\n,{i}"\n' for i in range(100))), text=["s"])

    assert batch.data.column("s").to_pylist() == ["x" * i + f"\n,{i}" for i in range(100)]
    assert batch.lines.tolist() == list(range(2, 202, 2))


def test_the_first_bad_line_is_the_one_that_is_named(written):
    with pytest.raises(BadData, match=r"data.csv:2: column 'a' holds 'red'"):
        read(written("a\nred\n1,2\n"), numeric=["a"])


def test_a_byte_of_another_encoding_is_named_by_its_line_however_late(written, monkeypatch):
    monkeypatch.setattr(_decoded, "_BYTES_DECODED", 4)

    with pytest.raises(BadData, match=r"data.csv:4: byte 0x81 is not cp1252"):
        read(written(b"a\nxx\nxx\n\x81\n"), encoding="cp1252")


def test_a_byte_order_mark_inside_a_file_is_part_of_its_field(written, monkeypatch):
    monkeypatch.setattr(_records, "BLOCK_BYTES", 8)
    (batch,) = read(written("\ufeffa,b\nx,y\n\ufeffx,y\n\ufeff\ufeffx,y\n"), text=["a", "b"])

    assert batch.data.column("a").to_pylist() == ["x", "\ufeffx", "\ufeff\ufeffx"]
    with pytest.raises(BadData, match=r"data.csv:2: column 'a': byte 0xef is not UTF-8"):
        read(written(b"a\n\xef\xbb"))


def test_a_column_that_turns_to_text_later_is_named_with_what_to_do(written, monkeypatch):
    monkeypatch.setattr(_records, "BLOCK_BYTES", 64)
    path = written("a,b,y\n" + "1,2,no\n" * 40 + "red,2,yes\n")

    with pytest.raises(BadData) as raised:
        read(path, label="y")
    assert str(raised.value) == (
        f"{path}:42: column 'a' holds 'red', but it began with numbers; "
        "pass `text=['a']` or `categorical=['a']` if it is no column of numbers"
    )
    assert read(path, label="y", categorical=["a"])[0].data.column("a").dictionary.to_pylist() == ["1", "red"]


def test_labels_that_turn_to_text_later_are_named_too(written, monkeypatch):
    monkeypatch.setattr(_records, "BLOCK_BYTES", 64)
    path = written("a,y\n" + "1,0\n" * 40 + "1,spam\n")

    with pytest.raises(BadData, match=r"data.csv:42: column 'y' holds 'spam', but it began with numbers"):
        read(path, label="y")
    assert set(read(path, label="y", categorical=["y"])[0].labels) == {"0", "spam"}


def test_kinds_do_not_depend_on_the_size_of_a_batch(written):
    path = written("a\n" + "1\n" * 20 + "x\n")

    assert {rb.open_batches(path, batch_rows=size).kinds["a"] for size in (1, 7, 100)} == {"category"}


def test_overrides_win(written):
    path = written("zip,note,skip\n10115,red,1\n20095,red,x\n")
    batches = rb.open_batches(path, categorical=["zip"], text=["note"], ignore=["skip"])
    (batch,) = batches

    assert batches.kinds == {"zip": "category", "note": "text"}
    assert batch.data.to_pylist() == [{"zip": "10115", "note": "red"}, {"zip": "20095", "note": "red"}]


def test_what_stands_for_a_missing_value(written):
    batches = rb.open_batches(written("a,b\n1,x\n,\nNA,NA\nnan,x\n 7 ,x\n"))
    (batch,) = batches

    assert batch.data.to_pydict() == {"a": [1.0, None, None, None, 7.0], "b": ["x", None, "NA", "x", "x"]}
    assert batches.missing == {"a": 3, "b": 1}


@pytest.mark.parametrize(
    ("content", "options", "words"),
    [
        ("", {}, "data.csv: the file is empty; its first line must name the columns"),
        ("\n\n", {}, "data.csv: the file is empty; its first line must name the columns"),
        ("a,b,y\n1\n", {}, "data.csv:2: 1 fields; the header names 3"),
        ("a,y\n1,2\n\n1,2,3\n", {}, "data.csv:4: 3 fields; the header names 2"),
        ("a,y\n", {"label": "Y"}, "data.csv:1: there is no column 'Y'; there are a, y"),
        ("name,label\n", {"label": "lable"}, "there are name, label; did you mean 'label'?"),
        ("a\n", {"ignore": ["b"]}, "data.csv:1: there is no column 'b'; there are a"),
        (",".join(f"c{i}" for i in range(30)) + "\n", {"label": "y"}, "c18, c19 and 10 more"),
        ("a,y\n1,no\n2,\n", {"label": "y"}, "data.csv:3: the label, column 'y', is missing"),
        ("a,y\n1,1\n2,NA\n", {"label": "y"}, "data.csv:3: the label, column 'y', is missing"),
        ("a\n1\n-inf\n", {}, "data.csv:3: column 'a' is infinite; numbers must be finite"),
        ("a\n1\n1e999\n", {}, "data.csv:3: column 'a' is infinite; numbers must be finite"),
        ("a,a\n", {}, "data.csv:1: two columns are called 'a'; each needs a name of its own"),
        ("1,2\n3,4\n", {}, "data.csv:1: this line may name the columns or be a row: 1, 2; pass `header=True` if it"),
        (
            b"a,b\n1,x\n1,\xe9t\xe9\n",
            {},
            "data.csv:3: column 'b': byte 0xe9 is not UTF-8; pass the encoding of the file, such as",
        ),
        (b"\xffa,b\n", {}, "data.csv:1: byte 0xff is not UTF-8; pass the encoding"),
        (b"a\n\x81\n", {"encoding": "cp1252"}, "data.csv:2: byte 0x81 is not cp1252; pass the right encoding with"),
        ("a,y\n", {"label": "y", "ignore": ["y"]}, "data.csv:1: column 'y' is the label; it cannot be ignored"),
        ("a\n1\nx\n", {"numeric": "a"}, "data.csv:3: column 'a' holds 'x'; a number column must hold numbers"),
        ("a\n", {"numeric": ["a"], "text": ["a"]}, "column 'a' cannot be both text and number; name it once"),
    ],
)
def test_a_refusal_says_where_and_what(written, content, options, words):
    path = written(content)

    with pytest.raises(BadData) as raised:
        read(path, **options)
    assert words in str(raised.value)


def test_bad_lines_are_skipped_up_to_a_number_and_listed(written):
    path = written(b"a,b\n1,x\n2\nred,y\n3,\xff\n4,z\ninf,z\n")
    batches = rb.open_batches(path, numeric=["a"], skip_bad=4)
    (batch,) = batches

    assert batch.data.to_pydict() == {"a": [1.0, 4.0], "b": ["x", "z"]}
    assert batch.lines.tolist() == [2, 6]
    assert batches.bad_lines == [
        f"{path}:3: 1 fields; the header names 2",
        f"{path}:4: column 'a' holds 'red'; a number column must hold numbers",
        f"{path}:5: column 'b': byte 0xff is not UTF-8; pass the encoding of the file, such as `encoding='latin-1'`",
        f"{path}:7: column 'a' is infinite; numbers must be finite",
    ]
    with pytest.raises(BadData, match=r"data.csv:7: .* \(this is bad line 4, and `skip_bad=3`\)$"):
        read(path, numeric=["a"], skip_bad=3)


def test_only_bad_lines_leave_no_row_but_their_list(written):
    batches = rb.open_batches(written("a,b\n1\n2\n"), skip_bad=2)

    assert list(batches) == []
    assert len(batches.bad_lines) == 2
    assert list(batches) == []
    assert len(batches.bad_lines) == 2


def test_another_file_must_have_the_same_columns(written):
    first = written("a,b\n1,2\n", "first.csv")

    with pytest.raises(BadData, match=r"less.csv:1: there is no column 'b', which .*first.csv has"):
        read([first, written("a\n1\n", "less.csv")])
    with pytest.raises(
        BadData, match=r"more.csv:1: column 'c' is not in .*first.csv; leave it out with `ignore=\['c'\]`"
    ):
        read([first, written("a,b,c\n1,2,3\n", "more.csv")])


def test_later_labels_may_be_fractions(written):
    first, second = read(written("a,y\n1,0\n1,1\n1,0.5\n1,1\n"), label="y", batch_rows=2)

    assert first.labels.tolist() == [0, 1]
    assert second.labels.tolist() == [0.5, 1.0]
