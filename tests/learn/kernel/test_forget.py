"""A limited number of rows: what is let go, against plain versions of the papers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import load_digits, make_circles, make_moons

from rosenblatt import KernelPerceptron
from rosenblatt.learn.kernel.forget import Projected, psi, shrink_factor
from tests import reference


def rbf(u, v):
    return float(np.exp(-0.5 * np.sum((np.array(u) - v) ** 2)))


def plain_budget(X, y, budget, forget):
    """Hold rows with their coefficients, oldest first; after an update that is one too many, forget."""
    held = []  # [coefficient, row]
    for x, sign in zip(X.tolist(), y, strict=True):
        if sign * sum(c * rbf(row, x) for c, row in held) > 0:
            continue
        held.append([float(sign), x])
        if len(held) > budget:
            forget(held)
    return held


@st.composite
def streams(draw):
    n = draw(st.integers(6, 30))
    random = np.random.default_rng(draw(st.integers(0, 999)))
    X = random.standard_normal((n, 2))
    y = np.where(random.random(n) < 0.5, -1, 1)
    y[:2] = [-1, 1]
    return X, y, draw(st.integers(1, 6))


def learned(X, y, budget, forget):
    """Both labels are announced, so that the first row already counts."""
    model = KernelPerceptron(gamma=0.5, fit_intercept=False, budget=budget, forget=forget, random_state=5)
    return model.partial_fit(X, y, classes=[-1, 1])


def values_of(held, X):
    return [sum(c * rbf(row, x) for c, row in held) for x in X.tolist()]


@given(streams())
def test_a_random_row_is_any_of_the_old_ones(stream):
    X, y, budget = stream
    model = learned(X, y, budget, "random")
    random = reference.Random(reference.Random(5).below(2**62))
    held = plain_budget(X, y, budget, lambda held: held.pop(random.below(len(held) - 1)))

    assert model.n_support_ == len(held) <= budget
    assert model.decision_function(X) == pytest.approx(values_of(held, X), abs=1e-9)


@given(streams())
def test_the_oldest_row_goes_after_all_have_shrunk(stream):
    """The Forgetron, with the factor found by bisection instead of by the formula for its root."""
    X, y, budget = stream
    paid = {"damage": 0.0, "updates": 0}

    def forget(held):
        size, oldest = abs(held[0][0]), held[0][1]
        margin = np.sign(held[0][0]) * sum(c * rbf(row, oldest) for c, row in held)
        allowed = 15 / 32 * paid["updates"] - paid["damage"]
        low, high = 0.0, 1.0
        if psi(size, margin) <= allowed:
            low = 1.0
        else:
            for _ in range(200):
                middle = (low + high) / 2
                low, high = (middle, high) if psi(middle * size, middle * margin) <= allowed else (low, middle)
        paid["damage"] += psi(low * size, low * margin)
        held[:] = [[low * c, row] for c, row in held[1:]]

    held = []
    for x, sign in zip(X.tolist(), y, strict=True):
        if sign * sum(c * rbf(row, x) for c, row in held) <= 0:
            held.append([float(sign), x])
            paid["updates"] += 1
            if len(held) > budget:
                forget(held)
    model = learned(X, y, budget, "oldest")

    assert model.n_support_ <= budget
    assert model.decision_function(X) == pytest.approx(values_of(held, X), abs=1e-7)
    assert paid["damage"] <= 15 / 32 * paid["updates"] + 1e-9


@given(st.floats(0.01, 3), st.floats(-5, 5), st.floats(-5, -0.01))
def test_the_factor_is_the_largest_that_can_be_afforded(size, margin, spent):
    factor = shrink_factor(size, margin, spent)

    assert 0 < factor <= 1
    assert psi(factor * size, factor * margin) + spent <= 1e-9
    if factor < 1:
        assert psi(factor * 1.001 * size, factor * 1.001 * margin) + spent > 0


@given(streams())
def test_what_is_dropped_is_projected_onto_what_stays(stream):
    """The plain version tries every row: it solves for the nearest sum of the others and drops the nearest row."""
    X, y, budget = stream

    def forget(held, n_most):
        gram = np.array([[rbf(u, v) for _, v in held] for _, u in held])
        share = np.linalg.solve(gram[:-1, :-1], gram[:-1, -1])
        if 1 - share @ gram[:-1, -1] <= 1e-4:  # too near to the others to be held
            new = held.pop()[0]
            for entry, more in zip(held, share * new, strict=True):
                entry[0] += more
            return
        if len(held) <= n_most:
            return
        coefs = np.array([c for c, _ in held])
        losses, shares = [], []
        for j in range(len(held)):
            rest = np.delete(np.arange(len(held)), j)
            share = np.linalg.solve(gram[np.ix_(rest, rest)], gram[rest, j])
            shares.append(share)
            losses.append(coefs[j] ** 2 * (gram[j, j] - share @ gram[rest, j]))
        j = next(j for j, loss in enumerate(losses) if loss <= min(losses) * (1 + 1e-9))
        share = shares[j] * coefs[j]
        held.pop(j)
        for entry, more in zip(held, share, strict=True):
            entry[0] += more

    held = plain_budget(X, y, 0, lambda held: forget(held, budget))
    model = learned(X, y, budget, "project")

    assert model.n_support_ <= budget
    assert model.decision_function(X) == pytest.approx(values_of(held, X), abs=1e-5)


def test_a_row_that_the_others_give_already_is_not_held():
    """With the linear kernel in a plane, two rows give every other: nothing is lost, whatever the budget."""
    random = np.random.default_rng(0)
    X, y = random.standard_normal((200, 2)), random.integers(0, 2, 200)
    options = {"kernel": "linear", "fit_intercept": False, "order": "cyclic", "max_iter": 2, "tol": None}
    full = KernelPerceptron(**options).fit(X, y)
    tight = KernelPerceptron(budget=2, forget="project", **options).fit(X, y)

    assert tight.n_support_ == 2
    assert [epoch.mistakes for epoch in tight.history_] == [epoch.mistakes for epoch in full.history_]
    assert tight.decision_function(X) == pytest.approx(full.decision_function(X))
    assert [epoch.weight_change for epoch in tight.history_] == pytest.approx(
        [epoch.weight_change for epoch in full.history_]
    )


def smooth_problems():
    """Ten problems of two classes with curved boundaries, some with noise."""
    random = np.random.default_rng(0)
    for noise in (0.1, 0.2, 0.3):
        yield f"moons {noise}", *make_moons(3000, noise=noise, random_state=1), 2.0
        yield f"circles {noise}", *make_circles(3000, noise=noise, factor=0.5, random_state=1), 2.0
    square = random.uniform(-2, 2, (3000, 2))
    yield "sine", square, square[:, 1] > np.sin(2 * square[:, 0]), 2.0
    noise = 0.3 * random.standard_normal(3000)
    yield "saddle", square, square[:, 0] * square[:, 1] > 0, 1.0
    yield "noisy saddle", square, square[:, 0] * square[:, 1] + noise > 0, 1.0
    digits = load_digits()
    shuffled = random.permutation(len(digits.target))
    yield "digits", digits.data[shuffled] / 16, digits.target[shuffled] % 2, 0.05


@pytest.mark.parametrize(("X", "y", "gamma"), [pytest.param(*p, id=name) for name, *p in smooth_problems()])
def test_projecting_is_never_worse_than_dropping_a_random_row(X, y, gamma):
    """Online mistakes, of which both make hundreds: three standard deviations of a difference of counts are noise."""
    models = [
        KernelPerceptron(gamma=gamma, budget=60, forget=forget, random_state=0).partial_fit(X, y)
        for forget in ("project", "random")
    ]
    project, at_random = (model.n_mistakes_ for model in models)

    assert project <= at_random + 3 * np.sqrt(project + at_random)
    assert np.abs(models[0].dual_coef_).max() < 100
    inverse = models[0]._solutions[0].forget.inverse
    assert (1 / np.diagonal(inverse) > 0).all()  # squared distances of each row from the others


def test_an_inverse_that_rounding_has_worn_is_computed_from_scratch():
    X, y = make_moons(2000, noise=0.3, random_state=0)
    model = KernelPerceptron(gamma=1.0, budget=30, random_state=0).partial_fit(X, y)
    held = model._solutions[0]
    held.forget.inverse *= 1.01
    model.partial_fit(X, y)
    held = model._solutions[0]
    gram = held.kernel(held._held(), held._held())

    assert np.abs(held.forget.inverse @ gram - np.eye(len(gram))).max() < 1e-6


def test_the_inverse_stays_one_over_many_rows():
    X, y = make_moons(3000, noise=0.3, random_state=0)
    model = KernelPerceptron(gamma=1.0, budget=30, max_iter=2, tol=None, random_state=0).fit(X, y)
    held = model._solutions[0]
    gram = held.kernel(held._held(), held._held())

    assert isinstance(held.forget, Projected)
    assert np.abs(held.forget.inverse @ gram - np.eye(len(gram))).max() < 1e-6


@pytest.mark.parametrize("forget", ["random", "project"])
@pytest.mark.parametrize("multiclass", ["joint", "ovr", "ovo"])
def test_several_classes_keep_to_the_budget_too(forget, multiclass):
    random = np.random.default_rng(0)
    X = random.standard_normal((300, 2))
    y = (X[:, 0] > 0).astype(int) + (X[:, 1] > 0)
    options = {"gamma": 1.0, "forget": forget, "multiclass": multiclass, "random_state": 0, "max_iter": 5}
    model = KernelPerceptron(budget=20, **options).fit(X, y)

    assert all(len(one.rows) <= 20 for one in model._solutions)
    assert forget == "random" or model.score(X, y) > 0.7


def test_memory_stays_the_same_on_a_long_stream():
    random = np.random.default_rng(0)
    model = KernelPerceptron(gamma=1.0, budget=10, forget="oldest", random_state=0)
    for _ in range(30):
        X = random.standard_normal((50, 3))
        model.partial_fit(X, X[:, 0] * X[:, 1] > 0, classes=[False, True])

    assert model.n_updates_ > 100
    assert len(model._solutions[0].rows) == len(model._solutions[0].support) == 10
    assert model.support_.max() < 1500
