"""The same data is the same rows, labels and names in every format, whole or in pieces, compressed or not."""

import bz2
import csv
import gzip
import io
import json
import lzma
import sqlite3
import zipfile
from contextlib import closing

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
import scipy.sparse as sp

import rosenblatt as rb
from tests.read.sheets import as_ods
from tests.read.test_hostile_bytes import bytes_of_database

N = 50
COLUMNS = {
    "width": [None if i % 11 == 3 else i / 7 - 2 for i in range(N)],
    "colour": [None if i % 13 == 5 else ("red", "dark blue", "grün")[i % 3] for i in range(N)],
    "note": [None if i % 17 == 2 else f'it said "{i}", and then\nno more of it' for i in range(N)],
    "fruit": [("apple", "lemon")[i * i % 5 % 2] for i in range(N)],
}
KINDS = {"width": "number", "colour": "category", "note": "text"}
NUMBERS = [[0.0 if (i + j) % 3 else i / 7 - j for j in range(5)] for i in range(N)]


def as_csv(delimiter=","):
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(COLUMNS)
    writer.writerows(zip(*([repr(v) if isinstance(v, float) else v for v in c] for c in COLUMNS.values()), strict=True))
    return out.getvalue().encode()


def as_rows():
    return [dict(zip(COLUMNS, row, strict=True)) for row in zip(*COLUMNS.values(), strict=True)]


def as_json_lines():
    return b"".join(json.dumps(row).encode() + b"\n" for row in as_rows())


def as_parquet():
    out = io.BytesIO()
    pa.parquet.write_table(pa.table(COLUMNS), out, row_group_size=9)
    return out.getvalue()


def as_arrow():
    out = io.BytesIO()
    pa.feather.write_feather(pa.table(COLUMNS), out, chunksize=9)
    return out.getvalue()


def as_arrow_stream():
    out = io.BytesIO()
    with pa.ipc.new_stream(out, pa.table(COLUMNS).schema) as stream:
        stream.write_table(pa.table(COLUMNS), max_chunksize=9)
    return out.getvalue()


def compressed_by_zstd(data):
    return pa.Codec("zstd").compress(data).to_pybytes()


def as_arff():
    kinds = {"width": "NUMERIC", "colour": "{red,'dark blue',gr\u00fcn}", "note": "string", "fruit": "{apple,lemon}"}
    header = ["% made by hand", "@relation fruit", "", *(f"@attribute {name} {kind}" for name, kind in kinds.items())]
    rows = (", ".join(map(as_arff_field, row)) for row in zip(*COLUMNS.values(), strict=True))
    return "\n".join([*header, "@data", *rows]).encode()


def as_arff_field(value):
    return "?" if value is None else f"'{value}'".replace("\n", "\\n") if isinstance(value, str) else repr(value)


def as_sqlite():
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(f"CREATE TABLE fruit ({', '.join(COLUMNS)})")
        connection.executemany("INSERT INTO fruit VALUES (?, ?, ?, ?)", zip(*COLUMNS.values(), strict=True))
        connection.commit()
        return bytes_of_database(connection)


