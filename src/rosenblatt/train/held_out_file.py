"""Another file whose rows judge a model."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rosenblatt.evaluate.loaded_model import Judged, LoadedModel, judge, open_for
from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.learn.base import Classifier


@dataclass(frozen=True, slots=True)
class HeldOutFile:
    """A file of labelled rows that no model learns from.

    Attributes
    ----------
    file : the file.
    label : the column that holds the label.
    how : options for reading it.
    """

    file: str
    label: str | None
    how: dict[str, Any]

    def judge(self, features: TableFeatures | None, learner: Classifier) -> Judged:
        """Predict the rows of the file."""
        model = LoadedModel(Path(self.file), features, learner)
        return judge(model, open_for(model, self.file, label=self.label, **self.how))
