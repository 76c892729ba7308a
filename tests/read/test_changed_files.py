"""A file that changes while it is read is refused; between two iterations of a user it may change."""

import gzip
import io
import os

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

import rosenblatt as rb
from rosenblatt.errors import BadData
from rosenblatt.read import _records

N = 50_000
NUMBERS = np.random.default_rng(0).normal(size=(N, 2))


def bytes_of(write, *arguments, **options):
    out = io.BytesIO()
    write(out, *arguments, **options)
    return out.getvalue()


def as_lines(line):
    return "".join(line(a, b) for a, b in NUMBERS.tolist()).encode()


TABLE = pa.table({"a": NUMBERS[:, 0], "b": NUMBERS[:, 1]})
CSV = b"a,b\n" + as_lines(lambda a, b: f"{a},{b}\n")
FILES = {
    "data.csv": CSV,
    "data.csv.gz": gzip.compress(CSV, 1),
    "data.jsonl": as_lines(lambda a, b: f'{{"a": {a}, "b": {b}}}\n'),
    "data.svm": as_lines(lambda a, b: f"1 1:{a} 2:{b}\n"),
    "data.ft": as_lines(lambda a, b: f"__label__{int(a > 0)} about {b}\n"),
    "data.parquet": bytes_of(lambda out: pa.parquet.write_table(TABLE, out, row_group_size=5_000)),
    "data.arrow": bytes_of(lambda out: pa.feather.write_feather(TABLE, out, "uncompressed", chunksize=5_000)),
    "data.npy": bytes_of(np.save, NUMBERS),
    "data.npz": bytes_of(np.savez, X=NUMBERS),
}


def shrink(path):
    os.truncate(path, path.stat().st_size // 2)


def grow(path):
    with path.open("ab") as file:
        file.write(b"1,2\n")


def rewrite(path):
    """Write the same number of bytes in place, at a later time: the clock of a file system may be coarse."""
    before = path.stat()
    data = path.read_bytes()
    with path.open("r+b") as file:
        file.write(data)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + 10**9))


def replace(path):
    """Put another file in its place, as programs do that write whole files."""
    other = path.with_name("other")
    other.write_bytes(path.read_bytes())
    other.replace(path)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch):
    """Read little ahead of the first batch."""
    monkeypatch.setattr(_records, "BLOCK_BYTES", 2**12)


@pytest.mark.parametrize("change", [shrink, grow, rewrite])
@pytest.mark.parametrize("name", FILES)
def test_a_change_during_a_pass_is_refused(written, name, change):
    path = written(FILES[name], name)
    size = path.stat().st_size
    batches = iter(rb.open_batches(path, batch_rows=100))
    next(batches)
    change(path)
    now = path.stat().st_size
    what = "was written again" if now == size else f"changed from {size:,} to {now:,} bytes"

    with pytest.raises(BadData) as raised:
        list(batches)
    assert str(raised.value) == (
        f"{path}: the file {what} while it was read; read it once it is complete, or a copy of it"
    )


@pytest.mark.parametrize("change", [shrink, grow, rewrite, replace])
@pytest.mark.parametrize("name", FILES)
def test_a_change_between_passes_that_must_agree_is_refused(written, name, change):
    path = written(FILES[name], name)
    batches = rb.open_batches(path)
    batches.make_repeatable()
    assert sum(len(batch) for batch in batches) == N
    change(path)

    with pytest.raises(BadData, match=r"while it was read; read it once it is complete, or a copy of it$"):
        next(iter(batches))


@pytest.mark.parametrize("change", [shrink, grow, rewrite, replace])
def test_a_change_before_the_first_of_such_passes_is_refused(written, change):
    path = written(CSV)
    batches = rb.open_batches(path)
    change(path)
    batches.make_repeatable()

    with pytest.raises(BadData, match="while it was read"):
        next(iter(batches))


def test_between_two_iterations_a_file_may_change(written):
    path = written(b"a,b\n1,2\n")
    batches = rb.open_batches(path)
    assert [len(batch) for batch in batches] == [1]
    grow(path)

    assert [len(batch) for batch in batches] == [2]


def test_a_file_that_is_replaced_during_a_pass_is_read_to_its_end(written):
    """The file that was opened stays whole, whatever has its name."""
    path = written(CSV)
    batches = iter(rb.open_batches(path, batch_rows=100))
    next(batches)
    replace(path)

    assert sum(len(batch) for batch in batches) == N - 100


def test_an_iteration_that_is_left_early_is_not_refused(written):
    path = written(CSV)
    batches = iter(rb.open_batches(path, batch_rows=100))
    assert len(next(batches)) == 100
    grow(path)
    batches.close()


def test_the_reason_for_an_error_is_named_if_the_file_did_not_change(written):
    path = written(b"a,b\n" + b"1,2\n" * 10_000 + b"x,2\n")

    with pytest.raises(BadData, match=r":10002: column 'a' holds 'x', but it began with numbers"):
        list(rb.open_batches(path))


@pytest.mark.parametrize("change", ["a text more", "a text less", "another text"])
def test_a_folder_that_changes_between_passes_that_must_agree_is_refused(written, tmp_path, change):
    for number in range(3):
        written(f"text {number}", f"texts/a/{number}.txt")
    batches = rb.open_batches(tmp_path / "texts")
    batches.make_repeatable()
    assert [len(batch) for _ in range(2) for batch in batches] == [3, 3]
    if change == "a text less":
        (tmp_path / "texts/a/1.txt").unlink()
    else:
        written("another text", "texts/a/4.txt" if change == "a text more" else "texts/a/2.txt")

    with pytest.raises(BadData, match=r"texts: files of this folder changed while they were read; read them once"):
        list(batches)
