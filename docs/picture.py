"""Draw the README's picture: the line of a perceptron, update by update, until it separates 60 fruits.

Run it with ``.venv/bin/python docs/picture.py``; it writes docs/perceptron.png.
"""

import csv
from pathlib import Path

import matplotlib as mpl
import numpy as np

from rosenblatt import Perceptron

mpl.use("Agg")
import matplotlib.pyplot as plt

HERE = Path(__file__).parent
COLUMNS = ["length_cm", "width_cm"]
# Okabe and Ito's colours, which colour-blind readers can tell apart; the shapes differ too.
LOOKS = {"apple": ("#D55E00", "o"), "lemon": ("#0072B2", "^")}


def main() -> None:
    """Learn row by row, keep the line after every update, draw them all."""
    with (HERE.parent / "examples" / "fruit.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    X = np.array([[float(row[name]) for name in COLUMNS] for row in rows[:60]])
    y = np.array([row["fruit"] for row in rows[:60]])

    model = Perceptron(order="cyclic")
    planes = []
    while not planes or (model.predict(X) != y).any():
        for i in range(len(X)):
            model.partial_fit(X[i : i + 1], y[i : i + 1], classes=["apple", "lemon"])
            plane = (*model.coef_[0], model.intercept_[0])
            if model.coef_.any() and (not planes or plane != planes[-1]):
                planes.append(plane)

    figure, axes = plt.subplots(figsize=(7.2, 4.2), dpi=150, layout="constrained")
    across = np.array([5.5, 10.5])
    for age, (a, b, c) in enumerate(planes):
        axes.plot(across, -(a * across + c) / b, color="black", linewidth=0.8, alpha=0.06 + 0.3 * age / len(planes))
    a, b, c = planes[-1]
    axes.plot(across, -(a * across + c) / b, color="black", linewidth=2.4, label=f"after {len(planes)} updates")
    for fruit, (colour, marker) in LOOKS.items():
        chosen = y == fruit
        look = {"c": colour, "marker": marker, "s": 34, "edgecolors": "white", "linewidths": 0.5, "zorder": 3}
        axes.scatter(*X[chosen].T, **look, label=fruit)
    axes.set(xlim=(5.5, 10.5), ylim=(4.5, 8.5), xlabel=COLUMNS[0], ylabel=COLUMNS[1])
    axes.set_title("A perceptron's line, after every update (thin) and at the end (thick)", fontsize=10)
    figure.legend(loc="outside lower center", ncols=3, frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(HERE / "perceptron.png")


if __name__ == "__main__":
    main()
