"""Whatever the bytes, only our own refusals come out."""

import contextlib
import gzip
import io
import sqlite3
import tarfile
import tempfile
import zipfile
from contextlib import closing
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.errors import BadData
from tests.read.sheets import as_ods, as_xlsx


def bytes_of_database(connection):
    """The file that a database in memory is saved as."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "data.sqlite")
        with closing(sqlite3.connect(path)) as target:
            connection.backup(target)
        return path.read_bytes()


def whole_files():
    """A good file of each format."""
    table = pa.table({"a": [1.0, 2.0, None], "s": ["x", "y z", ""]})
    parquet, arrow, npz = io.BytesIO(), io.BytesIO(), io.BytesIO()
    pa.parquet.write_table(table, parquet)
    pa.feather.write_feather(table, arrow)
    np.savez(npz, X=np.eye(3), y=np.array([1, 2, 3]))
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("PRAGMA page_size = 512")
        connection.execute("CREATE TABLE t (a, s)")
        connection.executemany("INSERT INTO t VALUES (?, ?)", [(1.5, "x"), (2, "y z"), (None, "")])
        connection.commit()
        sqlite = bytes_of_database(connection)
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as one:
        for name in ("pos/1", "neg/" + 110 * "2"):
            info = tarfile.TarInfo(name)
            info.size = 5
            one.addfile(info, io.BytesIO(b"dull\n"))
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as one:
        one.writestr("data.csv", b"a,s\n1,x\n2,y\n")
    return {
        "csv": b'a,s\r\n1,x\n2,"y\nz"\n',
        "tsv": b"a\ts\n1\tx\n",
        "jsonl": b'{"a": 1, "s": "x"}\n{"a": 2.5}\n',
        "json": b'[{"a": 1, "s": "x\\"]"},\n {"a": 2.5} ]',
        "arff": b"%c\n@relation r\n@attribute a real\n@ATTRIBUTE 's' {x,'y z'}\n@data\n1,x\n?,'y z'\n{0 5}\n",
        "svmlight": b"1 1:2 # x\n-1 qid:1 3:4.5e-3\n",
        "fasttext": b"__label__a b c\n__label__d e\n",
        "labelled": b"a b c\nd e\n",
        "parquet": parquet.getvalue(),
        "arrow": arrow.getvalue(),
        "npz": npz.getvalue(),
        "tar": tar.getvalue(),
        "sqlite": sqlite,
        "xlsx": as_xlsx([["a", "s"], [1.5, "x"], [2, "y z"]]),
        "ods": as_ods([["a", "s"], [1.5, "x"], [2, "y z"]]),
        "csv.zip": archive.getvalue(),
        "csv.gz": gzip.compress(b"a,s\n1,x\n"),
    }


FILES = whole_files()
ENDINGS = {"svmlight": "svm", "fasttext": "ft"}
changes = st.lists(st.tuples(st.floats(0, 1), st.binary(max_size=4), st.integers(0, 4)), max_size=4)


def changed(data, edits):
    for place, inserted, removed in edits:
        at = int(place * len(data))
        data = data[:at] + inserted + data[at + removed :]
    return data


def lines_of(batches):
    """The line of each row; in files without lines, its number."""
    return [line for batch in batches for line in batch.lines.tolist()]


@pytest.mark.parametrize("name", FILES)
@given(edits=changes, junk=st.binary(max_size=30), skip_bad=st.sampled_from([0, 3]))
def test_only_our_own_errors_come_out(tmp_path_factory, name, edits, junk, skip_bad):
    path = tmp_path_factory.mktemp("hostile") / f"data.{ENDINGS.get(name, name)}"
    path.write_bytes(changed(FILES[name], edits) + junk)

    with contextlib.suppress(BadData):
        batches = rb.open_batches(path, skip_bad=skip_bad)
        lines, bad_lines = lines_of(batches), batches.bad_lines

        assert lines == sorted(set(lines))
        assert min(lines, default=1) >= 1
        assert len(bad_lines) <= skip_bad
        assert (lines_of(batches), batches.bad_lines) == (lines, bad_lines)


forms = st.fixed_dictionaries(
    {
        "delimiter": st.sampled_from([None, ",", ";", " "]),
        "quote": st.sampled_from([None, "", "'"]),
        "comment": st.sampled_from([None, "#"]),
        "decimal": st.sampled_from([None, ","]),
        "header": st.sampled_from([None, True, False]),
        "na": st.sampled_from(["x", "-1"]),
        "keep_spaces": st.booleans(),
    }
)
pieces = st.sampled_from(
    [b"a", b"1", b"1,5", b"$", b"%", b" ", b"  ", b",", b";", b'"', b"'", b"\n", b"\r", b"#", b"?", b"\xff"]
)


@given(st.lists(pieces, max_size=40).map(b"".join), forms, st.sampled_from([0, 3]))
def test_only_our_own_errors_come_out_of_tables_of_any_form(tmp_path_factory, data, form, skip_bad):
    path = tmp_path_factory.mktemp("hostile") / "data.csv"
    path.write_bytes(data)

    with contextlib.suppress(BadData):
        batches = rb.open_batches(path, skip_bad=skip_bad, **form)
        lines = lines_of(batches)
        again = rb.open_batches(path, skip_bad=skip_bad, like=batches.understood)

        assert lines == sorted(set(lines))
        assert lines_of(again) == lines
        assert again.kinds == batches.kinds
