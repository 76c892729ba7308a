"""What a learner has learned, and how it predicts: scikit-learn's contract."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rosenblatt import _core
from rosenblatt._scikit import BaseEstimator, ClassifierMixin, NotFittedError, QuickTags, Tags
from rosenblatt.errors import BadParameter
from rosenblatt.learn.fitting.multiclass import DIVISIONS, Division, make_division
from rosenblatt.learn.fitting.stopping import Epoch
from rosenblatt.learn.fitting.validation import strongest
from rosenblatt.learn.input import rows as _input
from rosenblatt.learn.input.random_state import RandomState
from rosenblatt.learn.input.sample_weights import ClassWeight
from rosenblatt.learn.weights.solution import Kept, Model
from rosenblatt.rows import Floats, RowsLike, RowsView

if TYPE_CHECKING:
    from rosenblatt.geometry.certificate import Certificate


class Solved(NamedTuple):
    """How the learner of two among several classes fared; `negative` is None where it was all others."""

    positive: Any
    negative: Any
    stop_reason: str
    history: list[Epoch]
    certificate: Certificate | None


class AllOrNothing:
    """Put attributes back as they were if something fails.

    A class, because a generator would take twice as long, on every row of a stream.
    """

    def __init__(self, attributes: dict[str, Any]) -> None:
        self.attributes = attributes
        self.before = attributes.copy()

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.attributes.clear()
            self.attributes.update(self.before)


class Predictor(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn ships no type hints
    """A classifier of the family: its options, its classes, and the problems they are divided into."""

    fit_intercept: bool
    trigger: str
    tie: str
    order: str | ArrayLike
    multiclass: str
    max_iter: int
    max_updates: int | None
    tolerated_mistakes: int
    weight_tol: float | None
    tol: float | None
    n_iter_no_change: int
    early_stopping: bool
    validation_fraction: float
    class_weight: ClassWeight
    random_state: RandomState
    warm_start: bool
    n_jobs: int | None
    verbose: int

    classes_: NDArray[Any]
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    n_iter_: int
    n_seen_: int
    n_mistakes_: int
    n_updates_: int
    converged_: bool
    stop_reason_: str
    certificate_: Certificate | None
    history_: list[Epoch]
    problems_: list[Solved]
    _division: Division

    @abstractmethod
    def _model(self) -> Model:
        """Give what predicts."""

    @abstractmethod
    def _begin(self, division: Division, view: RowsView, random: _core.Random) -> list[Kept]:
        """Set up what is to be learned from rows like these, for each problem."""

    @abstractmethod
    def _begin_blank(self) -> Kept:
        """Set up a problem of two classes of which nothing is known."""

    @abstractmethod
    def _to_go_on(self) -> list[Kept]:
        """Take up what was kept where the last call left it, to change it in place."""

    @abstractmethod
    def _take(self, kept: list[Kept]) -> None:
        """Make what was kept the model."""

    @abstractmethod
    def _detach(self) -> None:
        """Go on with arrays of its own, so that those of before stay as they were."""

    def _keep(self, options: Mapping[str, Any]) -> None:
        """Store the arguments of ``__init__`` as they came; they are checked in ``fit``."""
        self.__dict__.update({name: value for name, value in options.items() if name not in ("self", "__class__")})

    # Predicting

    def decision_function(self, X: RowsLike) -> Floats:
        """Compute the activation of each row.

        Of two classes, that of the second against the first, in one number a row; of several, one a class. With
        ``multiclass="ovo"`` that is the number of pairs a class wins, and a share of less than half a win for the sum
        of its activations.
        """
        return self._decide(X, self._model())

    def predict(self, X: RowsLike) -> NDArray[Any]:
        """Guess the label of each row."""
        return self._guess(self.decision_function(X))

    def _decide(self, X: RowsLike, model: Model) -> Floats:
        return self._division.decide(_input.activations(self, X, model), self.tie == "positive")

    def _guess(self, decision: Floats) -> NDArray[Any]:
        if len(self.classes_) == 1:
            return self.classes_.repeat(len(decision))
        return self.classes_.take(strongest(decision, self.tie == "positive"))

    def _refuse_unfitted(self) -> None:
        if "classes_" not in self.__dict__:
            raise NotFittedError(f"this {type(self).__name__} is not fitted yet; call fit or partial_fit first")

    def __sklearn_is_fitted__(self) -> bool:
        """Say whether it can predict; scikit-learn would look through all attributes, on every call of a pipeline."""
        return "classes_" in self.__dict__

    def __sklearn_tags__(self) -> Tags:
        """Tell scikit-learn what this estimator can do."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.classifier_tags = QuickTags()
        return tags

    def _refuse_another_division(self) -> None:
        if len(self.classes_) > 2 and type(make_division(self, len(self.classes_))) is not type(self._division):
            was = next(name for name, kind in DIVISIONS.items() if isinstance(self._division, kind))
            raise BadParameter(
                f"{type(self).__name__}: multiclass must be {was!r}, as it was when this model began, "
                f"got {self.multiclass!r}; set it back or fit anew"
            )

    def _all_or_nothing(self) -> AllOrNothing:
        """A call that fails or is interrupted leaves the model as it was."""
        return AllOrNothing(self.__dict__)
