"""Memory of a fit beyond X: the growth of the peak of a process, in a new process per measurement.

Run as ``python -m benchmarks.memory LEARNER LAYOUT SIDE``, this module creates the rows in place, so that nothing
larger was ever allocated, fits once, and prints the growth of the peak in bytes per row or column.
The peak is Linux's VmHWM: getrusage's would be no smaller than that of the process that started this one.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import scipy.sparse as sp
from sklearn.linear_model import Perceptron as ScikitPerceptron

from benchmarks.answers import WrongAnswer
from benchmarks.targets import AtMost
from rosenblatt import Perceptron

LEARNERS = {"rosenblatt": Perceptron, "scikit-learn": ScikitPerceptron}
LAYOUTS = ("float64", "float32", "Fortran float64", "CSR float64")
SIDES = ("row", "column")
TARGET = AtMost(40, "bytes")

LONG, SHORT = 2_000_000, 16  # the other side is too short to count; a copy of X would cost 64 bytes or more


def measure(learner, layout, side):
    """Measure bytes per row or column in a new process."""
    # Freed memory returns to the system at once, so that reuse cannot hide what the fit takes.
    environment = {**os.environ, "MALLOC_MMAP_THRESHOLD_": "65536"}
    command = [sys.executable, "-m", "benchmarks.memory", learner, layout, side]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    amount = float(done.stdout)
    if amount < 1:  # the weights alone, or the order of the rows, take more
        raise WrongAnswer(f"{learner}, {layout}: {amount} bytes a {side} cannot be; something larger hid the fit")
    return amount


def _rows(layout, side):
    shape = (LONG, SHORT) if side == "row" else (SHORT, LONG)
    random = np.random.default_rng(0)
    if layout.startswith("CSR"):
        return _full_csr(shape, random)
    X = np.empty(shape, "float32" if layout == "float32" else "float64", order="F" if "Fortran" in layout else "C")
    return _filled(X, random)


def _full_csr(shape, random):
    """Return CSR rows with every entry stored: as many numbers as in the dense layouts."""
    starts = np.arange(shape[0] + 1, dtype=np.int32) * np.int32(shape[1])
    indices = np.empty(shape, np.int32)
    indices[:] = np.arange(shape[1], dtype=np.int32)
    values = _filled(np.empty(shape), random)
    return sp.csr_matrix((values.ravel(), indices.ravel(), starts), shape=shape, copy=False)


def _filled(X, random):
    flat = X.ravel(order="K")
    random.random(out=flat, dtype=X.dtype)
    return X


def peak():
    """Return the peak of this process so far, in bytes."""
    return 1024 * int(re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())[1])


def _main(learner, layout, side):
    LEARNERS[learner]().fit(np.eye(2), [0, 1])  # what the first fit loads is not counted
    y = np.arange(LONG if side == "row" else SHORT) % 2
    X = _rows(layout, side)
    before = peak()
    LEARNERS[learner](max_iter=2, tol=None, random_state=0).fit(X, y)
    print((peak() - before) / LONG)


if __name__ == "__main__":
    _main(*sys.argv[1:])
