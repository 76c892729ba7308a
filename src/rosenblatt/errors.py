"""What can go wrong, in one place.

RosenblattError
├── BadParameter   (ValueError)       an option of a learner or a function
├── BadData        (ValueError)       rows, labels or weights
├── BadCertificate (ValueError)       a proof of separability or of its opposite that does not hold
├── BadModelFile   (ValueError)       a file that holds no model, or cannot be read or written
├── MissingPackage (ImportError)      something that is not needed otherwise is not installed
└── Overflowed     (ArithmeticError)  numbers grew past what a float holds

A message says where, what must hold, what came, and what to do.
A model that was never fitted answers with scikit-learn's ``NotFittedError``.
"""

from __future__ import annotations


class RosenblattError(Exception):
    """Anything that this package refuses."""


class BadParameter(RosenblattError, ValueError):
    """An option has a value that it cannot have."""


class BadData(RosenblattError, ValueError):
    """Rows, labels or weights cannot be learned from as they are."""


class BadCertificate(RosenblattError, ValueError):
    """A certificate does not prove what it says about these rows."""


class BadModelFile(RosenblattError, ValueError):
    """A file holds no model that can be opened, or no model can be written to it."""


class MissingPackage(RosenblattError, ImportError):
    """A package that this needs, and nothing else does, is not installed."""


class Overflowed(RosenblattError, ArithmeticError):
    """Weights or activations grew past the largest float."""
