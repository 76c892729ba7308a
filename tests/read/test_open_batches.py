"""Paths, formats, compression and standard input."""

import bz2
import gzip
import io
import lzma
import sys
from types import SimpleNamespace

import pyarrow as pa
import pyarrow.parquet
import pytest

import rosenblatt as rb
from rosenblatt.errors import BadData, BadParameter
from rosenblatt.read import _records

CSV = b"a,y\n1,no\n2,yes\n"
LONG = b"a,y\n" + b"".join(b"%d,no\n" % i for i in range(100_000))


def parquet():
    out = io.BytesIO()
    pa.parquet.write_table(pa.table({"a": [1.0]}), out)
    return out.getvalue()


@pytest.fixture
def standard_input(monkeypatch):
    """Put bytes on standard input."""
    return lambda data: monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))


@pytest.mark.parametrize(
    ("content", "name", "told"),
    [
        (b"a,b\n1,2\n", "data.CSV", "csv"),
        (b"a,b\n1,2\n", "data.txt", "csv"),
        (b"a\tb\n1\t2\n", "data", "tsv"),
        (b'{"a": 1}\n', "data.txt", "jsonl"),
        (b"# rows\n-1 1:2 5:1e-5 # x\n", "data.txt", "svmlight"),
        (b"__label__x y\n", "data.txt", "fasttext"),
        (parquet(), "data.bin", "parquet"),
        (gzip.compress(b"1 3:4\n", mtime=0), "data.gz", "svmlight"),
    ],
)
def test_the_format_is_told_by_the_ending_or_the_content(written, content, name, told):
    assert rb.open_batches(written(content, name)).format == told


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        (
            b"hello\n",
            "data.txt",
            "data.txt: unknown format; name it with `format=`, or use a known ending: .csv, .tsv, ",
        ),
        (
            parquet(),
            "data.csv",
            "data.csv: by its first bytes this is parquet, not csv; rename it or pass `format='parquet'`",
        ),
        (
            gzip.compress(CSV, mtime=0),
            "data.csv",
            "data.csv: this is compressed by gzip, but its name does not end so; rename it",
        ),
        (CSV, "data.parquet", "data.parquet: this is not a whole Parquet file: "),
        (CSV, "data.csv.gz", "data.csv.gz: the gzip data is damaged after 0 bytes: "),
        (gzip.compress(LONG)[:-9], "data.csv.gz", "data.csv.gz: the gzip data is cut off after "),
        (bz2.compress(LONG)[:-9], "data.csv.bz2", "data.csv.bz2: the bz2 data is cut off after "),
        (lzma.compress(LONG)[:-9], "data.csv.xz", "data.csv.xz: the xz data is cut off after "),
        (lzma.compress(LONG)[:99] + b"?" * 99, "data.csv.xz", "data.csv.xz: the xz data is damaged after "),
        (
            pa.Codec("zstd").compress(LONG).to_pybytes()[:-9],
            "data.csv.zst",
            "data.csv.zst: the zstd data is cut off after ",
        ),
    ],
)
def test_a_file_that_is_not_what_it_says_is_refused(written, content, name, words):
    path = written(content, name)

    with pytest.raises(BadData) as raised:
        list(rb.open_batches(path))
    assert words in str(raised.value)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(BadData, match=r"none.csv: there is no such file or folder$"):
        rb.open_batches(tmp_path / "none.csv")
    with pytest.raises(BadData, match=r"\*.csv: no file matches this pattern$"):
        rb.open_batches(str(tmp_path / "*.csv"))
    with pytest.raises(BadData, match="path must name at least one file, got none"):
        rb.open_batches([])


def test_a_folder_in_the_place_of_a_file(tmp_path):
    (tmp_path / "data.csv").mkdir()

    with pytest.raises(BadData, match=r"data.csv: the file cannot be opened: Is a directory"):
        rb.open_batches(tmp_path / "data.csv", format="csv")


def test_a_file_that_vanishes_on_the_way(written):
    first, second = written(CSV, "1.csv"), written(CSV, "2.csv")
    batches = iter(rb.open_batches([first, second], label="y"))
    next(batches)
    second.unlink()

    with pytest.raises(BadData, match=r"2.csv: there is no such file or folder$"):
        next(batches)


