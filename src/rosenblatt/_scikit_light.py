"""What `_scikit` offers, without scikit-learn: as much as commands need, which make and read their own rows.

An estimator of this kind is seen by no user: it learns, and is saved to the same bytes as one of the other kind.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from inspect import signature
from typing import Any

import numpy as np
from numpy.typing import NDArray

Tags = QuickTags = Any  # nobody asks for them


class NotFittedError(ValueError, AttributeError):
    """Something is asked of an estimator that has not learned yet."""


class BaseEstimator:
    """Options, which are the arguments of ``__init__``, under the same names."""

    def __init_subclass__(cls, **_: Any) -> None:
        super().__init_subclass__()

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Give the options, those of options that are estimators not."""
        return {name: getattr(self, name) for name in sorted(signature(type(self)).parameters)}

    def set_params(self, **options: Any) -> Any:
        """Change options."""
        for name, value in options.items():
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        """Name the options that are not as they would be."""
        usual = {name: one.default for name, one in signature(type(self)).parameters.items()}
        said = [f"{name}={value!r}" for name, value in self.get_params().items() if repr(value) != repr(usual[name])]
        return f"{type(self).__name__}({', '.join(said)})"


class ClassifierMixin:
    """Marks what predicts."""


class TransformerMixin:
    """What makes rows of something else."""

    def fit_transform(self: Any, X: Any, y: Any = None) -> Any:
        """Learn from X and give its rows."""
        return self.fit(X, y).transform(X)


class Pipeline:
    """Named estimators, one after another."""

    memory = transform_input = None

    def __init__(self, steps: list[tuple[str, Any]], *, verbose: bool = False) -> None:
        self.steps = steps
        self.verbose = verbose


def clone(estimator: Any) -> Any:
    """Make one with the same options that has learned nothing."""
    options = estimator.get_params(deep=False).items()
    twins = {name: clone(value) if isinstance(value, BaseEstimator) else deepcopy(value) for name, value in options}
    return type(estimator)(**twins)


class available_if:  # noqa: N801  it is a decorator
    """Make a method that is there only if a check holds."""

    def __init__(self, check: Callable[[Any], bool]) -> None:
        self._check = check

    def __call__(self, method: Any) -> Any:
        """Take the method."""
        self._method = method
        return self

    def __get__(self, owner: Any, kind: type) -> Any:
        if owner is None:
            return self._method
        if not self._check(owner):
            raise AttributeError(f"{kind.__name__} has no {self._method.__name__}")
        return self._method.__get__(owner, kind)


def check_random_state(seed: np.random.RandomState | None) -> np.random.RandomState:
    """Give the RandomState, or NumPy's own."""
    return np.random.mtrand._rand if seed is None else seed


def column_or_1d(y: Any, *, warn: bool = False) -> NDArray[Any]:
    """Make one column of what is one."""
    labels = np.asarray(y)
    if labels.ndim != 2 or labels.shape[1] != 1:
        raise ValueError(f"y should be a 1d array, got an array of shape {labels.shape} instead.")
    return labels.ravel()


def validate_data(
    owner: Any, X: Any, *, reset: bool, dtype: Any = None, skip_check_array: bool = False, **_: Any
) -> Any:
    """Take the number and the names of columns from X, or see that they agree; make numbers of the type of it."""
    names = getattr(X, "column_names", None)
    if not skip_check_array:
        X = _as_floats(X, dtype)
    if reset:
        vars(owner).pop("feature_names_in_", None)
        owner.n_features_in_ = X.shape[1]
        if names is not None:
            owner.feature_names_in_ = np.array(names, dtype=object)
        return X
    known = getattr(owner, "feature_names_in_", None)
    if names is not None and known is not None and list(known) != names:
        raise ValueError(f"the columns must be {', '.join(known)}, in this order, and are {', '.join(names)}")
    if X.shape[1] != owner.n_features_in_:
        raise ValueError(
            f"X has {X.shape[1]} features, but {type(owner).__name__} is expecting {owner.n_features_in_} features "
            "as input"
        )
    return X


def _as_floats(X: Any, types: Any) -> Any:
    rows: Any = X if hasattr(X, "indptr") else np.asarray(X)
    if rows.ndim != 2 or 0 in rows.shape:
        raise ValueError(f"rows must be a table with a row and a column at least, and its shape is {rows.shape}")
    return rows if types is None or rows.dtype in types else rows.astype(types[0])
