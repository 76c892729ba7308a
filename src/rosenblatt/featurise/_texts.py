"""Texts of users as views of their bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.checks import shortened
from rosenblatt.errors import BadData
from rosenblatt.featurise._letters import letters

TextsLike: TypeAlias = Any  # strings in an iterable, a NumPy array, a pandas or polars series, or an Arrow array

_FAULTS = {
    "not a string": "must be a string, got {value!r}: convert it with str, or leave it out",
    "a lone surrogate": "holds a lone surrogate, which is no character: replace it, for example by '?'",
    "not UTF-8": "is not UTF-8: decode the bytes with their own encoding first",
    "too long": "is longer than 1 GiB: cut it into several",
}


class Texts(NamedTuple):
    """Views of texts, and the table of letters that is needed to read them: None if all are ASCII."""

    views: _core.TextViews
    letters: NDArray[np.uint32] | None


def as_texts(owner: object, X: TextsLike, *, lowercase: bool) -> Texts:
    """View texts in ASCII strings of Python and in buffers of Arrow where they are; copy others."""
    texts = _core.TextViews()
    for start, chunk in _chunks(owner, X):
        fault = _add(texts, chunk)
        if fault is not None:
            what, place = fault
            message = _FAULTS[what].format(value=chunk[place] if isinstance(chunk, list) else None)
            raise BadData(f"{type(owner).__name__}: text {start + place} {message}")
    if texts.ascii:
        return Texts(texts, None)
    table = letters(lowercase=lowercase)
    for place in texts.special(table):
        texts.replace(place, texts.text(place).lower())
    return Texts(texts, table)


def _chunks(owner: object, X: TextsLike) -> Iterable[tuple[int, Any]]:
    """Return lists of strings or Arrow arrays, each with the number of its first text."""
    if isinstance(X, list):
        return [(0, X)]
    if getattr(X, "ndim", 1) > 1 or hasattr(X, "columns") or hasattr(X, "column_names"):
        raise BadData(
            f"{type(owner).__name__}: texts must be one series of strings, got a table: "
            "choose the column that holds the texts"
        )
    if isinstance(X, (str, bytes, Mapping)) or not isinstance(X, Iterable) or getattr(X, "ndim", 1) == 0:
        raise BadData(
            f"{type(owner).__name__}: texts must be a list or another series of strings, got {shortened(repr(X))}: "
            "put a single text into a list"
        )
    arrow = _as_arrow(X)
    if arrow is not None:
        return _with_starts(arrow)
    return [(0, X.tolist() if isinstance(X, np.ndarray) else list(X))]


def _as_arrow(X: TextsLike) -> list[Any] | None:
    """Return Arrow arrays of strings, or None if X does not hold its texts in Arrow's layout."""
    module = type(X).__module__.partition(".")[0]
    if module == "polars":
        X = X.to_arrow()
    elif module == "pandas":
        import pyarrow as pa  # noqa: PLC0415  slow to import, and only pandas needs it

        X = pa.array(X, from_pandas=True)
    elif module != "pyarrow":
        return None
    return [_plain(chunk) for chunk in getattr(X, "chunks", [X])]


def _plain(array: Any) -> Any:
    """Convert to ``string`` or ``large_string``; values that are no strings become a list."""
    import pyarrow as pa  # noqa: PLC0415

    kind = array.type
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    if pa.types.is_null(kind) or str(kind) in ("string", "large_string", "string_view"):
        return array if array.type in (pa.string(), pa.large_string()) else array.cast(pa.large_string())
    return array.to_pylist()


def _with_starts(chunks: list[Any]) -> list[tuple[int, Any]]:
    starts = np.cumsum([0, *map(len, chunks)]).tolist()
    return list(zip(starts, chunks, strict=False))


def _add(texts: _core.TextViews, chunk: Any) -> tuple[str, int] | None:
    if isinstance(chunk, list):
        return texts.add_strings(chunk)
    valid, offsets, data = chunk.buffers()
    return texts.add_arrow(
        np.frombuffer(offsets, dtype=np.int64 if str(chunk.type) == "large_string" else np.int32),
        np.frombuffer(b"" if data is None else data, dtype=np.uint8),
        None if valid is None or chunk.null_count == 0 else np.frombuffer(valid, dtype=np.uint8),
        chunk.offset,
        len(chunk),
    )
