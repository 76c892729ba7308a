"""The workloads by name. Each is a function, so that its data is created only when it runs."""

from __future__ import annotations

from functools import partial

import numpy as np

from benchmarks import answers, data, limits, model_file, reading, rivals, small_calls
from benchmarks.rivals import SCIKIT_LEARN
from benchmarks.targets import TimesFaster, Within
from benchmarks.workload import Workload


def _dense(n_rows, n_columns, dtype, targets):
    X, y = data.dense(n_rows, n_columns, dtype)
    contenders = [
        rivals.ours(X, y),
        rivals.scikit_learn(X, y),
        limits.plain_read(X),
        limits.shuffled_read(X),
        rivals.mlpack_perceptron(X, y),
        rivals.vowpal_wabbit(X, y),
        rivals.river(X, y),
        rivals.mlxtend(X, y),
    ]
    title = f"dense {X.dtype}, {n_rows:,} x {n_columns:,}, a pass"
    return Workload(title, contenders, partial(answers.passes, X, y), targets)


def _csr(dtype):
    X, y = data.hashed_text()
    X = X.astype(dtype, copy=False)
    contenders = [
        rivals.ours(X, y),
        rivals.scikit_learn(X, y),
        limits.product(X),
        rivals.vowpal_wabbit(X, y),
        rivals.river(X, y),
    ]
    title = f"CSR {X.dtype}, {X.shape[0]:,} x {X.shape[1]:,}, {X.nnz / X.shape[0]:.0f} entries a row, a pass"
    targets = {SCIKIT_LEARN: TimesFaster(2.5), limits.PRODUCT: Within(2)}
    return Workload(title, contenders, partial(answers.passes, X, y), targets)


FLOAT64_TARGETS = {SCIKIT_LEARN: TimesFaster(4), limits.PLAIN_READ: Within(2)}
FLOAT32_TARGETS = {SCIKIT_LEARN: TimesFaster(5)}
WIDE_TARGETS = {SCIKIT_LEARN: TimesFaster(3), limits.PLAIN_READ: Within(1.3)}

WORKLOADS = {
    "dense-float64": partial(_dense, 200_000, 100, np.float64, FLOAT64_TARGETS),
    "dense-float32": partial(_dense, 200_000, 100, np.float32, FLOAT32_TARGETS),
    "dense-wide": partial(_dense, 20_000, 2_000, np.float64, WIDE_TARGETS),
    "csr-float64": partial(_csr, np.float64),
    "csr-float32": partial(_csr, np.float32),
    "predict-one-row": small_calls.predict_one_row,
    "predict-csr-row": small_calls.predict_csr_row,
    "learn-one-row": small_calls.learn_one_row,
    "predict-one": small_calls.predict_one,
    "learn-one": small_calls.learn_one,
    "fit-four-rows": small_calls.fit_four_rows,
    "grid-search": small_calls.grid_search,
    **reading.WORKLOADS,
    **model_file.WORKLOADS,
}
