"""`TableFeatures` in a model file: what was learned of each column."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from rosenblatt import _core
from rosenblatt.featurise.category_column import CategoryColumn
from rosenblatt.featurise.number_column import NumberColumn
from rosenblatt.featurise.table_features import Learned, TableFeatures
from rosenblatt.featurise.text_column import TextColumn
from rosenblatt.featurise.text_features import TextFeatures
from rosenblatt.model_files.options import read_options, write_options
from rosenblatt.model_files.reader import SectionReader
from rosenblatt.model_files.text_features import read_text_features, write_text_features
from rosenblatt.model_files.writer import SectionWriter

_IGNORED = "ignore"  # the kind of a column of which nothing is learned


def write_table_features(features: TableFeatures) -> SectionWriter:
    """Write what was learned of each column."""
    features._refuse_unfitted()
    writer = SectionWriter({"names": list(features.kinds_), "kinds": list(features.kinds_.values())})
    writer.attributes = ("kinds_", "n_features_in_", "feature_names_in_", "_learned")
    writer.facts["is_named"] = hasattr(features, "feature_names_in_")
    writer.sections("learned", map(_write_column, features._learned))
    return writer


def read_table_features(features: TableFeatures, reader: SectionReader) -> None:
    """Read what was learned of each column."""
    names, kinds = reader.strings("names"), reader.strings("kinds")
    known = [*_READ, _IGNORED]
    if len(kinds) != len(names) or len(set(names)) < len(names) or not set(kinds) <= set(known):
        reader.refuse("kinds", f"one of {', '.join(known)} for each of different names")
    features.kinds_ = dict(zip(names, kinds, strict=True))
    features.n_features_in_ = len(names)
    if reader.flag("is_named"):
        features.feature_names_in_ = np.array(names, dtype=object)
    kept = [(name, kind) for name, kind in features.kinds_.items() if kind != _IGNORED]
    if not kept:
        reader.refuse("kinds", "other than 'ignore' for at least one column")
    sections = reader.sections("learned", len(kept))
    features._learned = [_READ[kind](name, one) for (name, kind), one in zip(kept, sections, strict=True)]


def _write_column(column: Learned) -> SectionWriter:
    writer = SectionWriter()
    if isinstance(column, NumberColumn):
        count, missing, *numbers = column._moments.__getstate__()
        writer.facts.update(count=count, missing=missing)
        for name, number in zip(("mean", "squares", "least", "greatest"), numbers, strict=True):
            writer.number(name, number)
    elif isinstance(column, CategoryColumn):
        writer.facts.update(missing=column.n_missing, missing_at=column._places.get(None))
        writer.texts("values", [value or "" for value in column._places])
    else:
        options = column.features.get_params(deep=False)
        writer.section("options", write_options(options, "TextFeatures", lambda value: None))
        writer.section("texts", write_text_features(column.features))
    return writer


def _read_number_column(name: str, reader: SectionReader) -> NumberColumn:
    column = NumberColumn(name)
    count, missing = reader.whole("count"), reader.whole("missing")
    mean, squares, least, greatest = (reader.number(name) for name in ("mean", "squares", "least", "greatest"))
    column._moments = _core.Moments.__new__(_core.Moments)
    column._moments.__setstate__((count, missing, mean, squares, least, greatest))
    if not (math.isfinite(mean) and math.isfinite(column._moments.spread)):
        reader.refuse("squares", "the sum of squares of finite numbers")
    return column


def _read_category_column(name: str, reader: SectionReader) -> CategoryColumn:
    column = CategoryColumn(name)
    values: list[str | None] = [*reader.texts("values")]
    if reader.facts.get("missing_at") is not None:
        values[reader.whole("missing_at", most=len(values) - 1)] = None
    column._places = {value: place for place, value in enumerate(values)}
    column.n_missing = reader.whole("missing")
    if len(column._places) < len(values):
        reader.refuse("values", "different from one another")
    return column


def _read_text_column(name: str, reader: SectionReader) -> TextColumn:
    options = read_options(reader.section("options"), lambda value: TextFeatures)
    try:
        features = TextFeatures(**options)
    except TypeError:
        reader.refuse("options", "parameters of TextFeatures")
    read_text_features(features, reader.section("texts"))
    return TextColumn(name, features)


_READ: dict[str, Callable[[str, SectionReader], Learned]] = {
    "number": _read_number_column,
    "category": _read_category_column,
    "text": _read_text_column,
}
