"""Texts to sparse rows, beside scikit-learn: ``python -m benchmarks.text [NAME ...]``.

300,000 documents of 60 words, drawn by Zipf's law from a vocabulary of 50,000. Both sides count all words, unsigned
and unscaled. scikit-learn is slow here, so it gets the first 30,000 documents, and its time is multiplied.
"""

from __future__ import annotations

import argparse
import atexit
import shutil
import tempfile
from functools import cache, partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import scipy.sparse as sp
from sklearn.feature_extraction.text import CountVectorizer, HashingVectorizer
from sklearn.linear_model import Perceptron as ScikitPerceptron
from sklearn.pipeline import make_pipeline

from benchmarks import machine, report
from benchmarks.targets import AtLeastRate, AtMost, TimesFaster
from benchmarks.timing import Contender, take_turns
from benchmarks.workload import Workload
from rosenblatt import Perceptron, TextFeatures, open_batches

N_TEXTS, N_WORDS, N_FOR_RIVALS, BITS, CALLS = 300_000, 60, 30_000, 18, 500
PACKAGES = ("rosenblatt", "numpy", "scipy", "scikit-learn", "pyarrow")
OURS, FROM_LIST = "rosenblatt, from an Arrow array", "rosenblatt, from a list of strings"
OURS_ONE = "rosenblatt, transform_one and predict_one"
HASHING = f"HashingVectorizer ({N_FOR_RIVALS:,} texts, scaled)"
COUNTING = f"CountVectorizer ({N_FOR_RIVALS:,} texts, scaled)"
READ = "one read of the bytes"


class WrongAnswer(Exception):
    """A contender returned a wrong result, so its time is void."""


@cache
def documents():
    """Return texts of words of 2 to 9 letters, with frequencies by Zipf's law."""
    random = np.random.default_rng(0)
    letters = random.integers(ord("a"), ord("z") + 1, size=(50_000, 9), dtype=np.uint8)
    words = [bytes(row[: 2 + i % 8]).decode() for i, row in enumerate(letters)]
    share = np.cumsum(1.0 / np.arange(1, len(words) + 1))
    ranks = np.searchsorted(share, random.random((N_TEXTS, N_WORDS)) * share[-1])
    return [" ".join(map(words.__getitem__, row)) for row in ranks.tolist()]


@cache
def arrow():
    """Return the same texts as an Arrow array."""
    return pa.array(documents(), pa.large_string())


def megabytes():
    """Return a contender for all texts at once."""
    return arrow().buffers()[2].size / 1e6


def _calls(name, function, units=1.0, **options):
    return Contender(name, lambda: function, units, **options)


def _scaled(name, function):
    return _calls(name, partial(function, documents()[:N_FOR_RIVALS]), N_FOR_RIVALS / N_TEXTS)


def _hashing(ngrams):
    options = {"n_features": 1 << BITS, "alternate_sign": False, "norm": None}
    return HashingVectorizer(ngram_range=ngrams, **options).transform


def hashed(ngrams):
    """Compare rows of hashed n-grams, without a fit."""
    transform = TextFeatures(ngrams=ngrams, bits=BITS).transform
    data = np.frombuffer(arrow().buffers()[2], dtype=np.uint8)
    contenders = [
        _calls(OURS, partial(transform, arrow())),
        _calls(FROM_LIST, partial(transform, documents())),
        _scaled(HASHING, _hashing(ngrams)),
        _calls(READ, data.max, is_limit=True),
    ]
    title = f"texts to hashed rows, n-grams {ngrams}, {megabytes():.0f} MB, one thread"
    return Workload(title, contenders, _same_sums, {OURS: AtLeastRate(60, megabytes()), HASHING: TimesFaster(12)})


@cache
def csv_file():
    """Write the same texts to a file, with labels."""
    folder = Path(tempfile.mkdtemp(prefix="rosenblatt-bench-"))
    atexit.register(shutil.rmtree, folder)
    path = folder / "texts.csv"
    lines = (f"{i % 2},{text}\n" for i, text in enumerate(documents()))
    path.write_text("label,text\n" + "".join(lines), encoding="utf-8")
    return path


def from_file():
    """Compare the way from a file to hashed rows, batch by batch, in one thread."""
    features = TextFeatures(bits=BITS)

    def rows():
        batches = open_batches(csv_file(), label="label")
        return sp.vstack([features.transform(batch.data["text"]) for batch in batches])

    size = csv_file().stat().st_size / 1e6
    contenders = [_calls(OURS, rows), _scaled(HASHING, _hashing((1, 1)))]
    title = f"a CSV file of {size:.0f} MB to hashed rows; the rival gets the texts read"
    return Workload(title, contenders, _same_sums, {OURS: AtLeastRate(60, size), HASHING: TimesFaster(12)})


