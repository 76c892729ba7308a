"""Where a run begins to repeat: beside the learner itself, run on until the round is over twice."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.tracing.cycle import Cycle, cancelling_rows

SQUARE, XOR = [[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1]
ENDLESS = {"when_stalled": "stop", "tol": None}


def traced(X, y, **options):
    return rb.trace(rb.Perceptron(**{"order": "cyclic", "max_iter": 30, **ENDLESS, **options}), X, y)


def states(part):
    return [(*part.after(k).weights.tolist(), *part.after(k).bias.tolist()) for k in range(len(part.log) + 1)]


def slow_cycle(part, n_rows):
    """Compare every two moments at the same place of an epoch; the first that comes again is where it begins."""
    seen = states(part)
    for later in range(len(seen)):
        for earlier in range(later % n_rows, later, n_rows):
            if seen[earlier] == seen[later]:
                return earlier + 1, later - earlier
    return None


@given(
    st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2), st.booleans()), min_size=2, max_size=5),
    st.booleans(),
    st.sampled_from([0.1, 1.0]),
)
def test_a_cycle_is_where_weights_and_place_come_again_first(cells, fit_intercept, learning_rate):
    X, y = [cell[:2] for cell in cells], [cell[2] for cell in cells]
    y[0] = not y[1]
    part = traced(X, y, fit_intercept=fit_intercept, learning_rate=learning_rate).parts[0]

    if part.stop_reason == "converged":
        assert part.cycle is None
        return
    slow = slow_cycle(part, len(X))
    assert (None if part.cycle is None else part.cycle[:2]) == slow
    if slow is not None:
        first, length, n_updates = part.cycle
        seen, updates = states(part), np.diff([step.n_updates for step in part.steps], prepend=0)
        assert all(seen[k] == seen[k + length] for k in range(first - 1, len(seen) - length))
        assert n_updates == updates[first - 1 : first - 1 + length].sum() > 0
        assert length % len(X) == 0


def test_four_corners_go_round_in_one_epoch():
    trace = traced(SQUARE, XOR)

    assert trace.parts[0].cycle == Cycle(first=1, n_steps=4, n_updates=4)
    assert "From step 1 on it repeats for ever" in trace.to_markdown()
    assert "the same 4 updates follow again, each epoch." in trace.to_markdown()
    assert "`- x(row 0) + x(row 1) + x(row 2) - x(row 3) = 0`" in trace.to_markdown()
    assert '"cycle": {"first": 1, "n_steps": 4, "n_updates": 4}' in trace.to_json()


def test_an_array_of_rows_is_a_fixed_order_too():
    assert traced(SQUARE, XOR, order=[3, 0, 1, 2, 1]).parts[0].cycle.n_steps % 5 == 0


@pytest.mark.parametrize("order", ["shuffled", "random", "misclassified"])
def test_nothing_is_claimed_where_the_next_row_is_drawn(order):
    trace = traced(SQUARE, XOR, order=order, max_iter=100)

    assert trace.parts[0].cycle is None
    assert "for ever" not in trace.to_markdown()


def test_each_problem_has_its_own_cycle():
    rows, labels = [[-2], [0], [2]], ["a", "b", "c"]
    cycles = {part.classes[1]: part.cycle for part in traced(rows, labels, multiclass="ovr").parts}

    assert cycles["a"] is cycles["c"] is None
    assert cycles["b"] is not None


def test_what_never_returns_is_not_said_to():
    kernel = rb.trace(rb.KernelPerceptron(kernel="linear", order="cyclic", max_iter=20, tol=None), SQUARE, XOR)
    arow = rb.trace(rb.ConfidenceWeighted(order="cyclic", max_iter=20, tol=None), SQUARE, XOR)

    assert kernel.parts[0].cycle is arow.parts[0].cycle is None


def test_long_multipliers_are_written_as_shares_and_short_ones_in_full():
    X, y = [[0.1, 0.3], [0.7, 0.2], [0.4, 0.9], [0.42, 0.47]], ["a", "a", "a", "b"]
    words, formula = _cancelling(X, y)
    shares = [float(share) for share in re.findall(r"([\d.]+)·x", formula)]

    assert "as rounded shares" in words
    assert sum(shares) == pytest.approx(1, abs=0.01)
    words, formula = _cancelling(SQUARE, XOR)
    assert "shares" not in words
    assert formula.count("x(row") == 4


def _cancelling(X, y):
    trace = traced(X, y)
    return cancelling_rows(trace, trace.parts[0])
