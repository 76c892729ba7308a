"""Training and test files of the published sets: ``python -m benchmarks.quality_data SET FOLDER``.

Writes one folder per split (0, 1, ...) with the training file, the test file, and `truth.txt`, one label per test row.
Writes nothing, and prints a sentence, if the published files are missing.
"""

from __future__ import annotations

import csv
import gzip
import sys
from pathlib import Path

import numpy as np

from benchmarks import published_data
from benchmarks.published_data import NoData, read
from benchmarks.quality_sets import SETS

ADULT = [
    "age",
    "workclass",
    "fnlwgt",
    "education",
    "education-num",
    "marital-status",
    "occupation",
    "relationship",
    "race",
    "sex",
    "capital-gain",
    "capital-loss",
    "hours-per-week",
    "native-country",
    "income",
]


def _as_given(train, test):
    return [*train, *test], [np.arange(len(train) + len(test)) >= len(train)]


def _every_fifth(rows):
    return rows, [np.arange(len(rows)) % 5 == 4]


def _trec():
    parts = [read(f"text/TREC.{part}.all").decode("latin-1").split("\n") for part in ("train", "test")]
    return ["label", "text"], *_as_given(*([line.split(" ", 1) for line in part if line] for part in parts))


def _r8():
    parts = [read(f"text/r8.{part}.txt").decode("utf-8").split("\n") for part in ("train", "test")]
    return ["label", "text"], *_as_given(*([line.split("\t", 1) for line in part if line] for part in parts))


def _rt_polarity():
    texts, labels = published_data.movie_reviews()
    fold = np.random.default_rng(0).permutation(len(labels)) % 10
    return ["label", "text"], list(zip(labels, texts, strict=True)), [fold == k for k in range(10)]


def _sms_spam():
    texts, labels = published_data.messages()
    orders = [np.random.default_rng(seed).permutation(len(labels)) for seed in range(5)]
    return ["label", "text"], list(zip(labels, texts, strict=True)), [o < len(labels) // 10 for o in orders]


def _adult():
    def rows(name):
        lines = [line.split(",") for line in read(f"tables/{name}").decode("ascii").splitlines() if "," in line]
        return [["" if value.strip() == "?" else value.strip().removesuffix(".") for value in line] for line in lines]

    return ADULT, *_as_given(rows("adult.data"), rows("adult.test"))


def _covtype():
    lines = gzip.decompress(read("tables/covtype.csv.gz")).decode("ascii").splitlines()
    return lines[0].split(","), *_every_fifth([line.split(",") for line in lines[1:]])


def _skin():
    lines = read("tables/Skin_NonSkin.txt").decode("ascii").splitlines()
    return ["b", "g", "r", "label"], *_every_fifth([line.split("\t") for line in lines if line])


def _mammography():
    lines = read("tables/mammography.csv").decode("ascii").splitlines()
    rows = [line.replace("'", "").split(",") for line in lines if line]
    return [*(f"a{i}" for i in range(1, 7)), "label"], *_every_fifth(rows)


def _german():
    rows = [line.split(",") for line in read("tables/german.csv").decode("ascii").splitlines() if line]
    orders = [np.random.default_rng(seed).permutation(len(rows)) for seed in range(10)]
    return [*(f"a{i}" for i in range(1, 21)), "label"], rows, [order < len(rows) // 5 for order in orders]


def _libsvm(name):
    return [read(f"libsvm/{part}").decode("ascii").splitlines() for part in (name, f"{name}.t")]


def _mnist():
    value = [f"{pixel / 255:.6g}" for pixel in range(256)]
    for part in ("train", "t10k"):
        X, y = published_data.mnist(part)
        pixels = np.rint(255 * X).astype(np.uint8)
        yield [
            f"{digit} " + " ".join(f"{i + 1}:{value[row[i]]}" for i in np.flatnonzero(row))
            for row, digit in zip(pixels, y, strict=True)
        ]


TABLES = {
    "TREC": _trec,
    "r8": _r8,
    "sms-spam": _sms_spam,
    "rt-polarity": _rt_polarity,
    "german": _german,
    "mammography": _mammography,
    "adult": _adult,
    "Skin_NonSkin": _skin,
    "covtype": _covtype,
}


def _write_table(path, names, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(names)
        writer.writerows(rows)


def _write_truth(folder, labels):
    (folder / "truth.txt").write_text("".join(f"{label}\n" for label in labels))


def write_tables(name, folder):
    """Write the splits of a set of texts or of a table as CSV."""
    names, rows, splits = TABLES[name]()
    label = names.index(SETS[name].label)
    for number, is_test in enumerate(splits):
        split = folder / str(number)
        split.mkdir()
        for part, wanted in (("train", ~is_test), ("test", is_test)):
            _write_table(split / f"{part}.csv", names, (rows[i] for i in np.flatnonzero(wanted)))
        _write_truth(split, (rows[i][label] for i in np.flatnonzero(is_test)))


def write_matrix(name, folder):
    """Write the one split of a matrix as svmlight."""
    parts = list(_mnist() if name == "MNIST" else _libsvm(name))
    split = folder / "0"
    split.mkdir()
    for part, lines in zip(("train", "test"), parts, strict=True):
        (split / f"{part}.svm").write_text("\n".join(lines) + "\n")
    _write_truth(split, (int(line.split(maxsplit=1)[0]) for line in parts[1]))


def main(name, folder):
    """Write the files of a set, or a sentence on what is missing."""
    write = write_tables if name in TABLES else write_matrix
    try:
        write(name, Path(folder))
    except NoData as reason:
        print(f"{name} skipped: {reason}")


if __name__ == "__main__":
    main(*sys.argv[1:])
