"""Options of `TextFeatures`, checked."""

from __future__ import annotations

import re
from typing import Any

from rosenblatt import _core, checks
from rosenblatt.errors import BadParameter
from rosenblatt.featurise._hashed_names import MOST_NGRAMS

_COUNTS = {"counts": _core.Count.counts, "binary": _core.Count.binary, "log": _core.Count.log}
_WEIGHTINGS = ("idf",)


def ngram_options(features: Any) -> _core.NgramOptions:
    """Return which n-grams to find."""
    words, characters = (checks.whole_range_or_none(features, name) for name in ("ngrams", "char_ngrams"))
    if words is None and characters is None:
        raise BadParameter("TextFeatures: ngrams or char_ngrams must be given, got None for both")
    flags = (checks.flag(features, name) for name in ("lowercase", "punctuation"))
    return _core.NgramOptions(*(words or (0, 0)), *(characters or (0, 0)), *flags)


def words_of(features: Any, text: str) -> list[str]:
    """Return the words of a text, with its punctuation marks if they count as words."""
    pattern = r"\w+|[^\w\s]" if features.punctuation else r"\w+"
    return re.findall(pattern, text.lower() if features.lowercase else text)


def hash_bits(features: Any) -> int | None:
    """Return the number of bits of hashed columns, or None for a vocabulary."""
    if features.bits is None:
        return None
    if not 1 <= checks.whole(features, "bits", 1) <= 30:
        checks.refuse(features, "bits", "a whole number from 1 to 30, or None")
    if features.min_count != 1:
        checks.refuse(features, "min_count", "1 under hashing, which counts no n-gram")
    if features.max_features is not None:
        checks.refuse(features, "max_features", "None under hashing, where bits sets the number of columns")
    return int(features.bits)


def most_ngrams(features: Any) -> int | None:
    """Return the most n-grams to learn: bounded under hashing, where they are only names."""
    return None if hash_bits(features) is None else MOST_NGRAMS


def column_limits(features: Any) -> tuple[int, int | None]:
    """Return the fewest occurrences of an n-gram that has a column, and the most columns."""
    return checks.whole(features, "min_count", 1), checks.whole_or_none(features, "max_features", 1)


def refuse_renumbering(features: Any) -> None:
    """Raise if new texts could change the numbers of columns."""
    if column_limits(features) != (1, None):
        raise BadParameter(
            "TextFeatures: widen needs min_count=1 and max_features=None, because others let new texts renumber the "
            f"columns; got min_count={features.min_count} and max_features={features.max_features}"
        )


def refuse_slim(features: Any) -> None:
    """Raise if features cannot continue learning because they are slim: without the counts of n-grams and texts."""
    if features._is_slim:
        raise BadParameter(
            "TextFeatures: these features are slim, for prediction only, so they cannot continue learning; continue "
            "those of the full model, or fit anew"
        )


def row_values(features: Any) -> _core.Weighting:
    """Return the value of an n-gram in a row, and whether rows have length 1."""
    count = _COUNTS[checks.choice(features, "counts", _COUNTS)]
    return _core.Weighting(count, checks.flag(features, "normalise"))


def weighs_columns(features: Any) -> bool:
    """Return whether columns are scaled by inverse document frequency."""
    if features.weighting is None:
        return False
    if features.weighting not in _WEIGHTINGS:
        checks.refuse(features, "weighting", "'idf' or None")
    return True
