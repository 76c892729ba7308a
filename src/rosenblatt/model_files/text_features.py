"""`TextFeatures` in a model file: the vocabulary, document frequencies, and the scales of columns."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.featurise.text_features import TextFeatures
from rosenblatt.model_files.reader import SectionReader
from rosenblatt.model_files.writer import SectionWriter, smallest_type

FEWEST_NGRAMS = 1024  # fewer n-grams or hashed columns are written in the types of format 1
_ATTRIBUTES = ("n_texts_", "n_missing_", "_vocabulary", "_columns", "_n_columns")


def write_text_features(features: TextFeatures) -> SectionWriter:
    """Write the vocabulary, and with weighting frequencies and scales; with hashing there may be none."""
    if not hasattr(features, "_vocabulary"):
        if features._needs_fit:
            features._refuse_unfitted()
        return SectionWriter({"is_fitted": False})
    writer = SectionWriter({"is_fitted": True, "texts": features.n_texts_, "missing": features.n_missing_})
    writer.attributes = _ATTRIBUTES
    scales = features._scales_in_use()
    if scales is not None:
        writer.attributes = (*_ATTRIBUTES, "_documents", "_scales")
        writer.array("scales", scales, np.float32)
    if features._is_slim:
        _write_slim(writer, features)
        return writer
    ngrams, ends, is_characters, counts, documents = features._vocabulary.parts()
    writer.array("ngrams", np.frombuffer(ngrams, dtype=np.uint8), np.uint8)
    numbers = {"ends": ends, "counts": counts}
    if scales is not None:
        numbers["documents"] = documents if features.bits is None else features._documents
    is_small = max(map(len, numbers.values())) >= FEWEST_NGRAMS
    writer.format = 3 if is_small else 1
    for name, values in numbers.items():
        writer.array(name, values, smallest_type(values) if is_small else np.int64)
    for name, flags, usual in (("is_characters", is_characters, False), ("is_kept", features._columns >= 0, True)):
        if not is_small or (flags != usual).any():
            writer.array(name, flags, np.bool_)
    return writer


def _write_slim(writer: SectionWriter, features: TextFeatures) -> None:
    """Write the n-grams that have columns; under hashing those that name columns, the most frequent first."""
    writer.facts["is_slim"], writer.format = True, 3
    writer.attributes = (*writer.attributes, "_is_slim")
    ngrams, ends, is_characters, counts, _ = features._vocabulary.parts()
    is_kept = features._columns >= 0
    sizes = np.diff(ends, prepend=0)
    writer.array("ngrams", np.frombuffer(ngrams, dtype=np.uint8)[np.repeat(is_kept, sizes)], np.uint8)
    ends = np.cumsum(sizes[is_kept])
    writer.array("ends", ends, smallest_type(ends))
    if is_characters.any():
        writer.array("is_characters", is_characters[is_kept], np.bool_)
    if features.bits is not None:
        writer.array("counts", counts[is_kept], smallest_type(counts))


def read_text_features(features: TextFeatures, reader: SectionReader) -> None:
    """Read the vocabulary, and with weighting frequencies and scales."""
    if not reader.flag("is_fitted"):
        if features._needs_fit:
            reader.refuse("is_fitted", "true without hashing" if features.bits is None else "true with weighting")
        return
    features.n_texts_, features.n_missing_ = reader.whole("texts"), reader.whole("missing")
    ngrams = reader.array("ngrams", np.uint8, (None,)).tobytes()
    ends = reader.counts("ends", None, len(ngrams))
    is_characters = _read_flags(reader, "is_characters", len(ends), usual=False)
    is_slim = "is_slim" in reader.facts and reader.flag("is_slim")
    has_counts = not is_slim or reader.has_array("counts")
    counts = reader.counts("counts", len(ends)) if has_counts else np.ones(len(ends), np.int64)
    if len(ends) and (counts.min() < 1 or ends[-1] != len(ngrams)):
        reader.refuse("counts", "at least 1 for each n-gram", "others")
    is_kept = _read_flags(reader, "is_kept", len(ends), usual=True)
    features._columns = np.where(is_kept, np.cumsum(is_kept) - 1, -1).astype(np.int32)
    features._n_columns = int(np.count_nonzero(is_kept))
    documents = np.zeros(len(ends), np.int64)  # of no use without weighting, and not in the file
    if features.weighting is not None:
        _read_scales(features, reader)
    if is_slim:
        features._is_slim = True
    elif features.weighting is not None:
        read = _read_documents(features, reader)
        if features.bits is None:
            documents = read
        else:
            features._documents = read
    try:
        features._vocabulary = _core.Vocabulary.from_parts(ngrams, ends, is_characters, counts, documents)
    except ValueError as error:
        reader.refuse("ngrams", f"a vocabulary: {error}", "something else")


def _read_scales(features: TextFeatures, reader: SectionReader) -> None:
    """Read the scales of columns, of n-grams or hashed."""
    n_columns, bits = features._n_columns, features.bits
    if bits is not None:
        if type(bits) is not int or not 1 <= bits <= 30:
            reader.refuse("scales", "those of 2^bits columns, for 1 to 30 bits", f"{bits!r} bits")
        n_columns = 1 << bits
    features._scales = reader.array("scales", np.float32, (n_columns,))
    if not (np.isfinite(features._scales) & (features._scales >= 0)).all():
        reader.refuse("scales", "finite and at least 0", "others")


def _read_documents(features: TextFeatures, reader: SectionReader) -> NDArray[np.int64]:
    """Read the document frequencies, of n-grams or of hashed columns."""
    documents = reader.counts("documents", len(features._columns) if features.bits is None else len(features._scales))
    if len(documents) and not 0 <= documents.min() <= documents.max() <= features.n_texts_:
        reader.refuse("documents", "from 0 to the number of texts", "others")
    return documents


def _read_flags(reader: SectionReader, name: str, length: int, *, usual: bool) -> NDArray[np.bool_]:
    """Read one flag per n-gram; from format 3 on, a file holds them only if one is not as usual."""
    return reader.array(name, np.bool_, (length,)) if reader.has_array(name) else np.full(length, usual)
