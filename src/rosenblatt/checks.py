"""Checks of options, with one wording: ``Perceptron: margin must be a number of at least 0, got -1``.

An owner is the object whose option is checked; its attribute of that name is what came.
"""

from __future__ import annotations

import math
import os
from collections.abc import Collection
from numbers import Integral, Real
from typing import NoReturn, cast

from rosenblatt.errors import BadParameter


def refuse(owner: object, name: str, must: str) -> NoReturn:
    """Raise the one sentence about a bad option."""
    raise BadParameter(f"{type(owner).__name__}: {name} must be {must}, got {getattr(owner, name)!r}")


def choice(owner: object, name: str, options: Collection[str]) -> str:
    """One of a few words."""
    value = getattr(owner, name)
    if isinstance(value, str) and value in options:
        return value
    refuse(owner, name, "one of " + ", ".join(repr(option) for option in options))


def flag(owner: object, name: str) -> bool:
    """True or False (or their NumPy or 0/1 forms)."""
    value = getattr(owner, name)
    if isinstance(value, (bool, Integral)) or type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    refuse(owner, name, "True or False")


def above_zero(owner: object, name: str) -> float:
    """A finite number above 0."""
    value = getattr(owner, name)
    if _is_finite_number(value) and value > 0:
        return float(value)
    refuse(owner, name, "a number above 0")


def at_least_zero(owner: object, name: str) -> float:
    """A finite number of at least 0."""
    value = getattr(owner, name)
    if _is_finite_number(value) and value >= 0:
        return float(value)
    refuse(owner, name, "a number of at least 0")


def at_least_zero_or_none(owner: object, name: str) -> float | None:
    """A finite number of at least 0, or None for "never"."""
    value = getattr(owner, name)
    if value is None:
        return None
    if _is_finite_number(value) and value >= 0:
        return float(value)
    refuse(owner, name, "a number of at least 0, or None")


def finite(owner: object, name: str) -> float:
    """A finite number."""
    value = getattr(owner, name)
    if _is_finite_number(value):
        return float(value)
    refuse(owner, name, "a finite number")


def share(owner: object, name: str) -> float:
    """A number strictly between 0 and 1."""
    value = getattr(owner, name)
    if _is_finite_number(value) and 0 < value < 1:
        return float(value)
    refuse(owner, name, "a number between 0 and 1")


def whole(owner: object, name: str, least: int) -> int:
    """A whole number of at least `least`."""
    value = getattr(owner, name)
    if _is_whole(value) and value >= least:
        return int(value)
    refuse(owner, name, f"a whole number of at least {least}")


def whole_or_none(owner: object, name: str, least: int) -> int | None:
    """A whole number of at least `least`, or None for "no limit"."""
    value = getattr(owner, name)
    if value is None:
        return None
    if _is_whole(value) and value >= least:
        return int(value)
    refuse(owner, name, f"a whole number of at least {least}, or None")


def whole_range_or_none(owner: object, name: str) -> tuple[int, int] | None:
    """Two whole numbers of at least 1, the second not below the first, or None for "none at all"."""
    value = getattr(owner, name)
    if value is None:
        return None
    if isinstance(value, (tuple, list)) and len(value) == 2 and all(map(_is_whole, value)):
        least, most = (min(int(one), 2**31 - 1) for one in value)  # no text has more words
        if 1 <= least <= most:
            return least, most
    refuse(owner, name, "a pair (least, most) of whole numbers with 1 <= least <= most, or None")


def threads(owner: object, name: str) -> int:
    """Count the threads meant: None is one, -1 one a core, -2 one less than that, and so on."""
    value = getattr(owner, name)
    if value is None:
        return 1
    if not _is_whole(value) or value == 0:
        refuse(owner, name, "a whole number other than 0, or None")
    return int(value) if value > 0 else max(1, (os.cpu_count() or 1) + 1 + int(value))


def _is_whole(value: object) -> bool:
    return type(value) is int or (isinstance(value, Integral) and not isinstance(value, bool))


def _is_finite_number(value: object) -> bool:
    # Asking for the plain types first saves the slow question about Real in most calls.
    is_number = type(value) in (float, int) or (isinstance(value, Real) and not isinstance(value, bool))
    return is_number and math.isfinite(cast(float, value))
