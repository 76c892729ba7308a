"""Several columns of texts as one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pyarrow as pa

from rosenblatt.errors import BadData
from rosenblatt.featurise._tables import Column
from rosenblatt.featurise.text_column import TextColumn

_BETWEEN = "\n"
_STRINGS = ("string", "large_string", "string_view", "null")


def joined_name(names: Sequence[str], columns: Iterable[str]) -> str:
    """Return the name of several columns of texts together, which must not be that of another column."""
    name = " + ".join(names)
    if len(names) > 1 and name in columns:
        raise BadData(f"TableFeatures: texts are joined as {name!r}, but there is a column of that name; rename it")
    return name


def with_joined_texts(columns: Mapping[str, Column], learned: Iterable[object]) -> Mapping[str, Column]:
    """Add the columns of texts that are joined from several."""
    several = [one for one in learned if isinstance(one, TextColumn) and len(one.sources) > 1]
    return {**columns, **{one.name: _joined(columns, one.sources) for one in several}} if several else columns


def _joined(columns: Mapping[str, Column], names: Sequence[str]) -> Column:
    """Join texts, one after another; the joined text is missing where all of them are."""
    import pyarrow.compute as pc  # noqa: PLC0415  slow to import, and seldom needed

    texts = [_strings(name, columns[name]) for name in names]
    is_missing = texts[0].is_null()
    for text in texts[1:]:
        is_missing = pc.and_(is_missing, text.is_null())
    empty, missing, between = (pa.scalar(value, pa.large_string()) for value in ("", None, _BETWEEN))
    texts[0] = pc.if_else(is_missing, empty, texts[0])  # pyarrow 26 drops rows in which all are null
    joined = pc.binary_join_element_wise(*texts, between, null_handling="skip")
    return pc.if_else(is_missing, missing, joined)


def _strings(name: str, column: Column) -> Column:
    kind = column.type.value_type if pa.types.is_dictionary(column.type) else column.type
    if str(kind) not in _STRINGS:
        raise BadData(f"TableFeatures: column {name!r} must hold texts, got {column.type}: convert it to strings")
    return column.cast(pa.large_string())
