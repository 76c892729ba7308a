"""Learners trained by the command: in memory, out of core, and resumed from a model file."""

import json
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import numpy as np
from click.testing import CliRunner

import rosenblatt as rb
from rosenblatt.cli.app import app
from tests.learned_bits.data import digest, rows_and_labels, whole_numbers

LEARNERS = (
    "perceptron",
    "averaged-perceptron",
    "pocket-perceptron",
    "voted-perceptron",
    "pa",
    "pa-1",
    "pa-2",
    "averaged-pa-1",
    "averaged-pa-2",
    "arow",
    "averaged-arow",
    "scw-1",
    "scw-2",
    "cw",
)
CLASSES = {"two": 2, "ten": 10}
# Several files are several blocks of rows, which are shuffled in parts of as many blocks as fit into memory.
N_FILES, ROWS_OF_FILE = 4, 40
WAYS = {
    "text": ("train", "out-of-core", "resume"),
    "hashed-text": ("train", "out-of-core"),
    "table": ("train", "out-of-core", "resume"),
    "svmlight": ("train", "out-of-core", "out-of-core-in-parts", "resume"),
    "dense": ("train", "out-of-core", "resume"),
}


def texts(n_classes: int, n: int, seed: int, n_words: int) -> list[str]:
    """Four different words in each, so that length 1 makes each of them exactly 1/2; the first hints at the label."""
    _, labels = rows_and_labels(n_classes, n, seed=seed)
    drawn = np.array(whole_numbers(3 * n, n_words, seed + 3)).reshape(n, 3)
    hints = [label if odd else (label + 1) % n_classes for label, odd in zip(labels, drawn[:, 0] % 4, strict=True)]
    rows = zip(labels, hints, drawn, strict=True)
    return ["label,review", *(f"c{label},hint{hint} a{a} b{b} c{c}" for label, hint, (a, b, c) in rows)]


