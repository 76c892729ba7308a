"""The perceptron family as real software.

Public names load when they are first used, so that ``import rosenblatt`` is cheap.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "Hyperplane": "rosenblatt.geometry.hyperplane",
    "PassiveAggressive": "rosenblatt.learn.linear.passive_aggressive",
    "Perceptron": "rosenblatt.learn.linear.perceptron",
    "hinge_gradient": "rosenblatt.learn.losses",
    "hinge_loss": "rosenblatt.learn.losses",
    "perceptron_gradient": "rosenblatt.learn.losses",
    "perceptron_loss": "rosenblatt.learn.losses",
}

__all__ = [
    "Hyperplane",
    "PassiveAggressive",
    "Perceptron",
    "hinge_gradient",
    "hinge_loss",
    "perceptron_gradient",
    "perceptron_loss",
]

if TYPE_CHECKING:
    from rosenblatt.geometry.hyperplane import Hyperplane
    from rosenblatt.learn.linear.passive_aggressive import PassiveAggressive
    from rosenblatt.learn.linear.perceptron import Perceptron
    from rosenblatt.learn.losses import hinge_gradient, hinge_loss, perceptron_gradient, perceptron_loss


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'rosenblatt' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
