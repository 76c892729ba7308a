"""Saved models, and the rows of files in the form that a model was fitted on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rosenblatt.arrow_arrays import from_strings
from rosenblatt.errors import BadData, BadModelFile
from rosenblatt.evaluate.probability_scores import ProbabilityScores, ProbabilityTally
from rosenblatt.evaluate.threshold_scores import Cut, ThresholdScores, ThresholdTally
from rosenblatt.evaluate.unknown_values import Unknown, UnknownValues
from rosenblatt.featurise.matrix_tables import columns_of, table_of
from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.learn.voted_perceptron import VotedPerceptron
from rosenblatt.model_files.model_file import load_steps
from rosenblatt.model_files.steps import Steps
from rosenblatt.read.bad_lines import OddLine
from rosenblatt.read.open_batches import Batches, open_batches
from rosenblatt.read.prefetch import Prefetched
from rosenblatt.rows import Csr, Floats, RawBatch

if TYPE_CHECKING:
    from rosenblatt.evaluate.explanation import ClassPlanes

_BATCHES_AHEAD = 2
NOT_TEXT = ("number", "category")
_TYPES = {"number": pa.float64()}  # of all other kinds: strings


class LoadedModel(NamedTuple):
    """A fitted learner, with the table features before it, or None if it was fitted on a matrix.

    `is_alone` is whether the file holds the learner itself, and not steps of which it is the last.
    """

    path: Path
    features: TableFeatures | None
    learner: Any
    is_alone: bool = False

    @property
    def classes(self) -> NDArray[Any]:
        """The labels that the model can predict."""
        classes: NDArray[Any] = self.learner.classes_
        return classes

    @property
    def is_slim(self) -> bool:
        """Whether it is for prediction only."""
        return bool(getattr(self.learner, "_is_slim", False))

    def rows(self, batch: RawBatch) -> Any:
        """Return the rows of a batch in the form that the learner was fitted on."""
        if self.features is None:
            return batch.data
        return self.features._to_csr(table_of(batch, columns_of(self.features)))

    def row_of(self, texts: Mapping[str, str]) -> Any:
        """Build one row from texts by column name, with all other columns missing; a row of a matrix is all 0."""
        if self.features is None:
            return np.zeros((1, self.learner.n_features_in_))
        columns = {
            name: from_strings([texts[name]]) if name in texts else pa.nulls(1, _TYPES.get(kind, pa.string()))
            for name, kind in self.features.kinds_.items()
        }
        return self.features._to_csr(pa.table(columns))

    @property
    def has_probabilities(self) -> bool:
        """Whether the learner is calibrated."""
        return hasattr(self.learner, "calibration_")

    def predict(self, X: Any, numbers: str | None = None) -> tuple[NDArray[Any], Floats | None]:
        """Predict the label of each row.

        Parameters
        ----------
        X : rows in the form that the learner was fitted on.
        numbers : what to return for each row and class: ``"scores"``, of which a larger one is stronger evidence for
            the class, or ``"probabilities"``; None for nothing.
        """
        decision: Floats = self.learner.decision_function(X)
        labels: NDArray[Any] = self.learner._labels_of(decision)
        if numbers == "probabilities":
            return labels, self.learner.calibration_.probabilities(decision)
        if numbers == "scores":
            return labels, np.column_stack([-decision, decision]) if decision.ndim == 1 else decision
        return labels, None


def load_model(path: Path) -> LoadedModel:
    """Load a model that can predict rows of files."""
    loaded = load_steps(path)
    *before, learner = [step for _, step in loaded.steps] if isinstance(loaded, Steps) else [loaded]
    is_known = len(before) <= 1 and all(isinstance(one, TableFeatures) for one in before)
    if not is_known or not hasattr(learner, "predict"):
        raise BadModelFile(
            f"{path}: a model to use on files is a learner, alone or after TableFeatures; use this one from Python"
        )
    return LoadedModel(path, before[0] if before else None, learner, is_alone=learner is loaded)


def open_for(
    model: LoadedModel, file: str, *, label: str | None = None, may_be_wider: bool = False, **how: Any
) -> Batches:
    """Open a file with the columns and kinds that the model was fitted on; other columns are ignored."""
    if model.features is None or not model.features.has_names:
        width = model.learner.n_features_in_ if model.features is None else model.features.n_features_in_
        width = None if may_be_wider and model.features is None else width
        batches = open_batches(file, label=label, n_features=width, **how)
        if batches.kinds:
            raise BadData(f"{file}: {model.path} learned from a matrix, and this file holds named columns")
        return batches
    kinds = dict(model.features.kinds_)
    if label is not None:
        kinds[label] = "category" if model.classes.dtype.kind == "U" else "number"
    numeric, categorical = ([name for name, kind in kinds.items() if kind == wanted] for wanted in NOT_TEXT)
    text = [name for name, kind in kinds.items() if kind not in NOT_TEXT]
    columns: dict[str, Any] = {"text": text, "numeric": numeric, "categorical": categorical, "only_named": True}
    return open_batches(file, label=label, **columns, **how)


def rows_ahead(model: LoadedModel, batches: Batches) -> Prefetched[tuple[RawBatch, list[OddLine], Any]]:
    """Iterate over batches, the lines since the last batch that are not rows, and the rows as the learner takes them.

    One thread reads and one builds rows, ahead of the thread that predicts and writes.
    """

    def read() -> Iterator[tuple[RawBatch, list[OddLine]]]:
        return ((batch, batches.take_odd_lines()) for batch in batches)

    def made() -> Iterator[tuple[RawBatch, list[OddLine], Any]]:
        with Prefetched(read()) as ahead:
            yield from ((batch, odd, model.rows(batch) if len(batch) else None) for batch, odd in ahead)

    return Prefetched(made(), _BATCHES_AHEAD)


class Judged(NamedTuple):
    """The true and the predicted labels of rows, and what else was found.

    `probabilities` and `thresholds` are the scores of probabilities if there are any, the latter for two classes only.
    """

    labels: NDArray[Any]
    predictions: NDArray[Any]
    probabilities: ProbabilityScores | None
    unknown: dict[str, Unknown]
    thresholds: tuple[ThresholdScores, ...] = ()


def judge(model: LoadedModel, batches: Batches, place: int = 1, threshold: float | None = None) -> Judged:
    """Predict the label of every row, and its probabilities if the model is calibrated.

    Parameters
    ----------
    model : the model.
    batches : labelled rows.
    place : of two classes that which thresholds are for.
    threshold : predict this class by a probability above this one, or by a score if there are no probabilities; None
        for the threshold of the model.
    """
    predictions: list[Any] = []
    labels: list[Any] = []
    numbers = "probabilities" if model.has_probabilities else None if threshold is None else "scores"
    tally = ProbabilityTally(model.classes)
    over_thresholds = ThresholdTally(model.classes[place]) if len(model.classes) == 2 else None
    unknown = UnknownValues(model.features)
    with rows_ahead(model, batches) as ahead:
        for batch, _, X in ahead:
            labels.append(batches.labels_of(batch))
            unknown.add(batch, X)
            predicted, found = model.predict(X, numbers)
            if threshold is not None and found is not None:
                predicted = Cut(place, threshold).labels(model.classes, found)
            predictions.append(predicted)
            if found is not None and model.has_probabilities:
                tally.add(labels[-1], found)
                if over_thresholds is not None:
                    over_thresholds.add(labels[-1], found[:, place])
    if not labels:
        raise BadData(f"{batches.paths[0]}: there are no rows to evaluate")
    outcome = np.concatenate(labels), np.concatenate(predictions)
    if not model.has_probabilities:
        return Judged(*outcome, None, unknown.columns)
    thresholds = () if over_thresholds is None else over_thresholds.scores()
    return Judged(*outcome, tally.scores(), unknown.columns, thresholds)


def class_planes(model: LoadedModel) -> ClassPlanes:
    """Return one plane per class, of a linear model; the biases contain the threshold, so that the highest one wins."""
    from rosenblatt.evaluate.explanation import ClassPlanes  # noqa: PLC0415  not needed for prediction
    from rosenblatt.evaluate.features import weights_of_classes  # noqa: PLC0415

    coef = getattr(model.learner, "coef_", None)
    if coef is None or len(coef) not in (1, len(model.classes)):
        raise BadData(f"{model.path}: this {type(model.learner).__name__} has no weights per class to show")
    biases = weights_of_classes(model.learner.intercept_[:, np.newaxis] - model.learner.threshold_).ravel()
    return ClassPlanes(weights_of_classes(coef), biases)


def predicting_planes(model: LoadedModel) -> ClassPlanes:
    """Return one plane per class, of a model that predicts the class with the largest activation."""
    if isinstance(model.learner, VotedPerceptron):
        raise BadData(f"{model.path}: a VotedPerceptron predicts by a vote of many planes, which cannot be exported")
    return class_planes(model)


def row_of_text(model: LoadedModel, text: str) -> tuple[Csr, dict[int, str]]:
    """Build a row from a text, with all other columns missing; return the names of its columns as well."""
    from rosenblatt.featurise.column_names import names_in_texts  # noqa: PLC0415  not needed for prediction

    kinds = {} if model.features is None else model.features.kinds_
    texts = [name for name, kind in kinds.items() if kind == "text"]
    if model.features is None or not texts or (len(texts) > 1 and not model.features.join_text):
        raise BadData(f"{model.path}: explaining a text takes a model with one text column; this one has {len(texts)}")
    row = model.row_of({texts[0]: text})
    return row, names_in_texts(model.features, row.indices, {texts[0]: text})
