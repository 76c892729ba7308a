"""Columns that are empty in every row make no difference to what is learned."""

from contextlib import ExitStack
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp

from rosenblatt import ConfidenceWeighted, PassiveAggressive, Perceptron, VotedPerceptron
from rosenblatt.train.attempt import attempt
from rosenblatt.train.encode import EncodedRows
from rosenblatt.train.narrow import narrowed
from rosenblatt.train.progress import NoProgress
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.row_store import RowStore
from rosenblatt.train.split import CHOOSE, JUDGE, LEARN

OPTIONS = {"early_stopping": True, "when_stalled": "stop", "max_iter": 6, "random_state": 3}


@pytest.fixture
def encoded():
    """Make rows of which most columns are empty."""
    with ExitStack() as stack:

        def make(n_classes, n_columns=400, n_used=30, most_bytes=10**9):
            random = np.random.default_rng(1)
            used = np.sort(random.choice(n_columns, n_used, replace=False))
            narrow = sp.random_array((150, n_used), density=0.3, format="csr", rng=random)
            X = sp.csr_array((narrow.data, used[narrow.indices], narrow.indptr), shape=(150, n_columns))
            codes = (narrow @ random.normal(size=(n_used, n_classes))).argmax(axis=1)
            codes[:n_classes] = np.arange(n_classes)
            names = np.array([f"class {k}" for k in range(n_classes)])
            parts = np.repeat([LEARN, CHOOSE, JUDGE], [110, 20, 20]).astype(np.int8)
            stores = [stack.enter_context(RowStore(Path(), most_bytes, labels=names)) for _ in range(2)]
            for store, chosen in zip(stores, (None, parts == CHOOSE), strict=True):
                store.add(X, codes, parts, chosen=chosen)
                store.join()
            return EncodedRows(None, *stores, {})

        yield make


def dense(store):
    return store.read([0]).X.to_scipy().toarray()


@pytest.mark.parametrize("final", ["last", "average", "best"])
@pytest.mark.parametrize("learner", [Perceptron, ConfidenceWeighted])
def test_the_model_is_the_same_to_the_bit_and_goes_on_in_the_same_way(learner, final, encoded):
    wide, narrow = (learner(final=final, **OPTIONS) for _ in range(2))
    rows = encoded(4)
    of_wide = attempt(Recipe(), wide, rows, NoProgress())
    with narrowed(rows, narrow) as columns:
        of_narrow = attempt(Recipe(), narrow, rows, NoProgress())
        assert rows.rows.n_columns == rows.choosing.n_columns == len(columns) == 30

    assert narrow.coef_.shape == (4, 400)
    assert narrow.coef_.tobytes() == wide.coef_.tobytes()
    assert narrow.intercept_.tobytes() == wide.intercept_.tobytes()
    assert [epoch.weight_change for epoch in narrow.history_] == [epoch.weight_change for epoch in wide.history_]
    assert np.array_equal(of_narrow.wrong, of_wide.wrong)
    assert np.array_equal(of_narrow.predictions, of_wide.predictions)
    if final != "best":
        more = encoded(4).rows.read([0])
        for model in (narrow, wide):
            model.partial_fit(more.X, more.labels)
        assert narrow.coef_.tobytes() == wide.coef_.tobytes()
    if learner is ConfidenceWeighted:
        assert narrow.variance_.tobytes() == wide.variance_.tobytes()
        assert narrow.intercept_variance_.tobytes() == wide.intercept_variance_.tobytes()


def test_within_the_block_columns_are_renumbered_and_afterwards_they_are_as_before(encoded):
    rows, before = encoded(3), encoded(3)
    stores = [(rows.rows, before.rows), (rows.choosing, before.choosing)]
    with narrowed(rows, Perceptron().fit(dense(rows.rows)[:, :30], rows.rows.read([0]).labels)) as columns:
        assert all(np.array_equal(dense(store), dense(old)[:, columns]) for store, old in stores)

    assert all(np.array_equal(dense(store), dense(old)) for store, old in stores)


def test_an_exception_restores_the_rows(encoded):
    rows, before = encoded(3), encoded(3)
    with pytest.raises(KeyboardInterrupt), narrowed(rows, Perceptron()):
        raise KeyboardInterrupt

    assert np.array_equal(dense(rows.rows), dense(before.rows))


@pytest.mark.parametrize(
    ("shape", "learner"),
    [
        ({"n_classes": 2}, Perceptron),
        ({"n_classes": 3}, VotedPerceptron),
        ({"n_classes": 3}, PassiveAggressive),
        ({"n_classes": 3, "n_used": 201}, Perceptron),
        ({"n_classes": 3, "most_bytes": 0}, Perceptron),
    ],
    ids=["two classes", "rows are kept", "lengths of rows matter", "half of the columns are used", "rows in a file"],
)
def test_where_it_is_not_worth_it_rows_stay_as_wide_as_they_came(shape, learner, encoded):
    rows = encoded(**shape)
    with narrowed(rows, learner()) as columns:
        assert np.array_equal(dense(rows.rows), dense(encoded(**shape).rows))
        assert columns.tolist() == list(range(400))
