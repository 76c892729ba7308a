"""From a file to a saved model, and to predictions, beside rivals: ``python -m benchmarks.commands [CLASSES ...]``.

300,000 documents, five passes, hashed into 2^18 columns. Each program runs in its own process, whose start counts, and
they take turns; the best turn counts. README.md lists what the rivals read.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table
from sklearn.feature_extraction.text import HashingVectorizer
from sklearn.linear_model import Perceptron as ScikitPerceptron
from sklearn.pipeline import make_pipeline

from benchmarks import machine
from benchmarks.command_data import write_files
from benchmarks.command_rivals import PASSES, RIVALS, _csv
from rosenblatt import Perceptron, TextFeatures

TURNS = 5
OURS = "rosenblatt"
# Target ratios by rival, and target accuracies.
TARGETS = {
    2: ({"scikit-learn": 15, "Vowpal Wabbit": 2, "fastText": 8}, 0.90),
    10: ({"scikit-learn": 5, "Vowpal Wabbit": 5, "fastText": 5}, 0.85),
}
PREDICT_TARGET = 10
# One learner and plain counts, as before there was a race, which `make bench-quality` measures.
FIXED = (
    *("--learner", "averaged-perceptron", "--epochs", PASSES, "--quiet"),
    *("--ngrams", 1, "--bits", 18, "--no-punctuation", "--counts", "counts", "--weighting", "none"),
)
PACKAGES = ("rosenblatt", "numpy", "scipy", "scikit-learn", "pyarrow", "vowpalwabbit", "fasttext-wheel")


def _ours(what, folder, *part):
    program = Path(sys.executable).with_name("rosenblatt")
    if what == "train":
        return [program, "train", folder / "train.csv", "--label", "label", *FIXED, "--force", "-o", folder / "model"]
    return [program, "predict", folder / "model", folder / f"{part[0]}.csv"]


def _command(name, what, folder, n_classes, *part):
    if name == OURS:
        return [str(word) for word in _ours(what, folder, *part)]
    return [sys.executable, "-m", "benchmarks.command_rivals", name, what, str(folder), str(n_classes), *part]


def _timed(command):
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed: {done.stderr}")
    return time.perf_counter() - start, done.stdout


def measure(folder, n_classes):
    """Measure the times to train and to predict few and many, and the accuracy, of each program."""
    write_files(folder, n_classes)
    truth = np.array(_csv(folder / "test.csv")[0])
    names = [OURS, *RIVALS]
    found = {name: {"train": [], "few": [], "many": []} for name in names}
    for _ in range(TURNS):
        for name in names:
            found[name]["train"].append(_timed(_command(name, "train", folder, n_classes))[0])
    for _ in range(TURNS):
        for name in names:
            seconds, printed = _timed(_command(name, "predict", folder, n_classes, "test"))
            found[name]["few"].append(seconds)
            predictions = printed.splitlines()[-len(truth) :]
            found[name]["accuracy"] = float(np.mean(truth == predictions))
            found[name]["many"].append(_timed(_command(name, "predict", folder, n_classes, "train"))[0])
    return found


def one_text(folder):
    """Measure the microseconds for one text from Python, ours and scikit-learn's."""
    labels, texts = (part[:20_000] for part in _csv(folder / "train.csv"))
    ours = make_pipeline(TextFeatures(bits=18), Perceptron(max_iter=PASSES, random_state=0)).fit(list(texts), labels)
    theirs = make_pipeline(HashingVectorizer(n_features=2**18), ScikitPerceptron(max_iter=PASSES)).fit(texts, labels)
    models = {OURS: ours, "scikit-learn": theirs}
    times = {name: [] for name in models}
    for start_text in range(0, 5000, 100):  # in turns, so that disturbances affect both alike
        for name, model in models.items():
            for text in texts[start_text : start_text + 100]:
                start = time.perf_counter()
                model.predict([text])
                times[name].append(time.perf_counter() - start)
    return {name: 1e6 * float(np.median(those)) for name, those in times.items()}


def _show(console, n_classes, found):
    columns = ("who", "train, s", "", "to reach", "accuracy", "predict 30,000, s", "predict 300,000, s")
    table = Table(*columns, title=f"{n_classes} classes, best of {TURNS}")
    times, least = TARGETS[n_classes]
    ours = min(found[OURS]["train"])
    verdict = {True: "[green]reached[/]", False: "[bold red]LOST[/]"}
    for name, one in found.items():
        best = min(one["train"])
        goal = f">= {least}" if name == OURS else f"{times[name]}x"
        reached = one["accuracy"] >= least if name == OURS else best / ours >= times[name]
        ratio = "" if name == OURS else f"{best / ours:.1f}x"
        row = (f"{best:.2f} {ratio}", verdict[reached], goal, f"{one['accuracy']:.3f}")
        table.add_row(name, *row, *(_predicted(one[size], found[OURS][size], name) for size in ("few", "many")))
    console.print(table)


def _predicted(seconds, ours, name):
    """Format the best seconds and their ratio to ours; scikit-learn has the target."""
    ratio = min(seconds) / min(ours)
    said = f"{min(seconds):.2f} " + ("" if name == OURS else f"{ratio:.1f}x")
    if name == "scikit-learn":
        said += f" of {PREDICT_TARGET}x: " + ("[green]reached[/]" if ratio >= PREDICT_TARGET else "[bold red]LOST[/]")
    return said


def main():
    """Measure, print the table, and print the raw numbers."""
    console, raw = Console(width=130), {"machine": machine.facts(PACKAGES)}
    for n_classes in map(int, sys.argv[1:] or TARGETS):
        with tempfile.TemporaryDirectory(prefix="rosenblatt-bench-") as folder:
            raw[n_classes] = found = measure(Path(folder), n_classes)
            _show(console, n_classes, found)
            if n_classes == 2:
                raw["one text"] = times = one_text(Path(folder))
                ratio = times["scikit-learn"] / times[OURS]
                said = "reached" if ratio >= PREDICT_TARGET else "LOST"
                both = f"{times[OURS]:.0f} us, scikit-learn {times['scikit-learn']:.0f} us"
                console.print(f"one text from Python: {both}, {ratio:.1f}x of {PREDICT_TARGET}x: {said}")
    print(json.dumps(raw))


if __name__ == "__main__":
    main()
