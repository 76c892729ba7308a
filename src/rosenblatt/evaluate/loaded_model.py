"""A saved model, and the rows of files as it wants them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rosenblatt._scikit import Pipeline
from rosenblatt.errors import BadData, BadModelFile
from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.learn.model_file import load
from rosenblatt.learn.voted_perceptron import VotedPerceptron
from rosenblatt.read._bad_lines import OddLine
from rosenblatt.read.open_batches import Batches, open_batches
from rosenblatt.rows import Floats, RawBatch
from rosenblatt.train.reread import Ahead, no_label

if TYPE_CHECKING:
    from rosenblatt.evaluate.explanation import ClassPlanes

MADE_AHEAD = 2  # batches
NOT_TEXT = ("number", "category")
_TYPES = {"number": pa.float64(), "category": pa.string(), "text": pa.string(), "ignore": pa.string()}


class LoadedModel(NamedTuple):
    """A learner, and before it the features of tables, unless it learned from a matrix."""

    path: Path
    features: TableFeatures | None
    learner: Any

    @property
    def classes(self) -> NDArray[Any]:
        """The labels that it can guess."""
        classes: NDArray[Any] = self.learner.classes_
        return classes

    def rows(self, batch: RawBatch) -> Any:
        """Rows as the learner takes them."""
        data: Any = batch.data
        return data if self.features is None else self.features.transform(data.select(list(self.features.kinds_)))

    def row_of(self, values: Mapping[str, Any]) -> Any:
        """Make one row of values by column; the others are missing. In a matrix all are 0."""
        if self.features is None:
            return np.zeros((1, self.learner.n_features_in_))
        columns = {name: pa.array([values.get(name)], _TYPES[kind]) for name, kind in self.features.kinds_.items()}
        return self.features.transform(pa.table(columns))

    def scores(self, X: Any) -> Floats:
        """One number a row and class: the larger, the more it speaks for the class."""
        decision: Floats = self.learner.decision_function(X)
        return np.column_stack([-decision, decision]) if decision.ndim == 1 else decision


def load_model(path: Path) -> LoadedModel:
    """Open a model that can be used on files."""
    loaded = load(path)
    *before, learner = [step for _, step in loaded.steps] if isinstance(loaded, Pipeline) else [loaded]
    is_known = len(before) <= 1 and all(isinstance(one, TableFeatures) for one in before)
    if not is_known or not hasattr(learner, "predict"):
        raise BadModelFile(
            f"{path}: a model to use on files is a learner, alone or after TableFeatures; use this one from Python"
        )
    return LoadedModel(path, before[0] if before else None, learner)


def open_for(model: LoadedModel, file: str, *, label: str | None = None, may_be_wider: bool = False, **how: Any) -> Batches:
    """Open a file with the columns that the model knows, each taken for what it was; others are left out."""
    if model.features is None:
        width = None if may_be_wider else model.learner.n_features_in_
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


def rows_ahead(model: LoadedModel, batches: Batches) -> Ahead[tuple[RawBatch, list[OddLine], Any]]:
    """Give batches, the lines met since the last that are no rows, and rows as the learner takes them.

    One thread reads and one makes rows, ahead of whoever guesses and writes.
    """

    def read() -> Iterator[tuple[RawBatch, list[OddLine]]]:
        return ((batch, batches.take_odd_lines()) for batch in batches)

    def made() -> Iterator[tuple[RawBatch, list[OddLine], Any]]:
        with Ahead(read()) as ahead:
            yield from ((batch, odd, model.rows(batch) if len(batch) else None) for batch, odd in ahead)

    return Ahead(made(), MADE_AHEAD)


def predictions_and_labels(model: LoadedModel, batches: Batches) -> tuple[NDArray[Any], NDArray[Any]]:
    """Guess the label of every row, and give the right one beside it."""
    guesses: list[Any] = []
    labels: list[Any] = []
    with rows_ahead(model, batches) as ahead:
        for batch, _, X in ahead:
            if batch.labels is None:
                raise no_label(batches)
            guesses.append(model.learner.predict(X))
            labels.append(batch.labels)
    if not labels:
        raise BadData(f"{batches.paths[0]}: there are no rows to judge by")
    return np.concatenate(guesses), np.concatenate(labels)


def class_planes(model: LoadedModel) -> ClassPlanes:
    """Weights and biases a class, of a model that has them."""
    from rosenblatt.evaluate.explanation import ClassPlanes  # noqa: PLC0415  who guesses only need not wait for these
    from rosenblatt.evaluate.features import weights_of_classes  # noqa: PLC0415

    coef = getattr(model.learner, "coef_", None)
    if coef is None or len(coef) not in (1, len(model.classes)):
        raise BadData(f"{model.path}: this {type(model.learner).__name__} has no weights a class to show")
    return ClassPlanes(weights_of_classes(coef), weights_of_classes(model.learner.intercept_[:, np.newaxis]).ravel())


def predicting_planes(model: LoadedModel) -> ClassPlanes:
    """Weights and biases a class, of a model that guesses the class of the largest activation."""
    if isinstance(model.learner, VotedPerceptron):
        raise BadData(f"{model.path}: a VotedPerceptron guesses by a vote of many planes, which cannot be exported")
    return class_planes(model)


def row_of_text(model: LoadedModel, text: str) -> Any:
    """Turn a text into a row, with nothing in the other columns."""
    kinds = {} if model.features is None else model.features.kinds_
    texts = [name for name, kind in kinds.items() if kind == "text"]
    if model.features is None or len(texts) != 1:
        raise BadData(f"{model.path}: a text can be explained by a model of one column of text; this has {len(texts)}")
    return model.row_of({texts[0]: text})
