"""The part of an ONNX graph that turns ``scores`` into ``probabilities``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rosenblatt.learn.calibration.isotonic import Curve, Isotonic
from rosenblatt.learn.calibration.methods import Calibration
from rosenblatt.learn.calibration.online import OnlineSigmoid
from rosenblatt.learn.calibration.sigmoid import Sigmoid
from rosenblatt.learn.calibration.temperature import Temperature
from rosenblatt.rows import Floats

Make: TypeAlias = Callable[..., Any]  # makes a node
Constant: TypeAlias = Callable[[str, NDArray[Any]], str]  # adds a constant, and returns its name


def probability_nodes(calibration: Calibration, n_classes: int, make: Make, constant: Constant) -> list[Any]:
    """Return nodes from ``scores``, one per class, to ``probabilities``.

    Of two classes the first has the negated score of the second, so that the softmax of half of each is the logistic
    function of the second.
    """
    if isinstance(calibration, OnlineSigmoid):
        calibration = calibration.as_sigmoid()
    if isinstance(calibration, Temperature):
        factor = calibration.factor / 2 if n_classes == 2 else calibration.factor
        return _softmax(np.array(factor), np.zeros(1), make, constant)
    if isinstance(calibration, Sigmoid) and n_classes == 2:
        bias = calibration.biases[0] / 2
        return _softmax(calibration.slopes / 2, np.array([-bias, bias]), make, constant)
    if isinstance(calibration, Sigmoid):
        return [
            *_leads(make, constant),
            make("Mul", ["leads", constant("slopes", calibration.slopes)], ["sloped"]),
            make("Add", ["sloped", constant("curve_biases", calibration.biases)], ["log_odds"]),
            make("Sigmoid", ["log_odds"], ["values"]),
            *_shares(make, constant),
        ]
    assert isinstance(calibration, Isotonic)
    if n_classes == 2:
        (curve,) = calibration.curves
        return [
            make("Gather", ["scores", constant("second", np.array([1]))], ["of_second"], axis=1),
            *_curve(curve, "of_second", "value", make, constant),
            make("Sub", [constant("one", np.ones(1)), "value"], ["value_of_first"]),
            make("Concat", ["value_of_first", "value"], ["probabilities"], axis=1),
        ]
    nodes = _leads(make, constant)
    for place, curve in enumerate(calibration.curves):
        column = constant(f"class_{place}", np.array([place]))
        nodes.append(make("Gather", ["leads", column], [f"lead_{place}"], axis=1))
        nodes += _curve(curve, f"lead_{place}", f"value_{place}", make, constant)
    nodes.append(make("Concat", [f"value_{place}" for place in range(n_classes)], ["values"], axis=1))
    return [*nodes, *_shares(make, constant)]


def _softmax(factor: Floats, bias: Floats, make: Make, constant: Constant) -> list[Any]:
    return [
        make("Mul", ["scores", constant("factor", factor)], ["scaled_scores"]),
        make("Add", ["scaled_scores", constant("score_biases", bias)], ["powers"]),
        make("Softmax", ["powers"], ["probabilities"], axis=1),
    ]


def _leads(make: Make, constant: Constant) -> list[Any]:
    return [
        make("TopK", ["scores", constant("two", np.array([2]))], ["best_two", "places_of_best"], axis=1),
        make("Split", ["best_two"], ["best", "second_best"], axis=1),
        make("Equal", ["scores", "best"], ["is_best"]),
        make("Where", ["is_best", "second_best", "best"], ["strongest_other"]),
        make("Sub", ["scores", "strongest_other"], ["leads"]),
    ]


def _shares(make: Make, constant: Constant) -> list[Any]:
    return [
        make("ReduceSum", ["values", constant("axis_of_classes", np.array([1]))], ["sums"], keepdims=1),
        make("Div", ["values", "sums"], ["probabilities"]),
    ]


def _curve(curve: Curve, x: str, y: str, make: Make, constant: Constant) -> list[Any]:
    """Return nodes from a column of scores to the values of a curve: the lines of `Curve`, found by counting bends."""
    scores, values = curve
    if len(scores) == 1:
        scores, values = np.array([scores[0], scores[0] + 1.0]), np.repeat(values, 2)

    def named(what: str) -> str:
        return f"{y}_{what}"

    def add(what: str, numbers: NDArray[Any]) -> str:
        return constant(named(what), numbers)

    parts = {
        "start": scores[:-1],
        "width": np.diff(scores),
        "low": values[:-1],
        "rise": np.diff(values),
        "high": values[1:],
    }
    return [
        make("Max", [x, add("first", scores[:1])], [named("above")]),
        make("Min", [named("above"), add("last", scores[-1:])], [named("x")]),
        make("GreaterOrEqual", [named("x"), add("bends", scores[1:-1])], [named("passed")]),
        make("Cast", [named("passed")], [named("passes")], to=7),  # int64
        make("ReduceSum", [named("passes"), add("axis", np.array([1]))], [named("place")], keepdims=1),
        *(make("Gather", [add(f"{what}s", part), named("place")], [named(what)]) for what, part in parts.items()),
        make("Sub", [named("x"), named("start")], [named("along")]),
        make("Div", [named("along"), named("width")], [named("share")]),
        make("Mul", [named("share"), named("rise")], [named("risen")]),
        make("Add", [named("low"), named("risen")], [named("between")]),
        make("Min", [named("between"), named("high")], [y]),
    ]
