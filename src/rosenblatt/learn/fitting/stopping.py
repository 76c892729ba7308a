"""Why training ends: the stopping rules, checked after every epoch."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import NamedTuple

from rosenblatt import checks
from rosenblatt.geometry.certificate import Certificate, Inseparable, Separable


class Epoch(NamedTuple):
    """What happened in one epoch."""

    epoch: int
    seen: int
    mistakes: int
    updates: int
    loss: float
    weight_change: float
    validation_error: float | None
    seconds: float


@dataclass
class Patience:
    """Waits for a number to fall below its best by at least `least`, for `epochs` epochs in a row."""

    epochs: int
    least: float
    best: float = math.inf
    waited: int = 0

    def is_over(self, value: float) -> bool:
        """Whether the value of one more epoch ends the wait."""
        fallen = self.best - value
        if fallen > 0 and fallen >= self.least:
            self.best = value
            self.waited = 0
        else:
            self.waited += 1
        return self.waited >= self.epochs


@dataclass
class StoppingRules:
    """All stopping rules. The first that holds, in the order of `reason`, is the one that is named."""

    max_iter: int
    max_updates: int | None
    tolerated_mistakes: int
    weight_tol: float | None
    tol: float | None
    n_iter_no_change: int
    early_stopping: bool
    _stall: Patience = field(init=False)
    _validation: Patience = field(init=False)
    _updates: int = field(init=False, default=0)
    # Whether the last epoch is the one to keep: of equal validation errors the latest, which has learned more.
    is_best_epoch: bool = field(init=False, default=False)

    @classmethod
    def of(cls, learner: object) -> StoppingRules:
        """Check the options of a learner that decide when its training ends."""
        return cls(
            max_iter=checks.whole(learner, "max_iter", 1),
            max_updates=checks.whole_or_none(learner, "max_updates", 1),
            tolerated_mistakes=checks.whole(learner, "tolerated_mistakes", 0),
            weight_tol=checks.at_least_zero_or_none(learner, "weight_tol"),
            tol=checks.at_least_zero_or_none(learner, "tol"),
            n_iter_no_change=checks.whole(learner, "n_iter_no_change", 1),
            early_stopping=checks.flag(learner, "early_stopping"),
        )

    def __post_init__(self) -> None:
        self._stall = Patience(self.n_iter_no_change, self.tol or 0.0)
        self._validation = Patience(self.n_iter_no_change, 0.0)

    @property
    def updates_left(self) -> int:
        """The number of updates that `max_updates` still allows."""
        return 2**62 if self.max_updates is None else self.max_updates - self._updates

    def reason(self, last: Epoch, is_converged: bool) -> str | None:
        """Return why to stop after this epoch, or None to go on."""
        self._updates += last.updates
        is_stalled = self._stall.is_over(last.mistakes / max(1, last.seen))
        is_overfitting = last.validation_error is not None and self._validation.is_over(last.validation_error)
        is_best = last.validation_error is not None and last.validation_error <= self._validation.best
        self.is_best_epoch = self.early_stopping and is_best

        reason = None
        if is_converged:
            reason = "converged"
        elif self.updates_left == 0:
            reason = "max_updates"
        # A tolerance of 0 requires convergence: a correct prediction may still lie within the margin.
        elif 0 < self.tolerated_mistakes >= last.mistakes:
            reason = "tolerated_mistakes"
        elif self.early_stopping and is_overfitting:
            reason = "validation"
        elif self.weight_tol is not None and last.weight_change <= self.weight_tol:
            reason = "weights_settled"
        # No mistakes cannot become fewer: such an epoch works on the margin and is not stalled.
        # With early stopping the held-out error alone decides whether training still improves.
        elif self.tol is not None and is_stalled and last.mistakes > 0 and not self.early_stopping:
            reason = "no_improvement"
        elif last.epoch >= self.max_iter:
            reason = "max_iter"
        return reason

    def reason_given(self, certificate: Certificate | None, last: Epoch) -> str | None:
        """Return why to stop when training has stalled and a proof was sought, or None to go on.

        Rows that can be separated will be: nothing counts as a stall any more.
        """
        if isinstance(certificate, Inseparable):
            return "inseparable"
        if not isinstance(certificate, Separable):
            return "no_improvement"
        self.tol = None
        return "max_iter" if last.epoch >= self.max_iter else None
