"""The pocket: the best of the weights at the end of each epoch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rosenblatt import _core
from rosenblatt.learn.weights.last import Last
from rosenblatt.learn.weights.plane import Plane, Variances
from rosenblatt.learn.weights.solution import Model


@dataclass
class Best(Last):
    """The weights that made the fewest mistakes over a whole pass, of those at the end of each epoch.

    Gallant, "Perceptron-based learning algorithms", IEEE Transactions on Neural Networks 1 (1990): the pocket,
    here with a check over all rows in place of a count of the run of correct predictions.
    """

    best: Plane | None = None
    best_variances: Variances | None = None
    fewest: float = float("inf")

    def end_epoch(self, error_of: Callable[[Model], float]) -> None:
        """Replace the pocket by the weights of this epoch if they make fewer mistakes."""
        mistakes = error_of(self.plane)
        if mistakes < self.fewest:
            self.best, self.fewest = self.plane.copy(), mistakes
            self.best_variances = None if self.variances is None else self.variances.copy()

    def snapshot(self, rows: _core.Rows | None = None) -> Callable[[], None]:
        restore_plane, pocket = super().snapshot(rows), (self.best, self.best_variances, self.fewest)

        def restore() -> None:
            restore_plane()
            self.best, self.best_variances, self.fewest = pocket

        return restore

    def result(self) -> Plane:
        return self.plane if self.best is None else self.best

    def result_variances(self) -> Variances | None:
        return self.variances if self.best is None else self.best_variances
