"""Numbers for labels."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.rows import Indices


class LabelCodes:
    """Gives each label a number when it first comes.

    Attributes
    ----------
    counts : how often each label came, in the order of their numbers.

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

    def __init__(self) -> None:
        self.counts: dict[Any, int] = {}
        self._codes: dict[Any, int] = {}

    def codes(self, labels: NDArray[Any]) -> Indices:
        """Give the number of each label."""
        if labels.dtype.kind == "f":
            labels = labels + 0.0  # -0.0 is 0.0, but has other bytes
        items = np.ascontiguousarray(labels).view(np.uint8).reshape(len(labels), labels.dtype.itemsize)
        numbers, firsts = _core.number_items(items)
        met = labels[firsts].tolist()
        for label, count in zip(met, np.bincount(numbers).tolist(), strict=True):
            self._codes.setdefault(label, len(self._codes))
            self.counts[label] = self.counts.get(label, 0) + count
        codes: Indices = np.array([self._codes[label] for label in met], np.int64)[numbers]
        return codes

    def names(self) -> NDArray[Any]:
        """Give the label of each number."""
        return np.array(list(self.counts))
