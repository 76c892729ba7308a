"""However a file is handed over, the same rows come out, or one sentence says why not."""

import bz2
import gzip
import io
import json
import lzma
import sqlite3
import sys
import tracemalloc
from contextlib import closing
from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.errors import BadData
from rosenblatt.read import _recording, _records
from tests.read.archives import zipped
from tests.read.sheets import as_ods, as_xlsx
from tests.read.test_hostile_bytes import ENDINGS, FILES, bytes_of_database, changed, changes
from tests.read.test_tar_file import tarred
from tests.streams import bounded, named_pipe, open_file, standard_input

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes")

N = 300
NUMBERS = [[0.0 if (i + j) % 3 else i / 7 - j for j in range(4)] for i in range(N)]
SIGNS = [i * i % 5 % 2 for i in range(N)]
NOTES = [f"note {i}, and then no more of it" for i in range(N)]
TABLE = {f"c{j}": [row[j] for row in NUMBERS] for j in range(4)} | {"note": NOTES, "y": SIGNS}


ARFF = [[f"@attribute {name} {'string' if name == 'note' else 'real'}"] for name in TABLE]


def bytes_of(write, *arguments, **options):
    out = io.BytesIO()
    write(out, *arguments, **options)
    return out.getvalue()


def as_arrow_stream():
    out = io.BytesIO()
    with pa.ipc.new_stream(out, pa.table(TABLE).schema) as stream:
        stream.write_table(pa.table(TABLE), max_chunksize=99)
    return out.getvalue()


def as_lines(rows, separator):
    return "".join(separator.join(map(str, row)) + "\n" for row in rows).encode()


def as_sqlite(rows):
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(f"CREATE TABLE t ({', '.join(TABLE)})")
        connection.executemany("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)", rows)
        connection.commit()
        return bytes_of_database(connection)


def as_tables():
    rows = list(zip(*TABLE.values(), strict=True))
    return {
        "data.csv": as_lines([list(TABLE), *([*row[:4], f'"{row[4]}"', row[5]] for row in rows)], ","),
        "data.tsv": as_lines([list(TABLE), *rows], "\t"),
        "data.jsonl": as_lines([[json.dumps(dict(zip(TABLE, row, strict=True)))] for row in rows], ""),
        "data.json": json.dumps([dict(zip(TABLE, row, strict=True)) for row in rows], indent=1).encode(),
        "data.arff": as_lines(
            [["@relation r"], *ARFF, ["@data"], *([*row[:4], f"'{row[4]}'", row[5]] for row in rows)], ","
        ),
        "data.xlsx": as_xlsx([list(TABLE), *rows]),
        "data.ods": as_ods([list(TABLE), *rows]),
        "data.sqlite": as_sqlite(rows),
        "data.parquet": bytes_of(lambda out: pa.parquet.write_table(pa.table(TABLE), out, row_group_size=99)),
        "data.arrow": bytes_of(lambda out: pa.feather.write_feather(pa.table(TABLE), out, chunksize=99)),
        "stream.arrow": as_arrow_stream(),
    }


def as_matrices():
    X, y = np.array(NUMBERS), np.array(SIGNS)
    csr = sp.csr_array(X)
    sparse = {"format": b"csr", "shape": X.shape, "data": csr.data, "indices": csr.indices, "indptr": csr.indptr}
    entries = [[f"{j}:{value!r}" for j, value in enumerate(row, 1) if value] for row in NUMBERS]
    return {
        "data.svm": as_lines([[sign, *some] for sign, some in zip(SIGNS, entries, strict=True)], " "),
        "data.npy": bytes_of(np.save, np.column_stack([X, y])),
        "by columns.npy": bytes_of(np.save, np.asfortranarray(np.column_stack([X, y]))),
        "data.npz": bytes_of(np.savez, X=X, y=y),
        "small.npz": bytes_of(np.savez_compressed, X=X, y=y),
        "sparse.npz": bytes_of(np.savez, **sparse, y=y),
    }


READERS = as_tables() | as_matrices()
READERS["data.ft"] = as_lines([[f"__label__{sign}", note] for sign, note in zip(SIGNS, NOTES, strict=True)], " ")
READERS["data.tar"] = tarred(
    {f"{sign}/{place}": note for place, (sign, note) in enumerate(zip(SIGNS, NOTES, strict=True))}
)
OPTIONS = {name: {"label": "y"} for name in as_tables()} | {name: {"label": "-1"} for name in READERS if "npy" in name}
COMPRESSIONS = {
    "": bytes,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zip": lambda data: zipped({"data": data}),
    ".zst": lambda data: pa.Codec("zstd").compress(data).to_pybytes(),
}


IN_PLACE = (".npy", ".npz", ".parquet", ".arrow", ".sqlite", ".xlsx", ".ods")


