"""A walk whose rows a second thread gathers is the same walk, to the bit."""

import functools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rosenblatt import _core

N_ROWS, N_COLUMNS = 30_000, 50_000


@functools.cache
def sparse_rows(value, index):
    """More rows than the cache holds; some are empty, and one is longer than a block."""
    random = np.random.default_rng(0)
    lengths = random.integers(0, 50, N_ROWS)
    lengths[17], lengths[-1] = 40_000, 0
    starts = np.concatenate([[0], np.cumsum(lengths)])
    gaps = random.integers(1, 1_000, starts[-1])
    gaps[starts[17] : starts[18]] = 1
    reached = np.concatenate([[0], np.cumsum(gaps)])
    columns = reached[1:] - np.repeat(reached[starts[:-1]], lengths) - 1
    return random.normal(size=starts[-1]).astype(value), columns.astype(index), starts


KINDS = [(np.float32, np.int32), (np.float64, np.int64)]


RULES = {
    "pa": _core.PassiveAggressiveStep(1.0, 0.0),
    "arow": _core.ArowStep(1.0),
    "scw": _core.ConfidenceStep(1.0, 0.5, 0.0),
}


def walked(parts, order, n_classes, *, gathers, rule="pa", averages=True, max_updates=2**62):
    rows = _core.Rows.csr(*parts, N_COLUMNS)
    learning = _core.Learning(RULES[rule], on_mistake=False, zero_is_positive=False, fit_intercept=True)
    learning.gathers = gathers
    codes = np.random.default_rng(1).integers(0, n_classes, N_ROWS)
    targets = (2 * codes - 1).astype(np.int8) if n_classes == 2 else codes.astype(np.int32)
    shapes = (N_COLUMNS,) if n_classes == 2 else (N_COLUMNS, n_classes), (1 if n_classes == 2 else n_classes,)
    planes = [np.zeros(shape) for shape in shapes], [np.zeros(shape) for shape in shapes] if averages else (None, None)
    variances = [np.ones(shape) for shape in shapes]
    state = _core.State(*planes[0], *planes[1], 5, False, *variances)
    tally = learning.walk(rows, targets, None, order, state, max_updates)
    counts = (tally.seen, tally.mistakes, tally.updates, tally.loss, tally.overflowed_at, tally.step, state.seen)
    return counts, [array.tobytes() for plane in (*planes, variances) for array in plane if array is not None]


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("averages", [True, False])
@pytest.mark.parametrize("rule", RULES)
@settings(max_examples=3)
@given(seed=st.integers(0, 100), stops=st.sampled_from([2**62, 0, 1, 3000]))
def test_weights_and_counts_are_the_same(kind, n_classes, averages, rule, *, seed, stops):
    order = np.random.default_rng(seed).permutation(N_ROWS)[: N_ROWS - seed]
    alone, helped = (
        walked(sparse_rows(*kind), order, n_classes, gathers=gathers, rule=rule, averages=averages, max_updates=stops)
        for gathers in (False, True)
    )

    assert helped == alone


@pytest.mark.parametrize("n_classes", [2, 3])
def test_the_row_that_overflowed_is_named_by_its_own_number(n_classes):
    values, columns, starts = sparse_rows(np.float64, np.int32)
    values = values.copy()
    row = 20_000 + int(np.argmax(np.diff(starts)[20_000:]))
    values[starts[row] : starts[row + 1]] = 1e200
    order = np.random.default_rng(2).permutation(N_ROWS)
    alone, helped = (walked((values, columns, starts), order, n_classes, gathers=gathers) for gathers in (False, True))

    assert helped == alone
    assert alone[0][4] == row


def test_an_empty_order_is_walked_at_once():
    assert walked(sparse_rows(*KINDS[0]), np.empty(0, np.int64), 2, gathers=True)[0][0] == 0


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("averages", [True, False])
@pytest.mark.parametrize("rule", ["arow", "scw"])
def test_a_long_walk_with_variances_is_many_short_ones(kind, averages, rule):
    """A long walk over sparse rows has weights and variances side by side, a short one where they lie."""
    parts, order = sparse_rows(*kind), np.random.default_rng(3).permutation(N_ROWS)
    long, short = (planes_and_variances(averages) for _ in range(2))
    codes = np.random.default_rng(1).integers(0, 2, N_ROWS)
    rows, signs = _core.Rows.csr(*parts, N_COLUMNS), (2 * codes - 1).astype(np.int8)
    learning = _core.Learning(RULES[rule], on_mistake=False, zero_is_positive=False, fit_intercept=True)
    for arrays, pieces in ((long, [order]), (short, np.array_split(order, 100))):
        seen = 0
        for piece in pieces:
            state = _core.State(*arrays[:4], seen, False, *arrays[4:])
            learning.walk(rows, signs, None, piece, state, 2**62)
            seen = state.seen

    assert [None if array is None else array.tobytes() for array in long] == [
        None if array is None else array.tobytes() for array in short
    ]


def planes_and_variances(averages):
    lags = (np.zeros(N_COLUMNS), np.zeros(1)) if averages else (None, None)
    return [np.zeros(N_COLUMNS), np.zeros(1), *lags, np.ones(N_COLUMNS), np.ones(1)]
