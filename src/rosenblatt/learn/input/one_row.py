"""One row of a stream, as a caller holds it: a dict, a sequence of numbers, or a matrix of one row.

Dicts are those of river: columns that a row does not name are 0, and new ones may appear at any time.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Integral
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.errors import BadData
from rosenblatt.rows import Csr, RowsLike

if TYPE_CHECKING:
    from rosenblatt.learn.base import Classifier

RowLike: TypeAlias = Any  # a mapping from columns to numbers, a sequence of numbers, or a matrix of one row


class MatchedRow(Csr):
    """A sparse row whose columns are those of its learner: they were found by their names or numbers."""

    __slots__ = ()


class NamedColumns(NamedTuple):
    """The names of the columns of a learner, as it stores them, and the place of each."""

    names: NDArray[np.object_]
    places: dict[str, int]


def row_of(owner: Classifier, x: RowLike) -> RowsLike:
    """Return a row that is no mapping as a matrix."""
    if isinstance(x, np.ndarray) and x.ndim == 1:
        return x[np.newaxis]
    row = _core.row_of_numbers(x)
    if row is not None:
        return row
    name = type(owner).__name__
    if isinstance(x, (str, bytes)):
        raise BadData(f"{name}: a row must hold numbers, got a text: make a row of it, with TextFeatures.transform_one")
    if getattr(x, "ndim", 1) != 2:
        return [x]
    if x.shape[0] != 1:
        raise BadData(f"{name}: this is a call for one row, got {x.shape[0]}: pass them to partial_fit or predict")
    return x


def matched_row(owner: Classifier, x: Mapping[Any, Any], *, learns: bool) -> MatchedRow:
    """Return a row that is a mapping; a learner that learns it gets the columns that it does not know yet.

    Others are left out of a row to predict: they have no weight.
    """
    known = owner.__dict__
    if "n_features_in_" in known and type(x) is dict:
        n_columns = known["n_features_in_"]
        arrays = _core.row_of_dict(x, _places(owner), n_columns)
        if arrays is not None:
            return MatchedRow(*arrays, (1, n_columns))
    values = {key: _number(owner, key, value) for key, value in x.items()}
    columns = _columns(owner, list(values), learns=learns)
    row = {column: value for column, value in zip(columns, values.values(), strict=True) if column is not None}
    arrays = _core.row_of_dict(row, None, owner.n_features_in_)
    assert arrays is not None
    return MatchedRow(*arrays, (1, owner.n_features_in_))


def _columns(owner: Classifier, keys: list[Any], *, learns: bool) -> list[int | None]:
    """Return the column of each key, or None if it has none, after those of a row to learn were added."""
    name, is_first = type(owner).__name__, "n_features_in_" not in owner.__dict__
    if is_first and not keys:
        raise BadData(f"{name}: the first row must name at least one column, got an empty dict")
    has_names = isinstance(keys[0], str) if is_first else "feature_names_in_" in owner.__dict__
    for key in keys:
        if has_names and not isinstance(key, str):
            raise BadData(f"{name}: the columns of this model have names, which are strings, got {key!r}")
        if not has_names and (not isinstance(key, Integral) or isinstance(key, bool) or key < 0):
            raise BadData(
                f"{name}: the columns of this model have no names, so that a row must name them by their numbers, from "
                f"0, got {key!r}"
            )
    if not has_names:
        n_columns = 0 if is_first else owner.n_features_in_
        needed = max((int(key) + 1 for key in keys), default=0)
        if learns and needed > n_columns:
            _widen(owner, needed)
        return [int(key) if key < owner.n_features_in_ else None for key in keys]
    places = {} if is_first else _places(owner) or {}
    new = [key for key in keys if key not in places]
    if learns and new:
        names = np.array([*places, *new], dtype=object)
        _widen(owner, len(names))
        owner.feature_names_in_ = names
        places = _places(owner) or {}
    return [places.get(key) for key in keys]


def _widen(owner: Classifier, n_columns: int) -> None:
    """Add columns at the end, of weights zero."""
    if "classes_" in owner.__dict__:
        owner._widen(np.arange(owner.n_features_in_), n_columns)
    owner.n_features_in_ = n_columns


def _places(owner: Classifier) -> dict[str, int] | None:
    """Return the places of columns by their names; None if they have none.

    They are made anew unless the names are those that they were made of, which nothing can have changed since.
    """
    names = owner.__dict__.get("feature_names_in_")
    if names is None:
        return None
    made: NamedColumns | None = owner.__dict__.get("_named_columns")
    if made is None or made.names is not names or names.flags.writeable:
        names.flags.writeable = False
        made = NamedColumns(names, {name: place for place, name in enumerate(names.tolist())})
        owner.__dict__["_named_columns"] = made
    return made.places


def _number(owner: Classifier, key: Any, value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        raise BadData(
            f"{type(owner).__name__}: column {key!r} is {value!r}; every column must hold a number: leave it out or "
            "encode it"
        ) from None
    if not math.isfinite(number):
        raise BadData(
            f"{type(owner).__name__}: column {key!r} is {number}; every number must be finite: leave the column out "
            "or fill it in"
        )
    return number
