"""Train a perceptron on a table of apples and lemons, and tell what happened.

Run it with ``make demo``, or give it a table of your own: number columns first, the label last.
"""

import csv
import sys
from pathlib import Path

import numpy as np

from rosenblatt import Perceptron

FRUIT = Path(__file__).with_name("fruit.csv")


def read(path: Path) -> tuple[list[str], np.ndarray, np.ndarray]:
    """Read names, numbers and labels from a CSV file whose last column is the label."""
    with path.open(encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    return names, np.array([row[:-1] for row in rows], dtype=float), np.array([row[-1] for row in rows])


def main(path: Path) -> None:
    """Learn from the first four fifths of the rows, and score the rest."""
    names, X, y = read(path)
    learned = len(X) * 4 // 5
    model = Perceptron(random_state=0).fit(X[:learned], y[:learned])

    print(f"{path.name}: {len(X)} rows of {', '.join(names[:-1])}; is it {' or '.join(model.classes_)}?\n")
    print("epoch   mistakes   of rows")
    for epoch in model.history_:
        print(f"{epoch.epoch:5}{epoch.mistakes:11}{epoch.seen:10}")
    print(f"\nstopped: {model.stop_reason_}, after {model.n_updates_} updates")
    print(f"what speaks for {model.classes_[1]}, and against it if negative:")
    for name, weight in zip([*names[:-1], "bias"], [*model.coef_[0], *model.intercept_], strict=True):
        print(f"  {name:10}{weight:+8.1f}")
    right = int((model.predict(X[learned:]) == y[learned:]).sum())
    print(f"\nright on {right} of {len(X) - learned} rows that it never saw")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FRUIT)
