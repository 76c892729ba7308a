r"""Unicode tables of the running Python: the lower case of each code point, and whether that is a ``\w`` or a ``\s``.

They are computed once, for the first text that is not ASCII; so tokens are those of Python, whatever its Unicode
version.
"""

from __future__ import annotations

import re
from functools import cache

import numpy as np
from numpy.typing import NDArray

# As in struct Letters of core/text/tokens.hpp.
_IS_WORD, _IS_SPECIAL, _IS_SPACE = 1 << 21, 1 << 22, 1 << 23
_CODE_POINTS, _PLANE, _BLOCK = 0x110000, 0x10000, 0x100
_SURROGATES = range(0xD800, 0xE000)
_CAPITAL_SIGMA = 0x3A3  # becomes another letter at the end of a word


@cache
def letters(*, lowercase: bool) -> NDArray[np.uint32]:
    """Return, for each code point, its lower case, what kind that is, and whether Python must lower it."""
    lowered, special = _lower_cases() if lowercase else (np.arange(_CODE_POINTS, dtype=np.uint32), [])
    table = lowered
    for pattern, bit in ((r"\w+", _IS_WORD), (r"\s+", _IS_SPACE)):
        table = table | np.where(_matching(pattern)[lowered], np.uint32(bit), np.uint32(0))
    table[special] |= _IS_SPECIAL
    return table


def _planes() -> list[tuple[int, str]]:
    """Return all characters, in strings of 2^16 code points; a surrogate, which is no character, is a space."""
    codes = np.arange(_CODE_POINTS, dtype="<u4")
    codes[_SURROGATES.start : _SURROGATES.stop] = ord(" ")
    starts = range(0, _CODE_POINTS, _PLANE)
    return [(start, codes[start : start + _PLANE].tobytes().decode("utf-32-le")) for start in starts]


def _lower_cases() -> tuple[NDArray[np.uint32], list[int]]:
    lowered = np.arange(_CODE_POINTS, dtype=np.uint32)
    special = [_CAPITAL_SIGMA]
    for start, plane in _planes():
        if plane.lower() == plane:
            continue
        for at in range(0, _PLANE, _BLOCK):
            block = plane[at : at + _BLOCK]
            if block.lower() == block:
                continue
            for code, character in enumerate(block, start + at):
                lower = character.lower()
                if len(lower) == 1:
                    lowered[code] = ord(lower)
                else:
                    special.append(code)
    lowered[_SURROGATES.start : _SURROGATES.stop] = np.arange(_SURROGATES.start, _SURROGATES.stop)
    return lowered, special


def _matching(pattern: str) -> NDArray[np.bool_]:
    is_matching = np.zeros(_CODE_POINTS, dtype=np.bool_)
    for start, plane in _planes():
        for run in re.finditer(pattern, plane):
            is_matching[start + run.start() : start + run.end()] = True
    return is_matching
