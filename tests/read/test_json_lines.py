"""JSON lines: an object a line, whatever its keys; one type a column."""

import pytest

import rosenblatt as rb
from rosenblatt.errors import BadData
from rosenblatt.read import _records


def read(path, **options):
    return list(rb.open_batches(path, **options))


def test_rows_by_hand(written):
    path = written('{"b": "x", "a": 1, "is": true}\n\n{"a": 2.5, "c": null}\r\n{}\n{"b": ""}', "data.jsonl")
    batches = rb.open_batches(path)
    (batch,) = batches

    assert batches.kinds == {"b": "category", "a": "number", "is": "category", "c": "number"}
    assert batch.lines.tolist() == [1, 3, 4, 5]
    assert batch.data.to_pydict() == {
        "b": ["x", None, None, None],
        "a": [1.0, 2.5, None, None],
        "is": ["true", None, None, None],
        "c": [None] * 4,
    }
    assert batches.missing == {"b": 3, "a": 2, "is": 3, "c": 4}


def test_numbers_may_be_categories_and_strings_numbers_if_so_said(written):
    path = written('{"zip": 10115, "size": " 7.5"}\n{"zip": 20095, "size": ""}\n', "data.jsonl")
    (batch,) = read(path, categorical=["zip"], numeric=["size"])

    assert batch.data.to_pydict() == {"zip": ["10115", "20095"], "size": [7.5, None]}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"a": 1', "this is not JSON: Expecting ',' delimiter at character 9"),
        ('{"a": 1}{"a": 2}', "this is not JSON: Extra data at character 9"),
        ("[1]", "a line must hold one JSON object, as in"),
        ("7", "a line must hold one JSON object, as in"),
        ('{"a": "red"}', "column 'a' holds \"red\", but it began with numbers; a column must hold one type"),
        ('{"b": 5}', "column 'b' holds 5, but it began with strings; a column must hold one type"),
        ('{"b": ["x"]}', "column 'b' holds [\"x\"], but it began with strings; a column must hold one type"),
        ('{"a": 1, "a": 2}', "the key 'a' comes twice"),
        ('{"a": 1e999}', "column 'a' is infinite; numbers must be finite"),
        (b'{"b": "\xe9"}', "byte 0xe9 is not UTF-8; pass the encoding of the file, such as `encoding='latin-1'`"),
        ('{"b": "\\ud800"}', "this line cannot be read as JSON"),
    ],
)
def test_a_bad_line_is_named(written, line, words):
    line = line if isinstance(line, bytes) else line.encode()
    path = written(b'{"a": 1, "b": "x"}\n\n' + line + b'\n{"a": 2}\n', "data.jsonl")

    with pytest.raises(BadData) as raised:
        read(path)
    assert f"{path}:3: {words}" in str(raised.value)
    assert [batch.lines.tolist() for batch in rb.open_batches(path, skip_bad=1)] == [[1, 4]]


def test_an_object_over_two_lines_is_two_bad_lines_even_if_the_counts_agree(written):
    path = written('{"a": 1}{"a": 2}\n{"a":\n3}\n{"a": 4}\n', "data.jsonl")
    batches = rb.open_batches(path, skip_bad=3)

    assert [batch.lines.tolist() for batch in batches] == [[4]]
    assert len(batches.bad_lines) == 3


def test_a_key_that_comes_late_is_named_unless_something_is_ignored(written, monkeypatch):
    monkeypatch.setattr(_records, "BLOCK_BYTES", 64)
    path = written('{"a": 1, "b": 2}\n' * 10 + '{"a": 1, "late": 5}\n', "data.jsonl")

    with pytest.raises(
        BadData, match=r"data.jsonl:11: the key 'late' was not in the first rows; leave it out with `ignore=\['late'\]`"
    ):
        read(path)
    assert sum(map(len, rb.open_batches(path, ignore=["b"]))) == 11


def test_nested_values_are_refused_or_ignored(written):
    path = written('{"a": 1, "tags": ["x"]}\n', "data.jsonl")

    with pytest.raises(
        BadData,
        match=r"data.jsonl: column 'tags' holds objects or lists, .*; leave it out with `ignore=\['tags'\]`",
    ):
        read(path)
    assert read(path, ignore=["tags"])[0].data.to_pydict() == {"a": [1.0]}


def test_an_empty_file_is_refused(written):
    with pytest.raises(BadData, match=r"data.jsonl: the file is empty; each line must hold a JSON object"):
        read(written("\n", "data.jsonl"))
