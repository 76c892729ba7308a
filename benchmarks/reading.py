"""Files to rows: svmlight beside other parsers, CSV beside pyarrow, both beside a plain read of the bytes.

A unit is one megabyte of the file, which is in the page cache. All use one thread. Ours iterates over the batches of
`open_batches`, with the line of every row; the rivals build one table.
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow.csv
import scipy.sparse as sp
from sklearn.datasets import dump_svmlight_file, load_svmlight_file

import rosenblatt as rb
from benchmarks import data
from benchmarks.answers import require
from benchmarks.targets import TimesFaster
from benchmarks.timing import Contender
from benchmarks.workload import Workload

OURS, SCIKIT_LEARN, LOADER = "rosenblatt", "scikit-learn load_svmlight_file", "svmlight-loader"
PYARROW, PLAIN_READ = "pyarrow read_csv, one thread", "reading the bytes"

_scratch = tempfile.TemporaryDirectory(prefix="rosenblatt-bench-")


def svmlight(*, digits):
    """Compare readers of hashed text in svmlight, with values of all digits or rounded to `digits`."""
    from svmlight_loader import classification_from_lines  # noqa: PLC0415  no rival of the other workloads

    X, y = data.hashed_text()
    X, y = X[:20_000].copy(), np.where(y[:20_000] == y[0], 1, -1)
    X.data = X.data if digits is None else np.round(X.data, digits)
    path = Path(_scratch.name, f"rows-{digits}.svm")
    dump_svmlight_file(X, y, str(path), zero_based=False)
    contenders = [
        _contender(OURS, path, lambda: list(rb.open_batches(path, n_features=X.shape[1]))),
        _contender(SCIKIT_LEARN, path, lambda: load_svmlight_file(str(path), n_features=X.shape[1])),
        _contender(LOADER, path, lambda: _read_lines(path, classification_from_lines)),
        _plain_read(path),
    ]
    title = f"svmlight, {_megabytes(path):.0f} MB, values of {digits or 16} digits, a megabyte"
    return Workload(title, contenders, _same_rows, {SCIKIT_LEARN: TimesFaster(8), LOADER: TimesFaster(2)})


def csv(name, write):
    """Compare readers of a CSV file; our time includes inferring kinds of columns and counting missing values."""
    path = Path(_scratch.name, f"{name}.csv")
    write(path)
    options = pyarrow.csv.ReadOptions(use_threads=False)
    contenders = [
        _contender(OURS, path, lambda: list(rb.open_batches(path, label="label"))),
        _contender(PYARROW, path, lambda: pyarrow.csv.read_csv(path, options)),
        _plain_read(path),
    ]
    return Workload(f"CSV, {_megabytes(path):.0f} MB of {name}, a megabyte", contenders, _same_columns, {})


def write_texts(path):
    """Return 300,000 documents of 60 words, Zipf-distributed over a vocabulary of 50,000."""
    random = np.random.default_rng(0)
    words = np.array(["".join(random.choice(list("etaoinshrdlu"), random.integers(1, 9))) for _ in range(50_000)])
    share = np.cumsum(1.0 / np.arange(1, len(words) + 1))
    with path.open("w", encoding="utf-8") as file:
        file.write("label,text\n")
        for _ in range(300):
            ranks = np.searchsorted(share, random.random((1_000, 60)) * share[-1])
            file.writelines(f"{'ham' if row[0] % 2 else 'spam'},{' '.join(words[row])}\n" for row in ranks)


def write_numbers(path):
    """Return twenty columns of numbers with six digits."""
    rows = np.random.default_rng(0).standard_normal((200_000, 20))
    with path.open("w", encoding="utf-8") as file:
        file.write(",".join(["label", *(f"c{place}" for place in range(20))]) + "\n")
        np.savetxt(file, np.column_stack([rows[:, 0] > 0, rows]), fmt=["%d", *["%.6f"] * 20], delimiter=",")


WORKLOADS = {
    "read-svmlight": partial(svmlight, digits=None),
    "read-svmlight-short": partial(svmlight, digits=4),
    "read-csv-text": partial(csv, "text", write_texts),
    "read-csv-numbers": partial(csv, "numbers", write_numbers),
}


def _contender(name, path, call):
    return Contender(name, lambda: call, units=_megabytes(path))


def _plain_read(path):
    room = bytearray(2**22)

    def read():
        with path.open("rb", buffering=0) as file:
            while file.readinto(room):
                pass

    return Contender(PLAIN_READ, lambda: read, units=_megabytes(path), is_limit=True)


def _read_lines(path, parse):
    with path.open("rb") as file:
        return parse(file)


def _megabytes(path):
    return path.stat().st_size / 1e6


def _same_rows(timed):
    """Check that every number is the same to the last bit."""
    batches = timed[OURS].outcome
    X = sp.vstack([batch.data for batch in batches], format="csr")
    y = np.concatenate([batch.labels for batch in batches])
    for name in (SCIKIT_LEARN, LOADER):
        theirs, labels = timed[name].outcome[:2]
        same = all(np.array_equal(getattr(X, part), getattr(theirs, part)) for part in ("data", "indices", "indptr"))
        require(same, f"other rows than {name}")
        require(np.array_equal(y, labels), f"other labels than {name}")


def _same_columns(timed):
    batches, table = timed[OURS].outcome, timed[PYARROW].outcome
    labels = np.concatenate([batch.labels for batch in batches])
    require(labels.tolist() == table["label"].to_pylist(), "other labels than pyarrow")
    for name in table.column_names[1:]:
        ours = np.concatenate([batch.data.column(name).to_numpy(zero_copy_only=False) for batch in batches])
        require(np.array_equal(ours, table[name].to_numpy()), f"other values than pyarrow in {name}")
    lines = np.concatenate([batch.lines for batch in batches])
    require(np.array_equal(lines, np.arange(2, len(table) + 2)), "wrong lines")
