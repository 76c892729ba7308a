"""From what a user hands over to rows that the core can walk; scikit-learn's contract for X."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from rosenblatt.coded_rows import CodedRows
from rosenblatt.errors import BadData
from rosenblatt.rows import Csr, Floats, Matrix, RowsLike, RowsView

if TYPE_CHECKING:
    from rosenblatt.learn.base import Classifier
    from rosenblatt.learn.weights.solution import Model

_FLOATS = (np.dtype(np.float64), np.dtype(np.float32))


def rows_to_learn(owner: Classifier, X: RowsLike, *, first_time: bool, checks_numbers: bool = True) -> RowsView:
    """Rows that are checked to the last number, for learning from them.

    The first time, the owner takes its number of columns and their names from X; later they must agree. Without
    `checks_numbers`, the caller finds out whether those of dense rows are finite.
    """
    rows = _checked(owner, X, first_time=first_time)
    view = RowsView(rows)
    if checks_numbers and isinstance(rows, np.ndarray):  # sparse rows were checked while they were viewed
        view.refuse_faults(getattr(owner, "feature_names_in_", None))
    return view


def activations(owner: Classifier, X: RowsLike, model: Model) -> Floats:
    """Compute the activations of rows by a model.

    Of most learners, a finite activation proves that its row was finite, so good rows are not looked at twice.
    """
    if isinstance(X, CodedRows):
        return np.concatenate([activations(owner, rows, model) for _, rows in X.chunks()])
    view = RowsView(_checked(owner, X, first_time=False))
    if owner._hides_faults:
        view.refuse_faults(getattr(owner, "feature_names_in_", None))
    result = model.activations(view)
    if np.count_nonzero(np.isfinite(result)) < result.size:  # all() takes twice as long
        view.refuse_faults(getattr(owner, "feature_names_in_", None))
    return result


def _checked(owner: Classifier, X: Any, *, first_time: bool) -> Matrix | Csr:
    if (type(X) is np.ndarray or type(X) is Csr or _is_scipy_csr(X)) and X.ndim == 2 and X.dtype in _FLOATS:
        # Rows that are already right: what scikit-learn would conclude in 100 us, and takes a second to load.
        n_rows, n_columns = X.shape
        known = owner.__dict__
        if first_time and n_rows and n_columns:
            known.pop("feature_names_in_", None)
            known["n_features_in_"] = n_columns
            return cast("Matrix | Csr", X)
        if not first_time and n_rows and n_columns == known["n_features_in_"] and "feature_names_in_" not in known:
            return cast("Matrix | Csr", X)
    return _validated(owner, X, first_time=first_time)


def _is_scipy_csr(X: RowsLike) -> bool:
    if not hasattr(X, "indptr"):
        return False
    from scipy.sparse import csr_array  # noqa: PLC0415  loaded already, by the maker of X

    return type(X) is csr_array


def _validated(owner: Classifier, X: RowsLike, *, first_time: bool) -> Matrix:
    """Let scikit-learn make a matrix of X, or raise its words."""
    from sklearn.utils.validation import validate_data  # noqa: PLC0415

    rows = X.to_scipy() if isinstance(X, Csr) else X
    try:
        matrix: Matrix = validate_data(
            owner,
            rows,
            reset=first_time,
            accept_sparse="csr",
            accept_large_sparse=True,
            dtype=_FLOATS,
            ensure_all_finite=False,
        )
    except ValueError as error:
        raise BadData(f"{type(owner).__name__}: {_name_text_column(rows) or error}") from None
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
