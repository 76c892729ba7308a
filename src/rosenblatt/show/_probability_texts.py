"""Probabilities as texts of six decimals, many rows at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

DECIMALS = 6
_ZERO = "0." + "0" * DECIMALS


def texts_of(probabilities: ArrayLike, pieces: Sequence[str]) -> list[str]:
    """Return one text per row: the first piece, the first probability, the second piece, and so on.

    Python's own formatting takes a microsecond per number, which is more than predicting it; digits are computed for
    all rows together.

    Parameters
    ----------
    probabilities : numbers from 0 to 1, one row of at least one each.
    pieces : one more than there are numbers per row.

    Examples
    --------
    >>> from rosenblatt.show._probability_texts import texts_of
    >>> texts_of([[0.25, 0.75], [0.0000004, 1.0]], ["a ", " b ", "!"])
    ['a 0.250000 b 0.750000!', 'a 0.000000 b 1.000000!']
    """
    line = _ZERO.join(pieces).encode()
    starts = np.cumsum([len(piece.encode()) for piece in pieces[:-1]]) + len(_ZERO) * np.arange(len(pieces) - 1)
    digits = np.rint(10.0**DECIMALS * np.asarray(probabilities, np.float64)).astype(np.uint32)
    block = np.tile(np.frombuffer(line, np.uint8), (len(digits), 1))
    for place in range(DECIMALS):
        rest = digits // np.uint32(10)
        block[:, starts + len(_ZERO) - 1 - place] = digits - 10 * rest + ord("0")
        digits = rest
    block[:, starts] = digits + ord("0")
    return [text.decode() for text in block.view(f"S{len(line)}").ravel().tolist()]
