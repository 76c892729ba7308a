"""`TextFeatures` in a model file: the vocabulary."""

from __future__ import annotations

import numpy as np

from rosenblatt import _core
from rosenblatt.featurise.text_features import TextFeatures
from rosenblatt.model_files.reader import SectionReader
from rosenblatt.model_files.writer import SectionWriter


def write_text_features(features: TextFeatures) -> SectionWriter:
    """Write the vocabulary; with hashing there may be none."""
    if not hasattr(features, "_vocabulary"):
        if features.bits is None:
            features._refuse_unfitted()
        return SectionWriter({"is_fitted": False})
    writer = SectionWriter({"is_fitted": True, "texts": features.n_texts_, "missing": features.n_missing_})
    writer.attributes = ("n_texts_", "n_missing_", "_vocabulary", "_columns", "_n_columns")
    ngrams, ends, is_characters, counts = features._vocabulary.parts()
    writer.array("ngrams", np.frombuffer(ngrams, dtype=np.uint8), np.uint8)
    writer.array("ends", ends, np.int64)
    writer.array("is_characters", is_characters, np.bool_)
    writer.array("counts", counts, np.int64)
    writer.array("is_kept", features._columns >= 0, np.bool_)
    return writer


def read_text_features(features: TextFeatures, reader: SectionReader) -> None:
    """Read the vocabulary."""
    if not reader.flag("is_fitted"):
        if features.bits is None:
            reader.refuse("is_fitted", "true without hashing")
        return
    features.n_texts_, features.n_missing_ = reader.whole("texts"), reader.whole("missing")
    ngrams = reader.array("ngrams", np.uint8, (None,)).tobytes()
    ends = reader.indices("ends", np.int64, None, len(ngrams) + 1)
    is_characters = reader.array("is_characters", np.bool_, (len(ends),))
    counts = reader.array("counts", np.int64, (len(ends),))
    if len(ends) and (counts.min() < 1 or ends[-1] != len(ngrams)):
        reader.refuse("counts", "at least 1 for each n-gram", "others")
    try:
        features._vocabulary = _core.Vocabulary.from_parts(ngrams, ends, is_characters, counts)
    except ValueError as error:
        reader.refuse("ngrams", f"a vocabulary: {error}", "something else")
    is_kept = reader.array("is_kept", np.bool_, (len(ends),))
    features._columns = np.where(is_kept, np.cumsum(is_kept) - 1, -1).astype(np.int32)
    features._n_columns = int(np.count_nonzero(is_kept))
