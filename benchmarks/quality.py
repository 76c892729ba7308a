"""The default command beside rivals on published sets: ``python -m benchmarks.quality [SET ...]``.

Each program learns from the same training file and predicts the same test file, in a process of its own whose start
counts. CPU seconds are user and system time of that process, without the search of settings; scores and seconds are
means over the splits, memory is the largest peak. README.md describes sets, settings and verdicts.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import mean

import numpy as np
from rich.console import Console

from benchmarks import machine
from benchmarks.quality_report import show_probabilities, show_set, show_verdicts
from benchmarks.quality_rivals import PROBABILITIES
from benchmarks.quality_sets import OURS, SETS
from rosenblatt.evaluate.probability_scores import score_probabilities

RESULTS = Path(__file__).parent / "results"
PACKAGES = ("rosenblatt", "numpy", "scipy", "scikit-learn", "pandas", "pyarrow", "vowpalwabbit", "fasttext-wheel")
MOST_MINUTES = 20  # CPU time per process
ONE_THREAD = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # waiting threads would count as CPU


class TooLong(Exception):
    """A process was ended after `MOST_MINUTES` of CPU time."""


def _run(command, folder):
    """Run a command to its end; return its output, CPU seconds and peak of memory in bytes."""
    with (folder / "stdout").open("w+") as output, (folder / "stderr").open("w+") as errors:
        child = subprocess.Popen([str(word) for word in command], stdout=output, stderr=errors, env=ONE_THREAD)
        limit = 60 * MOST_MINUTES
        resource.prlimit(child.pid, resource.RLIMIT_CPU, (limit, limit + 5))
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            raise TooLong
        output.seek(0), errors.seek(0)
        if child.returncode:
            raise RuntimeError(f"{' '.join(child.args)} failed: {errors.read()}")
        return output.read(), usage.ru_utime + usage.ru_stime, 1024 * usage.ru_maxrss


def _module(name, *arguments):
    return [sys.executable, "-m", f"benchmarks.{name}", *arguments]


def _ours(one, folder):
    program, model = Path(sys.executable).with_name("rosenblatt"), folder / "model"
    train, test = (folder / f"{part}.{one.suffix}" for part in ("train", "test"))
    label = [] if one.suffix == "svm" else ["--label", one.label]
    _, trained, most = _run([program, "train", train, *label, *one.options, "-o", model, "--force", "--quiet"], folder)
    scores, evaluated, also = _run([program, "evaluate", model, test, "--json"], folder)
    scores = json.loads(scores)
    described = _run([program, "inspect", model], folder)[0]
    return {
        "score": _our_score(one, scores),
        "cpu": trained + evaluated,
        "memory": max(most, also),
        "train_cpu": trained,
        "settings": described.split("\n\n")[0],
        **{key: scores["probabilities"][key] for key in ("log_loss", "calibration_error")},
    }


def _our_score(one, scores):
    if one.positive is None:
        return scores["accuracy"]
    return next(each["f1"] for each in scores["classes"] if str(each["label"]) == one.positive)


def _rival(name, one, folder):
    command = _module("quality_rivals", name, one.kind, one.label, folder)
    _, cpu, most = _run(command, folder)
    predictions = (folder / "predictions.txt").read_text().splitlines()
    truth = (folder / "truth.txt").read_text().splitlines()
    found = json.loads((folder / "settings.json").read_text())
    score = one.score(truth, predictions)
    return {"score": score, "cpu": cpu - found["search_cpu"], "memory": most, **found, **_probabilities(folder, truth)}


def _probabilities(folder, truth):
    """Return the scores of the probabilities that a rival wrote, computed as ours are."""
    path = folder / PROBABILITIES
    if not path.exists():
        return {}
    with np.load(path) as found:
        scores = score_probabilities(np.array(truth), found["values"], found["classes"].astype(str))
    return {"log_loss": scores.log_loss, "calibration_error": scores.calibration_error}


def measure(name, folder, console):
    """Return the scores, CPU seconds and memory of each program on a set, by split; None if its files are missing."""
    one = SETS[name]
    said = _run(_module("quality_data", name, folder), folder)[0]
    splits = sorted((path for path in folder.iterdir() if path.is_dir()), key=lambda path: int(path.name))
    if not splits:
        console.print(said.strip())
        return None
    for split in splits:
        _run(_module("quality_formats", one.kind, one.label, split), split)
    found = {}
    for who in (OURS, *one.rivals):
        console.print(f"{name}: {who} ...")
        try:
            found[who] = _means([_ours(one, split) if who == OURS else _rival(who, one, split) for split in splits])
        except TooLong:
            found[who] = None
    return found


def _means(runs):
    sums = {key: mean(run.get(key, 0.0) for run in runs) for key in ("score", "cpu", "search_cpu")}
    sums |= {key: mean(run[key] for run in runs) for key in ("log_loss", "calibration_error") if key in runs[0]}
    return {**sums, "memory": max(run["memory"] for run in runs), "runs": runs}


def main():
    """Measure, print the tables, and store the raw numbers after each set."""
    names = sys.argv[1:] or list(SETS)
    unknown = [name for name in names if name not in SETS]
    if unknown:
        sys.exit(f"there is no set {unknown[0]!r}; there are {', '.join(SETS)}")
    console, facts, found = Console(width=130), machine.facts(PACKAGES), {}
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"quality-{facts['date'][:19].replace(':', '')}-{facts['commit'][:12]}.json"
    for name in names:
        with tempfile.TemporaryDirectory(prefix="rosenblatt-bench-") as folder:
            results = measure(name, Path(folder), console)
        if results is not None:
            found[name] = results
            show_set(console, name, results, MOST_MINUTES)
            path.write_text(json.dumps({**facts, "sets": found}, indent=1) + "\n")
    show_verdicts(console, found)
    show_probabilities(console, found)
    console.print(f"{facts['cpu']}, {facts['cores']} cores, Python {facts['python']}, commit {facts['commit'][:12]}")
    if found:
        console.print(f"raw numbers: {path}")


if __name__ == "__main__":
    main()
