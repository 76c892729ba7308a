"""The sets of `quality.py`: kind of file, label column, score, splits, and what our default command is to reach."""

from __future__ import annotations

from dataclasses import dataclass

TEXT, TABLE, MATRIX = "text", "table", "matrix"

OURS, LINEAR_SVC, LOGISTIC, BOOSTING = "rosenblatt", "LinearSVC", "LogisticRegression", "HistGradientBoosting"
WABBIT, WABBIT_PAIRS, FASTTEXT = "Vowpal Wabbit", "Vowpal Wabbit -q ::", "fastText"


@dataclass(frozen=True)
class QualitySet:
    """A published set. `positive` is the class whose F1 is the score; without it the score is the accuracy.

    Boosting and pairs of columns are left out on a set that `is_wide`, as they take too long. Probabilities are
    shown for all sets; `has_goals` says whether they have goals. `options` are those of our command, besides the label.
    """

    kind: str
    to_reach: float | None
    n_splits: int = 1
    label: str = "label"
    positive: str | None = None
    is_wide: bool = False
    has_goals: bool = False
    options: tuple[str, ...] = ()

    @property
    def suffix(self):
        """Ending of the files: csv, or svm of matrices."""
        return "svm" if self.kind == MATRIX else "csv"

    @property
    def rivals(self):
        """Names of the programs beside ours."""
        if self.kind == TEXT:
            return [LINEAR_SVC, LOGISTIC, WABBIT, FASTTEXT]
        return [LINEAR_SVC, LOGISTIC, WABBIT, *([] if self.is_wide else [WABBIT_PAIRS, BOOSTING])]

    def score(self, labels, predictions):
        """Return the accuracy, or the F1 of the positive class."""
        pairs = list(zip(labels, predictions, strict=True))
        if self.positive is None:
            return sum(label == prediction for label, prediction in pairs) / len(pairs)
        right = sum(label == prediction == self.positive for label, prediction in pairs)
        claimed = sum((label == self.positive) + (prediction == self.positive) for label, prediction in pairs)
        return 2 * right / claimed if claimed else 0.0


# Small ones first.
SETS = {
    "TREC": QualitySet(TEXT, 0.894),
    "r8": QualitySet(TEXT, 0.976),
    "sms-spam": QualitySet(TEXT, 0.952, n_splits=5, positive="spam", has_goals=True),
    "rt-polarity": QualitySet(TEXT, 0.784, n_splits=10),
    "german": QualitySet(TABLE, 0.752, n_splits=10),
    "mammography": QualitySet(TABLE, 0.70, positive="1", options=("--metric", "f1")),
    "pendigits": QualitySet(MATRIX, 0.953),
    "adult": QualitySet(TABLE, 0.860, label="income", has_goals=True),
    "a9a": QualitySet(MATRIX, 0.850),
    "Skin_NonSkin": QualitySet(TABLE, 0.990),
    "MNIST": QualitySet(MATRIX, 0.927, is_wide=True, has_goals=True),
    "covtype": QualitySet(TABLE, 0.850, label="Cover_Type", has_goals=True),
}
