"""How to learn: all that can be chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rosenblatt import checks
from rosenblatt.errors import BadParameter
from rosenblatt.featurise.text_features import TextFeatures
from rosenblatt.learn.base import Classifier
from rosenblatt.learn.linear_catalogue import LINEAR
from rosenblatt.train.split import ONE_IN, Split

HAVE_C = ("pa-1", "pa-2")
ORDERS = ("shuffled", "cyclic")


@dataclass(frozen=True, slots=True)
class Recipe:
    """What to learn with, from what features, in which order.

    Attributes
    ----------
    learner : its name in the catalogue.
    C : how far a step of passive-aggressive goes at most; None for 1.
    ngrams : features of texts are runs of up to so many words.
    bits : hash these into 2^bits columns; None for a column each, as long as they are not too many.
    normalise : scale the features of each text to length 1: the perceptron's bound is about the length of rows.
    epochs : at most so many; None for a thousand, which hardly any training needs.
    order : ``"shuffled"`` or ``"cyclic"``.
    seed : draws the held-out rows and the order.
    one_in, fold : of so many rows one is held out, and in each fold another.
    """

    learner: str = "averaged-perceptron"
    C: float | None = None
    ngrams: int = 2  # single words and pairs, so that "not good" counts as such
    bits: int | None = None
    normalise: bool = True
    epochs: int | None = None
    order: str = "shuffled"
    seed: int = 0
    one_in: int = ONE_IN
    fold: int = 0

    def __post_init__(self) -> None:
        if self.C is not None and self.learner not in HAVE_C:
            raise BadParameter(f"`C=` is for {' and '.join(HAVE_C)}; {self.learner} has none")
        checks.choice(self, "order", ORDERS)

    def make_learner(self) -> Classifier:
        """Make what learns. Whether a plane exists is not asked: that would need all rows in memory."""
        limit: dict[str, Any] = {} if self.C is None else {"C": self.C}
        return LINEAR[self.learner](
            early_stopping=True,
            when_stalled="stop",
            max_iter=self.epochs or 1000,
            order=self.order,
            random_state=self.seed,
            **limit,
        )

    def split(self) -> Split:
        """Begin to tell the rows that are held out."""
        return Split(self.seed, self.one_in, self.fold)

    def text_features(self, bits: int | None) -> TextFeatures:
        """Make what reads texts."""
        cores = -2  # all but one, which is for whoever reads the file
        return TextFeatures(ngrams=(1, self.ngrams), bits=bits, normalise=self.normalise, n_jobs=cores)
