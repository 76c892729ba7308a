"""Slim features: what is needed to transform rows, and nothing to continue learning from."""

from __future__ import annotations

from rosenblatt.featurise.table_features import TableFeatures


def make_slim(features: TableFeatures) -> None:
    """Remove the document frequencies of texts; a file of slim features holds no counts of n-grams either.

    N-grams without weights stay: they count in the length of a text. Other columns have nothing to remove.

    Parameters
    ----------
    features : fitted.
    """
    for column in features._texts:
        if hasattr(column.features, "_vocabulary"):
            vars(column.features).pop("_documents", None)
            column.features._is_slim = True