def vocabulary():
    """Compare fit_transform with a vocabulary."""
    contenders = [
        _calls(OURS, lambda: TextFeatures().fit_transform(arrow())),
        _calls(FROM_LIST, lambda: TextFeatures().fit_transform(documents())),
        _scaled(COUNTING, lambda texts: CountVectorizer().fit_transform(texts)),
    ]
    return Workload("vocabulary, fit and rows, one thread", contenders, _same_sums, {COUNTING: TimesFaster(6)})


def two_threads():
    """Compare two threads with one."""
    one, two = (TextFeatures(bits=BITS, n_jobs=n_jobs).transform for n_jobs in (1, 2))
    contenders = [_calls("two threads", partial(two, arrow())), _calls("one thread", partial(one, arrow()))]
    targets = {"one thread": TimesFaster(1.6)}
    return Workload("texts to hashed rows by two threads", contenders, _same_sums, targets)


def one_text():
    """Compare single texts of 60 words, as a server receives them."""
    texts = [[text] for text in documents()[:CALLS]]
    known = TextFeatures().fit(documents()[:N_FOR_RIVALS]).transform
    ours, theirs = TextFeatures(bits=BITS).transform, _hashing((1, 1))
    contenders = [
        _calls(OURS, lambda: [ours(text) for text in texts][-1], CALLS),
        _calls("rosenblatt, by a vocabulary", lambda: [known(text) for text in texts][-1], CALLS),
        _calls("HashingVectorizer", lambda: [theirs(text) for text in texts][-1], CALLS),
    ]
    return Workload("one text of 60 words", contenders, _same_sums, {OURS: AtMost(15, "us")})


def one_text_predicted():
    """Compare single texts of 60 words from Python to a label: row by row, and through a pipeline of scikit-learn."""
    texts, labels = documents()[:CALLS], np.arange(CALLS) % 2
    features, learner = TextFeatures(bits=BITS), Perceptron(max_iter=5, tol=None, random_state=0)
    ours = make_pipeline(features, learner).fit(texts, labels)
    theirs = make_pipeline(HashingVectorizer(n_features=1 << BITS), ScikitPerceptron(max_iter=5, tol=None))
    theirs.fit(texts, labels)
    lists = [[text] for text in texts]
    contenders = [
        _calls(OURS_ONE, lambda: [learner.predict_one(features.transform_one(text)) for text in texts], CALLS),
        _calls("rosenblatt, a pipeline", lambda: [ours.predict(text)[0] for text in lists], CALLS),
        _calls("rosenblatt, the features alone", lambda: [features.transform(text) for text in lists], CALLS),
        _calls("scikit-learn, a pipeline", lambda: [theirs.predict(text)[0] for text in lists], CALLS),
    ]
    targets = {OURS_ONE: AtMost(30, "us"), "scikit-learn, a pipeline": TimesFaster(10)}
    return Workload("one text of 60 words, features and predict", contenders, _same_labels, targets)


def _same_labels(timed):
    """Check that a pipeline predicts what its parts predict."""
    if timed[OURS_ONE].outcome != timed["rosenblatt, a pipeline"].outcome:
        raise WrongAnswer("other labels through a pipeline")


def _same_sums(timed):
    """Check that every contender counted all n-grams of every text it processed."""
    rows = {name: one.outcome for name, one in timed.items() if not one.contender.is_limit}
    sums = {name: np.asarray(outcome.sum(axis=1)).ravel() for name, outcome in rows.items()}
    ours = next(iter(sums.values()))
    for name, theirs in sums.items():
        if not np.array_equal(ours[: len(theirs)], theirs):
            raise WrongAnswer(f"{name} counts other n-grams")


WORKLOADS = {
    "hashed-words": partial(hashed, (1, 1)),
    "hashed-pairs": partial(hashed, (1, 2)),
    "from-file": from_file,
    "vocabulary": vocabulary,
    "two-threads": two_threads,
    "one-text": one_text,
    "one-text-predicted": one_text_predicted,
}


def main():
    """Measure, check, print, and store the raw numbers."""
    parser = argparse.ArgumentParser(prog="benchmarks.text", description="Measure features of texts beside rivals.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of: {', '.join(WORKLOADS)}; default all")
    names = parser.parse_args().names or WORKLOADS
    unknown = [name for name in names if name not in WORKLOADS]
    if unknown:
        parser.error(f"there is no workload {unknown[0]!r}; there are {', '.join(WORKLOADS)}")
    facts, rows = machine.facts(PACKAGES), []
    for name in names:
        print(f"{name} ...", flush=True)
        workload = WORKLOADS[name]()
        timed = take_turns(workload.contenders)
        workload.check(timed)
        rows += report.of_times(name, workload, timed)
    path = report.write(rows, facts)
    report.show(rows, facts)
    print(f"raw numbers: {path}")


if __name__ == "__main__":
    main()
