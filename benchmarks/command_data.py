"""Labelled documents for `commands.py`: 60 words each, drawn by Zipf's law from a vocabulary of 50,000.

Every word speaks for or against each class, and the class with the loudest sum, noise included, is the label. So
common words are learned, rare ones hardly, and nobody can guess all labels.
"""

from __future__ import annotations

import numpy as np

N_TEXTS, N_TEST, N_WORDS, VOCABULARY = 300_000, 30_000, 60, 50_000
N_LOUD, REST = 2000, 0.1  # the rarer words speak so much more quietly
NOISE = {2: 0.25, 10: 0.05}


def write_files(folder, n_classes):
    """Write the documents to learn from as CSV, in Vowpal Wabbit's and in fastText's format, and others to judge by."""
    random = np.random.default_rng(0)
    letters = random.integers(ord("a"), ord("z") + 1, size=(VOCABULARY, 9), dtype=np.uint8)
    words = np.array([bytes(row[: 2 + i % 8]).decode() for i, row in enumerate(letters)], dtype=object)
    share = np.cumsum(1.0 / np.arange(1, VOCABULARY + 1))
    speaks = random.normal(size=(VOCABULARY, n_classes)).astype(np.float32)
    speaks[N_LOUD:] *= REST
    names = {"train": N_TEXTS, "test": N_TEST}
    for part, n_texts in names.items():
        ranks = np.searchsorted(share, random.random((n_texts, N_WORDS)) * share[-1])
        sums = np.zeros((n_texts, n_classes), np.float32)
        for column in ranks.T:
            sums += speaks[column]
        sums += NOISE[n_classes] * sums.std() * random.normal(size=sums.shape).astype(np.float32)
        _write(folder, part, [" ".join(row) for row in words[ranks].tolist()], sums.argmax(axis=1).tolist(), n_classes)


def _write(folder, part, texts, labels, n_classes):
    with (folder / f"{part}.csv").open("w") as file:
        file.write("label,text\n")
        file.writelines(f"class{label},{text}\n" for label, text in zip(labels, texts, strict=True))
    of_wabbit = (-1, 1) if n_classes == 2 else range(1, n_classes + 1)
    with (folder / f"{part}.vw").open("w") as file:
        file.writelines(f"{of_wabbit[label]} | {text}\n" for label, text in zip(labels, texts, strict=True))
    with (folder / f"{part}.ft").open("w") as file:
        file.writelines(f"__label__class{label} {text}\n" for label, text in zip(labels, texts, strict=True))
