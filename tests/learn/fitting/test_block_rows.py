"""Learning from rows in blocks: whatever fits into memory, the model is the same."""

from pathlib import Path

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from rosenblatt import PassiveAggressive, Perceptron, VotedPerceptron
from rosenblatt.errors import BadParameter
from rosenblatt.train.row_store import RowStore
from tests.data import best_epoch

LEARNERS = {
    "last": Perceptron,
    "average": lambda **options: Perceptron(final="average", **options),
    "best": lambda **options: Perceptron(final="best", **options),
    "votes": VotedPerceptron,
    "passive-aggressive": PassiveAggressive,
}
OPTIONS = {"early_stopping": True, "when_stalled": "stop", "max_iter": 12, "random_state": 3}


def problem(n_classes, n_rows=120, seed=0):
    random = np.random.default_rng(seed)
    X = sp.random_array((n_rows, 6), density=0.6, format="csr", rng=random)
    codes = (X @ random.normal(size=(6, n_classes)) + 0.2 * random.normal(size=(n_rows, n_classes))).argmax(axis=1)
    codes[:n_classes] = np.arange(n_classes)
    return X, codes


def stored(X, codes, names, block_rows, most_bytes):
    """Rows in blocks; a few bytes of memory take a block or two at once."""
    store = RowStore(Path(), most_bytes, labels=names)
    for start in range(0, len(codes), block_rows):
        store.add(X[start : start + block_rows], codes[start : start + block_rows])
    store.join()
    return store


def fitted(learner, X, codes, n_classes, *, block_rows=1000, most_bytes=10**9, **options):
    names = np.array([f"class {k}" for k in range(n_classes)])
    parts = ((X[rows], codes[rows], names, block_rows, most_bytes) for rows in (slice(100), slice(100, None)))
    with stored(*next(parts)) as learned, stored(*next(parts)) as held_out:
        learner._fit_blocks(learned, held_out, names, **options)
    return learner


def same(model, other):
    assert np.array_equal(model.coef_, other.coef_)
    assert np.array_equal(model.intercept_, other.intercept_)
    assert model.stop_reason_ == other.stop_reason_
    kept = [(e.seen, e.mistakes, e.updates, e.weight_change, e.validation_error) for e in model.history_]
    assert kept == [(e.seen, e.mistakes, e.updates, e.weight_change, e.validation_error) for e in other.history_]


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("order", ["shuffled", "cyclic"])
def test_blocks_that_all_fit_are_learned_as_fit_does_it(name, n_classes, order):
    X, codes = problem(n_classes)
    learner = fitted(LEARNERS[name](order=order, **OPTIONS), X, codes, n_classes, block_rows=17)
    labels = np.array([f"class {code}" for code in codes])
    whole = LEARNERS[name](order=order, **OPTIONS)
    whole.fit(X[:100], labels[:100], validation_data=(X[100:], labels[100:]))

    same(learner, whole)
    assert learner.predict(X).tolist() == whole.predict(X).tolist()


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("most_bytes", [0, 10**9])
def test_weights_of_classes_count_as_in_fit(name, most_bytes):
    X, codes = problem(3)
    options = {"order": "cyclic", "class_weight": {"class 1": 3.0, "class 2": 0.25}, **OPTIONS}
    learner = fitted(LEARNERS[name](**options), X, codes, 3, block_rows=17, most_bytes=most_bytes)
    labels = np.array([f"class {code}" for code in codes])
    whole = LEARNERS[name](**options).fit(X[:100], labels[:100], validation_data=(X[100:], labels[100:]))
    unweighted = fitted(LEARNERS[name](**{**options, "class_weight": None}), X, codes, 3)

    same(learner, whole)
    assert not np.array_equal(learner.coef_, unweighted.coef_)


def test_balanced_weights_would_need_all_rows():
    X, codes = problem(2)

    with pytest.raises(BadParameter, match="for rows in blocks class_weight must be None or a dict, got 'balanced'"):
        fitted(Perceptron(class_weight="balanced", **OPTIONS), X, codes, 2)


@pytest.mark.parametrize("name", LEARNERS)
@settings(max_examples=8)
@given(n_classes=st.sampled_from([2, 3]), block_rows=st.integers(7, 60), most_bytes=st.integers(0, 4000))
def test_in_the_order_of_the_file_it_does_not_matter_how_much_fits(name, n_classes, block_rows, most_bytes):
    X, codes = problem(n_classes)
    options = {"order": "cyclic", **OPTIONS, "max_iter": 4}
    learner = fitted(LEARNERS[name](**options), X, codes, n_classes, block_rows=block_rows, most_bytes=most_bytes)
    whole = fitted(LEARNERS[name](**options), X, codes, n_classes)

    same(learner, whole)
    assert np.array_equal(learner.decision_function(X), whole.decision_function(X))


def test_shuffled_parts_depend_on_the_seed_only_and_mix_the_whole_file():
    """Sorted by class, as many files are: parts in file order would forget the first class over the second."""
    X = sp.csr_array(np.eye(4)[np.repeat([0, 1], 50)] + 0.0)
    codes = np.repeat([0, 1], 50)
    names = np.array(["a", "b"])
    models = []
    for seed in (1, 1, 2):
        learner = Perceptron(final="average", **{**OPTIONS, "random_state": seed, "max_iter": 1})
        with stored(X, codes, names, 5, 600) as learned, stored(X, codes, names, 5, 600) as held_out:
            assert 1 < learned.at_once < learned.n_blocks
            learner._fit_blocks(learned, held_out, names)
        models.append(learner)

    assert np.array_equal(models[0].coef_, models[1].coef_)
    assert not np.array_equal(models[0].coef_, models[2].coef_)
    assert models[0].history_[0].validation_error == 0


def test_it_goes_on_and_takes_in_a_new_class():
    X, codes = problem(3)
    learner = fitted(Perceptron(final="average", **OPTIONS), X, np.minimum(codes, 1), 2)
    seen = learner._solutions[0].seen
    fitted(learner, X, codes, 3, resumes=True)

    assert learner.classes_.tolist() == ["class 0", "class 1", "class 2"]
    assert learner._solutions[0].seen == seen + sum(epoch.seen for epoch in learner.history_[: best_epoch(learner)])
    assert set(learner.predict(X)) == {"class 0", "class 1", "class 2"}


def test_the_rows_that_were_learned_are_told():
    X, codes = problem(2)
    told = []
    learner = Perceptron(order="cyclic", **OPTIONS)
    fitted(learner, X, codes, 2, block_rows=30, most_bytes=0, on_rows=told.append)

    assert told[:4] == [30, 30, 30, 10]
    assert sum(told) == learner.n_seen_


def test_what_needs_all_rows_at_once_is_refused():
    X, codes = problem(3)
    with pytest.raises(BadParameter, match="order 'shuffled' or 'cyclic', got 'joint' and 'random'"):
        fitted(Perceptron(order="random"), X, codes, 3)
    with pytest.raises(BadParameter, match="got 'ovr' and 'shuffled'"):
        fitted(Perceptron(multiclass="ovr"), X, codes, 3)
