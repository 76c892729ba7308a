"""The part of a learner that follows a stream: batch by batch, or row by row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from numpy.typing import ArrayLike, NDArray

from rosenblatt.estimator import available_if
from rosenblatt.learn.fitting import stream
from rosenblatt.learn.fitting.all_or_nothing import refuse_busy
from rosenblatt.learn.input.one_row import RowLike, matched_row, row_of
from rosenblatt.rows import RowsLike

if TYPE_CHECKING:
    from rosenblatt.learn.base import Classifier

Self = TypeVar("Self", bound="LearnsOnline")


class LearnsOnline:
    """A learner that goes on from what it has learned; each row is learned once."""

    def _learner(self) -> Classifier:
        return cast("Classifier", self)

    def _can_stream(self) -> bool:
        """Whether rows can be learned one at a time; an AttributeError says why not."""
        return True

    @available_if(lambda self: self._can_stream())
    def partial_fit(
        self: Self,
        X: RowsLike,
        y: ArrayLike,
        classes: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """Learn from each row once, in the order given, going on from what was learned before.

        Parameters
        ----------
        X, y : rows and labels. A label that was never met before begins a new class, of weights zero.
        classes : labels to know before they are met; with it, no other label may come in this call. Without it,
            those of the first call are known from its first row on.
        sample_weight : how much each row counts.
        """
        stream.learn(self._learner(), X, y, classes, sample_weight, predict=False)
        return self

    @available_if(lambda self: self._can_stream())
    def predict_learn(
        self,
        X: RowsLike,
        y: ArrayLike,
        *,
        classes: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> NDArray[Any]:
        """Predict each row before learning it: the online protocol.

        Takes what ``partial_fit`` takes and learns the same. Returns the labels predicted by the weights that are
        being learned, whatever `final` keeps; a label that was never met before is never predicted. The running counts
        are in ``n_seen_`` and ``n_mistakes_``. With ``final="last"`` there is ``predict_proba`` from then on, by a
        calibration that follows the stream.
        """
        return cast("NDArray[Any]", stream.learn(self._learner(), X, y, classes, sample_weight, predict=True))

    @available_if(lambda self: self._can_stream())
    def learn_one(self, x: RowLike, y: Any) -> None:
        """Learn from one row of a stream, as ``partial_fit`` learns from it.

        Parameters
        ----------
        x : a dict from columns to numbers, a sequence with one number per column, or a matrix of one row. The columns
            of a dict are names if those of the model have names, else numbers from 0; those of the first row decide.
            Columns that are not in it are 0. A new one is added to the model, at the end, with weights of zero.
        y : its label; one that was never met before begins a new class.
        """
        learner = self._learner()
        if type(x) is not list and isinstance(x, Mapping):  # which takes longer to find out
            with learner._all_or_nothing():
                stream.learn(learner, matched_row(learner, x, learns=True), [y], None, None, predict=False)
        else:
            stream.learn(learner, row_of(learner, x), [y], None, None, predict=False)

    def predict_one(self, x: RowLike) -> Any:
        """Predict the label of one row of a stream; None as long as nothing was learned, as in river.

        Parameters
        ----------
        x : as in ``learn_one``; columns of a dict that the model does not know change nothing.
        """
        if "classes_" not in self.__dict__:
            refuse_busy(self)
            return None
        learner = self._learner()
        row = matched_row(learner, x, learns=False) if isinstance(x, Mapping) else row_of(learner, x)
        return learner.predict(row)[0]
