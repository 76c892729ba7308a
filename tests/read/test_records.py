"""Where records begin, how many fields they have, and on which line they stand."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rosenblatt import _core
from rosenblatt.errors import BadData
from rosenblatt.read import _records
from rosenblatt.read._records import csv_records, find_lines, whole_records
from rosenblatt.read.table_form import BLANKS, TableForm
from tests.read import oracle

CSV_PARTS = st.sampled_from(
    ["a", "7", ",", ",,", '"', '""', "\n", "\r\n", "\r", " ", "é", 'x"y', '"q,\n"', "longer than 8"]
)
csv_texts = st.lists(CSV_PARTS, max_size=40).map("".join)


class Bytes:
    """A stream that gives a few bytes at a time."""

    def __init__(self, data, at_once=3):
        self._data, self._at_once = data, at_once

    def readinto(self, buffer):
        count = min(self._at_once, len(buffer), len(self._data))
        buffer[:count], self._data = self._data[:count], self._data[count:]
        return count


COMMAS = csv_records(TableForm(keep_spaces=True))


def found(data, find=COMMAS):
    """(line, number of fields, bytes) of each record, read in the smallest blocks."""
    rows = []
    for records in whole_records(Bytes(data), "data.csv", find):
        for row in range(len(records)):
            one = records.part(row, row + 1)
            rows.append((int(one.lines[0]), int(one.fields[0]), one.data.tobytes().rstrip()))
    return rows


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch):
    monkeypatch.setattr(_records, "BLOCK_BYTES", 4)


def test_records_by_hand():
    data = b'a,b\r\n\n1,"x\ny"\n2,"he said ""no""\r"\r3'

    assert found(data) == [
        (1, 2, b"a,b"),
        (3, 2, b'1,"x\ny"'),
        (5, 2, b'2,"he said ""no""\r"'),
        (7, 1, b"3"),
    ]


@given(csv_texts)
@example('"a\r')
@example('a\r\n"b"')
def test_records_are_those_of_python(text):
    expected = [(line, len(fields)) for line, fields in oracle.csv_rows(text)]
    if _core.find_records(np.frombuffer(text.encode(), np.uint8), ",", 1, True).inside_quotes:
        with pytest.raises(BadData, match="never ends"):
            found(text.encode())
    else:
        assert [(line, n_fields) for line, n_fields, _ in found(text.encode())] == expected


@given(csv_texts, st.sampled_from([7, 8, 63, 64, 65, 200]))
def test_records_do_not_depend_on_how_long_their_words_are(text, length):
    short, long = (
        _core.find_records(np.frombuffer(written.encode(), np.uint8), ",", 1, True)
        for written in (text, text.replace("a", "a" * length))
    )

    assert np.array_equal(short.lines, long.lines)
    assert np.array_equal(short.fields, long.fields)
    assert np.array_equal(short.blank, long.blank)
    assert short.inside_quotes == long.inside_quotes


@given(csv_texts, st.integers(0, 80))
def test_a_block_may_end_anywhere(text, cut):
    data = text.encode()
    first = _core.find_records(np.frombuffer(data[:cut], np.uint8), ",", 1, False)
    rest = _core.find_records(np.frombuffer(data[first.consumed :], np.uint8), ",", first.next_line, True)
    whole = _core.find_records(np.frombuffer(data, np.uint8), ",", 1, True)

    assert np.array_equal(np.append(first.starts, rest.starts + first.consumed), whole.starts)
    assert np.array_equal(np.append(first.lines, rest.lines), whole.lines)
    assert np.array_equal(np.append(first.fields, rest.fields), whole.fields)
    assert np.array_equal(np.append(first.blank, rest.blank), whole.blank)
    assert rest.inside_quotes == whole.inside_quotes


@given(st.lists(st.sampled_from(["", "a", "a,b", " "]), max_size=20), st.sampled_from(["\n", "\r\n"]))
def test_every_line_is_a_record_or_blank(lines, ending):
    data = "".join(line + ending for line in lines).encode()
    for find, is_blank in ((COMMAS, lambda line: line == ""), (find_lines, lambda line: not line.strip())):
        blocks = list(whole_records(Bytes(data), "data.csv", find))
        blank = [line for block in blocks for line in block.blank.tolist()]
        records = [line for block in blocks for line in block.lines.tolist()]

        assert blank == [number for number, line in enumerate(lines, 1) if is_blank(line)]
        assert sorted(blank + records) == list(range(1, len(lines) + 1))


def test_records_are_given_at_once_if_asked_for():
    stream = Bytes(b"a\nb\n\nc", at_once=2)
    blocks = [block.lines.tolist() for block in whole_records(stream, "data.csv", find_lines, batch_rows=1)]

    assert blocks == [[1], [2], [], [4]]


def test_lines_that_are_blank_are_left_out_but_counted():
    assert found(b'\xef\xbb\xbf{"a": 1} \r\n \t\n\n x}\n{', find_lines) == [
        (1, 1, b'{"a": 1}'),
        (4, 0, b" x}"),
        (5, 0, b"{"),
    ]


def test_a_quote_that_never_closes_is_named_by_the_line_of_its_row():
    with pytest.raises(BadData, match=r"^data.csv:3: a quoted field in this row never ends; close it with a quote, or"):
        found(b'a,b\n1,2\n3,"4\n5,6\n')


def test_a_row_that_is_too_long_to_be_one_is_refused(monkeypatch):
    monkeypatch.setattr(_records, "LONGEST_RECORD", 64)

    with pytest.raises(
        BadData, match=r"^data.csv:2: this row is longer than 0 MiB; is a closing quote or a line end miss"
    ):
        found(b"a\n" + b"x" * 200)


FORM_PARTS = st.sampled_from(
    ["a", "7", " ", "   ", "\t", " \t", ",", '"', '""', "'", "\n", "\r\n", "\r", "#", "# c, d\n", ' "x y"', "é"]
)
FORMS = st.builds(
    TableForm,
    delimiter=st.sampled_from([",", " ", "\t", BLANKS]),
    quote=st.sampled_from(['"', "'", ""]),
    comment=st.sampled_from(["", "#"]),
    keep_spaces=st.booleans(),
)


@given(st.lists(FORM_PARTS, max_size=40).map("".join), FORMS, st.integers(1, 30))
def test_records_of_any_form_do_not_depend_on_blocks(text, form, size):
    def records(block_bytes):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(_records, "BLOCK_BYTES", block_bytes)
            try:
                return [(*place, data.strip()) for *place, data in found(text.encode(), csv_records(form))]
            except BadData as error:
                return str(error)

    assert records(size) == records(4096)


@given(st.lists(st.lists(st.sampled_from(["a", '"b c"', '"d""e"', "é", '""']), min_size=1, max_size=4), max_size=6))
def test_runs_of_spaces_separate_fields(rows):
    text = "".join("  " + "   ".join(row) + " \n" for row in rows)
    expected = [(line, len(row), " ".join(row).encode()) for line, row in enumerate(rows, 1)]

    assert found(text.encode(), csv_records(TableForm(delimiter=" "))) == expected


@given(
    st.lists(st.lists(st.sampled_from(["a", '"b\tc"', "é", '""']), min_size=1, max_size=4), max_size=6),
    st.sampled_from(["\t", " \t", "\t  ", "\t\t"]),
)
def test_tabs_separate_fields_as_spaces_do(rows, between):
    text = "".join(between + between.join(row) + between + "\n" for row in rows)
    expected = [(line, len(row), " ".join(row).encode()) for line, row in enumerate(rows, 1)]

    assert found(text.encode(), csv_records(TableForm(delimiter=BLANKS))) == expected


def test_comments_and_spaces_before_quotes_are_cut_out():
    data = b'# one, "two\na,  "b, c" \n#\n"d#",#e\n'

    assert found(data, csv_records(TableForm(comment="#"))) == [(2, 2, b'a,"b, c"'), (4, 2, b'"d#",#e')]