def outcome(name, **options):
    """All that is read from a file, or the sentence that refuses it; the name is left out."""
    try:
        batches = rb.open_batches(name, **options)
        read = list(batches)
    except BadData as error:
        return str(error).removeprefix("standard input" if name == "-" else name)
    rows = [row for batch in read for row in as_rows(batch.data)]
    labels = [label for batch in read if batch.labels is not None for label in batch.labels.tolist()]
    lines = [line for batch in read for line in batch.lines.tolist()]
    return batches.format, batches.kinds, rows, labels, lines, batches.missing, len(batches.bad_lines)


def as_rows(data):
    if isinstance(data, pa.RecordBatch):
        return data.to_pylist()
    return (data if isinstance(data, np.ndarray) else data.toarray()).tolist()


def by_stream(way, data, path, **options):
    """The outcome of a stream: ``-``, a file that is already open, or a pipe of that path."""
    if way == "named pipe":
        with named_pipe(path, data) as name:
            return bounded(lambda: outcome(name, **options))
    with (standard_input if way == "-" else open_file)(data) as name:
        return bounded(lambda: outcome(name, **options))


WAYS = ("-", "open file", "named pipe")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("compression", COMPRESSIONS)
@pytest.mark.parametrize("name", READERS)
def test_the_same_rows_come_out_of_a_stream(tmp_path, name, compression, way):
    data, path = COMPRESSIONS[compression](READERS[name]), tmp_path / f"{name}{compression}"
    path.write_bytes(data)
    expected = outcome(str(path), **OPTIONS.get(name, {}))
    is_refused = isinstance(expected, str)

    assert is_refused or len(expected[2]) == N
    assert is_refused == (bool(compression) and path.suffixes[-2] in IN_PLACE)
    path.unlink()
    assert by_stream(way, data, path, **OPTIONS.get(name, {})) == expected


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", FILES)
@given(damage=st.tuples(changes, st.binary(max_size=30)), skip_bad=st.sampled_from([0, 3]))
def test_damage_is_the_same_in_a_stream(tmp_path_factory, name, way, damage, skip_bad):
    data, options = changed(FILES[name], damage[0]) + damage[1], {"skip_bad": skip_bad, "format": name.split(".")[0]}
    path = tmp_path_factory.mktemp("damaged") / f"data.{ENDINGS.get(name, name)}"
    path.write_bytes(data)
    expected = outcome(str(path), **options)
    path.unlink()
    found = by_stream(way, data, path, **options)

    if name == "csv.zip" and not data.startswith(b"PK"):
        return  # without a name, this is no archive
    if name == "csv.gz" and not data.startswith(b"\x1f\x8b") and way != "named pipe":
        return  # without a name, these are the bytes of a table, whatever they hold
    if isinstance(expected, str) and (
        "compressed by" in expected or (name in ("csv.gz", "csv.zip") and way != "named pipe")
    ):
        assert isinstance(found, str)  # in another sentence: whether a stream is compressed is found in its first bytes
    else:
        assert found == expected


class Pieces(io.RawIOBase):
    """A stream that hands out its bytes in pieces of given sizes, in turn."""

    def __init__(self, data, sizes):
        self._data, self._sizes, self._n_read = io.BytesIO(data), sizes, 0

    def readinto1(self, buffer):
        size = self._sizes[self._n_read % len(self._sizes)]
        self._n_read += 1
        return self._data.readinto(buffer[:size])


@pytest.mark.parametrize("name", READERS)
@given(sizes=st.lists(st.integers(1, 20_000), min_size=1, max_size=9), compression=st.sampled_from(["", ".gz", ".xz"]))
def test_a_stream_may_come_in_pieces_of_any_size(tmp_path_factory, name, sizes, compression):
    data = COMPRESSIONS[compression](READERS[name])
    path = tmp_path_factory.mktemp("whole") / f"{name}{compression}"
    path.write_bytes(data)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", SimpleNamespace(buffer=Pieces(data, sizes)))

        assert outcome("-", **OPTIONS.get(name, {})) == outcome(str(path), **OPTIONS.get(name, {}))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", READERS)
def test_a_long_stream_is_recorded_on_disk_and_read_as_often_as_needed(tmp_path, monkeypatch, name, way):
    monkeypatch.setattr(_recording, "MOST_IN_MEMORY", 100)
    monkeypatch.setattr(_records, "BLOCK_BYTES", 64)
    path = tmp_path / name
    path.write_bytes(READERS[name])
    batches = rb.open_batches(path, **OPTIONS.get(name, {}))
    expected = [as_rows(batch.data) for batch in batches] * 2

    def read_twice(stream):
        batches = rb.open_batches(stream, **OPTIONS.get(name, {}))
        batches.make_repeatable()
        return [as_rows(batch.data) for _ in range(2) for batch in batches]

    if way == "named pipe":
        with named_pipe(tmp_path / f"pipe {name}", READERS[name]) as stream:
            assert bounded(lambda: read_twice(stream)) == expected
    else:
        with (standard_input if way == "-" else open_file)(READERS[name]) as stream:
            assert bounded(lambda: read_twice(stream)) == expected


