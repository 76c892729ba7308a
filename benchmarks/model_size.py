"""Sizes of model files, and the memory that they need: ``python -m benchmarks.model_size``.

Writes 19,000 texts of 20 classes with 1.4 million different words and pairs, trains on them by the command, in full and
with ``--slim``, and lets both predict and evaluate 20,000 other texts. Prints the size of each file, the peak of each
process, beside that with a model of 300 texts, and the number of predictions that differ.

A text is 120 words by Zipf's law, in part followed by one of 30 words that often follow; one in fifteen is of the 3,000
that its class uses more often.
"""

from __future__ import annotations

import csv
import os
import subprocess
import sys
import tempfile
from multiprocessing import Process
from pathlib import Path

import numpy as np

N_TRAIN, N_FEW, N_TEST = 19_000, 300, 20_000
N_WORDS, N_CLASSES = 120, 20
VOCABULARY, OF_CLASS, FOLLOWERS = 60_000, 3_000, 30
SHARE_OF_CLASS, SHARE_OF_FOLLOWERS = 0.065, 0.3
MOST_FULL, MOST_SLIM = 150_000_000, 50_000_000
ONE_CHANGED_IN = 5_000
FIXED = 160_000_000  # bytes beside twice the file: the interpreter, its libraries, and batches of rows


def write(path, n_texts, seed):
    """Write texts and their labels; the words and what classes use depend on no seed."""
    fixed, random = np.random.default_rng(0), np.random.default_rng(seed)
    letters = fixed.integers(ord("a"), ord("z") + 1, size=(VOCABULARY, 9), dtype=np.uint8)
    words = [bytes(row[: 2 + i % 8]).decode() for i, row in enumerate(letters)]
    of_classes = np.array([fixed.permutation(VOCABULARY)[:OF_CLASS] for _ in range(N_CLASSES)])
    shape = n_texts, N_WORDS
    labels = random.integers(0, N_CLASSES, n_texts)
    common, own = _zipf(random, VOCABULARY, shape), of_classes[labels[:, np.newaxis], _zipf(random, OF_CLASS, shape)]
    ranks = np.where(random.random(shape) < SHARE_OF_CLASS, own, common)
    follower, follows = _zipf(random, FOLLOWERS, shape), random.random(shape) < SHARE_OF_FOLLOWERS
    for k in range(1, N_WORDS):
        after = (ranks[:, k - 1] * 31 + follower[:, k] * 977 + 1) % VOCABULARY
        ranks[:, k] = np.where(follows[:, k], after, ranks[:, k])
    with path.open("w", encoding="utf-8") as file:
        file.write("label,text\n")
        for label, row in zip(labels.tolist(), ranks.tolist(), strict=True):
            file.write(f"c{label},{' '.join(map(words.__getitem__, row))}\n")


def _zipf(random, size, shape):
    share = np.cumsum(1.0 / np.arange(1, size + 1))
    return np.searchsorted(share, random.random(shape) * share[-1])


def run(*arguments):
    """Run a command, and return the peak of its process."""
    program = str(Path(sys.executable).with_name("rosenblatt"))
    child = subprocess.Popen([program, *map(str, arguments)], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    if status:
        raise SystemExit(f"rosenblatt {arguments[0]} failed")
    return 1024 * usage.ru_maxrss


def main():
    """Write, train, predict, and print the results."""
    with tempfile.TemporaryDirectory(prefix="rosenblatt-bench-") as name:
        folder = Path(name)
        train, few, test = folder / "train.csv", folder / "few.csv", folder / "test.csv"
        for path, n_texts, seed in ((train, N_TRAIN, 1), (few, N_FEW, 1), (test, N_TEST, 2)):
            writer = Process(target=write, args=(path, n_texts, seed))  # its memory would count for its children
            writer.start()
            writer.join()
        measure(few, test, folder / "few", None)
        full = measure(train, test, folder / "full", MOST_FULL)
        slim = measure(train, test, folder / "slim", MOST_SLIM, "--slim")
    n_changed = sum(one != other for one, other in zip(full, slim, strict=True))
    allowed = _verdict(n_changed * ONE_CHANGED_IN <= N_TEST)
    print(f"{n_changed} of {N_TEST:,} predictions changed, to be at most 1 in {ONE_CHANGED_IN:,}: {allowed}")


def measure(train, test, model, most, *options):
    """Train a model, evaluate it and predict by it; print sizes and peaks, and return the predictions."""
    peak, predicted = run("train", train, "--label", "label", "-o", model, *options), model.with_suffix(".csv")
    size = model.stat().st_size
    target = "" if most is None else f", to be under {_mb(most)}: {_verdict(size < most)}"
    print(f"{model.name}: {_mb(size)}{target}; training has a peak of {_mb(peak)}")
    peaks = {"evaluate": run("evaluate", model, test), "predict": run("predict", model, test, "-o", predicted)}
    for command, peak in peaks.items():
        limit = 2 * size + FIXED
        print(f"    {command} has a peak of {_mb(peak)}, to be at most {_mb(limit)}: {_verdict(peak <= limit)}")
    with predicted.open(encoding="utf-8") as file:
        return [row[0] for row in csv.reader(file)][1:]


def _mb(n_bytes):
    return f"{n_bytes / 1e6:.1f} MB"


def _verdict(is_reached):
    return "reached" if is_reached else "LOST"


if __name__ == "__main__":
    main()
