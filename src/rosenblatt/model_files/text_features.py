"""What features of texts keep in a model file: the vocabulary."""

from __future__ import annotations

import numpy as np

from rosenblatt import _core
from rosenblatt.featurise.text_features import TextFeatures
from rosenblatt.model_files.reader import Filed, Filing


def file_texts(features: TextFeatures) -> Filing:
    """Write what was learned of texts; under hashing that may be nothing."""
    if not hasattr(features, "_vocabulary"):
        if features.bits is None:
            features._refuse_unfitted()
        return Filing({"is_fitted": False})
    filing = Filing({"is_fitted": True, "texts": features.n_texts_, "missing": features.n_missing_})
    filing.attributes = ("n_texts_", "n_missing_", "_vocabulary", "_columns", "_n_columns")
    ngrams, ends, is_characters, counts = features._vocabulary.parts()
    filing.array("ngrams", np.frombuffer(ngrams, dtype=np.uint8), np.uint8)
    filing.array("ends", ends, np.int64)
    filing.array("is_characters", is_characters, np.bool_)
    filing.array("counts", counts, np.int64)
    filing.array("is_kept", features._columns >= 0, np.bool_)
    return filing


def texts_from(features: TextFeatures, filed: Filed) -> None:
    """Read what was learned of texts."""
    if not filed.flag("is_fitted"):
        if features.bits is None:
            filed.refuse("is_fitted", "true without hashing")
        return
    features.n_texts_, features.n_missing_ = filed.whole("texts"), filed.whole("missing")
    ngrams = filed.array("ngrams", np.uint8, (None,)).tobytes()
    ends = filed.places("ends", np.int64, None, len(ngrams) + 1)
    is_characters = filed.array("is_characters", np.bool_, (len(ends),))
    counts = filed.array("counts", np.int64, (len(ends),))
    if len(ends) and (counts.min() < 1 or ends[-1] != len(ngrams)):
        filed.refuse("counts", "at least 1 for each n-gram", "others")
    try:
        features._vocabulary = _core.Vocabulary.from_parts(ngrams, ends, is_characters, counts)
    except ValueError as error:
        filed.refuse("ngrams", f"a vocabulary: {error}", "something else")
    is_kept = filed.array("is_kept", np.bool_, (len(ends),))
    features._columns = np.where(is_kept, np.cumsum(is_kept) - 1, -1).astype(np.int32)
    features._n_columns = int(np.count_nonzero(is_kept))