def zipped(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


TABLES = {
    "data.csv": as_csv(),
    "data.tsv": as_csv("\t"),
    "data.jsonl": as_json_lines(),
    "data.json": json.dumps(as_rows()).encode(),
    "indented.json": b"\xef\xbb\xbf\n" + json.dumps(as_rows(), indent=2, ensure_ascii=False).encode(),
    "lines.json": as_json_lines(),
    "data.json.gz": gzip.compress(json.dumps(as_rows()).encode()),
    "data.arff": as_arff(),
    "data.arff.gz": gzip.compress(as_arff()),
    "data.ods": as_ods([list(COLUMNS), *zip(*COLUMNS.values(), strict=True)]),
    "data.sqlite": as_sqlite(),
    "data.db": as_sqlite(),
    "data.parquet": as_parquet(),
    "data.arrow": as_arrow(),
    "stream.arrow": as_arrow_stream(),
    "bom.csv": b"\xef\xbb\xbf" + as_csv(),
    "data.csv.gz": gzip.compress(as_csv()),
    "two members.csv.gz": gzip.compress(as_csv()[:99]) + gzip.compress(as_csv()[99:]),
    "data.csv.bz2": bz2.compress(as_csv()),
    "data.csv.xz": lzma.compress(as_csv()),
    "data.csv.zst": compressed_by_zstd(as_csv()),
    "data.csv.zip": zipped(**{"data.csv": as_csv()}),
    "any.zip": zipped(**{"folder/": b"", "folder/data.tsv": as_csv("\t"), "folder/READ.ME": b"?", ".x/y.csv": b""}),
    "data.jsonl.gz": gzip.compress(as_json_lines()),
}


def all_rows(batches):
    """Every row as a dictionary, and every label."""
    seen = list(batches)
    return [row for batch in seen for row in batch.data.to_pylist()], [
        label for batch in seen for label in batch.labels
    ]


@pytest.mark.parametrize("batch_rows", [7, 10_000])
@pytest.mark.parametrize("name", TABLES)
def test_tables(written, name, batch_rows):
    batches = rb.open_batches(written(TABLES[name], name), label="fruit", batch_rows=batch_rows)
    rows, labels = all_rows(batches)

    assert batches.kinds == KINDS
    assert labels == COLUMNS["fruit"]
    for column in KINDS:
        assert [row[column] for row in rows] == COLUMNS[column]
    assert batches.missing == {column: COLUMNS[column].count(None) for column in KINDS}
    assert all_rows(batches) == (rows, labels)


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1", "utf-8-sig"])
def test_other_encodings(written, encoding):
    path = written(as_csv().decode().encode(encoding))

    assert all_rows(rb.open_batches(path, label="fruit", encoding=encoding)) == all_rows(
        rb.open_batches(written(as_csv(), "plain.csv"), label="fruit")
    )


def number_files(tmp_path):
    """The numbers as svmlight, as NumPy's formats and as CSV."""
    X, y = np.array(NUMBERS), np.arange(N) % 2
    rows = (" ".join(f"{j}:{v!r}" for j, v in enumerate(row, 1) if v) for row in NUMBERS)
    svmlight = "".join(f"{label} {row}\n" for label, row in zip(y, rows, strict=True))
    (tmp_path / "data.svm").write_text(svmlight)
    (tmp_path / "data.svm.gz").write_bytes(gzip.compress(svmlight.encode()))
    np.save(tmp_path / "data.npy", np.column_stack([X, y]))
    np.save(tmp_path / "by columns.npy", np.asfortranarray(np.column_stack([X, y])))
    np.savez(tmp_path / "data.npz", X=X, y=y)
    np.savez_compressed(tmp_path / "small.npz", X=X, y=y)
    np.savez(tmp_path / "sparse.npz", **saved_as_csr(sp.csr_array(X)), y=y)
    lines = (",".join(map(repr, [*map(float, row), int(label)])) for row, label in zip(NUMBERS, y, strict=True))
    (tmp_path / "data.csv").write_text("a,b,c,d,e,y\n" + "\n".join(lines))
    return X, y


def saved_as_csr(X):
    return {"format": b"csr", "shape": X.shape, "data": X.data, "indices": X.indices, "indptr": X.indptr}


@pytest.mark.parametrize("batch_rows", [7, 10_000])
@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("data.svm", None),
        ("data.svm.gz", None),
        ("data.npy", "-1"),
        ("by columns.npy", "5"),
        ("data.npz", None),
        ("small.npz", "y"),
        ("sparse.npz", None),
        ("data.csv", "y"),
    ],
)
def test_numbers(tmp_path, name, label, batch_rows):
    X, y = number_files(tmp_path)
    batches = list(rb.open_batches(tmp_path / name, label=label, batch_rows=batch_rows))
    rows = [row for batch in batches for row in as_lists(batch.data)]
    labels = np.concatenate([batch.labels for batch in batches])

    assert rows == X.tolist()
    assert labels.tolist() == y.tolist()
    assert [len(batch) for batch in batches] == ([7] * 7 + [1] if batch_rows == 7 else [50])


def as_lists(data):
    if isinstance(data, pa.RecordBatch):
        return np.column_stack([column.to_numpy() for column in data.columns]).tolist()
    return (data.toarray() if sp.issparse(data) else data).tolist()


def test_several_files_are_one_data_set(written, tmp_path):
    written("a,y\n1,no\n2,yes\n", "1.csv")
    written("y,a\r\nno,3\r\n", "2.csv")
    written("a,y\n", "3.csv")
    batches = rb.open_batches(str(tmp_path / "?.csv"), label="y")

    assert [batch.data.column("a").to_pylist() for batch in batches] == [[1.0, 2.0], [3.0]]
    assert [batch.where(0) for batch in batches] == [f"{tmp_path / '1.csv'}:2", f"{tmp_path / '2.csv'}:2"]
    assert batches.paths == [str(tmp_path / f"{number}.csv") for number in (1, 2, 3)]
