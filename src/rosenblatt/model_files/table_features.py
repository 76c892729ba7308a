"""`TableFeatures` in a model file: what was learned of each column."""

from __future__ import annotations

import math

import numpy as np

from rosenblatt.errors import BadParameter
from rosenblatt.featurise.binned_column import BinnedColumn
from rosenblatt.featurise.category_column import CategoryColumn
from rosenblatt.featurise.coding import Learned
from rosenblatt.featurise.exact_moments import ExactMoments
from rosenblatt.featurise.number_column import NumberColumn
from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.featurise.text_features import TextFeatures
from rosenblatt.model_files.coding import read_bins, read_coding, write_bins, write_coding
from rosenblatt.model_files.options import read_options, write_options
from rosenblatt.model_files.reader import SectionReader
from rosenblatt.model_files.text_features import read_text_features, write_text_features
from rosenblatt.model_files.writer import SectionWriter

_KINDS, _IGNORED = (
    ("number", "category", "text", "date", "ignore"),
    "ignore",
)  # the kind of a column of which nothing is learned
_MOMENTS = ("mean", "squares", "least", "greatest")


def write_table_features(features: TableFeatures) -> SectionWriter:
    """Write what was learned of each column."""
    features._refuse_unfitted()
    writer = SectionWriter({"names": list(features.kinds_), "kinds": list(features.kinds_.values())})
    writer.attributes = ("kinds_", "n_features_in_", "feature_names_in_", "_learned", "_coding")
    writer.facts["is_named"] = hasattr(features, "feature_names_in_")
    if features._coding is not None:
        features._coding.settle()
        writer.section("coding", write_coding(features._coding))
    writer.sections("learned", map(_write_column, features._learned))
    return writer


def read_table_features(features: TableFeatures, reader: SectionReader) -> None:
    """Read what was learned of each column."""
    names, kinds = reader.strings("names"), reader.strings("kinds")
    if len(kinds) != len(names) or len(set(names)) < len(names) or not set(kinds) <= set(_KINDS):
        reader.refuse("kinds", f"one of {', '.join(_KINDS)} for each of different names")
    features.kinds_ = dict(zip(names, kinds, strict=True))
    features.n_features_in_ = len(names)
    if reader.flag("is_named"):
        features.feature_names_in_ = np.array(names, dtype=object)
    if set(kinds) == {_IGNORED}:
        reader.refuse("kinds", "other than 'ignore' for at least one column")
    try:
        features._start(features.kinds_)
    except BadParameter as error:
        reader.refuse("options", f"parameters of TableFeatures, but {error}", "others")
    sections = reader.sections("learned", len(features._learned))
    for column, section in zip(features._learned, sections, strict=True):
        _read_column(column, section)
    if features._coding is not None:
        read_coding(features._coding, reader.section("coding"))


def _write_column(column: Learned) -> SectionWriter:
    writer = SectionWriter()
    if isinstance(column, NumberColumn):
        writer.merge(_write_moments(ExactMoments.of(column._moments)))
    elif isinstance(column, BinnedColumn):
        writer.merge(write_bins(column))
    elif isinstance(column, CategoryColumn):
        writer.facts.update(missing=column.n_missing, missing_at=column._places.get(None))
        writer.texts("values", [value or "" for value in column._places])
    else:
        options = column.features.get_params(deep=False)
        writer.section("options", write_options(options, "TextFeatures", lambda value: None))
        writer.section("texts", write_text_features(column.features))
    return writer


def _read_column(column: Learned, reader: SectionReader) -> None:
    if isinstance(column, NumberColumn):
        _read_moments(column, reader)
    elif isinstance(column, BinnedColumn):
        read_bins(column, reader)
    elif isinstance(column, CategoryColumn):
        _read_categories(column, reader)
    else:
        column.features = _read_texts(reader)


def _write_moments(moments: ExactMoments) -> SectionWriter:
    writer = SectionWriter({"count": moments.count, "missing": moments.missing})
    for name, number in zip(_MOMENTS, (moments.mean, moments.deviations, moments.least, moments.greatest), strict=True):
        writer.number(name, number)
    writer.facts["exact"] = list(moments.texts)
    return writer


def _read_moments(column: NumberColumn, reader: SectionReader) -> None:
    """Read the exact sums; a file without them has what these were rounded to."""
    counts = reader.whole("count"), reader.whole("missing")
    mean, squares, *extremes = (reader.number(name) for name in _MOMENTS)
    if not (math.isfinite(mean) and 0 <= squares < math.inf):
        reader.refuse("squares", "the sum of squares of finite numbers")
    moments = ExactMoments.rounded(counts, (extremes[0], extremes[1]), mean, squares)
    try:
        if "exact" in reader.facts:
            moments = moments.with_texts(*reader.strings("exact"))
            if (moments.mean, moments.deviations) != (mean, squares):
                raise ValueError("other sums")
        column.set_moments(moments.to_core())
    except (ValueError, TypeError, OverflowError):
        reader.refuse("exact", "the sums of numbers with this mean and these squares")


def _read_categories(column: CategoryColumn, reader: SectionReader) -> None:
    values: list[str | None] = [*reader.texts("values")]
    if reader.facts.get("missing_at") is not None:
        values[reader.whole("missing_at", most=len(values) - 1)] = None
    column._places = {value: place for place, value in enumerate(values)}
    column.n_missing = reader.whole("missing")
    if len(column._places) < len(values):
        reader.refuse("values", "different from one another")


def _read_texts(reader: SectionReader) -> TextFeatures:
    options = read_options(reader.section("options"), lambda value: TextFeatures)
    try:
        features = TextFeatures(**options)
    except TypeError:
        reader.refuse("options", "parameters of TextFeatures")
    read_text_features(features, reader.section("texts"))
    return features
