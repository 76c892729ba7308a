"""Kernels as functions whose values proofs can speak of."""

from __future__ import annotations

import math
from numbers import Integral, Real
from typing import NamedTuple

from rosenblatt.errors import BadParameter

_NAMES = ("linear", "poly", "rbf")


class KernelFunction(NamedTuple):
    """A kernel: ``"linear"`` u.v, ``"poly"`` (gamma u.v + coef0)^degree or ``"rbf"`` exp(-gamma |u - v|^2).

    All three are products f(u).f(v) of rows in another space. The first two are exact in fractions.
    """

    name: str
    degree: int = 1
    gamma: float = 1.0
    coef0: float = 0.0


def kernel_function(name: str, degree: int, gamma: float, coef0: float) -> KernelFunction:
    """Check the options of a kernel; those that it does not use are ignored."""
    if name == "sigmoid":
        raise BadParameter(
            "certify: kernel 'sigmoid' is not a product of rows in any space, so that no plane is behind it; "
            f"kernel must be one of {', '.join(map(repr, _NAMES))}"
        )
    if name not in _NAMES:
        raise BadParameter(f"certify: kernel must be one of {', '.join(map(repr, _NAMES))}, got {name!r}")
    if name == "linear":
        return KernelFunction("linear")
    if not _is_finite(gamma) or gamma <= 0:
        raise BadParameter(f"certify: gamma must be a number above 0, got {gamma!r}")
    if name == "rbf":
        return KernelFunction("rbf", gamma=float(gamma))
    if not isinstance(degree, Integral) or isinstance(degree, bool) or degree < 1:
        raise BadParameter(f"certify: degree must be a whole number of at least 1, got {degree!r}")
    if not _is_finite(coef0) or coef0 < 0:
        raise BadParameter(
            f"certify: coef0 must be a number of at least 0, got {coef0!r}; below 0, the kernel is no product of rows"
        )
    return KernelFunction("poly", int(degree), float(gamma), float(coef0))


def _is_finite(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
