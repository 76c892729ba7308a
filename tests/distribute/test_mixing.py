"""Mixing: the same numbers as plain Python, the bounds that are proven, and the same bits whatever an engine does."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.distribute.mixing import FAN_IN, MIXES, tree_sum
from rosenblatt.distribute.walking import Round, order_of, seed_of
from rosenblatt.errors import BadParameter
from tests.distribute import reference
from tests.distribute.memory_shards import Chaos, fit_in_shards

HERE = rb.engines.Sequential()
FIRST_ORDER = sorted(set(MIXES) - {"precision"})


def perceptron(rounds=1, **options):
    fixed = {"order": "cyclic", "tol": None, "when_stalled": "stop", "max_iter": rounds}
    return rb.Perceptron(**{**fixed, **options})


def rows_of(n_rows=60, n_columns=4, n_classes=2, seed=0):
    """Whole numbers, so that sums are exact, of classes that overlap."""
    random = np.random.default_rng(seed)
    X = random.integers(-3, 4, (n_rows, n_columns)).astype(float)
    y = (X @ random.integers(-3, 4, (n_columns, n_classes)) + random.integers(-3, 4, (n_rows, n_classes))).argmax(
        axis=1
    )
    y[:n_classes] = range(n_classes)
    return X, y


def separable_rows(n_rows=80):
    X, _ = rows_of(n_rows, 3, seed=3)
    signs = np.where(X @ [2, -1, 1] + 0.5 > 0, 1, -1)
    return X + 0.1 * signs[:, None], signs


def in_shards(X, y, n_shards):
    """The rows of each shard with a column of ones for the bias, and their signs."""
    padded = np.column_stack([X, np.ones(len(X))])
    signed = list(zip(padded.tolist(), np.where(y == y.max(), 1, -1).tolist(), strict=True))
    return [signed[number::n_shards] for number in range(n_shards)]


def planes(learner):
    return [*learner.coef_[0], learner.intercept_[0]]


def bits(learner):
    arrays = [learner.coef_, learner.intercept_, getattr(learner, "variance_", np.zeros(0))]
    return b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)


@pytest.mark.parametrize("mix", FIRST_ORDER)
@pytest.mark.parametrize("n_shards", [1, 2, 3, 40])
def test_mixed_weights_and_their_average_are_those_of_plain_python(mix, n_shards):
    X, y = rows_of()
    weights, average, _ = reference.mixed_perceptron(in_shards(X, y, n_shards), 4, mix)

    assert planes(fit_in_shards(HERE, perceptron(4), X, y, n_shards, mix=mix)) == pytest.approx(weights, rel=1e-12)
    averaged = fit_in_shards(HERE, perceptron(4, final="average"), X, y, n_shards, mix=mix)
    assert planes(averaged) == pytest.approx(average, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("n_shards", [1, 2, 5])
def test_mixed_means_and_variances_are_those_of_plain_python(n_shards):
    X, y = rows_of()
    means, variances = reference.mixed_arow(in_shards(X, y, n_shards), 3)
    options = {"order": "cyclic", "tol": None, "when_stalled": "stop", "max_iter": 3}
    learner = fit_in_shards(HERE, rb.ConfidenceWeighted(**options), X, y, n_shards, mix="precision")

    assert planes(learner) == pytest.approx(means, rel=1e-9)
    assert [*learner.variance_[0], learner.intercept_variance_[0]] == pytest.approx(variances, rel=1e-9)


@pytest.mark.parametrize(
    ("learner", "mix"),
    [
        (rb.Perceptron(), "uniform"),
        (rb.Perceptron(final="average"), "touched"),
        (rb.Perceptron(final="best", class_weight={0: 3.0}), "updates"),
        (rb.PassiveAggressive(final="average"), "touched"),
        (rb.ConfidenceWeighted(), "precision"),
        (rb.ConfidenceWeighted(final="average"), "precision"),
    ],
    ids=str,
)
@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("mixes", [1, 3])
def test_one_shard_has_the_bits_of_one_machine(learner, mix, n_classes, mixes):
    X, y = rows_of(n_classes=n_classes)
    options = {"max_iter": 5, "tol": None, "when_stalled": "stop", "random_state": 7}
    alone = type(learner)(**{**learner.get_params(), **options}).fit(X, y)
    shard = fit_in_shards(HERE, type(learner)(**{**learner.get_params(), **options}), X, y, 1, mix=mix, mixes=mixes)

    assert bits(shard) == bits(alone)
    assert [epoch[1:4] for epoch in shard.history_] == [epoch[1:4] for epoch in alone.history_]


def test_uniform_mixing_makes_at_most_as_many_updates_per_shard_as_the_bound():
    X, y = separable_rows()
    learner = fit_in_shards(HERE, perceptron(1000), X, y, 8)
    _, _, updates = reference.mixed_perceptron(in_shards(X, y, 8), learner.n_iter_, "uniform")

    assert learner.converged_
    assert learner.n_updates_ == sum(map(sum, updates)) <= 8 * rb.mistake_bound(X, y).updates


def test_mixing_by_updates_ends_after_at_most_as_many_rounds_as_the_bound():
    X, y = separable_rows()
    learner = fit_in_shards(HERE, perceptron(1000), X, y, 8, mix="updates")

    assert learner.converged_
    assert learner.n_iter_ - 1 <= rb.mistake_bound(X, y).updates
    assert (learner.predict(X) == y).all()


def test_a_weight_that_one_shard_changed_is_divided_by_all_shards_or_by_that_one():
    X, y = np.eye(3)[[0, 0, 1, 2]], np.array([0, 0, 1, 1])
    for mix, coef in {"uniform": [-1, 0.5, 0.5], "touched": [-1, 1, 1]}.items():
        learner = fit_in_shards(HERE, perceptron(fit_intercept=False), X, y, 2, mix=mix)

        assert learner.coef_.tolist() == [coef]


@given(seed=st.integers(0, 2**32), n_shards=st.integers(1, 6), which=st.sampled_from([*MIXES, "average"]))
@settings(max_examples=200, deadline=None)
def test_whatever_an_engine_repeats_or_reorders_the_bits_are_the_same(seed, n_shards, which):
    X, y = rows_of(24, 3)
    how = {"mix": "touched" if which == "average" else which, "mixes": 2}

    def learner():
        options = {"max_iter": 2, "tol": None, "when_stalled": "stop", "random_state": 1}
        if which == "precision":
            return rb.ConfidenceWeighted(**options)
        return rb.Perceptron(**options, final="average" if which == "average" else "last")

    calm, wild = (fit_in_shards(engine, learner(), X, y, n_shards, **how) for engine in (HERE, Chaos(seed)))

    assert bits(wild) == bits(calm)


@pytest.mark.parametrize("mix", MIXES)
def test_processes_have_the_bits_of_one_process(mix):
    X, y = rows_of(n_classes=3)
    kind = rb.ConfidenceWeighted if mix == "precision" else rb.Perceptron
    with rb.engines.Processes(2) as engine:
        here, there = (
            fit_in_shards(one, kind(final="average", max_iter=3, random_state=0, when_stalled="stop"), X, y, 5, mix=mix)
            for one in (HERE, engine)
        )

    assert bits(here) == bits(there)


def test_32_neighbours_are_added_up_before_their_sums_are():
    numbers = [2.0**53, *[1.0] * (FAN_IN - 1), *[1.0] * (FAN_IN - 1), -(2.0**53)]  # 2^53 + 1 is 2^53

    assert tree_sum((1,), [(np.array([0]), np.array([number])) for number in numbers]).tolist() == [FAN_IN - 1]


@given(st.integers(0, 30), st.integers(1, 7), st.integers(0, 5), st.integers(0, 3))
def test_the_rounds_of_an_epoch_visit_each_row_once(n_rows, n_parts, epoch, shard):
    seed = seed_of(9, shard)
    parts = [order_of(np.arange(n_rows), seed, Round(epoch, part, n_parts)) for part in range(n_parts)]

    assert np.concatenate(parts).tolist() == order_of(np.arange(n_rows), seed, Round(epoch)).tolist()
    assert sorted(np.concatenate(parts).tolist()) == list(range(n_rows))


@pytest.mark.parametrize(
    ("learner", "mix", "words"),
    [
        (rb.VotedPerceptron(), "uniform", "VotedPerceptron: an engine trains learners that predict by one set"),
        (rb.KernelPerceptron(), "uniform", "an engine trains linear learners, got KernelPerceptron"),
        (rb.Perceptron(order="misclassified"), "uniform", "order 'shuffled' or 'cyclic', got 'misclassified'"),
        (rb.Perceptron(multiclass="ovr"), "uniform", "several classes with multiclass 'joint', got 'ovr'"),
        (rb.Perceptron(multiclass="ovo"), "uniform", "several classes with multiclass 'joint', got 'ovo'"),
        (rb.Perceptron(max_updates=9), "uniform", "an engine trains no max_updates"),
        (rb.ConfidenceWeighted(covariance="full"), "precision", "an engine trains covariance 'diagonal', got 'full'"),
        (rb.Perceptron(), "precision", "`mix=` is for learners with variances, got 'precision'; leave it out"),
        (rb.ConfidenceWeighted(), "touched", "`mix=` must be 'precision' for learners with variances, got 'touched'"),
        (rb.Perceptron(), "mean", "`mix=` must be one of 'uniform', 'updates', 'touched', 'precision', got 'mean'"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_what_cannot_be_trained_in_shards_is_refused(learner, mix, words):
    X, y = rows_of(n_classes=3)
    with pytest.raises(BadParameter, match=words):
        fit_in_shards(HERE, learner, X, y, 2, mix=mix)
