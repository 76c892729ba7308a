"""Zip archives with one data file."""

import io
import struct
import zipfile
from functools import partial

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.errors import BadData
from rosenblatt.read import _zip
from tests.read import archives

CSV = b"a,y\n1,no\n2,yes\n"

zipped = partial(archives.zipped, compression=zipfile.ZIP_STORED)


def of_many(n_files):
    """An archive that lists a number of empty files."""
    entry = struct.pack("<4s4B4HL2L5H2L", b"PK\1\2", 20, 3, 20, 0, *[0] * 7, 1, *[0] * 6) + b"a"
    size = len(entry) * n_files
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, 4 + size, 1)
    end64 = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, n_files, n_files, size, 4)
    return (
        b"PK\3\4"
        + entry * n_files
        + end64
        + locator
        + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, *[65535] * 2, *[2**32 - 1] * 2, 0)
    )


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_every_method_of_compression_is_read(written, method):
    batches = rb.open_batches(written(zipped({"data.csv": CSV}, compression=method), "x.zip"), label="y")

    assert batches.format == "csv"
    assert [batch.labels.tolist() for batch in batches] == [["no", "yes"]]
    assert batches.share_read == 1


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["data.csv"], "csv"),
        (["folder/data.csv", "folder/", "__MACOSX/folder/._data.csv", ".hidden/other.csv"], "csv"),
        (["bank-names.txt", "bank.csv"], "csv"),
        (["anything"], "csv"),
    ],
)
def test_the_data_file_is_the_only_one_or_the_only_one_with_a_known_ending(written, names, told):
    assert rb.open_batches(written(zipped(dict.fromkeys(names, CSV)), "x.zip")).format == told


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (
            zipped({}),
            ": an archive must hold a data file, and this one is empty; unpack it, and name the file or folder",
        ),
        (
            zipped({"a.csv": CSV, "b.csv": CSV}),
            ": an archive must hold one data file, and this one holds a.csv, b.csv; ",
        ),
        (zipped({f"pos/{i}.txt": b"" for i in range(7)}), "pos/3.txt, pos/4.txt and 2 more; unpack it"),
        (zipped({"a.csv.gz": b""}), ": a.csv.gz is compressed once more; unpack the archive, and name that file"),
        (zipped({"a.zip": zipped({"a.csv": CSV})}), ": a.zip is compressed once more; unpack the archive"),
        (
            zipped({"a.npz": zipped({"X.npy": b""})}),
            ": decompress it with zip; archives such as .npz and .xlsx are read in",
        ),
        (zipped({"a.csv": CSV}).replace(b"1,no", b"3,no"), ": the zip data is damaged after "),
        (zipped({"a.csv": CSV})[:-30], ": this is not a whole archive: File is not a zip file"),
        (b"a,y\n1,2\n", ": this is not a whole archive: it does not begin like one"),
        (
            of_many(10**6),
            ": the archive lists too many files; it may have about 50,000: unpack it, and name the file or",
        ),
    ],
    ids=[
        "empty",
        "two",
        "many",
        "gz",
        "zip",
        "npz",
        "damaged",
        "cut off",
        "no zip",
        "too many",
    ],  # no bytes with the time
)
def test_other_archives_are_refused(written, content, words):
    path = written(content, "x.zip")

    with pytest.raises(BadData) as refused:
        list(rb.open_batches(path))
    assert str(refused.value).startswith(str(path))
    assert words in str(refused.value)


def test_an_encrypted_file_is_refused(written):
    content = bytearray(zipped({"a.csv": CSV}))
    content[6] |= 1
    content[content.index(b"PK\1\2") + 8] |= 1

    with pytest.raises(BadData, match=r"x.zip: a.csv is encrypted; unpack it, and name the file"):
        rb.open_batches(written(bytes(content), "x.zip"))


def test_a_zip_bomb_is_refused(written, monkeypatch):
    monkeypatch.setattr(_zip, "MOST_UNPACKED", 2**20)
    path = written(zipped({"a.csv": CSV + bytes(2**21)}, compression=zipfile.ZIP_DEFLATED), "x.zip")

    with pytest.raises(
        BadData, match=r"a.csv has 2,\d+ bytes and claims to unpack to 2,097,167, as a zip bomb does; unp"
    ):
        rb.open_batches(path)


def test_an_archive_is_never_taken_for_another_format(written):
    with pytest.raises(BadData, match=r"data.csv: this is compressed by zip, but its name does not end so; rename it"):
        rb.open_batches(written(zipped({"a.csv": CSV}), "data.csv"))
    out = io.BytesIO()
    np.savez(out, X=np.eye(2))
    with pytest.raises(
        BadData, match=r"data.csv: by its first bytes this is npz, not csv; rename it or pass `format='npz'"
    ):
        rb.open_batches(written(out.getvalue(), "data.csv"))


def test_an_archive_of_arrays_may_be_called_zip_if_its_format_is_named(written):
    out = io.BytesIO()
    np.savez(out, X=np.eye(2))

    assert sum(len(batch) for batch in rb.open_batches(written(out.getvalue(), "x.zip"), format="npz")) == 2
