"""Where the rows of a fit come from: what an array, blocks on disk and a shard have in common."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.learn.fitting.multiclass import Division, Problem
from rosenblatt.learn.fitting.prove import Prover
from rosenblatt.learn.weights.solution import Model, Observer, Solution, Tally
from rosenblatt.rows import Indices, RowsView


class Scorer(Protocol):
    """Labelled rows to score a model by."""

    def error(self, model: Model) -> float:
        """Compute the share of wrong predictions."""


class RowSource(Scorer, Protocol):
    """The rows of one problem, in the order of one epoch after another."""

    def attach(self, solution: Solution) -> None:
        """Prepare a solution to learn from these rows."""

    def walk(self, solution: Solution, learning: _core.Learning, max_updates: int, observer: Observer | None) -> Tally:
        """Learn from the rows of one epoch."""

    def covers_all(self, solution: Solution, learning: _core.Learning) -> bool:
        """Whether an epoch without updates proves that no row requires one."""


class ProblemRows(NamedTuple):
    """One problem of a fit: its rows, the rows that score it after each epoch, and what proves its separability."""

    problem: Problem
    learned: RowSource
    held_out: Scorer | None
    prove: Prover | None


class FitRows(Protocol):
    """All labelled rows of a fit, before they are divided into problems."""

    classes: NDArray[Any]  # in sorted order

    @property
    def present(self) -> Indices | None:
        """The rows of `first` that are not of weight 0; None for all."""

    def first(self) -> RowsView:
        """Return some of the rows, to start from."""

    def divide(self, division: Division, random: _core.Random) -> list[ProblemRows]:
        """Return the rows of each problem, with random numbers of their own if there are several."""
