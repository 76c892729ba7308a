"""Exact sums of products of long multipliers with floats, as a few products of matrices.

Both are split into pieces of 16 bits. A product of two pieces is below 2**32, so that a product of matrices of pieces
adds up whole numbers below 2**53, which floats hold exactly in any order of summation.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rosenblatt.geometry._exact import Floats, Wholes, odd_parts

_BITS = 16
_MASK = (1 << _BITS) - 1
# Most bits of a float as a whole number, and most rows, for which the sums fit.
_MOST_BITS, _MOST_ROWS = 256, 2**15
# Bits of a multiplier from which this is quicker than whole numbers of Python.
_LONG = 1000


def sums_of_products(multipliers: Sequence[int], rows: Floats) -> tuple[list[int], int] | None:
    """Compute the sum of ``multiplier * row``: a whole number per column, and the shift of all; None if not worthwhile.

    Parameters
    ----------
    multipliers : one whole number per row.
    rows : a matrix of finite numbers.
    """
    length = max((abs(multiplier).bit_length() for multiplier in multipliers), default=0)
    if length < _LONG or len(multipliers) > _MOST_ROWS:
        return None
    wholes, exponents = odd_parts(rows)
    shift = max(0, -int(exponents.min(initial=0)))
    places = exponents + shift
    n_bits = 53 + int(places.max(initial=0))
    if n_bits > _MOST_BITS:
        return None
    n_bytes = 2 * (length // _BITS + 1)
    signs = np.array([-1.0 if multiplier < 0 else 1.0 for multiplier in multipliers])
    digits = b"".join(abs(multiplier).to_bytes(n_bytes, "little") for multiplier in multipliers)
    pieces = np.frombuffer(digits, dtype="<u2").reshape(len(multipliers), -1) * signs[:, None]
    n_pieces = n_bits // _BITS + 1
    sums = np.zeros((rows.shape[1], pieces.shape[1] + n_pieces), dtype=np.int64)
    for piece in range(n_pieces):
        part = np.sign(rows) * _bits_from(np.abs(wholes), _BITS * piece - places)
        sums[:, piece : piece + pieces.shape[1]] += (part.T @ pieces).astype(np.int64)
    return [_joined(line) for line in sums], shift


def _bits_from(wholes: Wholes, place: Wholes) -> Wholes:
    """Return sixteen bits of each number from a place on; below place 0 all bits are 0."""
    right = wholes >> np.clip(place, 0, 63)
    left = np.where(place > -_BITS, wholes << np.clip(-place, 0, _BITS), 0)
    return np.where(place >= 0, right, left) & _MASK


def _joined(line: Wholes) -> int:
    """Add up numbers of less than 48 bits, each 16 bits further to the left than the last."""
    high = line >> (2 * _BITS)
    parts = (line & _MASK, (line >> _BITS) & _MASK, np.maximum(high, 0), np.maximum(-high, 0))
    first, second, above, below = (int.from_bytes(part.astype("<u2").tobytes(), "little") for part in parts)
    return first + (second << _BITS) + ((above - below) << (2 * _BITS))
