"""JSON arrays of objects: the rows of the same JSON lines, however the array is written."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.errors import BadData
from rosenblatt.read import _json_array

keys = st.text(alphabet=st.characters(codec="utf-8"), min_size=1, max_size=4)
numbers = st.none() | st.floats(allow_nan=False, allow_infinity=False)
strings = st.none() | st.text(alphabet=st.characters(codec="utf-8")) | st.sampled_from(['"', "\\", '\\"]', "},{", "[,"])


@st.composite
def tables(draw):
    names = draw(st.lists(keys, min_size=2, max_size=2, unique=True))
    rows = draw(st.lists(st.tuples(numbers, strings), min_size=1, max_size=8))
    return [
        {"number": 1.0, "string": "x", **dict.fromkeys(names, 0.5)},
        *({"number": number, "string": string} for number, string in rows),
    ]


def outcome(path):
    batches = rb.open_batches(path)
    rows = [
        (line, row) for batch in batches for line, row in zip(batch.lines.tolist(), batch.data.to_pylist(), strict=True)
    ]
    return batches.kinds, rows, batches.missing


@given(
    table=tables(),
    indent=st.sampled_from([None, 0, 2, "\t"]),
    line_end=st.sampled_from(["\n", "\r\n"]),
    at_once=st.sampled_from([1, 2, 3, 7, 2**18]),
)
def test_an_array_has_the_rows_of_the_same_json_lines(tmp_path_factory, table, indent, line_end, at_once):
    folder = tmp_path_factory.mktemp("arrays")
    text = json.dumps(table, indent=indent, ensure_ascii=line_end == "\n").replace("\n", line_end)
    (folder / "data.json").write_bytes(text.encode() + b"\n")
    (folder / "data.jsonl").write_text("".join(json.dumps(row) + "\n" for row in table))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_json_array, "_BYTES_AT_ONCE", at_once)
        found = outcome(folder / "data.json")

    assert found == outcome(folder / "data.jsonl")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('[{"a": 1}]', "json"),
        (' \n[ \n{"a": 1}]', "json"),
        ('\ufeff[{"a": 1}]', "json"),
        ('{"a": 1}\n{"a": 2}\n', "jsonl"),
        ("[id],[name]\n1,x\n", "csv"),
    ],
)
def test_the_content_tells_arrays_from_lines(written, content, told):
    assert rb.open_batches(written(content, "data.txt")).format == told


def test_a_bad_element_is_named_by_its_number(written):
    path = written('[{"a": 1}, {"a": "red"},\n\n 7, {"a": 2} {"a": 3}, {"a": 4}]', "data.json")
    batches = rb.open_batches(path, skip_bad=3)

    assert [batch.lines.tolist() for batch in batches] == [[1, 5]]
    assert batches.bad_lines == [
        f"{path}:2: column 'a' holds \"red\", but it began with numbers; a column must hold one type",
        f'{path}:3: an element must hold one JSON object, as in {{"height": 7.5, "name": "apple"}}',
        f"{path}:4: this is not JSON: Extra data at character 9",
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("[]", ": the file is empty; each element must hold a JSON object"),
        ("", ": the file is empty; each element must hold a JSON object"),
        ('[{"a": 1}, {"a": 2}', ": the JSON array never ends; is the file cut off?"),
        ('[{"a": "x', ": the JSON array never ends; is the file cut off?"),
        ('[{"a": 1}] []', ": there is more after the end of the JSON array, or a bracket too many in it; a file must"),
        ('[{"a": 1}}, 2]', ": there is more after the end of the JSON array, or a bracket too many in it; a file must"),
        ('"a"', ': a JSON array must begin with a bracket, as in [{"height": 7.5}]'),
        (
            '{\n "a": [1]\n}',
            ": this is one JSON object over several lines; the rows must be an array of objects, or one",
        ),
        (
            '{"data": [{"a": 1}]}',
            ': this is one JSON object, and "data" in it holds more; the rows must be an array of',
        ),
        ('{"a": {"0": 1}, "b": {"0": 2}}', ': this is one JSON object, and "a" in it holds more; the rows must be an'),
        ("[[1, 2], [3, 4]]", ":1: an element must hold one JSON object, as in "),
        ("[1, 2]", ":1: an element must hold one JSON object, as in "),
    ],
)
def test_what_is_no_array_of_objects_is_refused(written, content, words):
    path = written(content, "data.json")

    with pytest.raises(BadData) as refused:
        list(rb.open_batches(path))
    assert str(refused.value).startswith(f"{path}{words}")


def test_a_line_end_within_a_string_is_no_json(written):
    path = written('[{"a": "x\ny"}, {"a": "z"}]', "data.json")

    with pytest.raises(BadData, match=r"data.json:1: this is not JSON: Invalid control character at"):
        list(rb.open_batches(path))
