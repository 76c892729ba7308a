"""Several classes at once: the true class gains what the strongest rival loses."""

from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import load_iris

from rosenblatt import PassiveAggressive, Perceptron
from rosenblatt.errors import BadData, Overflowed
from rosenblatt.learn.linear_catalogue import LINEAR
from tests import reference

every_learner = pytest.mark.parametrize("learner", LINEAR.values(), ids=LINEAR.keys())


@st.composite
def streams(draw, element):
    columns, classes = draw(st.integers(1, 6)), draw(st.integers(3, 5))
    rows = draw(st.lists(st.lists(element, min_size=columns, max_size=columns), min_size=classes, max_size=15))
    labels = draw(st.lists(st.integers(0, classes - 1), min_size=len(rows), max_size=len(rows)))
    labels[:classes] = range(classes)
    return rows, labels, classes


whole = streams(st.integers(-9, 9))
floats = streams(st.floats(-100, 100, width=32).map(lambda v: 0.0 if abs(v) < 1e-3 else v))
options = st.fixed_dictionaries(
    {
        "trigger": st.sampled_from(["margin", "mistake"]),
        "tie": st.sampled_from(["negative", "positive"]),
        "fit_intercept": st.booleans(),
    }
)


def test_one_step_by_hand():
    """From zero, (1, 2) of class b: all activations are 0, so a, the first rival, loses what b gains."""
    model = Perceptron().partial_fit([[1, 2]], ["b"], classes=["a", "b", "c"])

    assert model.coef_.tolist() == [[-1, -2], [1, 2], [0, 0]]
    assert model.intercept_.tolist() == [-1, 1, 0]


def test_one_step_of_mira_by_hand():
    """|x|² + 1 = 6, both classes move, so the loss of 1 buys a step of 1/12, and b is ahead of a by exactly 1."""
    model = PassiveAggressive(variant="PA").partial_fit([[1, 2]], ["b"], classes=["a", "b", "c"])
    a, b, c = model.decision_function([[1, 2]])[0]

    assert model.coef_[1] == pytest.approx([1 / 12, 2 / 12])
    assert b - a == pytest.approx(1.0)
    assert c == 0.0


@given(whole, options, st.sampled_from([1.0, 0.5]), st.sampled_from([0.0, 5.0]))
def test_every_step_is_that_of_the_text(stream, chosen, learning_rate, margin):
    rows, labels, classes = stream
    chosen = {**chosen, "learning_rate": learning_rate, "margin": margin}
    learner = reference.JointPerceptron(len(rows[0]), classes, **chosen)
    model = Perceptron(**chosen)
    for i, (x, label) in enumerate(zip(rows, labels, strict=True)):
        prediction = model.predict_learn([x], [label], classes=range(classes))
        step = learner.step(i, x, label)

        assert prediction == [step.prediction]
        assert model.coef_.tolist() == step.weights
        assert model.intercept_.tolist() == step.bias


@given(floats, options, st.sampled_from(["PA", "PA-I", "PA-II"]), st.floats(0.01, 10))
def test_every_step_of_mira_is_that_of_the_paper(stream, chosen, variant, C):
    """Sums are added up in another order here, so near ties may be broken otherwise: only clear cases are compared."""
    rows, labels, classes = stream
    chosen = {**chosen, "variant": variant, "C": C}
    learner = reference.JointPassiveAggressive(len(rows[0]), classes, **chosen)
    model = PassiveAggressive(**chosen)
    for i, (x, label) in enumerate(zip(rows, labels, strict=True)):
        activations = sorted(learner.activations(x))
        gaps = np.diff(activations)
        if i and ((gaps < 1e-9) & (gaps > 0)).any():
            return
        model.partial_fit([x], [label], classes=range(classes))
        step = learner.step(i, x, label)

        assert model.coef_.ravel() == pytest.approx(np.ravel(step.weights), rel=1e-9, abs=1e-12)


@given(whole, options, st.integers(1, 3))
def test_the_average_is_that_of_the_plain_sum(stream, chosen, epochs):
    rows, labels, classes = stream
    model = Perceptron(final="average", order="cyclic", max_iter=epochs, tol=None, **chosen).fit(rows, labels)
    learner = reference.JointPerceptron(len(rows[0]), classes, **chosen)
    steps = [learner.step(i, x, y) for _ in model.history_ for i, (x, y) in enumerate(zip(rows, labels, strict=True))]
    mean = [float(sum(map(Fraction, values)) / len(steps)) for values in zip(*(s.bias for s in steps), strict=True)]
    weights = np.array([[list(map(Fraction, w)) for w in s.weights] for s in steps]).sum(axis=0) / len(steps)

    assert model.intercept_.tolist() == mean
    assert model.coef_.tolist() == weights.astype(float).tolist()


