"""How several classes become problems for one loop: all at once, each against the rest, or pair by pair."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosenblatt import checks
from rosenblatt.learn.weights.solution import Answers, Kept, Model, Plane
from rosenblatt.rows import Floats, Indices, RowsView, Targets


class Problem(NamedTuple):
    """What one learner is asked: the targets of all rows, and the places of the classes it has to tell apart.

    A positive class alone is told from the rest; none at all: this is the only problem.
    """

    targets: Targets
    positive: int | None = None
    negative: int | None = None

    @property
    def is_against_rest(self) -> bool:
        """Whether one class is told from all others."""
        return self.positive is not None and self.negative is None

    def rows_of(self, rows: Indices, classes: Targets) -> Indices:
        """Choose those of the rows that take part, by the class numbers of all."""
        return rows if self.negative is None else rows[self._takes_part(classes[rows])]

    def weights_of(self, weights: Floats | None, classes: Targets) -> Floats | None:
        """Give the rows that do not take part a weight of 0."""
        if self.negative is None:
            return weights
        return np.where(self._takes_part(classes), 1.0 if weights is None else weights, 0.0)

    def _takes_part(self, classes: Targets) -> NDArray[np.bool_]:
        takes_part: NDArray[np.bool_] = (classes == self.positive) | (classes == self.negative)
        return takes_part


class Planes(NamedTuple):
    """Planes that were learned one by one, as rows of ``coef_``."""

    coef: Floats
    intercept: Floats

    def activations(self, X: RowsView, which: Indices | None = None) -> Floats:
        """Compute w.x + b for each row and plane."""
        return X.rows.plane_activations(which, np.ascontiguousarray(self.coef), self.intercept)


class SideBySide(NamedTuple):
    """Models that were learned one by one."""

    models: Sequence[Model]

    def activations(self, X: RowsView, which: Indices | None = None) -> Floats:
        """Let each model say what it makes of each row."""
        return np.column_stack([model.activations(X, which) for model in self.models])


@dataclass(frozen=True)
class Division(ABC):
    """A way to divide so many classes into problems, each with a plane or planes of its own."""

    n_classes: int

    @property
    @abstractmethod
    def n_planes(self) -> int:
        """How many rows ``coef_`` has."""

    def zeros(self, n_columns: int) -> tuple[Floats, Floats]:
        """Make ``coef_`` and ``intercept_`` of zeros."""
        return np.zeros((self.n_planes, n_columns)), np.zeros(self.n_planes)

    def no_answers(self, n_rows: int) -> Answers:
        """Make room for what the walks say of each row."""
        return np.empty((self.n_planes, n_rows))

    @abstractmethod
    def problems(self, targets: Targets) -> list[Problem]:
        """Say what each learner is asked."""

    @abstractmethod
    def planes(self, coef: Floats, intercept: Floats) -> list[Plane]:
        """Give the weights of each problem, from the rows of ``coef_``, without a copy where that is possible."""

    @abstractmethod
    def can_change(self, coef: Floats) -> bool:
        """Say whether `planes` would be views, which can be learned in place."""

    @abstractmethod
    def stack(self, planes: list[Plane]) -> tuple[Floats, Floats]:
        """Put the weights of all problems together as ``coef_`` and ``intercept_``."""

    @abstractmethod
    def linear_model(self, coef: Floats, intercept: Floats) -> Model:
        """Give what predicts with these weights."""

    @abstractmethod
    def model(self, models: Sequence[Model]) -> Model:
        """Put what each problem predicts together."""

    @abstractmethod
    def grow(self, kept: list[Kept], place: int, begin: Callable[[], Kept]) -> list[Kept]:
        """Take up what was kept of one class less, before the class at this place came; `begin` starts a problem."""

    @abstractmethod
    def decide(self, activations: Floats, last_wins: bool) -> Floats:
        """Turn what the problems say of a row into one number a row, or one a class."""


class Together(Division):
    """One problem: two classes with one plane, or several that are learned jointly."""

    @property
    def n_planes(self) -> int:
        """How many rows ``coef_`` has."""
        return self.n_classes if self.n_classes > 2 else 1

    def zeros(self, n_columns: int) -> tuple[Floats, Floats]:
        """Make ``coef_`` and ``intercept_`` of zeros, with the weights of one column side by side."""
        return np.zeros((n_columns, self.n_planes)).T, np.zeros(self.n_planes)

    def problems(self, targets: Targets) -> list[Problem]:
        """Say what each learner is asked."""
        return [Problem(targets)]

    def planes(self, coef: Floats, intercept: Floats) -> list[Plane]:
        """Give the weights of each problem."""
        return [Plane(coef[0] if self.n_planes == 1 else np.ascontiguousarray(coef.T), intercept)]

    def can_change(self, coef: Floats) -> bool:
        """Say whether `planes` would be views, which can be learned in place."""
        return coef.flags.writeable and (self.n_classes <= 2 or coef.flags.f_contiguous)

    def no_answers(self, n_rows: int) -> Answers:
        """Make room for what the walks say of each row."""
        return super().no_answers(n_rows) if self.n_classes <= 2 else np.empty((1, n_rows), dtype=np.int32)

    def stack(self, planes: list[Plane]) -> tuple[Floats, Floats]:
        """Put the weights of all problems together."""
        (plane,) = planes
        return plane.weights.reshape(1, -1) if self.n_planes == 1 else plane.weights.T, plane.bias

    def linear_model(self, coef: Floats, intercept: Floats) -> Model:
        """Give what predicts with these weights."""
        return self.planes(coef, intercept)[0]

    def model(self, models: Sequence[Model]) -> Model:
        """Put what each problem predicts together."""
        return models[0]

    def grow(self, kept: list[Kept], place: int, begin: Callable[[], Kept]) -> list[Kept]:
        """Take up what was kept of one class less: the margins between the others stay as they were."""
        if self.n_classes == 2:
            return kept
        several = kept[0].changed("of_each_class") if self.n_classes == 3 else kept[0]
        return [several.changed("with_class", place)]

    def decide(self, activations: Floats, last_wins: bool) -> Floats:
        """Turn what the problems say of a row into one number a row, or one a class."""
        return activations


class OneByOne(Division):
    """Problems of two classes with a plane each."""

    def planes(self, coef: Floats, intercept: Floats) -> list[Plane]:
        """Give the weights of each problem."""
        rows = np.ascontiguousarray(coef)
        return [Plane(rows[p], intercept[p : p + 1]) for p in range(self.n_planes)]

    def can_change(self, coef: Floats) -> bool:
        """Say whether `planes` would be views, which can be learned in place."""
        return coef.flags.writeable and coef.flags.c_contiguous

    def stack(self, planes: list[Plane]) -> tuple[Floats, Floats]:
        """Put the weights of all problems together."""
        return np.stack([plane.weights for plane in planes]), np.concatenate([plane.bias for plane in planes])

    def linear_model(self, coef: Floats, intercept: Floats) -> Model:
        """Give what predicts with these weights."""
        return Planes(coef, intercept)

    def model(self, models: Sequence[Model]) -> Model:
        """Put what each problem predicts together."""
        return SideBySide(models)


class OneVsRest(OneByOne):
    """Each class against all others; the largest activation wins."""

    @property
    def n_planes(self) -> int:
        """How many rows ``coef_`` has."""
        return self.n_classes

    def problems(self, targets: Targets) -> list[Problem]:
        """Say what each learner is asked."""
        return [Problem(_signs(targets, place), place) for place in range(self.n_classes)]

    def grow(self, kept: list[Kept], place: int, begin: Callable[[], Kept]) -> list[Kept]:
        """Take up what was kept of one class less; of two, each was the other's rest."""
        known = [deepcopy(kept[0]).changed("opposite"), kept[0]] if self.n_classes == 3 else list(kept)
        known.insert(place, begin())
        return known

    def decide(self, activations: Floats, last_wins: bool) -> Floats:
        """Turn what the problems say of a row into one number a class."""
        return activations


