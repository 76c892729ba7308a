"""What makes confidence-weighted learners themselves. What every learner must do is in test_every_learner.py."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt import ConfidenceWeighted, Perceptron
from rosenblatt.errors import BadParameter
from rosenblatt.learn.confidence_weighted import VARIANTS
from tests import reference_confidence

numbers = st.floats(-100, 100, width=32).map(lambda v: 0.0 if abs(v) < 1e-2 else v)
rows = st.lists(numbers, min_size=3, max_size=3)
streams = st.lists(st.tuples(rows, st.sampled_from([-1, 1])), min_size=1, max_size=15)
streams_of_classes = st.lists(st.tuples(rows, st.integers(0, 3)), min_size=1, max_size=15)
every_variant = pytest.mark.parametrize("variant", VARIANTS)
options = st.fixed_dictionaries(
    {
        "variant": st.sampled_from(sorted(VARIANTS)),
        "r": st.floats(0.01, 100),
        "fit_intercept": st.booleans(),
        "trigger": st.sampled_from(["margin", "mistake"]),
    }
)


def learn(stream, **options):
    X, y = zip(*stream, strict=True)
    return ConfidenceWeighted(**options).partial_fit(X, y, classes=[-1, 1])


def variances_of(model):
    return [*model.variance_.ravel().tolist(), *model.intercept_variance_.tolist()]


def noisy_stream(n=1000, d=20, flipped=0.1, seed=0):
    """Rows that a plane separates, but for labels that were flipped."""
    random = np.random.default_rng(seed)
    X = random.standard_normal((n, d)) * (random.random((n, d)) < 0.3)
    y = np.where(X @ random.standard_normal(d) > 0, 1, -1)
    return X, np.where(random.random(n) < flipped, -y, y)


def test_one_step_of_arow_by_hand():
    """From zero weights, x = (1, 2), v = 1 + 4 + 1 = 6: a loss of 1 moves by 1/(6 + r), and s falls by x²/(6 + r)."""
    model = learn([([1, 2], 1)], r=2.0)

    assert model.coef_[0] == pytest.approx([1 / 8, 2 / 8])
    assert model.intercept_[0] == pytest.approx(1 / 8)
    assert model.variance_[0] == pytest.approx([1 - 1 / 8, 1 - 4 / 8])
    assert model.intercept_variance_[0] == pytest.approx(1 - 1 / 8)


def test_a_second_step_of_arow_moves_by_the_variances():
    """x = (1, 0) again with the other label, without a bias: s = 1/2, m = -1/2, v = 1/2."""
    model = learn([([1, 0], 1), ([1, 0], -1)], fit_intercept=False)

    assert model.coef_[0] == pytest.approx([1 / 2 - (1 + 1 / 2) / (1 / 2 + 1) * 1 / 2, 0])
    assert model.variance_[0] == pytest.approx([1 / 2 - (1 / 2) ** 2 / (1 / 2 + 1), 1])


@given(streams, options)
def test_every_step_is_that_of_the_paper(stream, options):
    learner, model = reference_confidence.TwoClasses(3, **options), ConfidenceWeighted(**options)
    for x, sign in stream:
        assert model.predict_learn([x], [sign], classes=[-1, 1]) == [learner.step(x, sign)]

        assert [*model.coef_[0], *model.intercept_] == pytest.approx(learner.rule.w, rel=1e-6, abs=1e-9)
        assert variances_of(model) == pytest.approx(learner.rule.variances, rel=1e-6, abs=1e-9)


@given(streams_of_classes, options)
def test_every_step_of_several_classes_is_that_of_the_paper(stream, options):
    learner, model = reference_confidence.SeveralClasses(3, 4, **options), ConfidenceWeighted(**options)
    for x, truth in stream:
        model.partial_fit([x], [truth], classes=range(4))
        learner.step(x, truth)

        for place in range(4):
            weights, variances = (learner.of_class(each, place) for each in (learner.rule.w, learner.rule.variances))
            assert [*model.coef_[place], model.intercept_[place]] == pytest.approx(weights, rel=1e-6, abs=1e-9)
            learned = [*model.variance_[place], model.intercept_variance_[place]]
            assert learned == pytest.approx(variances, rel=1e-6, abs=1e-9)


@given(streams_of_classes, options, st.sampled_from(["joint", "ovr", "ovo"]))
def test_variances_only_fall_and_stay_above_zero(stream, options, multiclass):
    model = ConfidenceWeighted(multiclass=multiclass, **options)
    before = 1.0
    for x, label in stream:
        model.partial_fit([x], [label], classes=range(4))
        after = np.array(variances_of(model))

        assert (after <= before).all()
        assert (after > 0).all()
        before = after


def test_variances_stay_above_zero_where_the_difference_would_be_rounded_to_zero():
    """One column of 1e9 leaves 1/(1 + 1e18) of its variance, and 1 - 1e18/(1 + 1e18) is 0 in floating point."""
    model = learn([([1e9], 1)], fit_intercept=False)

    assert model.variance_[0] == pytest.approx([1e-18])


@every_variant
def test_an_example_already_safe_changes_nothing(variant):
    model = learn([([3, 0], 1)] * 9, variant=variant)
    before = model.coef_.copy(), model.variance_.copy()
    model.partial_fit([[300, 0]], [1])

    assert np.array_equal(model.coef_, before[0])
    assert np.array_equal(model.variance_, before[1])


def test_a_column_that_was_never_met_keeps_its_variance():
    model = ConfidenceWeighted().partial_fit([[1, 0], [2, 0]], [0, 1]).partial_fit([[1, 0]], [2])

    assert (model.variance_[:, 1] == 1).all()
    assert (model.variance_[:2, 0] < 1).all()
    assert model.variance_.shape == model.coef_.shape == (3, 2)


def test_a_weight_divides_r():
    weighted = ConfidenceWeighted(r=6.0).partial_fit([[1, 2]], [1], classes=[-1, 1], sample_weight=[3.0])
    plain = ConfidenceWeighted(r=2.0).partial_fit([[1, 2]], [1], classes=[-1, 1])

    assert weighted.coef_.tolist() == plain.coef_.tolist()
    assert weighted.variance_.tolist() == plain.variance_.tolist()


@pytest.mark.parametrize("seed", range(5))
def test_on_a_noisy_stream_it_makes_fewer_mistakes_than_the_perceptron(seed):
    X, y = noisy_stream(seed=seed)
    arow, perceptron = ConfidenceWeighted(), Perceptron()
    arow.partial_fit(X, y)
    perceptron.partial_fit(X, y)

    assert arow.n_mistakes_ < perceptron.n_mistakes_


@pytest.mark.parametrize("final", ["last", "average", "best"])
@pytest.mark.parametrize("multiclass", ["joint", "ovr", "ovo"])
def test_variances_belong_to_the_weights_that_learning_goes_on_from(final, multiclass):
    """Two epochs at once are one epoch and another by a warm start, variances included."""
    X, y = noisy_stream(n=60, d=5)
    y = np.where(np.arange(60) % 3 == 0, 7, y)
    common = {"order": "cyclic", "tol": None, "multiclass": multiclass, "final": final}
    twice = ConfidenceWeighted(**common, max_iter=2).fit(X, y)
    warm = ConfidenceWeighted(**common, max_iter=1, warm_start=True).fit(X, y)
    first = warm.variance_.copy()
    warm.fit(X, y)

    assert (warm.variance_ < first).any()
    if final != "best":  # a pocket goes on from the weights in it
        assert warm.variance_.tolist() == twice.variance_.tolist()
        assert warm.intercept_variance_.tolist() == twice.intercept_variance_.tolist()


def test_the_pocket_holds_the_variances_of_its_weights():
    """The first epoch separates the rows, so the pocket holds what it left."""
    X, y = [[5.0], [-5.0], [4.0]], [1, 0, 1]
    one = ConfidenceWeighted(final="best", order="cyclic", max_iter=1).fit(X, y)
    more = ConfidenceWeighted(final="best", order="cyclic", max_iter=4, r=1.0, tol=None).fit(X, y)

    assert more.coef_.tolist() == one.coef_.tolist()
    assert more.variance_.tolist() == one.variance_.tolist()


@pytest.mark.parametrize("bad", [0, -1.0, float("nan"), "lots", None])
def test_a_bad_r_is_named_with_the_value_that_came(bad):
    with pytest.raises(BadParameter, match=r"^ConfidenceWeighted: r must be a number above 0, got "):
        ConfidenceWeighted(r=bad).fit([[0], [1]], [0, 1])


def test_an_unknown_variant_is_answered_with_the_known_ones():
    with pytest.raises(BadParameter, match=r"variant must be one of 'AROW'.*, got 'arow'"):
        ConfidenceWeighted(variant="arow").fit([[0], [1]], [0, 1])
