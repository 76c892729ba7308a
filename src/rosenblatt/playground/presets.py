"""Sets of labelled rows to start from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_iris, make_circles, make_moons

from rosenblatt.playground.options import settings_of
from rosenblatt.playground.words import encode

_REVIEWS = {"movie good": "good", "movie bad": "bad", "not good": "bad"}
_NEGATION = {"good": "good", "bad": "bad", "not good": "bad", "not bad": "good"}
_DIGITS = 2  # after the decimal point: enough for a board, and short in a link


class Preset(NamedTuple):
    """Labelled rows with names of columns and rows, and the learner and options that they are meant for, if any."""

    columns: list[str]
    rows: list[list[float]]
    labels: list[str]
    names: list[str] | None = None
    settings: dict[str, Any] | None = None


def make_preset(name: str, noise: float, seed: int) -> Preset:
    """Return the rows of a preset in random order; `noise` is the standard deviation of what is added to them.

    The first row is of the last class, so that the first step of a perceptron from zero is a mistake.
    """
    random = np.random.default_rng(seed)
    made = PRESETS[name](noise, random)
    if made.names is not None:
        return made
    order = random.permutation(len(made.rows)).tolist()
    first = next(place for place, row in enumerate(order) if made.labels[row] == max(made.labels))
    order[0], order[first] = order[first], order[0]
    return made._replace(rows=[made.rows[k] for k in order], labels=[made.labels[k] for k in order])


def _board(points: NDArray[np.float64], targets: NDArray[Any]) -> Preset:
    rows = np.round(points, _DIGITS) + 0.0
    return Preset(["x₁", "x₂"], rows.tolist(), [("A", "B")[int(target)] for target in targets])


def _clouds(centres: list[tuple[float, float]], targets: list[int], each: int, spread: float) -> Callable[..., Preset]:
    def make(noise: float, random: np.random.Generator) -> Preset:
        offsets = random.uniform(-1, 1, size=(each * len(centres), 2)) * spread
        points = np.repeat(centres, each, axis=0) + offsets
        return _board(points + random.normal(0, noise, size=points.shape), np.repeat(targets, each))

    return make


def _touching(noise: float, random: np.random.Generator) -> Preset:
    """Return rows close to the line between the classes: separable, with a small margin."""
    points = random.uniform(-3, 3, size=(60, 2))
    height = points @ (0.6, 0.8)
    targets = height > 0
    points += np.outer(np.where(targets, 0.06, -0.06), (0.6, 0.8))
    return _board(points + random.normal(0, noise, size=points.shape), targets)


def _xor(noise: float, random: np.random.Generator) -> Preset:
    corners = np.array([[-2.0, -2.0], [2.0, 2.0], [-2.0, 2.0], [2.0, -2.0]])
    each = 1 if noise == 0 else 10
    points = np.repeat(corners, each, axis=0)
    return _board(points + random.normal(0, noise, size=points.shape), np.repeat([0, 0, 1, 1], each))


def _moons(noise: float, random: np.random.Generator) -> Preset:
    points, targets = make_moons(80, random_state=0)
    points = (points - (0.5, 0.25)) * 2
    return _board(points + random.normal(0, noise, size=points.shape), targets)


def _circles(noise: float, random: np.random.Generator) -> Preset:
    points, targets = make_circles(80, factor=0.45, random_state=0)
    return _board(2.5 * points + random.normal(0, noise, size=points.shape), targets)


def _noisy(noise: float, random: np.random.Generator) -> Preset:
    """Return two clouds with some wrong labels."""
    points = np.repeat([[-1.2, -0.8], [1.2, 0.8]], 40, axis=0)
    points = points + random.normal(0, 0.6 + noise, size=points.shape)
    targets = np.repeat([0, 1], 40)
    wrong = random.choice(80, size=5, replace=False)
    targets[wrong] = 1 - targets[wrong]
    return _board(points, targets)


def _reviews(reviews: dict[str, str]) -> Callable[..., Preset]:
    """Return short reviews as counts of their words, without noise, to be learned as in the lecture that has them."""

    def make(noise: float, random: np.random.Generator) -> Preset:
        columns, rows = encode(list(reviews), pairs=False)
        return Preset(columns, rows, list(reviews.values()), list(reviews), settings_of("lecture"))

    return make


def _gate(outputs: list[int]) -> Callable[..., Preset]:
    """Return the four inputs of a logic gate."""

    def make(noise: float, random: np.random.Generator) -> Preset:
        inputs = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
        points = np.round(inputs + random.normal(0, noise, size=(4, 2)), _DIGITS) + 0.0
        return Preset(["p", "q"], points.tolist(), ["off" if output == 0 else "on" for output in outputs])

    return make


def _iris(noise: float, random: np.random.Generator) -> Preset:
    """Return Fisher's irises by their petals: setosa is separable from the others."""
    data = load_iris()
    points = data.data[:, 2:] + random.normal(0, noise, size=(150, 2))
    labels = [str(data.target_names[target]) for target in data.target]
    return Preset(["petal length", "petal width"], (np.round(points, _DIGITS) + 0.0).tolist(), labels)


GATES: dict[str, Callable[[float, np.random.Generator], Preset]] = {
    "and": _gate([0, 0, 0, 1]),
    "or": _gate([0, 1, 1, 1]),
    "not": _gate([1, 1, 0, 0]),  # of p; q does not matter
}
PRESETS: dict[str, Callable[[float, np.random.Generator], Preset]] = {
    "separable": _clouds([(0.9, -1.3), (2.4, 0.9)], [0, 1], 20, 0.95),
    "touching": _touching,
    "xor": _xor,
    "moons": _moons,
    "circles": _circles,
    "noisy": _noisy,
    "words": _reviews(_REVIEWS),
    "negation": _reviews(_NEGATION),
    "iris": _iris,
    **GATES,
}
