"""Features that were fitted to parts of the rows, as one: the bits of a single fit to all rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rosenblatt.errors import BadData, BadParameter
from rosenblatt.estimator import unfitted
from rosenblatt.featurise._merge_texts import merge_texts
from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.featurise.text_features import TextFeatures


def part_of(features: TableFeatures, first_row: int) -> TableFeatures:
    """Return features with the same options for some consecutive rows, to be fitted in batches and then merged.

    Parameters
    ----------
    features : may be fitted or not.
    first_row : the number of rows in the parts before. Bins and crosses are found in a sample that is drawn by the
        numbers of rows; without them any number will do.
    """
    part = unfitted(features)
    if first_row:
        part._first_row = first_row
    return part


def merge_features(parts: Iterable[TableFeatures]) -> TableFeatures:
    """Merge features that were fitted to consecutive rows, part by part; the first is changed and returned.

    The result has the bits of ``partial_fit`` with all rows, whatever the parts. A part of no rows is not fitted, and
    is passed over. Kinds of columns must be those of the first part, so they should be given.

    Exceptions: n-grams that were forgotten because they were too many, in a part or in the sum of parts, as
    `train/frequent_ngrams.py` does beyond 2^21 per column, and names of hashed columns beyond 2^18 n-grams. Which are
    forgotten depends on the parts, so that only the same parts lead to the same bits.

    Parameters
    ----------
    parts : features in the order of their rows; read one by one.

    Examples
    --------
    >>> from rosenblatt import TableFeatures
    >>> from rosenblatt.featurise.merging import merge_features, part_of
    >>> features = TableFeatures(kinds={"size": "number", "colour": "category"})
    >>> one = part_of(features, 0).partial_fit({"size": [1.0, 2.0], "colour": ["red", "blue"]})
    >>> two = part_of(features, 2).partial_fit({"size": [3.0], "colour": ["green"]})
    >>> merge_features([one, two]).get_feature_names_out().tolist()
    ['size', 'colour=red', 'colour=blue', 'colour=green']
    """
    merged: TableFeatures | None = None
    for part in parts:
        if merged is None or merged.needs_fit:
            merged = part
        elif not part.needs_fit:
            _merge(merged, part)
    if merged is None:
        raise BadData("TableFeatures: there must be at least one part to merge, got none")
    return merged


def merge_text_features(parts: Iterable[TextFeatures]) -> TextFeatures:
    """Merge features of consecutive texts, part by part, all of them fitted; the first is changed and returned.

    Parameters
    ----------
    parts : features in the order of their texts.
    """
    first, *others = parts
    for part in others:
        merge_texts(first, part)()
    return first


def _merge(features: TableFeatures, later: TableFeatures) -> None:
    _refuse_other_columns(features, later)
    pairs: Iterable[Any] = zip(features._learned, later._learned, strict=True)
    stores = [one.merge(other) for one, other in pairs]
    if features._coding is not None and later._coding is not None:
        stores.append(features._coding.merge(later._coding))
    for store in stores:
        store()


def _refuse_other_columns(features: TableFeatures, later: TableFeatures) -> None:
    options, others = ({**one.get_params(), "text": None} for one in (features, later))
    if options != others:
        raise BadParameter("TableFeatures: parts to merge must have the same options; make each with `part_of`")
    if features.kinds_ != later.kinds_ or features.has_names != later.has_names:
        raise BadData(
            f"TableFeatures: parts to merge must have the same columns of the same kinds, got {features.kinds_} and "
            f"{later.kinds_}; pass `kinds=`"
        )
