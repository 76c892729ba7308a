"""From what a user hands over to rows that the core can walk; scikit-learn's contract for X."""

from __future__ import annotations

import numpy as np

from rosenblatt._csr import csr_array
from rosenblatt._scikit import BaseEstimator, validate_data
from rosenblatt.errors import BadData
from rosenblatt.learn.weights.solution import Model
from rosenblatt.rows import Floats, Matrix, RowsLike, RowsView, refuse_faults, view_rows

_FLOATS = (np.dtype(np.float64), np.dtype(np.float32))
_PLAIN = (np.ndarray, csr_array)


def rows_to_learn(owner: BaseEstimator, X: RowsLike, *, first_time: bool) -> RowsView:
    """Rows that are checked to the last number, for learning from them.

    The first time, the owner takes its number of columns and their names from X; later they must agree.
    """
    matrix = _matrix(owner, X, first_time=first_time)
    rows = view_rows(matrix)
    if isinstance(matrix, np.ndarray):
        refuse_faults(matrix, rows, getattr(owner, "feature_names_in_", None))
    return RowsView(matrix, rows)


def activations(owner: BaseEstimator, X: RowsLike, model: Model) -> Floats:
    """Compute the activations of rows by a model.

    Of most learners, a finite activation proves that its row was finite, so good rows are not looked at twice.
    """
    matrix = _matrix(owner, X, first_time=False)
    view = RowsView(matrix, view_rows(matrix))
    if owner._hides_faults:
        refuse_faults(matrix, view.rows, getattr(owner, "feature_names_in_", None))
    result = model.activations(view)
    if not np.isfinite(result).all():
        refuse_faults(matrix, view.rows, getattr(owner, "feature_names_in_", None))
    return result


def _matrix(owner: BaseEstimator, X: RowsLike, *, first_time: bool) -> Matrix:
    if type(X) in _PLAIN and X.ndim == 2 and X.dtype in _FLOATS and X.shape[0] > 0 and X.shape[1] > 0:
        # The shortest way for rows that are already right: what validate_data would conclude in 100 us.
        plain: Matrix = X
        if first_time:
            vars(owner).pop("feature_names_in_", None)
            owner.n_features_in_ = X.shape[1]
            return plain
        if X.shape[1] == owner.n_features_in_ and not hasattr(owner, "feature_names_in_"):
            return plain
    try:
        matrix: Matrix = validate_data(
            owner,
            X,
            reset=first_time,
            accept_sparse="csr",
            accept_large_sparse=True,
            dtype=_FLOATS,
            ensure_all_finite=False,
        )
    except ValueError as error:
        raise BadData(f"{type(owner).__name__}: {_name_text_column(X) or error}") from None
    return matrix


def _name_text_column(X: RowsLike) -> str | None:
    """Find the column that holds text, if that is what is wrong with X."""
    table = np.asarray(X)
    if table.ndim != 2:
        return None
    names = getattr(X, "columns", range(table.shape[1]))
    for column, name in enumerate(names):
        for row, value in enumerate(table[:, column]):
            if isinstance(value, (str, bytes)) and not _is_number(value):
                return (
                    f"X holds the text {str(value)!r} in row {row}, column {name!r}; every column must hold numbers: "
                    "leave it out or encode it, for example with sklearn.preprocessing.OneHotEncoder"
                )
    return None


def _is_number(text: str | bytes) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
