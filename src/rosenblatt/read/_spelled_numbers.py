"""Numbers as people write them: with signs of currencies, percent signs and separators of thousands."""

from __future__ import annotations

import math
import re
from functools import lru_cache

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from rosenblatt.arrow_arrays import from_bools, is_true, is_valid

_SIGNS = "$€£¥₹"
_SPACES = " \u00a0\u202f"
_INFINITE = "[+-]?(?:inf|Inf|INF|infinity|Infinity|INFINITY)"


def _separators(decimal: str) -> str:
    return ("," if decimal == "." else ".") + "'" + _SPACES


@lru_cache
def number_pattern(decimal: str) -> str:
    """Return the pattern of a number with these extras, for Python's engine and for that of pyarrow."""
    groups = "|".join(rf"[0-9]{{1,3}}(?:{re.escape(mark)}[0-9]{{3}})+" for mark in _separators(decimal))
    whole, point = f"(?:{groups}|[0-9]+)", re.escape(decimal)
    digits = rf"(?:{whole}(?:{point}[0-9]*)?|{point}[0-9]+)(?:[eE][+-]?[0-9]+)?"
    sign = rf"(?:[+-]?[{_SIGNS}]?|[{_SIGNS}][+-])"
    return rf"{sign}[{_SPACES}]?{digits}[{_SPACES}]?[%{_SIGNS}]?"


def is_plain_number(text: str) -> bool:
    """Whether a text is a finite number as programs write it."""
    try:
        return math.isfinite(float(text)) and "_" not in text
    except ValueError:
        return False


def is_spelled_number(text: str, decimal: str) -> bool:
    """Whether a text is a number, with or without extras.

    Examples
    --------
    >>> from rosenblatt.read._spelled_numbers import is_spelled_number
    >>> [is_spelled_number(text, ".") for text in ("$1,234.50", "12 %", "1,5", "-")]
    [True, True, False, False]
    """
    return re.fullmatch(number_pattern(decimal), text) is not None


def as_plain(strings: pa.Array, decimal: str) -> tuple[pa.Array, NDArray[np.bool_], str]:
    """Return numbers without extras, as strings; a mask of the values that are no numbers; and the extras, sorted."""
    import pyarrow.compute as pc  # noqa: PLC0415  slow to import

    extras = f"%{_SIGNS}{_separators(decimal)}"
    is_number = pc.match_substring_regex(strings, f"^(?:{number_pattern(decimal)}|{_INFINITE})$")
    is_bad: NDArray[np.bool_] = is_valid(strings) & ~is_true(is_number)
    good = pc.if_else(from_bools(is_bad), pa.scalar(None, pa.string()), strings)
    plain = pc.replace_substring_regex(good, f"[{extras}]", "")
    if decimal != ".":
        plain = pc.replace_substring(plain, decimal, ".")
    used = set("".join(pc.unique(good).drop_null().to_pylist()))
    return pc.utf8_ltrim(plain, "+"), is_bad, "".join(sorted(used & set(extras)))
