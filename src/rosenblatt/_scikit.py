"""The one door to scikit-learn: all that estimators are made of.

Commands come in by another, `_scikit_light`, because scikit-learn takes longer to load than most files to learn.
"""

from dataclasses import replace
from typing import Any

from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin, clone
from sklearn.exceptions import NotFittedError
from sklearn.utils import ClassifierTags, Tags, check_random_state, column_or_1d
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import validate_data

__all__ = [
    "BaseEstimator",
    "ClassifierMixin",
    "NotFittedError",
    "Pipeline",  # noqa: F822  see below
    "QuickTags",
    "Tags",
    "TransformerMixin",
    "available_if",
    "check_random_state",
    "clone",
    "column_or_1d",
    "validate_data",
]


class QuickTags(ClassifierTags):  # type: ignore[misc]
    """What a classifier can do. A pipeline copies it for each guess, and to copy deeply what is flat takes as long."""

    def __deepcopy__(self, _: Any) -> Any:
        return replace(self)


def __getattr__(name: str) -> Any:
    if name == "Pipeline":  # takes long to load, and only files of models hold any
        from sklearn.pipeline import Pipeline  # noqa: PLC0415

        return Pipeline
    raise AttributeError(name)
