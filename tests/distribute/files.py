"""Files to train on, and what a training must have in common with another."""

import hashlib
import json
import random
import tempfile
from pathlib import Path

import rosenblatt as rb


def write_matrix(path, n_rows=2500, n_columns=12):
    """Write a svmlight file that is sorted by its labels, as files often are."""
    chosen = random.Random(0)
    weights = [chosen.gauss(0, 1) for _ in range(n_columns)]
    rows = []
    for _ in range(n_rows):
        row = {column: round(chosen.gauss(0, 1), 2) for column in sorted(chosen.sample(range(n_columns), 5))}
        score = sum(weights[column] * value for column, value in row.items()) + 0.3 * chosen.gauss(0, 1)
        rows.append(f"{int(score > 0)} {' '.join(f'{column + 1}:{value}' for column, value in row.items())}\n")
    path.write_text("".join(sorted(rows)), encoding="utf-8")
    return path


def table_rows(n_rows=2500):
    """Rows with a number, a category and a text, of three classes."""
    chosen = random.Random(1)
    for _ in range(n_rows):
        age, job = round(chosen.gauss(40, 9), 1), chosen.choice(["cook", "smith", "clerk"])
        text = " ".join(chosen.choice(["good", "bad", "day", "night", "tea", "rain", "sun"]) for _ in range(6))
        score = (age > 45) + (job == "cook") + text.count("good") - text.count("bad") + chosen.gauss(0, 0.3)
        yield {"age": age, "job": job, "text": text, "mood": ["low", "fair", "high"][(score > 0.5) + (score > 1.5)]}


def write_json(path, n_rows=2500):
    path.write_text("".join(json.dumps(row) + "\n" for row in table_rows(n_rows)), encoding="utf-8")
    return path


def digest(model):
    """The hash of a model as a file, which has all that it predicts by and continues from."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "model")
        rb.save(model, path)
        return hashlib.sha256(path.read_bytes()).hexdigest()
