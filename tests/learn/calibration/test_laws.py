"""What every calibration must obey, whatever its method."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt.learn.calibration.methods import METHODS, fit_calibration

finite = st.floats(allow_nan=False, allow_infinity=False, width=64)
usual = st.one_of(st.floats(-50, 50), st.sampled_from([0.0, 1.0, -1.0]))
any_method = st.sampled_from(list(METHODS))


def shaped(draw, n_rows, n_classes, numbers):
    """Scores as decision_function returns them."""
    size = n_rows if n_classes == 2 else n_rows * n_classes
    scores = np.array(draw(st.lists(numbers, min_size=size, max_size=size)))
    return scores if n_classes == 2 else scores.reshape(n_rows, n_classes)


@st.composite
def calibrations(draw):
    """A calibration fitted to a few rows, and the number of its classes; classes may be missing among the rows."""
    n_classes, n_rows = draw(st.integers(2, 5)), draw(st.integers(1, 30))
    places = np.array(draw(st.lists(st.integers(0, n_classes - 1), min_size=n_rows, max_size=n_rows)))
    scores = shaped(draw, n_rows, n_classes, usual)
    return fit_calibration(draw(any_method), scores, places), n_classes


@given(calibrations(), st.data())
def test_probabilities_are_shares_of_one(drawn, data):
    calibration, n_classes = drawn
    found = calibration.probabilities(shaped(data.draw, data.draw(st.integers(1, 9)), n_classes, finite))

    assert found.shape[1] == n_classes
    assert (found >= 0).all()
    assert np.abs(found.sum(axis=1) - 1.0).max() <= n_classes * np.finfo(float).eps


@given(calibrations(), st.data())
def test_a_row_has_the_same_bits_in_any_batch(drawn, data):
    calibration, n_classes = drawn
    n_rows = data.draw(st.integers(1, 40))
    scores = shaped(data.draw, n_rows, n_classes, usual)
    cuts = sorted(data.draw(st.sets(st.integers(1, max(1, n_rows - 1)))))
    whole = calibration.probabilities(scores)
    parts = [calibration.probabilities(part) for part in np.split(scores, cuts) if len(part)]

    assert np.concatenate(parts).tobytes() == whole.tobytes()
    assert calibration.probabilities(np.asfortranarray(scores)).tobytes("C") == whole.tobytes()


@given(calibrations(), st.data())
def test_the_probability_of_a_class_rises_with_its_score(drawn, data):
    calibration, n_classes = drawn
    scores = np.repeat(shaped(data.draw, 1, n_classes, usual), 6, axis=0)
    rising = np.sort(data.draw(st.lists(usual, min_size=6, max_size=6)))
    place = data.draw(st.integers(0, n_classes - 1)) if n_classes > 2 else 1
    if n_classes == 2:
        scores = rising
    else:
        scores[:, place] = rising
    found = calibration.probabilities(scores)[:, place]

    # With several classes the sum that divides is rounded, too.
    assert (np.diff(found) >= (0 if n_classes == 2 else -4 * np.finfo(float).eps)).all()


@given(st.integers(2, 5), st.data())
def test_with_a_temperature_the_most_probable_class_is_the_predicted_one(n_classes, data):
    scores = shaped(data.draw, 20, n_classes, st.integers(-20, 20).map(float))
    places = np.array(data.draw(st.lists(st.integers(0, n_classes - 1), min_size=20, max_size=20)))
    calibration = fit_calibration("temperature", scores, places)
    found = calibration.probabilities(scores)
    several = np.stack([np.zeros(20), scores], axis=1) if n_classes == 2 else scores

    best = several.max(axis=1, keepdims=True)
    assert (np.where(several == best, found, 1.0).min(axis=1) >= found.max(axis=1) - 1e-15).all()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("n_classes", [2, 3])
def test_no_probability_is_zero_though_every_row_is_right(method, n_classes):
    places = np.arange(60) % n_classes
    scores = 10.0 * places - 5 if n_classes == 2 else np.eye(n_classes)[places]
    found = fit_calibration(method, scores, places).probabilities(scores)

    assert found.min() > 0
    assert found[np.arange(60), places].min() > 0.9


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("n_classes", [2, 3])
def test_scores_that_say_nothing_lead_to_the_shares_of_the_classes_or_to_equal_ones(method, n_classes):
    random = np.random.default_rng(0)
    places = random.choice(n_classes, 4000, p=[0.7, 0.3] if n_classes == 2 else [0.6, 0.3, 0.1])
    scores = np.zeros(4000) if n_classes == 2 else np.zeros((4000, n_classes))
    found = fit_calibration(method, scores, places).probabilities(scores[:1])[0]
    shares = np.bincount(places) / 4000

    expected = np.full(n_classes, 1 / n_classes) if method == "temperature" else shares
    assert found == pytest.approx(expected, abs=0.001)


@pytest.mark.parametrize("method", METHODS)
def test_a_scale_of_the_scores_changes_nothing(method):
    random = np.random.default_rng(1)
    scores = random.normal(size=(500, 4))
    places = np.argmax(scores + random.gumbel(size=scores.shape), axis=1)
    small, large = (fit_calibration(method, factor * scores, places) for factor in (1e-6, 1e6))

    assert small.probabilities(1e-6 * scores) == pytest.approx(large.probabilities(1e6 * scores), rel=1e-6)
