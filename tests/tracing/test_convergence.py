"""The proof of convergence, checked at every update of runs: once in exact arithmetic, once as the columns say it."""

import math
from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.errors import BadParameter

NAMES = ["gamma*T", "w*.w", "|w|", "R*sqrt(T)"]
X, Y = [[2, 1], [1, 3], [1, 0]], [1, 1, -1]


@st.composite
def separable_rows(draw):
    """Whole rows, labelled by a plane that meets none of them."""
    n_columns = draw(st.integers(1, 3))
    wholes = st.lists(st.integers(-4, 4), min_size=n_columns, max_size=n_columns)
    weights, rows = draw(wholes), draw(st.lists(wholes, min_size=2, max_size=8))
    labels = [2 * sum(w * x for w, x in zip(weights, row, strict=True)) > 1 for row in rows]
    return rows, [*labels[:-1], not labels[0]] if len(set(labels)) < 2 else labels


@given(separable_rows(), st.booleans())
def test_every_update_obeys_both_halves_of_the_proof_exactly(data, fit_intercept):
    rows, labels = data
    trace = rb.trace(rb.Perceptron(order="cyclic", fit_intercept=fit_intercept, max_iter=50), rows, labels)
    part = trace.parts[0]
    if not isinstance(part.certificate, rb.Separable):
        assert "cos" not in trace.to_frame()
        return
    best = [*part.certificate.weights, part.certificate.bias]
    gamma, radius = Fraction(part.bound.margin.low), Fraction(part.bound.radius)
    for step in part.steps:
        w, T = [*map(Fraction, step.after.weights.tolist()), Fraction(step.after.bias[0])], step.n_updates
        along = sum(b * v for b, v in zip(best, w, strict=True))

        assert along >= 0
        assert along**2 >= (gamma * T) ** 2 * sum(b * b for b in best)
        assert sum(v * v for v in w) <= radius**2 * T


@given(separable_rows(), st.sampled_from([0.1, 1.0, 3.0]))
def test_the_columns_rise_from_the_floor_to_the_ceiling(data, learning_rate):
    rows, labels = data
    trace = rb.trace(rb.Perceptron(order="cyclic", learning_rate=learning_rate, max_iter=50), rows, labels)
    frame = trace.to_frame()
    if trace.bound.most_updates is None:
        return
    for numbers in frame[NAMES].to_numpy():
        assert (np.diff(numbers) >= -1e-9 * numbers[-1]).all()

    T = frame["updates"].to_numpy()
    assert frame["gamma*T"].to_numpy() == pytest.approx(learning_rate * trace.bound.margin.low * T)
    assert frame["R*sqrt(T)"].to_numpy() == pytest.approx(learning_rate * trace.bound.radius * np.sqrt(T))
    assert frame["cos"].isna().tolist() == (T == 0).tolist()
    assert (frame["cos"].dropna() <= 1 + 1e-12).all()


def test_the_columns_are_the_same_for_sparse_rows_and_in_the_file():
    dense, sparse = (rb.trace(rb.Perceptron(order="cyclic"), rows, Y) for rows in (X, sp.csr_array(np.array(X, float))))
    lines = [line.split(",") for line in dense.to_csv().splitlines()]

    assert dense.to_frame()["cos"].tolist() == sparse.to_frame()["cos"].tolist()
    assert float(lines[-1][lines[0].index("|w|")]) == dense.to_frame()["|w|"].iloc[-1] == math.sqrt(14)


def test_each_problem_of_one_against_the_rest_has_its_own_numbers():
    rows, labels = [[-2], [-1], [0], [1], [5], [6]], [0, 0, 1, 1, 2, 2]
    trace = rb.trace(rb.Perceptron(multiclass="ovr", order="cyclic", max_iter=30), rows, labels)
    frame = trace.to_frame()

    assert frame.groupby("problem")["cos"].count().gt(0).to_dict() == {
        "0 against the rest": True,
        "1 against the rest": False,
        "2 against the rest": True,
    }
    assert all(rb.verify(part.certificate, rows, labels) for part in trace.parts)


@pytest.mark.parametrize(
    "learner",
    [
        rb.PassiveAggressive(order="cyclic"),
        rb.Perceptron(order="cyclic", margin=1.0),
        rb.Perceptron(order="cyclic", init="normal", random_state=0),
        rb.KernelPerceptron(order="cyclic"),
    ],
    ids=lambda learner: type(learner).__name__,
)
def test_where_the_proof_does_not_hold_there_are_no_columns_and_no_plot(learner):
    trace = rb.trace(learner, X, Y)

    assert "cos" not in trace.to_frame()
    with pytest.raises(BadParameter, match="only then the bound holds"):
        rb.plot_convergence(trace)