def test_a_disk_that_fails_on_the_way(written, monkeypatch):
    batches = rb.open_batches(written(b"a,y\n1,no\n"), label="y")
    monkeypatch.setattr("rosenblatt.read.file_source.open_file", FailingFile)

    with pytest.raises(BadData, match=r"data.csv: reading stopped after 9 bytes: Input/output error$"):
        list(batches)


class FailingFile(io.FileIO):
    """A file whose disk fails where its bytes end."""

    def readinto(self, buffer):
        count = super().readinto(buffer)
        if not count:
            raise OSError(5, "Input/output error")
        return count


def test_standard_input_is_read_once(standard_input, monkeypatch):
    monkeypatch.setattr(_records, "BLOCK_BYTES", 64)
    standard_input(LONG[:5000])
    batches = rb.open_batches("-", format="csv", label="y", skip_bad=1)

    assert batches.kinds == {"a": "number"}
    (batch,) = batches
    assert batch.data.column("a").to_pylist()[:3] == [0.0, 1.0, 2.0]
    assert batch.lines.tolist() == list(range(2, len(batch) + 2))
    with pytest.raises(BadData, match="standard input can be read only once; write it to a file to read it several"):
        list(batches)


def test_the_format_of_standard_input_is_told_by_its_content(standard_input):
    for data, told in {CSV: "csv", parquet(): "parquet", gzip.compress(b"1 3:4\n"): "svmlight"}.items():
        standard_input(data)
        assert rb.open_batches("-").format == told
    standard_input(b"hello\n")
    with pytest.raises(BadData, match="standard input: unknown format; name it with `format=`, or use a known ending"):
        rb.open_batches("-")
    standard_input(CSV)
    with pytest.raises(BadData, match="standard input: this is not a whole Parquet file: "):
        rb.open_batches("-", format="parquet")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"batch_rows": 0}, "ReadOptions: batch_rows must be a whole number of at least 1, got 0"),
        ({"skip_bad": -1}, "ReadOptions: skip_bad must be a whole number of at least 0, got -1"),
        ({"n_features": 0}, "ReadOptions: n_features must be a whole number of at least 1, or None, got 0"),
        ({"format": "docx"}, "ReadOptions: format must be one of 'csv', 'tsv', .*, got 'docx'"),
        ({"encoding": "utf-9"}, "open_batches: encoding must be one that Python knows, got 'utf-9'"),
    ],
)
def test_a_bad_option_is_refused(written, options, words):
    with pytest.raises(BadParameter, match=words):
        rb.open_batches(written(CSV), **options)


def test_batches_end_early_when_their_rows_are_long(written, monkeypatch):
    monkeypatch.setattr(_records, "BLOCK_BYTES", 64)  # even the first row is longer
    monkeypatch.setattr("rosenblatt.read.rebatch.MOST_BYTES", 100)
    batches = list(rb.open_batches(written("t\n" + "word " * 30 + "\n" + "word " * 30 + "\n")))

    assert [len(batch) for batch in batches] == [1, 1]


def test_only_the_columns_that_are_named_are_read(written):
    path = written("a,b,y\n1,x,no\n2,y,yes\n")
    batches = rb.open_batches(path, label="y", numeric="a", only_named=True)

    assert batches.kinds == {"a": "number"}
    assert next(iter(batches)).data.column_names == ["a"]


def test_later_lines_of_json_may_hold_more_if_only_some_columns_are_wanted(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"a": 1}\n{"a": 2, "later": 3}\n')

    assert next(iter(rb.open_batches(path, numeric="a", only_named=True))).data["a"].to_pylist() == [1.0, 2.0]


def test_every_line_that_is_no_row_can_be_taken_note_of(written):
    batches = rb.open_batches(written("\na,y\n\n1,no\n1,2,3\nx,no\n2,yes\n\n"), label="y", numeric="a", every_line=True)
    rows = [line for batch in batches for line in batch.lines.tolist()]
    odd = sorted((odd.line, odd.what) for odd in batches.take_odd_lines())

    assert rows == [4, 7]
    assert [line for line, what in odd if what is None] == [3, 8]
    assert [line for line, what in odd if what is not None] == [5, 6]
    assert batches.take_odd_lines() == []
