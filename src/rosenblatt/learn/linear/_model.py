"""What a linear learner has learned, and how it predicts: scikit-learn's contract."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import NotFittedError
from sklearn.utils import Tags

from rosenblatt import _check
from rosenblatt.batch import Floats, RowsLike
from rosenblatt.errors import BadData, BadParameter
from rosenblatt.geometry.certificate import Certificate
from rosenblatt.geometry.hyperplane import Hyperplane
from rosenblatt.learn import _input
from rosenblatt.learn._division import DIVISIONS, Division, make_division
from rosenblatt.learn._final import FINALS, Average, Last, Model, Plane
from rosenblatt.learn._held_out import strongest
from rosenblatt.learn._random import RandomState
from rosenblatt.learn._stopping import Epoch
from rosenblatt.learn._weights import ClassWeight


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


class LinearModel(ClassifierMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn ships no type hints
    """Planes with classes on their sides, and what was kept to go on learning."""

    fit_intercept: bool
    trigger: str
    tie: str
    init: str
    init_scale: float
    order: str | ArrayLike
    final: str
    multiclass: str
    max_iter: int
    max_updates: int | None
    tolerated_mistakes: int
    weight_tol: float | None
    tol: float | None
    n_iter_no_change: int
    when_stalled: str
    early_stopping: bool
    validation_fraction: float
    class_weight: ClassWeight
    random_state: RandomState
    warm_start: bool
    n_jobs: int | None
    verbose: int

    coef_: Floats
    intercept_: Floats
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
    _kept: list[Last] | None  # where more is kept than the planes that predict

    def _keep(self, options: Mapping[str, Any]) -> None:
        """Store the arguments of ``__init__`` as they came; they are checked in ``fit``."""
        self.__dict__.update({name: value for name, value in options.items() if name not in ("self", "__class__")})

    # Predicting

    def decision_function(self, X: RowsLike) -> Floats:
        """Compute the activations w.x + b of each row.

        Of two classes, that of the second against the first, in one number a row; of several, one a class. With
        ``multiclass="ovo"`` that is the number of pairs a class wins, and a share of less than half a win for the sum
        of its activations.
        """
        return self._decide(X, self._model())

    def predict(self, X: RowsLike) -> NDArray[Any]:
        """Guess the label of each row."""
        return self._guess(self.decision_function(X))

    def hyperplane(self) -> Hyperplane:
        """Give the boundary of two classes as a plane with a unit normal, whatever the scale of the weights."""
        self._refuse_unfitted()
        if len(self.classes_) != 2:
            raise BadData(f"one plane divides two classes; this {type(self).__name__} knows {len(self.classes_)}")
        return Hyperplane.through(self.coef_[0], float(self.intercept_[0]))

    def _model(self) -> Model:
        self._refuse_unfitted()
        return self._division.linear_model(self.coef_, self.intercept_)

    def _decide(self, X: RowsLike, model: Model) -> Floats:
        return self._division.decide(_input.activations(self, X, model), self.tie == "positive")

    def _guess(self, decision: Floats) -> NDArray[Any]:
        if len(self.classes_) == 1:
            return self.classes_.repeat(len(decision))
        return self.classes_.take(strongest(decision, self.tie == "positive"))

    def _refuse_unfitted(self) -> None:
        if "coef_" not in self.__dict__:
            raise NotFittedError(f"this {type(self).__name__} is not fitted yet; call fit or partial_fit first")

    def __sklearn_tags__(self) -> Tags:
        """Tell scikit-learn what this estimator can do."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    # From the model to what learns, and back

    def _kind(self) -> type[Last]:
        """Say what is to be kept."""
        return FINALS[_check.choice(self, "final", FINALS)]

    def _new(self, plane: Plane) -> Last:
        """Set up what is to be kept, from the plane to start with."""
        return self._kind()(plane)

    def _to_go_on(self) -> list[Last]:
        """Take up what was kept where the last call left it, to change it in place."""
        self._refuse_another_division()
        if self._kept is not None and type(self._kept[0]) is self._kind():
            return self._kept
        if not (self._division.can_change(self.coef_) and self.intercept_.flags.writeable):
            planes = self._division.planes(self.coef_, self.intercept_)
            self.coef_, self.intercept_ = self._division.stack([plane.copy() for plane in planes])
        return [self._new(plane) for plane in self._division.planes(self.coef_, self.intercept_)]

    def _refuse_another_division(self) -> None:
        if len(self.classes_) > 2 and type(make_division(self, len(self.classes_))) is not type(self._division):
            was = next(name for name, kind in DIVISIONS.items() if isinstance(self._division, kind))
            raise BadParameter(
                f"{type(self).__name__}: multiclass must be {was!r}, as it was when this model began, "
                f"got {self.multiclass!r}; set it back or fit anew"
            )

    def _take(self, kept: list[Last]) -> None:
        """Make what was kept the model."""
        self.coef_, self.intercept_ = self._division.stack([one.result() for one in kept])
        self._kept = kept if isinstance(kept[0], Average) else None

    def _all_or_nothing(self) -> AllOrNothing:
        """A call that fails or is interrupted leaves the model as it was."""
        return AllOrNothing(self.__dict__)

    def _detach(self) -> None:
        """Go on with arrays of its own, so that those of before stay as they were."""
        self.coef_, self.intercept_ = self.coef_.copy(order="K"), self.intercept_.copy()
        self._kept = deepcopy(self._kept)