def table(n_classes: int, n: int, seed: int, n_words: int) -> list[str]:
    """Two columns of numbers and one of categories, some of them missing."""
    X, labels = rows_and_labels(n_classes, n, seed=seed)
    categories = whole_numbers(n, n_words // 2, seed + 3)
    rows = enumerate(zip(labels, X[:, 0] + 0.25 * X[:, 1], X @ np.arange(8), categories, strict=True))
    return ["label,size,price,colour"] + [
        f"c{label},{'' if k % 17 == 3 else size},{price},{'' if k % 13 == 5 else f'colour{category}'}"
        for k, (label, size, price, category) in rows
    ]


def svmlight(n_classes: int, n: int, seed: int, n_words: int) -> list[str]:
    """As many columns as there are words; only the entries that are not 0 are written."""
    X, labels = rows_and_labels(n_classes, n, d=n_words, seed=seed)
    X[0] = 1
    return [
        " ".join([str(label), *(f"{column + 1}:{row[column]:g}" for column in np.flatnonzero(row))])
        for label, row in zip(labels, X, strict=True)
    ]


LINES = {"text": texts, "hashed-text": texts, "table": table, "svmlight": svmlight}
ENDINGS = {"text": "csv", "hashed-text": "csv", "table": "csv", "svmlight": "svm", "dense": "npz"}
TABLES = ("text", "hashed-text", "table")


def write_rows(path: Path, kind: str, n_classes: int, n: int, seed: int, *, is_wider: bool = False) -> None:
    """Write a file of rows; a wider one has new words, categories or columns, except for a dense matrix."""
    if kind == "dense":
        X, y = rows_and_labels(n_classes, n, seed=seed)
        np.savez(path, X=X, y=y)
    else:
        lines = LINES[kind](n_classes, n, seed, 14 if is_wider else 10)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def run(*arguments: object) -> str:
    """Run a command, which must succeed, and return what it prints."""
    result = CliRunner().invoke(app, list(map(str, arguments)), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def train_options(learner: str, kind: str, n_classes: int) -> list[object]:
    """Texts of two classes are scaled single words; those of ten are counted pairs of words, too. Nothing is raced."""
    options: list[object] = ["--learner", learner, "--numbers", "standard"]
    if learner in ("pa-1", "pa-2", "averaged-pa-1", "averaged-pa-2", "scw-1", "scw-2"):
        options += ["-C", 0.25]
    if kind in ("text", "hashed-text"):
        options += ["--text", "review", "--counts", "counts", "--weighting", "none"]
        options += [*(["--ngrams", 1] if n_classes == 2 else ["--no-normalise"])]
    if kind == "hashed-text":
        options += ["--bits", 7]
    return options


def trained(folder: Path, learner: str, classes: str, kind: str, way: str) -> dict[str, str]:
    """Train as `way` says; hash the saved model with its predictions, and what ``predict`` prints."""
    n_classes, ending, model = CLASSES[classes], ENDINGS[kind], folder / "model"
    known = n_classes - 1 if way == "resume" and n_classes > 2 else n_classes
    for number in range(N_FILES):
        write_rows(folder / f"rows-{number}.{ending}", kind, known, ROWS_OF_FILE, 100 + 10 * number)
    common = ["--epochs", 4, "--seed", 5, "--json", "--force", "-o", model]
    common += ["--label", "label"] if kind in TABLES else ["--label", "y"] if kind == "dense" else []
    first = ["train", folder / f"rows-*.{ending}", *train_options(learner, kind, n_classes), *common]
    if way == "out-of-core":
        assert json.loads(run(*first, "--memory", "0"))["rows_on_disk"] > 0
    elif way == "out-of-core-in-parts":
        # Rows may take half of the memory, and those held out get a tenth of it: room for two of the four blocks.
        memory = json.loads(run(*first, "--memory", "0"))["rows_on_disk"]
        assert json.loads(run(*first, "--memory", memory * 3 // 2))["rows_on_disk"] > 0
    else:
        assert json.loads(run(*first))["rows_on_disk"] == 0
    if way == "resume":
        more = folder / f"more.{ending}"
        write_rows(more, kind, n_classes, 3 * ROWS_OF_FILE, 500, is_wider=learner != "voted-perceptron")
        run("train", more, "--resume", model, *common)
    return predicted(folder, model, kind, n_classes)


def predicted(folder: Path, model: Path, kind: str, n_classes: int) -> dict[str, str]:
    """Hash a saved model with its predictions for rows that it has not seen, and what ``predict`` prints for them."""
    asked = folder / f"asked.{ENDINGS[kind]}"
    write_rows(asked, kind, n_classes, ROWS_OF_FILE, 900)
    pipeline, facts = rb.load(model), rb.saved_facts(model)
    learner = pipeline[-1]
    label = "label" if kind in TABLES else "y" if kind == "dense" else None
    width = learner.n_features_in_ if kind == "svmlight" else None
    predictions = [pipeline.predict(batch.data) for batch in rb.open_batches(asked, label=label, n_features=width)]
    names = pipeline[0].get_feature_names_out().tolist() if kind in TABLES else None
    how = [facts[name] for name in ("stop_reason", "epochs", "held_out", "rows", "n_columns")]
    weights = digest(learner.coef_, learner.intercept_, learner.classes_, names, int(learner.n_updates_), how)
    return {
        "": digest(weights, np.concatenate(predictions)),
        "/printed": digest(run("predict", model, asked)),
    }


def command_cases() -> Iterator[tuple[str, Callable[[Path], dict[str, str]]]]:
    """Yield the name of each case and a function that computes its entries, given an empty folder."""
    for learner, classes, (kind, ways) in product(LEARNERS, CLASSES, WAYS.items()):
        for way in ways:
            name = f"{learner}/{classes}/{kind}/command-{way}"
            yield name, lambda folder, a=(learner, classes, kind, way): trained(folder, *a)
