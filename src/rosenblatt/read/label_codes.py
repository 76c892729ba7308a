"""Labels as numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.rows import Indices


class LabelCodes:
    """Numbers labels in the order in which they first occur.

    Parameters
    ----------
    known : labels that have numbers already.

    Attributes
    ----------
    counts : how often each label occurred, in the order of their numbers.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.read.label_codes import LabelCodes
    >>> labels = LabelCodes()
    >>> labels.codes(np.array(["yes", "no", "yes"])).tolist(), labels.codes(np.array(["maybe", "no"])).tolist()
    ([0, 1, 0], [2, 1])
    >>> labels.counts
    {'yes': 2, 'no': 2, 'maybe': 1}
    """

    def __init__(self, known: Iterable[Any] = ()) -> None:
        self.counts: dict[Any, int] = dict.fromkeys(known, 0)
        self._codes: dict[Any, int] = {label: number for number, label in enumerate(self.counts)}

    def codes(self, labels: NDArray[Any]) -> Indices:
        """Return the number of each label."""
        if labels.dtype.kind == "f":
            labels = labels + 0.0  # -0.0 equals 0.0, but has other bytes
        items = np.ascontiguousarray(labels).view(np.uint8).reshape(len(labels), labels.dtype.itemsize)
        numbers, firsts = _core.number_items(items)
        found = labels[firsts].tolist()
        for label, count in zip(found, np.bincount(numbers).tolist(), strict=True):
            self._codes.setdefault(label, len(self._codes))
            self.counts[label] = self.counts.get(label, 0) + count
        codes: Indices = np.array([self._codes[label] for label in found], np.int64)[numbers]
        return codes

    def names(self) -> NDArray[Any]:
        """Return the label of each number."""
        return np.array(list(self.counts))
