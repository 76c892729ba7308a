"""What makes passive-aggressive itself. What every learner must do is in test_every_learner.py."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt import PassiveAggressive
from rosenblatt.errors import BadParameter
from rosenblatt.learn.passive_aggressive import VARIANTS
from tests import reference

numbers = st.floats(-100, 100, width=32).map(lambda v: 0.0 if abs(v) < 1e-3 else v)
streams = st.lists(
    st.tuples(st.lists(numbers, min_size=3, max_size=3), st.sampled_from([-1, 1])), min_size=1, max_size=20
)
every_variant = pytest.mark.parametrize("variant", VARIANTS)


def learn(stream, **options):
    X, y = zip(*stream, strict=True)
    return PassiveAggressive(**options).partial_fit(X, y, classes=[-1, 1])


def test_one_step_by_hand():
    """From zero weights, x = (1, 2), |x|² + 1 = 6: the loss of 1 buys a step of 1/6."""
    model = learn([([1, 2], 1)], variant="PA")

    assert model.coef_[0] == pytest.approx([1 / 6, 2 / 6])
    assert model.intercept_[0] == pytest.approx(1 / 6)


def test_a_cap_and_a_softening_by_hand():
    """The same row: PA-I stops at C = 0.1; PA-II with C = 0.25 divides by 6 + 2."""
    assert learn([([1, 2], 1)], variant="PA-I", C=0.1).coef_[0] == pytest.approx([0.1, 0.2])
    assert learn([([1, 2], 1)], variant="PA-II", C=0.25).coef_[0] == pytest.approx([1 / 8, 2 / 8])


def test_the_bias_counts_as_a_feature():
    """One update on (.5, .5) gives it a margin of 1; leaving the bias out of |x|² would give 3."""
    assert learn([([0.5, 0.5], 1)], variant="PA").decision_function([[0.5, 0.5]]) == pytest.approx([1.0])


@given(streams)
def test_pa_leaves_the_last_example_with_a_margin_of_at_least_one(stream):
    """Rounding: each of a few dozen operations on numbers up to 1e5 may be off by one part in 1e16."""
    x, sign = stream[-1]

    assert sign * learn(stream, variant="PA").decision_function([x])[0] >= 1 - 1e-8


@every_variant
def test_an_example_already_safe_changes_nothing(variant):
    model = learn([([3, 0], 1)], variant=variant)
    before = model.coef_.copy()
    model.partial_fit([[30, 0]], [1])

    assert np.array_equal(model.coef_, before)


def test_a_weight_scales_c():
    """(1, 2) with weight 3: PA-I stops at 3C, PA-II divides by 6 + 1 / (2 * 3C), PA repairs as ever."""
    by_hand = {"PA": 1 / 6, "PA-I": 3 * 0.01, "PA-II": 1 / (6 + 1 / (2 * 3 * 0.01))}
    for variant, step in by_hand.items():
        model = PassiveAggressive(variant=variant, C=0.01)
        model.partial_fit([[1, 2]], [1], classes=[-1, 1], sample_weight=[3.0])

        assert model.coef_[0] == pytest.approx([step, 2 * step])


@every_variant
def test_a_margin_of_exactly_one_is_safe(variant):
    model = PassiveAggressive(variant=variant).fit([[1.0], [-1.0]], [1, 0], coef_init=[1.0])

    assert (model.n_updates_, model.coef_.tolist()) == (0, [[1.0]])


@every_variant
def test_a_row_of_zeros_without_a_bias_is_skipped(variant):
    model = learn([([0, 0], 1), ([1, 0], 1)], variant=variant, fit_intercept=False)

    assert np.isfinite(model.coef_).all()
    assert (model.n_seen_, model.n_updates_) == (2, 1)


options = st.fixed_dictionaries(
    {
        "variant": st.sampled_from(sorted(VARIANTS)),
        "C": st.floats(0.01, 10),
        "fit_intercept": st.booleans(),
        "trigger": st.sampled_from(["margin", "mistake"]),
    }
)


@given(streams, options)
def test_every_step_is_that_of_the_paper(stream, options):
    """The plain version adds up in the core's order, so only the formulas' own roundings can differ."""
    learner = reference.PassiveAggressive(3, **options, dot=reference.lane_dot)
    model = PassiveAggressive(**options)
    for i, (x, sign) in enumerate(stream):
        prediction = model.predict_learn([x], [sign], classes=[-1, 1])
        step = learner.step(i, x, sign)

        assert prediction == [step.prediction]
        assert [*model.coef_[0].tolist(), model.intercept_[0]] == pytest.approx([*step.weights, step.bias], rel=1e-12)


@pytest.mark.parametrize("order", ["cyclic", "random", "misclassified"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_row_of_zeros_that_cannot_be_learned_is_no_convergence(variant, order):
    model = PassiveAggressive(variant=variant, fit_intercept=False, order=order, random_state=0)
    model.fit([[1.0], [-1.0], [0.0]], [1, 0, 1])

    assert not model.converged_
    assert model.stop_reason_ == "inseparable"


@pytest.mark.parametrize("bad", [0, -1.0, float("nan"), "lots", None])
def test_a_bad_c_is_named_with_the_value_that_came(bad):
    with pytest.raises(BadParameter, match=r"^PassiveAggressive: C must be a number above 0, got "):
        PassiveAggressive(C=bad).fit([[0], [1]], [0, 1])


def test_an_unknown_variant_is_answered_with_the_known_ones():
    with pytest.raises(BadParameter, match="variant must be one of 'PA', 'PA-I', 'PA-II', got 'capped'"):
        PassiveAggressive(variant="capped").fit([[0], [1]], [0, 1])
