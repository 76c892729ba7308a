"""What shards cost: the accuracy on test rows of one machine, of 10 and of 100 shards, by each way of mixing.

``make bench-shards`` prints the table of docs/how-to/cluster.md. No engine is measured: all have the same bits.
"""

from __future__ import annotations

import gzip
import sys
import time

import numpy as np
from tests.distribute.memory_shards import fit_in_shards

import rosenblatt as rb
from benchmarks.published_data import adult, ijcnn1, messages, mnist, movie_reviews, read

SHARDS = (10, 100)
MIXES = (1, 10)
FIRST_ORDER = ("uniform", "updates", "touched")
EPOCHS = {"averaged perceptron": 10, "AROW": 4}  # those of AROW are the default of train


def of_texts(texts, labels):
    """Return rows of words and pairs to learn from, and every fifth row to test."""
    is_test = np.arange(len(texts)) % 5 == 4
    features = rb.TextFeatures(ngrams=(1, 2), counts="log", weighting="idf", normalise=True)
    X = features.fit_transform(texts[~is_test])
    return X, labels[~is_test], features.transform(texts[is_test]), labels[is_test]


def covtype():
    """Return standardised rows of covtype, and every fifth to test."""
    table = np.loadtxt(gzip.decompress(read("tables/covtype.csv.gz")).decode("ascii").splitlines()[1:], delimiter=",")
    X, y = table[:, :-1], table[:, -1].astype(int)
    is_test = np.arange(len(y)) % 5 == 4
    X = (X - X[~is_test].mean(axis=0)) / np.maximum(X[~is_test].std(axis=0), 1e-12)
    return X[~is_test], y[~is_test], X[is_test], y[is_test]


def of_ijcnn1():
    """Return ijcnn1.tr and .val to learn from, and .t to test."""
    X, y = ijcnn1()
    return X[:49_990], y[:49_990], X[49_990:], y[49_990:]


SETS = {
    "rt-polarity": lambda: of_texts(*movie_reviews()),
    "sms-spam": lambda: of_texts(*messages()),
    "a9a": lambda: (*adult("a9a"), *adult("a9a.t")),
    "ijcnn1": of_ijcnn1,
    "MNIST": lambda: (*mnist("train"), *mnist("t10k")),
    "covtype": covtype,
}


def learner_of(name, epochs):
    """Make a learner that stops after so many epochs."""
    options = {"max_iter": epochs, "tol": None, "when_stalled": "stop", "random_state": 0}
    return rb.ConfidenceWeighted(**options) if name == "AROW" else rb.Perceptron(final="average", **options)


def accuracies(name, rows):
    """Yield the way of mixing, the mixes per epoch, the shards, and the accuracy on test rows."""
    X, y, X_test, y_test = rows
    engine = rb.engines.Sequential()
    ways = ("precision",) if name == "AROW" else FIRST_ORDER
    runs = [(ways[0], 1, 1), *((mix, mixes, shards) for mix in ways for mixes in MIXES for shards in SHARDS)]
    for mix, mixes, shards in runs:
        learner = learner_of(name, EPOCHS[name])
        fit_in_shards(engine, learner, X, y, shards, mix=mix, mixes=mixes)
        yield mix, mixes, shards, float((learner.predict(X_test) == y_test).mean())


def main():
    """Print one line per set, learner and way of mixing."""
    chosen = sys.argv[1:] or list(SETS)
    print("| set | learner | mix | mixes per epoch | 1 shard | 10 shards | 100 shards | within 1.0 and 2.0 points |")
    print("|---|---|---|---|---|---|---|---|")
    for dataset in chosen:
        rows = SETS[dataset]()
        for name in EPOCHS:
            start = time.perf_counter()
            found = {(mix, mixes, shards): value for mix, mixes, shards, value in accuracies(name, rows)}
            alone = next(value for (_, _, shards), value in found.items() if shards == 1)
            for mix, mixes in dict.fromkeys((mix, mixes) for mix, mixes, shards in found if shards > 1):
                ten, hundred = (found[mix, mixes, shards] for shards in SHARDS)
                holds = "yes" if ten >= alone - 0.01 and hundred >= alone - 0.02 else "**no**"
                numbers = " | ".join(f"{100 * value:.1f}" for value in (alone, ten, hundred))
                print(f"| {dataset} | {name} | {mix} | {mixes} | {numbers} | {holds} |", flush=True)
            print(f"{dataset}, {name}: {time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