@every_learner
@given(stream=floats, seed=st.integers(0, 5))
def test_the_same_numbers_give_the_same_bits_however_they_are_stored(learner, stream, seed):
    X, y = np.array(stream[0]), np.array(stream[1])
    expected = learner(random_state=seed, max_iter=6).fit(X, y)
    for stored in (X.astype(np.float32), np.asfortranarray(X), sp.csr_array(X), sp.csc_array(X)):
        model = learner(random_state=seed, max_iter=6).fit(stored, y)

        assert model.coef_.tolist() == expected.coef_.tolist()
        assert model.decision_function(stored).tolist() == expected.decision_function(X).tolist()


@every_learner
def test_shapes_and_guesses_follow_scikit_learn(learner):
    X, y = load_iris(return_X_y=True)
    labels = np.array(["setosa", "versicolor", "virginica"])[y]
    model = learner(random_state=0, max_iter=200, tol=None).fit(X, labels)

    assert model.coef_.shape == (3, 4)
    assert model.intercept_.shape == (3,)
    assert model.decision_function(X).shape == (150, 3)
    assert model.predict(X).tolist() == model.classes_[model.decision_function(X).argmax(axis=1)].tolist()
    assert model.score(X, labels) > 0.6


@every_learner
def test_two_of_the_classes_alone_are_learned_as_two(learner):
    X, y = load_iris(return_X_y=True)
    model = learner(random_state=0).fit(X[:100], y[:100])

    assert model.coef_.shape == (1, 4)
    assert model.score(X[:100], y[:100]) == 1.0


@pytest.mark.parametrize("order", ["shuffled", "cyclic", "random", "misclassified"])
def test_separable_classes_are_separated_in_every_order(order):
    random = np.random.default_rng(0)
    centres = np.array([[0.0, 8.0], [8.0, -4.0], [-8.0, -4.0]])
    y = np.repeat([0, 1, 2], 20)
    X = centres[y] + random.standard_normal((60, 2))
    model = Perceptron(order=order, random_state=0, tol=None).fit(X, y)

    assert model.stop_reason_ == "converged"
    assert model.score(X, y) == 1.0


def test_of_equal_classes_tie_says_which_is_predicted():
    X = [[0.0], [0.0], [0.0]]
    first = Perceptron(max_iter=1, trigger="mistake", fit_intercept=False).fit(X, ["a", "b", "c"])
    last = Perceptron(max_iter=1, trigger="mistake", fit_intercept=False, tie="positive").fit(X, ["a", "b", "c"])

    assert first.predict(X[:1]) == ["a"]
    assert last.predict(X[:1]) == ["c"]


def test_options_work_as_with_two_classes():
    X, y = load_iris(return_X_y=True)
    held = Perceptron(early_stopping=True, random_state=0, tol=None, n_iter_no_change=2).fit(X, y)
    assert held.stop_reason_ == "validation"
    assert held.history_[0].seen == 135

    weighted = Perceptron(class_weight={1: 3.0}, random_state=0, max_iter=5).fit(X, y)
    by_row = Perceptron(random_state=0, max_iter=5).fit(X, y, sample_weight=np.where(y == 1, 3.0, 1.0))
    assert weighted.coef_.tolist() == by_row.coef_.tolist()

    start = np.arange(12.0).reshape(3, 4)
    unmoved = Perceptron(order=[0], max_iter=1, trigger="mistake", random_state=0)
    unmoved.fit(X, y, coef_init=start[::-1], intercept_init=[0, 0, 0])
    assert unmoved.coef_.tolist() == start[::-1].tolist()

    warm = Perceptron(order="cyclic", max_iter=1, tol=None, warm_start=True).fit(X, y).fit(X, y)
    assert warm.coef_.tolist() == Perceptron(order="cyclic", max_iter=2, tol=None).fit(X, y).coef_.tolist()


def test_refusals():
    X, y = load_iris(return_X_y=True)
    model = Perceptron(random_state=0, max_iter=5).fit(X, y)
    before = model.coef_.tolist()

    with pytest.raises(BadData, match="one plane divides two classes; this Perceptron knows 3"):
        model.hyperplane()
    with pytest.raises(BadData, match="y is 7 in row 0; the classes of this model are 0, 1, 2"):
        model.partial_fit(X[:1], [7], classes=[0, 1, 2])
    for learn in (model.fit, model.partial_fit):
        with pytest.raises(Overflowed, match="scale the columns or lower learning_rate"):
            learn(X * 1e307, (y + 1) % 3)
        assert model.coef_.tolist() == before
