"""Numbers for labels."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.batch import Indices

# So many labels are looked for one by one, which is faster than to sort: strings are slow to compare.
MOST_LOOKED_FOR = 20


class LabelCodes:
    """Gives each label a number when it first comes.

    Attributes
    ----------
    counts : how often each label came, in the order of their numbers.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.judge.label_codes import LabelCodes
    >>> labels = LabelCodes()
    >>> labels.codes(np.array(["yes", "no", "yes"])).tolist(), labels.codes(np.array(["maybe", "no"])).tolist()
    ([1, 0, 1], [2, 0])
    >>> labels.counts
    {'no': 2, 'yes': 2, 'maybe': 1}
    """

    def __init__(self) -> None:
        self.counts: dict[Any, int] = {}

    def __len__(self) -> int:
        return len(self.counts)

    def codes(self, labels: NDArray[Any]) -> Indices:
        """Give the number of each label."""
        codes = np.full(len(labels), -1)
        if len(self) <= MOST_LOOKED_FOR:
            for code, label in enumerate(self.counts):
                codes[labels == label] = code
        is_left = codes < 0
        if is_left.any():
            codes[is_left] = self._sorted(labels[is_left])
        for label, count in zip(self.counts, np.bincount(codes, minlength=len(self)).tolist(), strict=True):
            self.counts[label] += count
        return codes

    def names(self) -> NDArray[Any]:
        """Give the label of each number."""
        return np.array(list(self.counts))

    def _sorted(self, labels: NDArray[Any]) -> Indices:
        found, places = np.unique(labels, return_inverse=True)
        for label in found.tolist():
            self.counts.setdefault(label, 0)
        numbers = {label: code for code, label in enumerate(self.counts)}
        return np.array([numbers[label] for label in found.tolist()])[places.ravel()]
