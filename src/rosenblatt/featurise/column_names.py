"""Names of the columns of `TableFeatures`, where hashed n-grams share columns or have none of the known names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from rosenblatt import _core
from rosenblatt.featurise._hashed_names import have_names
from rosenblatt.featurise._joined_texts import with_joined_texts
from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.featurise.text_column import TextColumn
from rosenblatt.rows import Indices


def names_in_texts(features: TableFeatures, columns: Indices, texts: Mapping[str, str]) -> dict[int, str]:
    """Return the names of some columns of one row, each hashed one by the n-grams of the row's own text.

    Parameters
    ----------
    features : fitted features.
    columns : numbers of columns, in increasing order.
    texts : the texts of the row, by name of the column of the table.
    """
    names: dict[int, str] = {}
    for start, block in blocks_of(features):
        own = columns[(start <= columns) & (columns < start + block.width)]
        given = [texts[name] for name in block.sources if name in texts] if isinstance(block, TextColumn) else []
        named = block.names_in(own - start, "\n".join(given)) if given else block.names(own - start)
        names |= zip(own.tolist(), named, strict=True)
    return names


def find_columns(features: TableFeatures, asked: str) -> dict[int, str]:
    """Return the columns of a name, or of the part after the column of the table: ``good`` of ``review:good``.

    Under hashing every word has a column, that of its hash. A whole name finds nothing else.
    """
    found: dict[int, str] = {}
    for start, block in blocks_of(features):
        if _is_hashed(block):
            place = block.find(asked)
            found |= {} if place is None else {start + place[0]: place[1]}
        else:
            names = block.names(np.arange(block.width))
            found |= {start + place: name for place, name in enumerate(names) if asked in (name, short_name(name))}
    whole = {column: name for column, name in found.items() if name == asked}
    return whole or found


def listed_names(features: TableFeatures) -> list[str]:
    """Return the names of all columns that are not hashed."""
    return [name for _, one in blocks_of(features) if not _is_hashed(one) for name in one.names(np.arange(one.width))]


def short_name(name: str) -> str:
    """Return the part after the column of the table."""
    return re.split("[:=]", name, maxsplit=1)[-1]


def has_hashed_columns(features: TableFeatures) -> bool:
    """Whether n-grams of any column are hashed."""
    return any(_is_hashed(block) for _, block in blocks_of(features))


def unnamed_columns(features: TableFeatures, columns: Indices) -> Indices:
    """Return those of the columns that are hashed, and whose n-grams are not known."""
    found = [columns[:0]]
    for start, block in blocks_of(features):
        if isinstance(block, TextColumn):
            own = columns[(start <= columns) & (columns < start + block.width)]
            found.append(block.unnamed(own - start) + start)
    return np.concatenate(found)


def learn_names(features: TableFeatures, tables: Iterable[Any], columns: Indices) -> None:
    """Learn n-grams in the rows of tables that are hashed into these columns, and nothing else.

    Tables are read until each column has a name; later n-grams of the same column stay unknown.

    Parameters
    ----------
    features : fitted features.
    tables : record batches with the columns of ``fit``.
    columns : numbers of hashed columns.
    """
    wanted = [
        (block, columns[(start <= columns) & (columns < start + block.width)] - start, _core.Vocabulary())
        for start, block in blocks_of(features)
        if _is_hashed(block)
    ]
    for table in tables:
        texts = with_joined_texts(dict(zip(table.schema.names, table.columns, strict=True)), features._learned)
        for block, own, ngrams in wanted:
            if len(own):
                ngrams.add_all(block.ngrams_in(texts[block.name], own), None)
        if all(have_names(ngrams, block.hash_bits, own).all() for block, own, ngrams in wanted):
            break
    for block, _, ngrams in wanted:
        block.add_names(ngrams)


def blocks_of(features: TableFeatures) -> list[tuple[int, Any]]:
    """Return the blocks of columns, each with the number of its first one."""
    blocks, widths = features._blocks, features.widths_
    return list(zip(np.cumsum([0, *widths]).tolist(), blocks, strict=False))


def _is_hashed(block: Any) -> bool:
    return isinstance(block, TextColumn) and block.hash_bits is not None
