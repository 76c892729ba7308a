"""A model to a file and back, beside a plain write and read of the same bytes.

The model is a perceptron of 2^18 weights: 2 MB. Every writer syncs the file and its folder and replaces the previous
file. Every reader finds the file in the page cache and keeps what it read.
"""

from __future__ import annotations

import os
import tempfile
from functools import partial
from pathlib import Path

import joblib
import numpy as np
import scipy.sparse as sp

import rosenblatt as rb
from benchmarks.answers import require
from benchmarks.targets import Within
from benchmarks.timing import Contender
from benchmarks.workload import Workload

OURS, JOBLIB, NPY = "rosenblatt", "joblib, which runs what it reads", "np.load of the weights"
PLAIN, PLAIN_READ = "writing and reading the bytes", "reading the bytes"
N_WEIGHTS = 2**18

_scratch = tempfile.TemporaryDirectory(prefix="rosenblatt-bench-")


def _model():
    random = np.random.default_rng(0)
    X = sp.csr_array(random.standard_normal((2, N_WEIGHTS)))
    return rb.Perceptron(random_state=0).fit(X, ["ham", "spam"])


def save_and_load_model():
    """Compare save and load with a plain write and read."""
    model, folder = _model(), Path(_scratch.name)
    data = model.coef_.tobytes()

    def ours():
        rb.save(model, folder / "ours")
        return rb.load(folder / "ours").coef_

    def plain():
        _write(folder / "plain", data)
        return _read(folder / "plain")

    contenders = [Contender(OURS, lambda: ours), Contender(PLAIN, lambda: plain, is_limit=True)]
    title = f"save and load a model of {N_WEIGHTS:,} weights"
    return Workload(title, contenders, partial(_same_weights, model), {PLAIN: Within(2)})


def load_model():
    """Compare load with a plain read."""
    model, folder = _model(), Path(_scratch.name)
    rb.save(model, folder / "ours")
    joblib.dump(model, folder / "joblib")
    (folder / "plain").write_bytes(model.coef_.tobytes())
    np.save(folder / "weights.npy", model.coef_)
    contenders = [
        Contender(OURS, lambda: lambda: rb.load(folder / "ours").coef_),
        Contender(PLAIN_READ, lambda: lambda: _read(folder / "plain"), is_limit=True),
        Contender(NPY, lambda: lambda: np.load(folder / "weights.npy")),
        Contender(JOBLIB, lambda: lambda: joblib.load(folder / "joblib").coef_),
    ]

    return Workload(f"load a model of {N_WEIGHTS:,} weights", contenders, partial(_same_weights, model), {})


WORKLOADS = {"save-and-load-model": save_and_load_model, "load-model": load_model}


def _same_weights(model, timed):
    for one in timed.values():
        require(np.array_equal(one.outcome.reshape(-1), model.coef_[0]), "other weights than were saved")


def _write(path, data):
    unfinished = path.with_suffix(".unfinished")
    with unfinished.open("wb", buffering=0) as file:
        file.write(data)
        os.fsync(file.fileno())
    unfinished.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def _read(path):
    room = np.empty(path.stat().st_size // 8)
    with path.open("rb", buffering=0) as file:
        file.readinto(room)
    return room
