"""What is to be said of a training: what was read, how it went, and how good the outcome is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rosenblatt.evaluate.evaluation import Evaluation
from rosenblatt.evaluate.features import ClassFeatures
from rosenblatt.train.recipe import Recipe


@dataclass(frozen=True, slots=True)
class ClassRows:
    """How many rows are of a class."""

    label: Any
    rows: int


@dataclass(frozen=True, slots=True)
class EpochReport:
    """One epoch: rows seen, mistakes and updates among them, and the error on the held-out rows afterwards."""

    epoch: int
    seen: int
    mistakes: int
    updates: int
    held_out_error: float | None


@dataclass(frozen=True, slots=True)
class Trial:
    """A way to learn, and how many of the held-out rows it guessed wrong, in all folds together."""

    recipe: Recipe
    wrong: int
    rows: int

    @property
    def error(self) -> float:
        """The share of wrong guesses."""
        return self.wrong / self.rows


@dataclass(frozen=True, slots=True)
class TrainingReport:
    """All of it.

    Attributes
    ----------
    file, learner, seed, made, version : from what, how, when, and with which version.
    rows, n_columns, classes : what was read; held-out rows count.
    columns, missing : the kind of each column and how many of its values are missing; both empty for a matrix.
    bad_lines : what was wrong with the lines that were left out.
    rows_on_disk : the bytes that rows took on the disk because they did not fit into memory.
    epochs, stop_reason : how training went and why it ended.
    held_out : how good the guesses for the held-out rows are.
    strongest : the features that speak most for each class.
    resumed_from : the model that this one goes on from, if it does.
    trials : the ways to learn that were tried, the best first; `folds` of all rows judged them, or the held-out rows.
    """

    file: str
    learner: str
    seed: int
    made: str
    version: str
    rows: int
    n_columns: int
    columns: dict[str, str]
    missing: dict[str, int]
    bad_lines: list[str]
    classes: tuple[ClassRows, ...]
    rows_on_disk: int
    epochs: tuple[EpochReport, ...]
    stop_reason: str
    held_out: Evaluation
    strongest: tuple[ClassFeatures, ...]
    resumed_from: str | None = None
    trials: tuple[Trial, ...] = ()
    folds: int | None = None
