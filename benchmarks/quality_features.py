"""Rows of scikit-learn's learners: texts by tf-idf, tables standardised and one-hot, matrices standardised if dense."""

# ruff: noqa: PLC0415  # each process loads what its kind of file needs
from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from benchmarks.quality_sets import MATRIX, TEXT


def load(kind, label, path, like=None):
    """Return what a file holds and its labels as strings; `like` is what the training file holds."""
    if kind == MATRIX:
        from sklearn.datasets import load_svmlight_file

        X, y = load_svmlight_file(f"{path}.svm", n_features=None if like is None else like.shape[1])
        X.indices, X.indptr = X.indices.astype(np.int32), X.indptr.astype(np.int32)  # liblinear takes no others
        return X, y.astype(int).astype(str)
    if kind == TEXT:
        with Path(f"{path}.csv").open(newline="", encoding="utf-8") as file:
            rows = csv.DictReader(file)
            labels, texts = zip(*((row[label], row["text"]) for row in rows), strict=True)
        return np.array(texts, dtype=object), np.array(labels)
    import pandas

    frame = pandas.read_csv(f"{path}.csv", dtype={label: str})
    y = frame.pop(label).to_numpy(dtype=str)
    words = _categories(frame)
    return frame.astype(dict.fromkeys(words, object)).fillna(dict.fromkeys(words, "")), y


def _categories(frame):
    return [name for name in frame if frame[name].dtype.kind not in "iuf"]


def features(kind, X):
    """Return the transformer of this kind of rows, not yet fitted."""
    if kind == TEXT:
        from sklearn.feature_extraction.text import TfidfVectorizer

        return TfidfVectorizer(sublinear_tf=True, ngram_range=(1, 2))
    from sklearn.preprocessing import FunctionTransformer, OneHotEncoder, StandardScaler

    if kind == MATRIX and not is_dense(X):
        return FunctionTransformer()
    from sklearn.pipeline import make_pipeline

    if kind == MATRIX:
        return make_pipeline(FunctionTransformer(_to_dense, accept_sparse=True), StandardScaler())
    from sklearn.compose import make_column_transformer
    from sklearn.impute import SimpleImputer

    categories = _categories(X)
    numbers = [name for name in X if name not in categories]
    return make_column_transformer(
        (make_pipeline(SimpleImputer(), StandardScaler()), numbers),
        (OneHotEncoder(handle_unknown="ignore"), categories),
    )


def is_dense(X):
    """Return whether most numbers of a sparse matrix are not 0."""
    return 2 * X.nnz > X.shape[0] * X.shape[1]


def _to_dense(X):
    return X.toarray()


def as_categories(X, others):
    """Return both frames with categories as pandas has them, known from the first."""
    import pandas

    kinds = {name: pandas.CategoricalDtype(sorted(set(X[name]))) for name in _categories(X)}
    return X.astype(kinds), others.astype(kinds)