class OneVsOne(OneByOne):
    """Each pair of classes; the majority of the pairs wins, then the largest sum of activations."""

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The negative and the positive class of each problem."""
        return list(combinations(range(self.n_classes), 2))

    @property
    def n_planes(self) -> int:
        """How many rows ``coef_`` has."""
        return self.n_classes * (self.n_classes - 1) // 2

    def problems(self, targets: Targets) -> list[Problem]:
        """Say what each learner is asked."""
        return [Problem(_signs(targets, positive), positive, negative) for negative, positive in self.pairs]

    def grow(self, kept: list[Kept], place: int, begin: Callable[[], Kept]) -> list[Kept]:
        """Take up what was kept of one class less."""
        known = iter(kept)  # in the order of the pairs, which a new class does not change
        return [begin() if place in pair else next(known) for pair in self.pairs]

    def decide(self, activations: Floats, last_wins: bool) -> Floats:
        """Count the votes of each class, and add a share of less than half a vote for its sum of activations.

        The share is relative to the largest sum of the row: scaling the weights changes no decision.
        """
        votes = np.zeros((len(activations), self.n_classes))
        sums = np.zeros_like(votes)
        for (negative, positive), activation in zip(self.pairs, activations.T, strict=True):
            wins = activation >= 0 if last_wins else activation > 0
            votes[:, positive] += wins
            votes[:, negative] += ~wins
            sums[:, positive] += activation
            sums[:, negative] -= activation
        largest = np.abs(sums).max(axis=1, keepdims=True)
        share: Floats = votes + sums / np.where(largest > 0, 3 * largest, 1.0)
        return share


def _signs(targets: Targets, positive: int) -> NDArray[np.int8]:
    return np.where(targets == positive, np.int8(1), np.int8(-1))


DIVISIONS: dict[str, type[Division]] = {"joint": Together, "ovr": OneVsRest, "ovo": OneVsOne}


def make_division(owner: object, n_classes: int) -> Division:
    """Make the division that the option `multiclass` names; up to two classes are one problem under any name."""
    name = checks.choice(owner, "multiclass", DIVISIONS)
    return DIVISIONS[name](n_classes) if n_classes > 2 else Together(n_classes)