@pytest.mark.parametrize("name", ["data.csv", "data.jsonl", "data.svm", "data.ft"])
def test_a_second_iteration_over_a_pipe_is_refused(tmp_path, name):
    def read_twice(pipe):
        batches = rb.open_batches(pipe)
        return sum(len(batch) for batch in batches), list(batches)

    with named_pipe(tmp_path / name, READERS[name]) as pipe:
        with pytest.raises(BadData) as raised:
            bounded(lambda: read_twice(pipe))
        assert str(raised.value) == f"{pipe} can be read only once; write it to a file to read it several times"


def test_a_stream_that_is_named_twice_is_refused(tmp_path):
    link = tmp_path / "link"
    with named_pipe(tmp_path / "pipe", b"a,y\n1,2\n") as pipe:
        link.symlink_to(pipe)
        with pytest.raises(BadData, match=r"pipe: this is no file, but a stream, which cannot be read twice; name it"):
            bounded(lambda: rb.open_batches([pipe, link]))


def test_a_stream_among_files_is_read_in_its_turn(tmp_path):
    (tmp_path / "1.csv").write_bytes(b"a,y\n1,no\n")
    (tmp_path / "3.csv").write_bytes(b"a,y\n3,no\n")
    with named_pipe(tmp_path / "2.csv", b"y,a\nyes,2\n"):
        read = bounded(lambda: list(rb.open_batches(str(tmp_path / "?.csv"), label="y")))

    assert [(batch.data["a"].to_pylist(), batch.labels.tolist()) for batch in read] == [
        ([1.0], ["no"]),
        ([2.0], ["yes"]),
        ([3.0], ["no"]),
    ]


@pytest.mark.parametrize("way", WAYS)
def test_a_stream_is_no_folder(tmp_path, way):
    assert by_stream(way, b"a", tmp_path / "pipe", format="folder") == ": this is not a folder"


def test_a_reader_that_stops_ends_the_writer(tmp_path):
    """The writer of a long pipe is joined when the pipe is left."""
    with named_pipe(tmp_path / "rows.csv", b"a,y\n" + b"1,2\n" * 10**7) as pipe:
        batches = rb.open_batches(pipe, batch_rows=10)
        iterator = iter(batches)
        assert len(next(iterator)) == 10
        iterator.close()
    assert batches.format == "csv"


class Hesitant(Pieces):
    """A stream that does not block: every other time, nothing has come yet."""

    def fileno(self):
        return self.ready

    def readinto1(self, buffer):
        self._n_read += 1
        return None if self._n_read % 2 else self._data.readinto(buffer[:50])


def test_a_stream_that_does_not_block_is_waited_for(tmp_path, monkeypatch):
    (tmp_path / "ready").touch()
    hesitant = Hesitant(READERS["data.csv"], [])
    with (tmp_path / "ready").open("rb") as file:
        hesitant.ready = file.fileno()
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=hesitant))
        read = outcome("-", label="y")

    assert len(read[2]) == N


class Zeros(io.RawIOBase):
    """Some bytes, and then a number of zeros."""

    def __init__(self, start, n_zeros):
        self._start, self._n_zeros = io.BytesIO(start), n_zeros

    def readinto1(self, buffer):
        count = self._start.readinto(buffer)
        if count == 0:
            count = min(len(buffer), self._n_zeros)
            buffer[:count] = bytes(count)
            self._n_zeros -= count
        return count


def test_the_memory_for_a_recorded_stream_is_bounded(monkeypatch):
    n_bytes, shape = 2_000_000 * 5 * 8, (2_000_000, 5)
    about = {"descr": "<f8", "fortran_order": False, "shape": shape}
    header = bytes_of(np.lib.format.write_array_header_1_0, about)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=Zeros(header, n_bytes)))
    tracemalloc.start()
    n_rows = sum(len(batch) for batch in rb.open_batches("-", format="npy"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert n_rows == shape[0]
    assert peak < n_bytes / 2


def test_a_temporary_file_that_cannot_be_written_is_named_as_the_reason(monkeypatch, tmp_path):
    monkeypatch.setattr(_recording, "MOST_IN_MEMORY", 100)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    for name in ("data.csv", "data.csv.gz", "data.parquet", "data.npy"):
        plain = name.removesuffix(".gz")
        data = READERS[plain] if plain == name else gzip.compress(READERS[plain])
        said = by_stream("named pipe", data, tmp_path / name, **OPTIONS[plain])

        assert said.startswith(": it cannot be copied to a temporary file: No such file or directory; write it to")
