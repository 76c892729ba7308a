"""Rows as codes are the sparse rows that hold the same columns."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt import TableFeatures, _core
from rosenblatt.coded_rows import ROWS_AT_ONCE, CodedRows
from rosenblatt.learn.linear_catalogue import LINEAR
from rosenblatt.train.row_store import RowStore

UNKNOWN = np.iinfo(np.uint16).max


def table(n_rows=ROWS_AT_ONCE + 900, n_classes=3):
    """Numbers and categories, one of them unknown to the features, and labels that follow from pairs of them."""
    random = np.random.default_rng(0)
    X = {
        "a": random.normal(size=n_rows),
        "b": random.integers(0, 4, n_rows).astype(str),
        "c": random.uniform(size=n_rows),
    }
    y = ((X["a"] > 0).astype(int) + (X["b"] == "2") + (X["c"] > 0.8)) % n_classes
    return X, np.where(random.uniform(size=n_rows) < 0.1, 0, y)


def expanded_by_hand(codes, columns, pairs):
    """The columns of one row, as the header of the core states them."""
    coded = list(zip(codes, columns, strict=True))
    cells = [cell_of[code] if code < width else cell_of[-1] for code, (_, width, cell_of) in coded]
    alone = [start + code for code, (start, width, _) in coded if code < width and start >= 0]
    return alone + [start + cells[a] * n_cells + cells[b] for a, b, start, n_cells in pairs]


@given(st.lists(st.tuples(*[st.integers(0, 3) | st.just(UNKNOWN)] * 3), max_size=8), st.data())
def test_codes_expand_to_the_columns_of_the_layout(rows, data):
    columns = [(0, 3, [0, 0, 1, 1]), (-1, 2, [0, 1, 2]), (4, 4, [0, 1, 2, 3, 4])]
    pairs = [(0, 1, 8, 3), (0, 2, 20, 5), (1, 2, 30, 5)]
    which = data.draw(st.none() | st.lists(st.integers(0, len(rows) - 1), max_size=9)) if rows else None
    codes = np.array(rows, np.uint16).reshape(-1, 3)
    layout = _core.CodeLayout(columns, pairs)
    chosen = None if which is None else np.array(which, np.int64)

    for kind in (np.uint16, np.uint32):
        found, starts = layout.expand(codes.astype(kind), chosen)
        lists = [found[a:b].tolist() for a, b in pairwise(starts)]
        assert lists == [
            expanded_by_hand(rows[k], columns, pairs) for k in (range(len(rows)) if which is None else which)
        ]
        assert all(one == sorted(set(one)) for one in lists)


@pytest.mark.parametrize(
    ("columns", "pairs", "words"),
    [
        ([(0, 3, [0, 1])], [], "one cell per code"),
        ([(0, 1, [0, -1]), (1, 1, [0, 1])], [(0, 1, 2, 2)], "cells from 0"),
        ([(0, 3, [0] * 4), (2, 1, [0, 0])], [], "must not overlap"),
        ([(0, 1, [0, 1])], [(0, 1, 1, 2)], "pairs of columns"),
        ([(0, 1, [0, 1]), (1, 1, [0, 1])], [(0, 1, 2, 1)], "cells below their number"),
        ([(0, 2**31, [0])], [], "one cell per code"),
    ],
)
def test_a_layout_that_would_write_outside_is_refused(columns, pairs, words):
    with pytest.raises(ValueError, match=words):
        _core.CodeLayout(columns, pairs)


def test_codes_must_be_those_of_the_layout():
    layout = _core.CodeLayout([(0, 1, [0, 1])], [])
    with pytest.raises(ValueError, match="one code per column"):
        layout.expand(np.zeros((2, 2), np.uint16), None)
    with pytest.raises(ValueError, match="rows from 0"):
        layout.expand(np.zeros((2, 1), np.uint16), np.array([2]))


@pytest.mark.parametrize("learner", LINEAR)
@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("most_bytes", [2**30, 0], ids=["memory", "disk"])
def test_every_learner_learns_the_same_bits_from_codes(tmp_path, learner, n_classes, most_bytes):
    X, y = table(n_classes=n_classes)
    features = TableFeatures(numbers="bins", cross="all").fit({name: values[:3000] for name, values in X.items()})
    coded = features._to_rows({**X, "b": np.where(np.arange(len(y)) % 50 == 7, "new", X["b"])})
    models = []
    for rows in (coded, coded.to_csr()):
        made = LINEAR[learner](random_state=0, max_iter=3, early_stopping=True, when_stalled="stop")
        with RowStore(tmp_path, most_bytes, np.arange(n_classes)) as store:
            half = np.arange(len(y)) % 2 == 0
            for chosen in (half, ~half):
                store.add(rows, y, chosen=chosen)
            store.join()
            made._fit_blocks(store, store, np.arange(n_classes))
            found = store.read([0]).X
            models.append((made, made.decision_function(found)))

    assert isinstance(coded, CodedRows)
    (first, decision), (second, expected) = models
    assert first.coef_.tobytes() == second.coef_.tobytes()
    assert first.intercept_.tobytes() == second.intercept_.tobytes()
    assert decision.tobytes() == expected.tobytes()
    of_epochs = [[(e.seen, e.mistakes, e.updates, e.validation_error) for e in model.history_] for model, _ in models]
    assert of_epochs[0] == of_epochs[1]
