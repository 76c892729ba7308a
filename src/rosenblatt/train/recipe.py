"""How to train: everything that can be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rosenblatt import checks
from rosenblatt.errors import BadParameter
from rosenblatt.featurise.number_column import NUMBERS
from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.featurise.text_features import TextFeatures
from rosenblatt.learn.base import Classifier
from rosenblatt.learn.calibration.methods import METHODS
from rosenblatt.learn.linear_catalogue import LINEAR
from rosenblatt.learn.metrics import ACCURATE, Metric
from rosenblatt.train.calibration import AUTO

HAVE_C = ("pa-1", "pa-2", "averaged-pa-1", "averaged-pa-2", "scw-1", "scw-2")
HAVE_R = ("arow", "averaged-arow")
# AROW's weights settle: on texts and tables its test error hardly changes after the fourth epoch, while the rows that
# choose, often a few hundred, would end it anywhere from the first on. Averages of weights go on changing.
EPOCHS = {"arow": 4}
# Epochs without improvement before other trainings end: once variances are small, weights hardly move any more.
PATIENCE = dict.fromkeys(("averaged-arow", "scw-1", "scw-2", "cw"), 2)
ORDERS = ("shuffled", "cyclic")
# Attributes that encoded rows do not depend on.
OF_LEARNING = ("learner", "C", "r", "class_weight", "epochs", "calibration", "metric")
COUNTS = ("counts", "binary", "log")


@dataclass(frozen=True, slots=True)
class Recipe:
    """The learner, its features and the order of rows.

    Attributes
    ----------
    learner : name in the catalogue.
    C : largest step of passive-aggressive and soft confidence-weighted learners; None for 1.
    r : of AROW: the larger, the less one row changes; None for 1.
    ngrams : the most words per feature of texts.
    char_ngrams : the most characters per feature of texts, at least 2; None for no runs of characters.
    bits : hash these features into 2^bits columns; None for one column each, unless they are too many.
    punctuation : count punctuation marks as words.
    numbers : numbers of tables as ``"standard"`` values, with their ``"products"``, in ``"bins"``, or as ``"both"``
        values and bins.
    cross : pairs of columns of tables to cross, or ``"all"``; None for none.
    left_out : columns of tables that are not learned from.
    counts : the value of a feature that occurs n times in a text: n for ``"counts"``, 1 for ``"binary"``, 1 + ln(n) for
        ``"log"``.
    weighting : ``"idf"`` to multiply the features of texts by their inverse document frequency; None for none.
    join_text : read all columns of texts as one.
    min_count : leave out features of texts with fewer occurrences; those that are hashed are not counted, and all stay.
        None for 2 if there are very many, and else 1.
    normalise : scale the features of each text to length 1: the perceptron's bound depends on the length of rows.
    epochs : the most epochs; None for as many as the rows that choose decide, or of AROW four.
    order : ``"shuffled"`` or ``"cyclic"``.
    seed : seed of the order.
    calibration : the method by which scores become probabilities, ``"auto"`` to choose it by the rows that choose; None
        for no probabilities.
    class_weight : how much rows of each class count: ``"balanced"``, or pairs of the text of a label and a weight above
        0; None for all the same.
    metric : what decides between recipes, and when to stop.
    """

    learner: str = "arow"
    C: float | None = None
    r: float | None = None
    ngrams: int = 2  # single words and pairs, so that "not good" counts as such
    char_ngrams: int | None = None
    bits: int | None = None
    punctuation: bool = True  # in questions and messages, what ends a sentence is among the best features
    numbers: str = "standard"
    cross: str | tuple[tuple[str, str], ...] | None = None
    left_out: tuple[str, ...] = ()
    counts: str = "log"
    weighting: str | None = "idf"
    min_count: int | None = None
    join_text: bool = False
    normalise: bool = True
    epochs: int | None = None
    order: str = "shuffled"
    seed: int = 0
    calibration: str | None = AUTO
    class_weight: str | tuple[tuple[str, float], ...] | None = None
    metric: Metric = ACCURATE

    def __post_init__(self) -> None:
        if self.C is not None and self.learner not in HAVE_C:
            raise BadParameter(f"`C=` is for {', '.join(HAVE_C)}; {self.learner} has none")
        if self.r is not None and self.learner not in HAVE_R:
            raise BadParameter(f"`r=` is for {', '.join(HAVE_R)}; {self.learner} has none")
        checks.choice(self, "order", ORDERS)
        checks.choice(self, "numbers", NUMBERS)
        checks.choice(self, "counts", COUNTS)
        if self.weighting not in (None, "idf"):
            checks.refuse(self, "weighting", "'idf' or None")
        checks.whole_or_none(self, "min_count", 1)
        if isinstance(self.class_weight, str) and self.class_weight != "balanced":
            checks.refuse(self, "class_weight", "'balanced', pairs of a label and a weight, or None")
        if self.calibration not in (None, AUTO, *METHODS):
            checks.refuse(self, "calibration", f"one of {', '.join(map(repr, (AUTO, *METHODS)))}, or None")

    def make_learner(self) -> Classifier:
        """Make the learner; it does not try to prove that rows are inseparable, which takes all rows in memory."""
        limits: dict[str, Any] = {"C": self.C, "r": self.r}
        limit = {name: value for name, value in limits.items() if value is not None}
        return LINEAR[self.learner](
            early_stopping=self.learner not in EPOCHS,
            tol=None,
            when_stalled="stop",
            max_iter=self.epochs or EPOCHS.get(self.learner, 1000),
            n_iter_no_change=PATIENCE.get(self.learner, 5),
            order=self.order,
            random_state=self.seed,
            **limit,
        )

    @property
    def features(self) -> tuple[Any, ...]:
        """Everything that the encoded rows depend on."""
        how = {name: getattr(self, name) for name in self.__slots__}
        return tuple(value for name, value in how.items() if name not in OF_LEARNING)

    @property
    def codes_numbers(self) -> bool:
        """Whether numbers are multiplied, in bins or in crosses, so that matrices too need features."""
        return self.numbers != "standard" or self.cross is not None

    def table_features(self, kinds: Mapping[str, str] | None, bits: int | None) -> TableFeatures:
        """Make the features of a table, or of a matrix if there are no kinds."""
        return TableFeatures(
            kinds=kinds,
            text=self.text_features(bits),
            join_text=self.join_text,
            numbers=self.numbers,
            cross=self.cross,
        )

    def text_features(self, bits: int | None) -> TextFeatures:
        """Make the features of a column of texts."""
        cores = -2  # all but one, which reads the file
        return TextFeatures(
            ngrams=(1, self.ngrams),
            char_ngrams=None if self.char_ngrams is None else (2, self.char_ngrams),
            bits=bits,
            punctuation=self.punctuation,
            counts=self.counts,
            weighting=self.weighting,
            normalise=self.normalise,
            n_jobs=cores,
        )
