"""What makes confidence-weighted learners themselves. What every learner must do is in test_every_learner.py."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt import ConfidenceWeighted, Perceptron
from rosenblatt.errors import BadParameter, Overflowed
from rosenblatt.learn.confidence_weighted import VARIANTS, normal_quantile
from tests import reference_confidence

# In quarters, so that the plain formulas of the papers keep their digits, too.
numbers = st.integers(-16, 16).map(lambda v: v / 4)
rows = st.lists(numbers, min_size=3, max_size=3)
streams = st.lists(st.tuples(rows, st.sampled_from([-1, 1])), min_size=1, max_size=15)
streams_of_classes = st.lists(st.tuples(rows, st.integers(0, 3)), min_size=1, max_size=15)
every_variant = pytest.mark.parametrize("variant", VARIANTS)
options = st.fixed_dictionaries(
    {
        "variant": st.sampled_from(sorted(VARIANTS)),
        "r": st.floats(0.01, 100),
        "C": st.floats(0.01, 10),
        "confidence": st.floats(0.55, 0.99),
        "fit_intercept": st.booleans(),
        "trigger": st.sampled_from(["margin", "mistake"]),
    }
)


def learn(stream, **options):
    X, y = zip(*stream, strict=True)
    return ConfidenceWeighted(**options).partial_fit(X, y, classes=[-1, 1])


def variances_of(model):
    return [*model.variance_.ravel().tolist(), *model.intercept_variance_.tolist()]


def is_on_the_brink(rule, x, sign):
    """Whether a rounding decides if this example needs an update, of which sign it is, or who the rival is."""
    margin, threshold = rule.margin(x, sign), 1.0 if rule.variant == "AROW" else rule.phi * rule.variance(x) ** 0.5
    return any(rule.w) and (abs(margin - threshold) < 1e-6 or abs(margin) < 1e-6)


def has_two_rivals(activations, truth):
    """Whether a rounding decides which class is the rival; those that have learned nothing are equal to the bit."""
    *_, second, first = sorted(a for place, a in enumerate(activations) if place != truth)
    return first - second < 1e-6 and (first, second) != (0.0, 0.0)


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


@given(streams, options, st.sampled_from(["diagonal", "full"]))
def test_every_step_is_that_of_the_paper(stream, options, covariance):
    """Step by step from the state of the core, so that a rounding on the brink of an update cannot add up."""
    learner = reference_confidence.TwoClasses(3, is_diagonal=covariance == "diagonal", **options)
    model = ConfidenceWeighted(covariance=covariance, **options)
    for x, sign in stream:
        if is_on_the_brink(learner.rule, [*x, learner.bias_feature], sign):
            break
        learner.step(x, sign)
        model.partial_fit([x], [sign], classes=[-1, 1])

        assert [*model.coef_[0], *model.intercept_] == pytest.approx(learner.rule.w, rel=1e-6, abs=1e-6)
        assert variances_of(model) == pytest.approx(learner.rule.variances, rel=1e-6, abs=1e-6)
        if covariance == "full":
            assert model.covariance_[0].tolist() == [pytest.approx(row, rel=1e-6, abs=1e-6) for row in learner.rule.S]


@given(streams_of_classes, options)
def test_every_step_of_several_classes_is_that_of_the_paper(stream, options):
    learner, model = reference_confidence.SeveralClasses(3, 4, **options), ConfidenceWeighted(**options)
    for x, truth in stream:
        difference = learner.difference(x, truth)
        if is_on_the_brink(learner.rule, difference, 1) or has_two_rivals(learner.activations(x), truth):
            break
        model.partial_fit([x], [truth], classes=range(4))
        learner.step(x, truth)

        for place in range(4):
            weights, variances = (learner.of_class(each, place) for each in (learner.rule.w, learner.rule.variances))
            assert [*model.coef_[place], model.intercept_[place]] == pytest.approx(weights, rel=1e-6, abs=1e-6)
            learned = [*model.variance_[place], model.intercept_variance_[place]]
            assert learned == pytest.approx(variances, rel=1e-6, abs=1e-6)


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
    model = ConfidenceWeighted(variant=variant).fit([[3.0, 0.0], [-3.0, 0.0]], [1, 0], coef_init=[100.0, 0.0])

    assert (model.n_updates_, model.coef_.tolist()) == (0, [[100.0, 0.0]])
    assert variances_of(model) == [1.0, 1.0, 1.0]


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


@pytest.mark.parametrize("covariance", ["diagonal", "full"])
@given(stream=streams, confidence=st.floats(0.55, 0.99))
def test_scw_1_without_a_limit_is_cw(covariance, stream, confidence):
    options = {"covariance": covariance, "confidence": confidence}
    limited, free = learn(stream, variant="SCW-I", C=1e300, **options), learn(stream, variant="CW", **options)

    assert limited.coef_.tolist() == free.coef_.tolist()
    assert limited.variance_.tolist() == free.variance_.tolist()


@given(streams, st.floats(0.55, 0.99))
def test_after_an_update_cw_has_reached_its_confidence_and_no_more(stream, confidence):
    """With the covariance of all weights, m = phi sqrt(v) after every update: the smallest change that reaches it."""
    model = ConfidenceWeighted(variant="CW", covariance="full", confidence=confidence, fit_intercept=False)
    phi = normal_quantile(confidence)
    for x, sign in stream:
        updates = getattr(model, "n_updates_", 0)
        model.partial_fit([x], [sign], classes=[-1, 1])
        margin = sign * model.decision_function([x])[0]
        deviation = np.sqrt(np.array(x) @ model.covariance_[0, :3, :3] @ x)

        assert margin >= phi * deviation - 1e-6
        if model.n_updates_ > updates:
            assert margin == pytest.approx(phi * deviation, rel=1e-4, abs=1e-6)


def test_one_wrong_label_turns_cw_around_and_hardly_moves_the_others():
    """Crammer, Kulesza and Dredze 2009: CW insists on every row, which is why AROW does not."""
    stream = [([1.0], 1)] * 50 + [([1.0], -1)]
    turned = {variant: learn(stream, variant=variant, C=0.1).decision_function([[1.0]])[0] for variant in VARIANTS}

    assert turned["CW"] < 0
    assert turned["AROW"] > 0.8
    assert turned["SCW-I"] > 0
    assert turned["SCW-II"] > 0


def test_a_full_covariance_knows_that_columns_go_together():
    """After (1, 1) the sum of both weights is surer than either, and their difference as unsure as ever."""
    model = learn([([1, 1], 1)], covariance="full", fit_intercept=False)

    assert model.covariance_[0, :2, :2].tolist() == [pytest.approx([2 / 3, -1 / 3]), pytest.approx([-1 / 3, 2 / 3])]
    assert model.variance_.tolist() == [[model.covariance_[0, 0, 0], model.covariance_[0, 1, 1]]]


@pytest.mark.parametrize("multiclass", ["ovr", "ovo"])
def test_a_full_covariance_of_several_classes_is_that_of_each_problem(multiclass):
    X, y = noisy_stream(n=60, d=4)
    y = np.where(np.arange(60) % 3 == 0, 7, y)
    model = ConfidenceWeighted(covariance="full", multiclass=multiclass).partial_fit(X, y)

    assert model.covariance_.shape == (3, 5, 5)
    for place, (matrix, variances) in enumerate(zip(model.covariance_, model.variance_, strict=True)):
        assert matrix.tolist() == matrix.T.tolist()
        assert np.diag(matrix)[:-1].tolist() == variances.tolist()
        assert matrix[-1, -1] == model.intercept_variance_[place]


@pytest.mark.parametrize("final", ["last", "average"])
def test_a_copy_with_a_full_covariance_learns_alone_and_the_same(final):
    X, y = noisy_stream(n=60, d=4)
    model = ConfidenceWeighted(covariance="full", final=final).partial_fit(X[:30], y[:30])
    twin, before = pickle.loads(pickle.dumps(model)), model.covariance_.copy()
    twin.partial_fit(X[30:], y[30:])

    assert model.covariance_.tolist() == before.tolist()
    for row, label in zip(X[30:], y[30:], strict=True):
        model.partial_fit([row], [label])
    assert model.coef_.tolist() == twin.coef_.tolist()
    assert model.covariance_.tolist() == twin.covariance_.tolist()
    assert model.variance_.tolist() == twin.variance_.tolist()


def test_a_wider_model_goes_on_with_a_full_covariance():
    X, y = noisy_stream(n=60, d=4)
    wide = np.insert(X, [1, 4], 0.0, axis=1)
    narrow = ConfidenceWeighted(covariance="full").partial_fit(X[:30], y[:30])
    narrow._widen(np.array([0, 2, 3, 4]), 6)
    narrow.partial_fit(wide[30:], y[30:])
    whole = ConfidenceWeighted(covariance="full").partial_fit(wide, y)

    assert narrow.covariance_[0] == pytest.approx(whole.covariance_[0])
    assert narrow.coef_ == pytest.approx(whole.coef_)


def test_a_failed_call_restores_a_full_covariance():
    model = ConfidenceWeighted(covariance="full").partial_fit([[1.0, 0.0], [0.0, 1.0]], [0, 1])
    before = model.covariance_.copy(), model.coef_.copy()
    with pytest.raises(Overflowed):
        model.partial_fit([[2.0, 1.0], [1e200, 1.0]], [0, 1])

    assert model.covariance_.tolist() == before[0].tolist()
    assert model.coef_.tolist() == before[1].tolist()


def test_what_a_full_covariance_cannot_do_is_refused():
    joint = ConfidenceWeighted(covariance="full")
    with pytest.raises(BadParameter, match="covariance 'full' learns several classes with multiclass 'ovr' or 'ovo'"):
        joint.fit([[1], [2], [3]], [0, 1, 2])
    two = ConfidenceWeighted(covariance="full").partial_fit([[1], [2]], [0, 1])
    with pytest.raises(BadParameter, match="covariance 'full' learns several classes with multiclass 'ovr' or 'ovo'"):
        two.partial_fit([[3]], [2])
    assert two.classes_.tolist() == [0, 1]
    with pytest.raises(BadParameter, match=r"'full' is for up to 2,000 columns, .* and X has 2,001; use covariance"):
        ConfidenceWeighted(covariance="full").fit(np.eye(2, 2001), [0, 1])
    with pytest.raises(
        BadParameter, match="covariance must be 'full', as it was when this model began, got 'diagonal'"
    ):
        two.set_params(covariance="diagonal").partial_fit([[1]], [0])


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
@pytest.mark.parametrize("option", ["r", "C"])
def test_a_bad_r_or_c_is_named_with_the_value_that_came(option, bad):
    with pytest.raises(BadParameter, match=rf"^ConfidenceWeighted: {option} must be a number above 0, got "):
        ConfidenceWeighted(**{option: bad}).fit([[0], [1]], [0, 1])


@pytest.mark.parametrize("bad", [0.5, 0.2, 1.0, 2, float("nan"), "high", None])
def test_a_bad_confidence_is_named_with_the_value_that_came(bad):
    with pytest.raises(BadParameter, match=r"^ConfidenceWeighted: confidence must be a number between 0.* and 1, got "):
        ConfidenceWeighted(confidence=bad).fit([[0], [1]], [0, 1])


def test_an_unknown_variant_is_answered_with_the_known_ones():
    with pytest.raises(BadParameter, match="variant must be one of 'AROW', 'SCW-I', 'SCW-II', 'CW', got 'arow'"):
        ConfidenceWeighted(variant="arow").fit([[0], [1]], [0, 1])
