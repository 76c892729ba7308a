"""The perceptron as textbooks run it, by the names that the command line uses; imports no learner."""

from __future__ import annotations

from typing import Any

# Texts differ in what a tie is, when to update, by how much, and whether there is a bias; the README has them side by
# side. The McCulloch-Pitts form steps by eta (y - prediction), which is 2 eta y on a mistake.
CONVENTIONS: dict[str, dict[str, Any]] = {
    "margin": {"order": "cyclic"},
    "lecture": {"trigger": "mistake", "fit_intercept": False, "order": "cyclic"},
    "random-start": {"trigger": "mistake", "fit_intercept": False, "init": "normal", "order": "cyclic"},
    "mcculloch-pitts": {"trigger": "mistake", "tie": "positive", "order": "cyclic", "learning_rate": 2.0},
    "margin-perceptron": {"margin": 1.0, "order": "cyclic"},
}


def options_of(convention: str, learning_rate: float | None = None, margin: float | None = None) -> dict[str, Any]:
    """Return the options of `Perceptron` that a convention stands for, with another learning rate or margin."""
    options = dict(CONVENTIONS[convention])
    if learning_rate is not None:
        options["learning_rate"] = options.get("learning_rate", 1.0) * learning_rate
    if margin is not None:
        options["margin"] = margin
    return options
