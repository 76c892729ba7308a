"""Reviews as rows: counts of words, or of words and pairs of words."""

from __future__ import annotations

from rosenblatt.errors import BadData
from rosenblatt.featurise.text_features import TextFeatures
from rosenblatt.playground import limits


def encode(texts: list[str], *, pairs: bool) -> tuple[list[str], list[list[float]]]:
    """Return the columns in the order of first occurrence, and one row of counts per text."""
    features, counts = _fitted(texts, pairs=pairs)
    columns: list[str] = features.get_feature_names_out().tolist()
    if len(columns) > limits.MAX_COLUMNS:
        raise BadData(
            f"these reviews have {len(columns)} different words{' and pairs' if pairs else ''}, and this page allows "
            f"{limits.MAX_COLUMNS}; use fewer or shorter reviews; there is no such limit in Python"
        )
    return columns, counts


def encode_one(texts: list[str], review: str, *, pairs: bool) -> list[float]:
    """Return the counts of another review, in the columns of these; words that they do not have are left out."""
    features, _ = _fitted(texts, pairs=pairs)
    row: list[float] = features.transform([review]).toarray()[0].tolist()
    return row


def _fitted(texts: list[str], *, pairs: bool) -> tuple[TextFeatures, list[list[float]]]:
    features = TextFeatures(ngrams=(1, 2 if pairs else 1))
    return features, features.fit_transform(texts).toarray().tolist()
