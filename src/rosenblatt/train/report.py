"""The report of a training: what was read, how it went, and how good the model is."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from rosenblatt.evaluate.evaluation import Evaluation
from rosenblatt.evaluate.features import ClassFeatures
from rosenblatt.evaluate.probability_scores import ProbabilityScores
from rosenblatt.train.column_values import ColumnValues
from rosenblatt.train.recipe import Recipe


@dataclass(frozen=True, slots=True)
class ClassRows:
    """The number of rows of one class."""

    label: Any
    rows: int


@dataclass(frozen=True, slots=True)
class EpochReport:
    """One epoch: rows seen, mistakes and updates among them, and the error on the rows that choose afterwards."""

    epoch: int
    seen: int
    mistakes: int
    updates: int
    held_out_error: float | None


@dataclass(frozen=True, slots=True)
class SplitReport:
    """The number of rows that chose and of those that judged, and of folds if there were any.

    `group` and `time` are the columns by which rows were split, if any, and `file` is the other file that judged.
    """

    choosing: int
    judging: int
    folds: int | None
    group: str | None = None
    time: str | None = None
    file: str | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """A recipe, with its outcome on the rows that choose.

    Attributes
    ----------
    recipe : the recipe.
    wrong, rows : the number of wrong predictions at threshold 0, and of rows.
    is_chosen : whether it was chosen.
    error : by the metric: 1 - its value, or the log loss.
    """

    recipe: Recipe
    wrong: int
    rows: int
    is_chosen: bool
    error: float


@dataclass(frozen=True, slots=True)
class MetricReport:
    """The metric that decided, and the threshold that is best for it.

    Attributes
    ----------
    name : that of the metric.
    label : the class that is to be found, the rarer of two; None of several, and for the log loss.
    value : on the rows that judge; None if it is not defined there.
    threshold : what the score of the class must exceed to be predicted; None if it is 0.
    probability : the probability of the class at the threshold; None if there are no probabilities, or no threshold.
    """

    name: str
    label: Any
    value: float | None
    threshold: float | None
    probability: float | None


@dataclass(frozen=True, slots=True)
class Drift:
    """The error on the last tenth of a file, after learning from the rows before it, and that on random rows."""

    last_tenth: float
    random_rows: float


@dataclass(frozen=True, slots=True)
class EngineReport:
    """How a training was divided among workers.

    Attributes
    ----------
    plan : the hash of its plan: the same plan results in the same model on any engine.
    shards, parts : the number of shards, and of parts of files that were dealt out to them.
    mix, mixes : how shards were mixed, and how often per epoch.
    """

    plan: str
    shards: int
    parts: int
    mix: str
    mixes: int


@dataclass(frozen=True, slots=True)
class TrainingReport:
    """What was read, how training went, and how good the model is.

    Attributes
    ----------
    file, learner, seed, made, version : the source, the learner, the time in UTC and the version of the package.
    rows, n_columns, classes : what was read, held-out rows included.
    columns, missing : the kind of each column and its number of missing values; both empty for a matrix.
    left_out : columns that were left out because they cannot help, with the reason; they are not among `columns`.
    rare_ngrams : the number of n-grams that were left out because they occur too rarely; None if they were too many to
        be counted.
    bad_lines : the lines that were skipped, each with the reason.
    unlabelled : the number of rows that were left out because they have no label.
    reading : how the file was read, as given and as detected.
    extras : the signs and separators that were left out of numbers, by column.
    codes : the columns of numbers that begin with 0, as codes do, each with one of them.
    values : what the first columns hold in the first rows.
    rows_on_disk : the bytes of rows that were in temporary files because they did not fit into memory.
    split : the rows that chose and judged.
    epochs, stop_reason : of the training that was judged, or with folds of the final one: one record per epoch, and
        why it ended.
    n_epochs : the number of epochs of the final training, on all rows.
    held_out : the evaluation on the rows that judge.
    strongest : the features with the largest weights for each class.
    resumed_from : the model that was continued, if one was.
    trials : the recipes that were tried, the fewest wrong predictions first.
    drift : errors that show that the order of the rows matters; None if it does not, or was not looked at.
    probabilities : scores of the probabilities of the rows that judge; None without a calibration.
    metric : what decided between recipes and when to stop; None if it was the accuracy.
    engine : how the training was divided among workers; None if it was not.
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
    split: SplitReport
    epochs: tuple[EpochReport, ...]
    stop_reason: str
    n_epochs: int
    held_out: Evaluation
    strongest: tuple[ClassFeatures, ...]
    resumed_from: str | None = None
    left_out: dict[str, str] = field(default_factory=dict)
    rare_ngrams: int | None = 0
    trials: tuple[Trial, ...] = ()
    drift: Drift | None = None
    probabilities: ProbabilityScores | None = None
    unlabelled: int = 0
    reading: dict[str, Any] = field(default_factory=dict)
    extras: dict[str, str] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)
    values: dict[str, ColumnValues] = field(default_factory=dict)
    metric: MetricReport | None = None
    engine: EngineReport | None = None

    def to_facts(self) -> dict[str, Any]:
        """Return the report as nested dicts and lists, as JSON has it."""
        facts: dict[str, Any] = _with_lists(asdict(self))
        return facts


def _with_lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _with_lists(one) for name, one in value.items()}
    return [_with_lists(one) for one in value] if isinstance(value, (list, tuple)) else value
