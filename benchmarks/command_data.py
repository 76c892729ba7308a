"""Labelled documents for `commands.py`: 60 words each, drawn by Zipf's law from a vocabulary of 50,000.

Some words of a document are drawn from a list of its class, so that no word determines the class and most hardly
indicate it. Their number is set so that the rivals come near the accuracies at which the targets were set: .90 to .91
with two classes, about .86 with ten.
"""

from __future__ import annotations

import numpy as np

N_TEXTS, N_TEST, N_WORDS, VOCABULARY = 300_000, 30_000, 60, 50_000
N_OWN = 5000  # words per class, also by Zipf's law, in an order of their own
OWN_SHARE = {2: 0.0405, 10: 0.059}


def write_files(folder, n_classes):
    """Write the training documents as CSV, in Vowpal Wabbit's and in fastText's format, and test documents."""
    random = np.random.default_rng(0)
    letters = random.integers(ord("a"), ord("z") + 1, size=(VOCABULARY, 9), dtype=np.uint8)
    words = np.array([bytes(row[: 2 + i % 8]).decode() for i, row in enumerate(letters)], dtype=object)
    own_words = np.array([random.permutation(VOCABULARY)[:N_OWN] for _ in range(n_classes)])
    for part, n_texts in {"train": N_TEXTS, "test": N_TEST}.items():
        labels = random.integers(n_classes, size=n_texts)
        size = (n_texts, N_WORDS)
        is_own = random.random(size) < OWN_SHARE[n_classes]
        drawn = np.where(
            is_own, own_words[labels[:, np.newaxis], _zipf(random, N_OWN, size)], _zipf(random, VOCABULARY, size)
        )
        _write(folder, part, [" ".join(row) for row in words[drawn].tolist()], labels.tolist(), n_classes)


def _zipf(random, most, size):
    share = np.cumsum(1.0 / np.arange(1, most + 1))
    return np.searchsorted(share, random.random(size) * share[-1])


def _write(folder, part, texts, labels, n_classes):
    with (folder / f"{part}.csv").open("w") as file:
        file.write("label,text\n")
        file.writelines(f"class{label},{text}\n" for label, text in zip(labels, texts, strict=True))
    of_wabbit = (-1, 1) if n_classes == 2 else range(1, n_classes + 1)
    with (folder / f"{part}.vw").open("w") as file:
        file.writelines(f"{of_wabbit[label]} | {text}\n" for label, text in zip(labels, texts, strict=True))
    with (folder / f"{part}.ft").open("w") as file:
        file.writelines(f"__label__class{label} {text}\n" for label, text in zip(labels, texts, strict=True))
