"""From what a user hands over to rows that the core can walk; scikit-learn's contract for X."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt import _core
from rosenblatt.coded_rows import CodedRows
from rosenblatt.errors import BadData
from rosenblatt.learn.input.one_row import MatchedRow
from rosenblatt.learn.weights.plane import Plane
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
    view = _viewed(owner, X, first_time=first_time)
    if checks_numbers and view.rows.columns is None:  # sparse rows were checked while they were viewed
        view.refuse_faults(owner.__dict__.get("feature_names_in_"))
    return view


def activations(owner: Classifier, X: RowsLike, model: Model) -> Floats:
    """Compute the activations of rows by a model.

    Of most learners, a finite activation proves that its row was finite, so good rows are not looked at twice. The
    usual rows of a plane are an array of floats, which the core checks and computes in one call.
    """
    if type(X) is np.ndarray and type(model) is Plane and "feature_names_in_" not in owner.__dict__:
        usual = _core.activations_of(X, *model)
        if usual is not None:
            return usual
    if isinstance(X, CodedRows):
        return np.concatenate([activations(owner, rows, model) for _, rows in X.chunks()])
    view = _viewed(owner, X, first_time=False)
    if owner._hides_faults:
        view.refuse_faults(getattr(owner, "feature_names_in_", None))
    result = model.activations(view)
    if np.count_nonzero(np.isfinite(result)) < result.size:  # all() takes twice as long
        view.refuse_faults(getattr(owner, "feature_names_in_", None))
    return result


def _viewed(owner: Classifier, X: Any, *, first_time: bool) -> RowsView:
    """View rows of the right shape. Those that are already right need none of scikit-learn's checks, of 100 us."""
    if type(X) is np.ndarray:
        rows = _core.Rows.of_array(X)
        if rows is not None and _has_columns(owner, rows.n_rows, rows.n_columns, first_time):
            return RowsView(X, rows)
    elif type(X) is MatchedRow or (_is_csr_of_floats(X) and _has_columns(owner, X.shape[0], X.shape[1], first_time)):
        return RowsView(X)
    return RowsView(_validated(owner, X, first_time=first_time))


def _has_columns(owner: Classifier, n_rows: int, n_columns: int, first_time: bool) -> bool:
    """Whether there are rows, with the columns of the owner, which takes them over the first time; none have names."""
    known = owner.__dict__
    if first_time and n_rows and n_columns:
        known.pop("feature_names_in_", None)
        known["n_features_in_"] = n_columns
        return True
    return not first_time and n_rows > 0 and n_columns == known["n_features_in_"] and "feature_names_in_" not in known


def _is_csr_of_floats(X: RowsLike) -> bool:
    if type(X) is Csr:
        return X.dtype in _FLOATS
    if not hasattr(X, "indptr"):
        return False
    from scipy.sparse import csr_array, csr_matrix  # noqa: PLC0415  loaded already, by the maker of X

    return type(X) in (csr_array, csr_matrix) and X.ndim == 2 and X.dtype in _FLOATS


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
    except (ValueError, OverflowError) as error:
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
