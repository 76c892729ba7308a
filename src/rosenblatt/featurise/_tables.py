"""Tables and matrices of users as Arrow columns with names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rosenblatt.arrow_arrays import from_floats
from rosenblatt.errors import BadData
from rosenblatt.estimator import Estimator
from rosenblatt.rows import Csr

TableLike: TypeAlias = Any  # a pandas or polars frame, an Arrow table or record batch, a dict of columns, a matrix
Column: TypeAlias = Any  # pyarrow.Array; a value that is missing is null, or NaN

MOST_SPARSE_COLUMNS = 60  # of a sparse matrix, which is a table of that many columns here, zeros included


def as_columns(owner: Estimator, X: TableLike, *, first_time: bool) -> dict[str, Column]:
    """Return the columns of X by name. The first time, the owner stores their names; later they must agree."""
    try:
        table = _as_frame(X)
        if not _is_frame(table):
            return _of_array(owner, table, first_time=first_time)
        columns = _of_frame(owner, table)
        if isinstance(table, pa.Table):
            _take_or_check_names(owner, table, list(columns), first_time=first_time)
        else:
            _validated(owner, table, skip_check_array=True, reset=first_time)
        return columns
    except BadData:
        raise
    except (ValueError, TypeError) as error:
        raise BadData(f"{type(owner).__name__}: {error}") from None


def _is_frame(X: TableLike) -> bool:
    return hasattr(X, "columns") and hasattr(X, "shape")


def _as_frame(X: TableLike) -> TableLike:
    """Convert dicts and record batches to Arrow tables; return anything else unchanged."""
    if isinstance(X, Mapping) and not hasattr(X, "tocsr"):  # SciPy's dok_array is a dict
        columns = {str(name): _arrow(f"column {name!r}", values) for name, values in X.items()}
        if len({len(values) for values in columns.values()}) > 1:
            lengths = ", ".join(f"{name!r} has {len(values)}" for name, values in columns.items())
            raise BadData(f"TableFeatures: columns must have one length, but {lengths}")
        return pa.table(columns)
    return pa.Table.from_batches([X]) if isinstance(X, pa.RecordBatch) else X


def _of_frame(owner: Estimator, X: TableLike) -> dict[str, Column]:
    if hasattr(X, "to_arrow"):
        X = X.to_arrow()
    if isinstance(X, pa.Table):
        names = list(X.column_names)
        columns = [_checked(name, column) for name, column in zip(names, X.columns, strict=True)]
    else:
        names = [str(name) for name in X.columns]
        columns = [_arrow(f"column {name!r}", X.iloc[:, i]) for i, name in enumerate(names)]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise BadData(f"{type(owner).__name__}: there are two columns {twice!r}; each needs a name of its own")
    if not names or X.shape[0] == 0:
        what = "column" if not names else "row"
        raise BadData(f"{type(owner).__name__}: found 0 {what}(s) (shape={X.shape}) while a minimum of 1 is required")
    return dict(zip(names, columns, strict=True))


def _of_array(owner: Estimator, X: TableLike, *, first_time: bool) -> dict[str, Column]:
    if isinstance(X, (list, tuple)):
        X = np.array(X, dtype=object)  # else NumPy converts numbers beside strings to strings
    if isinstance(X, Csr) or hasattr(X, "tocsr"):
        X = _dense(owner, X)
    if _is_matrix_of_floats(owner, X, first_time=first_time):
        owner.n_features_in_ = X.shape[1]  # type: ignore[attr-defined]
        return {f"x{i}": from_floats(X[:, i]) for i in range(X.shape[1])}
    array = _validated(owner, X, reset=first_time, dtype=None, ensure_all_finite=False)
    return {f"x{i}": _arrow(f"column {i}", array[:, i]) for i in range(array.shape[1])}


def _dense(owner: Estimator, X: Any) -> NDArray[Any]:
    if X.shape[1] > MOST_SPARSE_COLUMNS:
        raise BadData(
            f"{type(owner).__name__}: a sparse matrix may have up to {MOST_SPARSE_COLUMNS} columns, and this one has "
            f"{X.shape[1]}; learn from it without features of tables"
        )
    if not isinstance(X, Csr):
        array: NDArray[Any] = X.toarray()
        return array
    dense = np.zeros(X.shape, X.dtype)
    dense[np.repeat(np.arange(X.shape[0]), np.diff(X.indptr)), X.indices] = X.data
    return dense


def _is_matrix_of_floats(owner: Any, X: Any, *, first_time: bool) -> bool:
    """Whether X needs no check by scikit-learn, which takes long to load."""
    is_plain = isinstance(X, np.ndarray) and X.ndim == 2 and X.dtype in (np.float32, np.float64) and X.size > 0
    if not is_plain or hasattr(owner, "feature_names_in_"):
        return False
    return first_time or owner.n_features_in_ == X.shape[1]


def _take_or_check_names(owner: Any, table: pa.Table, names: list[str], *, first_time: bool) -> None:
    """Do what scikit-learn does with the names of a frame; it is loaded only to say what is wrong with them."""
    if first_time:
        owner.n_features_in_, owner.feature_names_in_ = len(names), np.array(names, dtype=object)
    elif list(getattr(owner, "feature_names_in_", ())) != names:
        _validated(owner, table, skip_check_array=True, reset=False)


def _validated(owner: Estimator, X: TableLike, **options: Any) -> Any:
    from sklearn.utils.validation import validate_data  # noqa: PLC0415  slow to load, and Arrow tables do without

    return validate_data(owner, X, **options)


def _arrow(where: str, values: Any) -> Column:
    if isinstance(values, np.ndarray):
        native = values.dtype.newbyteorder("=")
        values = values.tolist() if native.kind == "O" else values.astype(native, copy=False)
    try:
        return _one_chunk(pa.array(values, from_pandas=True))
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, UnicodeEncodeError) as error:
        raise BadData(f"TableFeatures: {where} must hold values of one kind, numbers or strings, but {error}") from None


def _checked(name: str, column: Any) -> Column:
    """Return the column as one chunk; raise if it is not valid, such as strings that are not UTF-8."""
    column = _one_chunk(column)
    try:
        column.validate(full=True)
    except pa.ArrowInvalid as error:
        raise BadData(f"TableFeatures: column {name!r} must be valid Arrow data, but {error}") from None
    return column


def _one_chunk(column: Any) -> Column:
    if not isinstance(column, pa.ChunkedArray):
        return column
    return column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()  # the latter copies a single chunk
