"""What makes the perceptron itself. What every learner must do is in test_every_learner.py."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt import Perceptron, perceptron_gradient
from rosenblatt.errors import BadParameter
from tests import reference

whole = st.integers(-20, 20)
MOVIE_GOOD_BAD_NOT = [[1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1]]
SENTIMENT = [1, -1, -1]
XOR = [[0, 0], [0, 1], [1, 0], [1, 1]]
GOOD_BAD_NOT = [[1, 0, 0], [0, 1, 0], [1, 0, 1], [0, 1, 1]]
NEGATED = [1, -1, -1, 1]


@st.composite
def streams(draw):
    """Rows of whole numbers, on which floats make no error, with both signs among the labels."""
    columns = draw(st.integers(1, 10))
    rows = draw(st.lists(st.lists(whole, min_size=columns, max_size=columns), min_size=2, max_size=12))
    signs = draw(st.lists(st.sampled_from([-1, 1]), min_size=len(rows), max_size=len(rows)))
    signs[:2] = [-1, 1]
    return rows, signs


options = st.fixed_dictionaries(
    {
        "learning_rate": st.sampled_from([1.0, 0.5, 3.0]),
        "margin": st.sampled_from([0.0, 1.0, 10.0]),
        "trigger": st.sampled_from(["margin", "mistake"]),
        "tie": st.sampled_from(["negative", "positive"]),
        "fit_intercept": st.booleans(),
    }
)


def test_one_step_by_hand():
    """From zero weights, (1, 2) labelled +1 has activation 0: the row is added once, and 1 to the bias."""
    model = Perceptron().partial_fit([[1, 2]], [1], classes=[-1, 1])

    assert model.coef_.tolist() == [[1, 2]]
    assert model.intercept_.tolist() == [1]


def test_the_lecture_example_step_by_step():
    model = Perceptron(fit_intercept=False, trigger="mistake", order="cyclic")
    seen = []
    for i in [0, 1, 2, 0, 1, 2]:
        model.partial_fit([MOVIE_GOOD_BAD_NOT[i]], [SENTIMENT[i]], classes=[-1, 1])
        seen.append(tuple(model.coef_[0].tolist()))

    assert seen == [(1, 1, 0, 0), (0, 1, -1, 0), (0, 0, -1, -1), (1, 1, -1, -1), (1, 1, -1, -1), (1, 1, -1, -1)]


def test_the_lecture_example_converges_in_epoch_3_after_4_updates():
    model = Perceptron(fit_intercept=False, trigger="mistake", order="cyclic").fit(MOVIE_GOOD_BAD_NOT, SENTIMENT)

    assert model.coef_.tolist() == [[1, 1, -1, -1]]
    assert (model.stop_reason_, model.n_iter_, model.n_updates_) == ("converged", 3, 4)
    assert [epoch.mistakes for epoch in model.history_] == [3, 1, 0]


@given(streams())
def test_an_update_moves_the_activation_of_its_row_by_the_squared_length_plus_one(stream):
    model = Perceptron().partial_fit([[0] * len(stream[0][0])], [1], classes=[-1, 1])
    for x, sign in zip(*stream, strict=True):
        before, updates = model.decision_function([x])[0], model.n_updates_
        model.partial_fit([x], [sign])
        moved = sign * (sum(v * v for v in x) + 1) if model.n_updates_ > updates else 0

        assert model.decision_function([x])[0] - before == moved


@pytest.mark.parametrize(("value", "growth"), [(0.5, 1), (2, 4)])
def test_a_wrong_minus_one_with_eta_one_moves_the_weight_by_twice_the_value(value, growth):
    """eta * (y - prediction) * x with y = +1, prediction = -1, eta = 1: a step of 2 in the terms used here."""
    model = Perceptron(trigger="mistake", tie="positive", learning_rate=2 * 1)
    model.partial_fit([[-1.0], [1.0]], [-1, 1])  # the first is predicted +1 (a tie) and learned: w = 2, b = -2
    before = model.coef_[0, 0]
    model.coef_[0, 0], model.intercept_[0] = -before, 0.0
    assert model.predict([[value]]) == [-1]

    model.partial_fit([[value]], [1])

    assert model.coef_[0, 0] - -before == growth


@given(streams(), options)
def test_every_step_is_that_of_the_text(stream, chosen):
    """Guess, mistake, update and weights after each single example, in the order given."""
    rows, signs = stream
    learner = reference.Perceptron(len(rows[0]), **chosen)
    model = Perceptron(**chosen)
    for i, (x, sign) in enumerate(zip(rows, signs, strict=True)):
        counted = (model.n_mistakes_, model.n_updates_) if i else (0, 0)
        prediction = model.predict_learn([x], [sign], classes=[-1, 1])
        step = learner.step(i, x, sign)

        assert prediction == [step.prediction]
        assert model.n_mistakes_ - counted[0] == step.mistake
        assert model.n_updates_ - counted[1] == step.updated
        assert model.coef_[0].tolist() == step.weights
        assert model.intercept_[0] == step.bias


@given(streams(), options, st.sampled_from(sorted(reference.EPOCHS)), st.integers(0, 2**32 - 1))
def test_every_order_is_that_of_the_plain_version(stream, chosen, order, seed):
    rows, signs = stream
    model = Perceptron(**chosen, order=order, random_state=seed, max_iter=4, tol=None).fit(rows, signs)

    learner = reference.Perceptron(len(rows[0]), **chosen)
    random = reference.Random(seed)
    indices = list(range(len(rows)))
    for epoch in model.history_:
        steps = reference.EPOCHS[order](learner, rows, signs, indices, random)

        assert epoch.seen == len(steps)
        assert epoch.mistakes == sum(step.mistake for step in steps)
        assert epoch.updates == sum(step.updated for step in steps)
    assert model.coef_[0].tolist() == learner.weights
    assert model.intercept_[0] == learner.bias


@given(streams(), st.lists(st.integers(0, 11), min_size=1, max_size=20))
def test_an_array_as_order_is_followed_to_the_letter(stream, places):
    rows, signs = stream
    order = [place % len(rows) for place in places]
    model = Perceptron(order=order, max_iter=3, tol=None).fit(rows, signs)

    learner = reference.Perceptron(len(rows[0]))
    for _ in range(model.n_iter_):
        reference.cyclic_epoch(learner, rows, signs, order, None)
    assert model.coef_[0].tolist() == learner.weights


@given(streams(), st.floats(1e-6, 1e6), st.sampled_from([1e-3, None]))
def test_a_learning_rate_only_rescales_weights_that_start_at_zero(stream, exponent, tol):
    """Powers of two, because then scaling makes no rounding error at all."""
    rate = 2.0 ** round(np.log2(exponent))
    plain = Perceptron(random_state=0, tol=tol, max_iter=50).fit(*stream)
    scaled = Perceptron(random_state=0, tol=tol, max_iter=50, learning_rate=rate).fit(*stream)

    assert scaled.coef_.tolist() == (rate * plain.coef_).tolist()
    assert scaled.intercept_.tolist() == (rate * plain.intercept_).tolist()
    assert [epoch[:4] for epoch in scaled.history_] == [epoch[:4] for epoch in plain.history_]


@given(streams(), st.integers(-5, 5))
def test_one_step_of_gradient_descent_on_the_perceptron_loss_is_the_update(stream, bias):
    weights = np.arange(len(stream[0][0])) - 3.0
    for x, sign in zip(*stream, strict=True):
        model = Perceptron(learning_rate=0.5)
        model.partial_fit([x], [sign], classes=[-1, 1])
        model.coef_[0], model.intercept_[0] = weights, bias
        model.partial_fit([x], [sign])
        gradient = perceptron_gradient(weights, bias, [x], [sign])

        assert model.coef_[0].tolist() == (weights - 0.5 * gradient.weights).tolist()
        assert model.intercept_[0] == bias - 0.5 * gradient.bias


def test_a_margin_asks_for_more_than_being_right():
    X, y = [[2.0], [-2.0]], [1, -1]
    loose = Perceptron(order="cyclic").fit(X, y)
    wide = Perceptron(order="cyclic", margin=30.0).fit(X, y)

    assert (y * loose.decision_function(X)).min() <= 30
    assert (y * wide.decision_function(X)).min() > 30
    assert wide.stop_reason_ == "converged"


@pytest.mark.parametrize("order", ["shuffled", "cyclic", "random", "misclassified", [3, 1, 2, 0]])
def test_xor_never_converges(order):
    model = Perceptron(order=order, max_iter=200, tol=None, random_state=1).fit(XOR, [0, 1, 1, 0])

    assert model.stop_reason_ == "max_iter"
    assert not model.converged_


def test_negated_words_converge_only_with_bigrams():
    """good, bad, not; then with the columns "not good" and "not bad"."""
    with_bigrams = [[*x, x[0] * x[2], x[1] * x[2]] for x in GOOD_BAD_NOT]

    assert not Perceptron(max_iter=500, tol=None).fit(GOOD_BAD_NOT, NEGATED).converged_
    assert Perceptron(max_iter=500, tol=None).fit(with_bigrams, NEGATED).converged_


def test_separable_data_is_separated():
    """200 random sets, separable by construction: unit normal, every row at least 0.02 from the plane."""
    for seed in range(200):
        random = np.random.default_rng(seed)
        normal = random.standard_normal(10)
        X = random.standard_normal((200, 10))
        distance = X @ (normal / np.linalg.norm(normal))
        X, y = X[np.abs(distance) > 0.02], distance[np.abs(distance) > 0.02] > 0
        model = Perceptron(tol=None, random_state=seed).fit(X, y)

        assert model.stop_reason_ == "converged"
        assert model.score(X, y) == 1.0
        assert model.history_[-1].updates == 0
        assert all(epoch.mistakes > 0 for epoch in model.history_[:-1])


def test_a_random_order_converges_only_when_rows_that_were_not_drawn_are_right_too():
    """Two rows of which each epoch draws two with replacement: half of the epochs miss one of them."""
    for seed in range(20):
        model = Perceptron(order="random", random_state=seed, tol=None).fit([[1.0], [2.0]], [-1, 1])

        assert model.converged_
        assert model.score([[1.0], [2.0]], [-1, 1]) == 1.0


def test_the_misclassified_order_meets_only_rows_that_it_learns_from():
    model = Perceptron(order="misclassified", random_state=0).fit(MOVIE_GOOD_BAD_NOT, SENTIMENT)

    assert all(epoch.seen == epoch.updates for epoch in model.history_)
    assert model.converged_


def test_the_misclassified_order_passes_over_a_class_of_weight_0():
    """Its rows stay wrong, and waiting for them to be learned would never end."""
    model = Perceptron(order="misclassified", class_weight={0: 0.0}, random_state=0)

    assert model.fit([[0.0], [1.0], [2.0], [3.0]], [0, 1, 0, 1]).stop_reason_ == "converged"
    assert model.predict([[1.0], [3.0]]).tolist() == [1, 1]


@pytest.mark.parametrize(("tie", "prediction"), [("negative", 0), ("positive", 1)])
def test_a_tie_is_predicted_as_asked(tie, prediction):
    """Rows of zeros without a bias: every activation is 0."""
    model = Perceptron(tie=tie, fit_intercept=False, max_iter=1).fit([[0.0], [0.0]], [0, 1])

    assert model.predict([[0.0]]) == [prediction]


def test_every_text_has_its_settings():
    """The five texts disagree on ties, triggers, steps and bias; on (1, 1) then (-1, 1) each gives its own weights."""
    X, y = [[1.0, 1.0], [-1.0, 1.0]], [1, -1]
    settings = {
        "margin": {},
        "lecture": {"trigger": "mistake", "fit_intercept": False},
        "mcculloch-pitts": {"trigger": "mistake", "tie": "positive", "learning_rate": 2.0},
    }
    learned = {name: Perceptron(**chosen, order="cyclic", max_iter=1).fit(X, y) for name, chosen in settings.items()}

    assert learned["margin"].coef_.tolist() == [[2, 0]]
    assert learned["lecture"].coef_.tolist() == [[1, 1]]
    assert learned["mcculloch-pitts"].coef_.tolist() == [[2, -2]]


@pytest.mark.parametrize(
    ("option", "bad", "words"),
    [
        ("learning_rate", 0, "learning_rate must be a number above 0, got 0"),
        ("learning_rate", -1.0, "learning_rate must be a number above 0, got -1.0"),
        ("learning_rate", float("nan"), "learning_rate must be a number above 0, got nan"),
        ("learning_rate", "fast", "learning_rate must be a number above 0, got 'fast'"),
        ("margin", -0.5, "margin must be a number of at least 0, got -0.5"),
        ("trigger", "sometimes", "trigger must be one of 'margin', 'mistake', got 'sometimes'"),
        ("tie", 0, "tie must be one of 'negative', 'positive', got 0"),
        ("init", "ones", "init must be one of 'zeros', 'normal', got 'ones'"),
        ("init_scale", 0, "init_scale must be a number above 0, got 0"),
        ("final", "worst", "final must be one of 'last', 'average', 'best', got 'worst'"),
        ("order", "sorted", "order must be 'shuffled', 'cyclic', 'random', 'misclassified' or an array"),
        ("order", [0, 4], "row numbers from 0 to 3, got 4 at place 1"),
        ("order", [-1], "row numbers from 0 to 3, got -1 at place 0"),
        ("order", [0.5], "order must be .* or an array of row numbers, got"),
        ("order", np.array([], dtype=int), "got an empty one"),
        ("max_iter", 0, "max_iter must be a whole number of at least 1, got 0"),
        ("max_iter", 2.5, "max_iter must be a whole number of at least 1, got 2.5"),
        ("max_updates", 0, "max_updates must be a whole number of at least 1, or None, got 0"),
        ("tolerated_mistakes", -1, "tolerated_mistakes must be a whole number of at least 0, got -1"),
        ("weight_tol", -1, "weight_tol must be a number of at least 0, or None, got -1"),
        ("tol", "never", "tol must be a number of at least 0, or None, got 'never'"),
        ("n_iter_no_change", 0, "n_iter_no_change must be a whole number of at least 1, got 0"),
        ("when_stalled", "cry", "when_stalled must be one of 'prove', 'stop', got 'cry'"),
        ("early_stopping", "yes", "early_stopping must be True or False, got 'yes'"),
        ("validation_fraction", 1.0, "validation_fraction must be a number between 0 and 1, got 1.0"),
        ("random_state", -1, "random_state must be None, a whole number of at least 0, or a NumPy RandomState"),
        ("random_state", "x", "random_state must be None, a whole number of at least 0, or a NumPy RandomState"),
        ("verbose", "loud", "verbose must be True or False, got 'loud'"),
        ("fit_intercept", None, "fit_intercept must be True or False, got None"),
        ("warm_start", 0.5, "warm_start must be True or False, got 0.5"),
        ("class_weight", 3, "class_weight must be None, 'balanced' or a dict of weights of at least 0, got 3"),
        ("class_weight", {9: 1.0}, "9 is not among the classes"),
        ("class_weight", {0: -1.0}, "class_weight must be .* got {0: -1.0}"),
        ("class_weight", "even", "class_weight must be .* got 'even'"),
    ],
)
def test_a_bad_option_is_named_with_what_came(option, bad, words):
    with pytest.raises(BadParameter, match=rf"^Perceptron: (.*; )?.*{words}"):
        Perceptron(**{option: bad}).fit(XOR, [0, 1, 1, 0])


def test_options_are_checked_in_fit_and_not_before():
    assert Perceptron(learning_rate=-1).get_params()["learning_rate"] == -1


def test_all_kinds_of_options_combine():
    for init, early_stopping, warm_start in itertools.product(["zeros", "normal"], [False, True], [False, True]):
        model = Perceptron(
            init=init, early_stopping=early_stopping, warm_start=warm_start, validation_fraction=0.25, random_state=0
        )
        X = [[float(i), 1.0] for i in range(-8, 8)]
        y = [i >= 0 for i in range(-8, 8)]

        assert model.fit(X, y).fit(X, y).score(X, y) > 0.5
