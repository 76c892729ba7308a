"""Columns that no row has make no difference to what is learned."""

from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt import PassiveAggressive, Perceptron, VotedPerceptron
from rosenblatt.train.encode import EncodedRows
from rosenblatt.train.narrow import Narrowing
from rosenblatt.train.progress import Unseen
from rosenblatt.train.row_store import RowStore
from rosenblatt.train.train import judge, learn

OPTIONS = {"early_stopping": True, "when_stalled": "stop", "max_iter": 6, "random_state": 3}


def encoded(n_classes, n_columns=400, n_used=30, most_bytes=10**9):
    """Rows of which most columns are empty."""
    random = np.random.default_rng(1)
    used = np.sort(random.choice(n_columns, n_used, replace=False))
    narrow = sp.random_array((150, n_used), density=0.3, format="csr", rng=random)
    X = sp.csr_array((narrow.data, used[narrow.indices], narrow.indptr), shape=(150, n_columns))
    codes = (narrow @ random.normal(size=(n_used, n_classes))).argmax(axis=1)
    codes[:n_classes] = np.arange(n_classes)
    names = np.array([f"class {k}" for k in range(n_classes)])
    stores = [RowStore(Path(), most_bytes, labels=names) for _ in range(2)]
    for store, rows in zip(stores, (slice(120), slice(120, None)), strict=True):
        store.add(X[rows], codes[rows])
        store.join()
    return EncodedRows(None, *stores, {}, n_columns)


def learned(rows, learner, *, narrows):
    if narrows:
        narrowing = Narrowing(rows, learner)
    learn(learner, rows, Unseen(), None)
    judged = judge(learner, rows)
    if narrows:
        narrowing.undo(learner)
    return learner, judged


@pytest.mark.parametrize("final", ["last", "average", "best"])
def test_the_model_is_the_same_to_the_bit_and_goes_on_in_the_same_way(final):
    wide, judged_wide = learned(encoded(4), Perceptron(final=final, **OPTIONS), narrows=False)
    narrow_rows = encoded(4)
    narrow, judged = learned(narrow_rows, Perceptron(final=final, **OPTIONS), narrows=True)

    assert narrow_rows.learned.n_columns == narrow_rows.held_out.n_columns == 30
    assert narrow.coef_.shape == (4, 400)
    assert narrow.coef_.tobytes() == wide.coef_.tobytes()
    assert narrow.intercept_.tobytes() == wide.intercept_.tobytes()
    assert [epoch.weight_change for epoch in narrow.history_] == [epoch.weight_change for epoch in wide.history_]
    assert judged == judged_wide
    if final != "best":
        more = encoded(4).learned.read([0])
        for model in (narrow, wide):
            model.partial_fit(more.X, more.labels)
        assert narrow.coef_.tobytes() == wide.coef_.tobytes()


@pytest.mark.parametrize(
    ("rows", "learner"),
    [
        (encoded(2), Perceptron()),
        (encoded(3), VotedPerceptron()),
        (encoded(3), PassiveAggressive()),
        (encoded(3, n_used=201), Perceptron()),
        (encoded(3, most_bytes=0), Perceptron()),
    ],
    ids=["two classes", "rows are kept", "lengths of rows matter", "half of the columns are used", "rows in a file"],
)
def test_where_it_is_not_worth_it_rows_stay_as_wide_as_they_came(rows, learner):
    before = rows.learned.read([0]).X.toarray()
    Narrowing(rows, learner)

    assert np.array_equal(rows.learned.read([0]).X.toarray(), before)
