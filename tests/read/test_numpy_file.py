"""NumPy's files and SciPy's sparse ones."""

import io
import zipfile

import numpy as np
import pytest
import scipy.sparse as sp

import rosenblatt as rb
from rosenblatt.errors import BadData
from rosenblatt.read import _stored_array

X = np.array([[1.0, np.nan], [2.0, 3.0], [4.0, 5.0]])


def npy(array):
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def npz(**arrays):
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


def sparse(**changes):
    matrix = sp.csr_array(np.eye(3))
    arrays = {
        "format": b"csr",
        "shape": matrix.shape,
        "data": matrix.data,
        "indices": matrix.indices,
        "indptr": matrix.indptr,
    }
    return npz(**{**arrays, **changes})


def read(path, **options):
    return list(rb.open_batches(path, **options))


def test_numbers_keep_their_type_if_they_are_floats(written):
    (single,) = read(written(npy(X.astype(np.float32)), "data.npy"))
    (whole,) = read(written(npy(np.arange(6).reshape(3, 2)), "data.npy"))

    assert single.data.dtype == np.float32
    assert whole.data.dtype == np.float64
    assert single.labels is None
    assert single.lines.tolist() == [1, 2, 3]


def test_what_is_missing_is_counted_and_kept(written):
    batches = rb.open_batches(written(npz(X=X, y=[True, False, True]), "data.npz"))
    (batch,) = batches

    assert np.array_equal(batch.data, X, equal_nan=True)
    assert batch.labels.tolist() == ["true", "false", "true"]
    assert batches.missing == {"1": 1}


def test_rows_are_read_a_few_at_a_time(written, monkeypatch):
    monkeypatch.setattr(_stored_array, "_BYTES_AT_ONCE", 16)
    path = written(npz(X=X, y=["a", "b", "c"]), "data.npz")

    assert [batch.labels.tolist() for batch in rb.open_batches(path, batch_rows=2)] == [["a", "b"], ["c"]]


@pytest.mark.parametrize(
    ("content", "name", "options", "words"),
    [
        (npy(X)[:-8], "d.npy", {}, "d.npy: the header promises 6 values of float64, but the file has another size"),
        (npy(X)[:20], "d.npy", {}, "d.npy: this is not a whole NumPy file: "),
        (b"", "d.npy", {}, "d.npy: this is not a whole NumPy file: "),
        (
            npy(np.ones(3)),
            "d.npy",
            {},
            "d.npy: the rows must be an array of numbers of 2 dimensions, got 1 dimensions of",
        ),
        (
            npy(X),
            "d.npy",
            {"label": "2"},
            "d.npy: `label=` must be the number of a column, from 0 to 1 or from the end as -1",
        ),
        (npy(X), "d.npy", {"label": "y"}, "from 0 to 1 or from the end as -1, got 'y'"),
        (npy(np.array([[1.0], [np.inf]])), "d.npy", {}, "d.npy:2: a number is infinite; numbers must be finite"),
        (npy(X), "d.npy", {"label": "1"}, "d.npy:1: the label is missing"),
        (npz(X=X, y=[1, 2]), "d.npz", {}, "d.npz: 'y' has 2 labels; there must be one label per row"),
        (npz(X=X, y=[1, 2, 3, 4]), "d.npz", {}, "d.npz: 'y' has 4 labels; there must be one label per row"),
        (npz(X=X), "d.npz", {"label": "z"}, "d.npz: there is no column 'z'; there are X"),
        (npz(a=X, b=X), "d.npz", {}, "d.npz: the rows must be the array 'X' or the only one; there are a, b"),
        (
            npz(X=X, y=np.array([1, None, 2])),
            "d.npz",
            {},
            "an array of object cannot be read; numbers or strings can, Pyth",
        ),
        (npz(X=X)[:-30], "d.npz", {}, "d.npz: this is not a whole NumPy file: "),
        (sparse(format=b"csc"), "d.npz", {}, "d.npz: a sparse matrix must be stored as CSR, not csc: save X.tocsr()"),
        (sparse(indptr=[0, 2, 1, 3]), "d.npz", {}, "d.npz: indptr, indices and data do not fit together"),
        (sparse(indices=[0, 1, 7]), "d.npz", {}, "d.npz: rows 1 to 3 hold a column outside 0 to 2"),
        (sparse(data=[1, np.inf, 1]), "d.npz", {}, "d.npz:2: a number is infinite; numbers must be finite"),
    ],
)
def test_a_refusal_says_where_and_what(written, content, name, options, words):
    path = written(content, name)

    with pytest.raises(BadData) as raised:
        read(path, **options)
    assert words in str(raised.value)


def test_a_header_cannot_ask_for_more_than_the_file_has(written):
    out = io.BytesIO()
    np.lib.format.write_array_header_1_0(out, {"descr": "<f8", "fortran_order": False, "shape": (10**9, 10**6)})

    with pytest.raises(BadData, match="the header promises 1,000,000,000,000,000 values of float64"):
        read(written(out.getvalue() + b"\0" * 800, "data.npy"))


def test_bad_rows_are_skipped(written):
    path = written(npz(X=[[1.0], [np.inf], [3.0]], y=["a", "b", ""]), "data.npz")
    batches = rb.open_batches(path, skip_bad=2)
    (batch,) = batches

    assert batch.data.tolist() == [[1.0]]
    assert batch.labels.tolist() == ["a"]
    assert len(batches.bad_lines) == 2


def test_an_archive_of_something_else_is_refused(written):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a.txt", "hello")

    with pytest.raises(BadData, match=r"data.npz: the rows must be the array 'X' or the only one; there are "):
        read(written(out.getvalue(), "data.npz"))
