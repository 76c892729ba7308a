"""Published data sets, read from the folder `shared/data` beside the project; nothing is downloaded."""

from __future__ import annotations

import bz2
import gzip
import io
from functools import cache
from pathlib import Path

import numpy as np
from sklearn.datasets import load_svmlight_file

FOLDER = Path(__file__).parents[2] / "shared" / "data"


class NoData(Exception):
    """The folder with the published sets, or one of its files, is missing."""


@cache
def mnist(part):
    """Return rows of 784 float64 in [0, 1] and their digits; `part` is "train" (60,000) or "t10k" (10,000)."""
    pixels = np.frombuffer(gzip.decompress(read(f"mnist/{part}-images-idx3-ubyte.gz")), np.uint8, offset=16)
    digits = np.frombuffer(gzip.decompress(read(f"mnist/{part}-labels-idx1-ubyte.gz")), np.uint8, offset=8)
    return pixels.reshape(-1, 784) / 255.0, digits.astype(np.int64)


def ijcnn1():
    """Return the rows of ijcnn1.tr, .val and .t, 35,000 + 14,990 + 91,701, in 22 columns; labels -1 and 1."""
    parts = [
        load_svmlight_file(io.BytesIO(bz2.decompress(read(f"libsvm/{name}.bz2"))), n_features=22)
        for name in ("ijcnn1.tr", "ijcnn1.val", "ijcnn1.t")
    ]
    return np.vstack([X.toarray() for X, _ in parts]), np.concatenate([y for _, y in parts])


def movie_reviews():
    """Return the 10,662 sentences of rt-polarity and whether each is positive."""
    parts = {
        label: read(f"rt-polarity/rt-polarity.{label}").decode("latin-1").removesuffix("\n").split("\n")
        for label in ("neg", "pos")
    }
    return np.array([text for texts in parts.values() for text in texts]), np.repeat(
        list(parts), list(map(len, parts.values()))
    )


def messages():
    """Return the 5,574 messages of the SMS spam collection, each ham or spam."""
    lines = read("sms-spam/SMSSpamCollection").decode("utf-8").splitlines()
    labels, texts = zip(*(line.split("\t", 1) for line in lines), strict=True)
    return np.array(texts), np.array(labels)


def adult(name):
    """Return the rows of a9a (32,561) or a9a.t (16,281), 123 columns of 0 and 1; labels -1 and 1."""
    return load_svmlight_file(io.BytesIO(read(f"libsvm/{name}")), n_features=123)


def read(name):
    """Return the bytes of a file of the folder; raise `NoData` if it is missing."""
    path = FOLDER / name
    if not path.exists():
        raise NoData(f"there is no {path}")
    return path.read_bytes()
