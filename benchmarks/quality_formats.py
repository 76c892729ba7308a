"""Files for Vowpal Wabbit and fastText: ``python -m benchmarks.quality_formats KIND LABEL FOLDER``.

Written beforehand, so that their conversion is not counted. Training rows are shuffled, as both learn in the order of
the file. Texts: words in lower case and punctuation marks, each a token. Tables: numbers standardised, categories as
words. Matrices: as they are, standardised if most numbers are not 0.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import numpy as np

from benchmarks.quality_features import features, load
from benchmarks.quality_sets import TEXT


def _tokens(text):
    return " ".join(re.findall(r"\w+|[^\w\s]", text.lower()))


def _texts(texts):
    return [_tokens(text).replace(":", "COLON").replace("|", "BAR") for text in texts]


def _rows(X):
    """Return the nonzero entries of rows, as Vowpal Wabbit writes them."""
    lines = []
    for row in X:
        columns = np.flatnonzero(row)
        lines.append(" ".join(f"{column}:{row[column]:.6g}" for column in columns))
    return lines


def _sparse(X):
    return [
        " ".join(f"{column}:{value:.6g}" for column, value in zip(X.indices[a:b], X.data[a:b], strict=True))
        for a, b in zip(X.indptr[:-1], X.indptr[1:], strict=True)
    ]


def _numbers(X, made):
    rows = made.transform(X)
    return _rows(rows) if isinstance(rows, np.ndarray) else _sparse(rows.tocsr())


def main(kind, label, folder):
    """Write both parts in both formats, and the labels in the order of Vowpal Wabbit's numbers."""
    folder = Path(folder)
    X, y = load(kind, label, folder / "train")
    others, truth = load(kind, label, folder / "test", X)
    labels = sorted(set(y))
    codes = (-1, 1) if len(labels) == 2 else range(1, len(labels) + 1)
    code = dict(zip(labels, codes, strict=True))
    if kind == TEXT:
        parts = {"train": _texts(X), "test": _texts(others)}
    else:
        made = features(kind, X).fit(X)
        parts = {"train": _numbers(X, made), "test": _numbers(others, made)}
    shuffled = np.random.default_rng(0).permutation(len(y))
    for part, those, order in (("train", y, shuffled), ("test", truth, range(len(truth)))):
        lines = parts[part]
        with (folder / f"{part}.vw").open("w") as file:
            file.writelines(f"{code.get(those[i], codes[0])} | {lines[i]}\n" for i in order)
        if kind == TEXT:
            with (folder / f"{part}.ft").open("w") as file:
                file.writelines(f"__label__{those[i]} {lines[i]}\n" for i in order)
    (folder / "labels.json").write_text(json.dumps(labels))


if __name__ == "__main__":
    main(*sys.argv[1:])
