"""What features of tables keep in a model file: what was learned of each column."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from rosenblatt import _core
from rosenblatt.featurise._infer_kind import KINDS
from rosenblatt.featurise.category_column import CategoryColumn
from rosenblatt.featurise.number_column import NumberColumn
from rosenblatt.featurise.table_features import Learned, TableFeatures
from rosenblatt.featurise.text_column import TextColumn
from rosenblatt.featurise.text_features import TextFeatures
from rosenblatt.model_files.options import decode_options, encode_options
from rosenblatt.model_files.reader import Filed, Filing
from rosenblatt.model_files.text_features import file_texts, texts_from


def file_table(features: TableFeatures) -> Filing:
    """Write what was learned of each column."""
    features._refuse_unfitted()
    filing = Filing({"names": list(features.kinds_), "kinds": list(features.kinds_.values())})
    filing.attributes = ("kinds_", "n_features_in_", "feature_names_in_", "_learned")
    filing.facts["is_named"] = hasattr(features, "feature_names_in_")
    filing.add_all("learned", map(_column, features._learned))
    return filing


def table_from(features: TableFeatures, filed: Filed) -> None:
    """Read what was learned of each column."""
    names, kinds = filed.strings("names"), filed.strings("kinds")
    if len(kinds) != len(names) or len(set(names)) < len(names) or not set(kinds) <= set(KINDS):
        filed.refuse("kinds", f"one of {', '.join(KINDS)} for each name, of which none comes twice")
    features.kinds_ = dict(zip(names, kinds, strict=True))
    features.n_features_in_ = len(names)
    if filed.flag("is_named"):
        features.feature_names_in_ = np.array(names, dtype=object)
    kept = [(name, kind) for name, kind in features.kinds_.items() if kind != "ignore"]
    if not kept:
        filed.refuse("kinds", "something else than 'ignore' for one column at least")
    parts = filed.parts("learned", len(kept))
    features._learned = [_READ[kind](name, part) for (name, kind), part in zip(kept, parts, strict=True)]


def _column(column: Learned) -> Filing:
    filing = Filing()
    if isinstance(column, NumberColumn):
        count, missing, *numbers = column._moments.__getstate__()
        filing.facts.update(count=count, missing=missing)
        for name, number in zip(("mean", "squares", "least", "greatest"), numbers, strict=True):
            filing.number(name, number)
    elif isinstance(column, CategoryColumn):
        filing.facts.update(missing=column.n_missing, missing_at=column._places.get(None))
        filing.texts("values", [value or "" for value in column._places])
    else:
        options = column.features.get_params(deep=False)
        filing.add("options", encode_options(options, "TextFeatures", lambda value: None))
        filing.add("texts", file_texts(column.features))
    return filing


def _number_column_from(name: str, filed: Filed) -> NumberColumn:
    column = NumberColumn(name)
    count, missing = filed.whole("count"), filed.whole("missing")
    mean, squares, least, greatest = (filed.number(name) for name in ("mean", "squares", "least", "greatest"))
    column._moments = _core.Moments.__new__(_core.Moments)
    column._moments.__setstate__((count, missing, mean, squares, least, greatest))
    if not (math.isfinite(mean) and math.isfinite(column._moments.spread)):
        filed.refuse("squares", "those of finite numbers")
    return column


def _category_column_from(name: str, filed: Filed) -> CategoryColumn:
    column = CategoryColumn(name)
    values: list[str | None] = [*filed.texts("values")]
    if filed.facts.get("missing_at") is not None:
        values[filed.whole("missing_at", most=len(values) - 1)] = None
    column._places = {value: place for place, value in enumerate(values)}
    column.n_missing = filed.whole("missing")
    if len(column._places) < len(values):
        filed.refuse("values", "different from one another")
    return column


def _text_column_from(name: str, filed: Filed) -> TextColumn:
    options = decode_options(filed.part("options"), lambda value: TextFeatures)
    try:
        features = TextFeatures(**options)
    except TypeError:
        filed.refuse("options", "those that TextFeatures knows")
    texts_from(features, filed.part("texts"))
    return TextColumn(name, features)


_READ: dict[str, Callable[[str, Filed], Learned]] = {
    "number": _number_column_from,
    "category": _category_column_from,
    "text": _text_column_from,
}
