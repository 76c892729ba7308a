"""The exceptions of this package.

RosenblattError
├── BadParameter    (ValueError)       an option of a learner, a function or a command
├── BadData         (ValueError)       rows, labels or weights
├── BadCertificate  (ValueError)       a proof of separability or inseparability that does not hold
├── BadModelFile    (ValueError)       a file that holds no model, or cannot be read or written
├── MissingPackage  (ImportError)      an optional dependency is not installed
├── NotEnoughMemory (MemoryError)      weights, rows or a model do not fit into memory
├── Overflowed      (ArithmeticError)  numbers grew past the largest float
└── TaskFailed      (RuntimeError)     a task that no worker of an engine can finish

A message states the place, the rule, the value found, and the remedy.
A model that was never fitted raises scikit-learn's ``NotFittedError``.
"""

from __future__ import annotations


class RosenblattError(Exception):
    """Base class of the exceptions of this package."""


class BadParameter(RosenblattError, ValueError):
    """An option has an invalid value."""


class BadData(RosenblattError, ValueError):
    """Rows, labels or weights are invalid."""


class BadCertificate(RosenblattError, ValueError):
    """A certificate does not hold for the given rows."""


class BadModelFile(RosenblattError, ValueError):
    """A file holds no valid model, or a model cannot be written to it."""


class MissingPackage(RosenblattError, ImportError):
    """An optional dependency is not installed."""


class NotEnoughMemory(RosenblattError, MemoryError):
    """Weights, rows or a model do not fit into memory."""


class Overflowed(RosenblattError, ArithmeticError):
    """Weights or activations grew past the largest float."""


class TaskFailed(RosenblattError, RuntimeError):
    """No worker of an engine could finish a task.

    Attributes
    ----------
    place : the place of its item.
    reason : what happened, at last.
    """

    def __init__(self, place: int, reason: str, name: str | None = None) -> None:
        super().__init__(f"{name or f'item {place}'}: {reason}")
        self.place = place
        self.reason = reason
