"""Checks of options, with one wording: ``Perceptron: margin must be a number of at least 0, got -1``.

The owner is the object whose option is checked; the option's value is the owner's attribute of that name.
"""

from __future__ import annotations

import math
import os
from collections.abc import Collection
from numbers import Integral, Real
from typing import NoReturn, cast

from rosenblatt.errors import BadParameter


def refuse(owner: object, name: str, must: str) -> NoReturn:
    """Raise `BadParameter` for an option."""
    raise BadParameter(f"{type(owner).__name__}: {name} must be {must}, got {getattr(owner, name)!r}")


def choice(owner: object, name: str, options: Collection[str]) -> str:
    """Return an option that is one of the given words."""
    value = getattr(owner, name)
    if isinstance(value, str) and value in options:
        return value
    refuse(owner, name, "one of " + ", ".join(repr(option) for option in options))


def flag(owner: object, name: str) -> bool:
    """Return an option that is True or False, or their NumPy or 0/1 forms."""
    value = getattr(owner, name)
    if isinstance(value, (bool, Integral)) or type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    refuse(owner, name, "True or False")


def above_zero(owner: object, name: str) -> float:
    """Return an option that is a finite number above 0."""
    value = getattr(owner, name)
    if _is_finite_number(value) and value > 0:
        return float(value)
    refuse(owner, name, "a number above 0")


def at_least_zero(owner: object, name: str) -> float:
    """Return an option that is a finite number of at least 0."""
    value = getattr(owner, name)
    if _is_finite_number(value) and value >= 0:
        return float(value)
    refuse(owner, name, "a number of at least 0")


def at_least_zero_or_none(owner: object, name: str) -> float | None:
    """Return an option that is a finite number of at least 0, or None."""
    value = getattr(owner, name)
    if value is None:
        return None
    if _is_finite_number(value) and value >= 0:
        return float(value)
    refuse(owner, name, "a number of at least 0, or None")


def finite(owner: object, name: str) -> float:
    """Return an option that is a finite number."""
    value = getattr(owner, name)
    if _is_finite_number(value):
        return float(value)
    refuse(owner, name, "a finite number")


def share(owner: object, name: str) -> float:
    """Return an option that is a number strictly between 0 and 1."""
    value = getattr(owner, name)
    if _is_finite_number(value) and 0 < value < 1:
        return float(value)
    refuse(owner, name, "a number between 0 and 1")


def whole(owner: object, name: str, least: int) -> int:
    """Return an option that is a whole number of at least `least`."""
    value = getattr(owner, name)
    if _is_whole(value) and value >= least:
        return int(value)
    refuse(owner, name, f"a whole number of at least {least}")


def whole_or_none(owner: object, name: str, least: int) -> int | None:
    """Return an option that is a whole number of at least `least`, or None."""
    value = getattr(owner, name)
    if value is None:
        return None
    if _is_whole(value) and value >= least:
        return int(value)
    refuse(owner, name, f"a whole number of at least {least}, or None")


def whole_range_or_none(owner: object, name: str) -> tuple[int, int] | None:
    """Return an option that is a pair of whole numbers with 1 <= least <= most, or None."""
    value = getattr(owner, name)
    if value is None:
        return None
    if isinstance(value, (tuple, list)) and len(value) == 2:
        least, most = value
        if _is_whole(least) and _is_whole(most) and 1 <= least <= most:
            return min(int(least), 2**31 - 1), min(int(most), 2**31 - 1)  # no text has more words
    refuse(owner, name, "a pair (least, most) of whole numbers with 1 <= least <= most, or None")


def threads(owner: object, name: str) -> int:
    """Return the number of threads that an option asks for: None is one, -1 one per core, -2 one less, and so on."""
    value = getattr(owner, name)
    if value is None:
        return 1
    if not _is_whole(value) or value == 0:
        refuse(owner, name, "a whole number other than 0, or None")
    return int(value) if value > 0 else max(1, (os.cpu_count() or 1) + 1 + int(value))


def shortened(text: str) -> str:
    """Cut a text to the 60 characters that a message shows of a value."""
    return text if len(text) <= 60 else f"{text[:57]}..."


def _is_whole(value: object) -> bool:
    return type(value) is int or (isinstance(value, Integral) and not isinstance(value, bool))


def _is_finite_number(value: object) -> bool:
    # Testing the plain types first avoids the slow isinstance of Real in most calls.
    is_number = type(value) in (float, int) or (isinstance(value, Real) and not isinstance(value, bool))
    return is_number and math.isfinite(cast(float, value))
