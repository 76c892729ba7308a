"""Learning row by row, as they come, with classes that may appear at any time."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rosenblatt import _core
from rosenblatt._scikit import available_if
from rosenblatt.errors import BadParameter
from rosenblatt.learn.fitting.loop import refuse_overflow
from rosenblatt.learn.fitting.multiclass import make_division
from rosenblatt.learn.fitting.validation import strongest
from rosenblatt.learn.input import labels as _labels
from rosenblatt.learn.input import rows as _input
from rosenblatt.learn.input.random_state import make_random
from rosenblatt.learn.input.sample_weights import as_weights, row_weights
from rosenblatt.learn.predictor import Predictor
from rosenblatt.learn.weights.solution import Answers, Kept, Last
from rosenblatt.rows import Batch, Floats, Indices, RowsLike, RowsView, Targets

Self = TypeVar("Self", bound="OnlineLearner")


class OnlineLearner(Predictor):
    """A classifier that learns from a stream."""

    @abstractmethod
    def _learning(self) -> _core.Learning:
        """Give the checked way to learn from a row."""

    def _streams(self) -> bool:
        """Whether one row at a time makes sense for what is kept."""
        return True

    def _can_stream(self) -> bool:
        return self._streams()

    @available_if(_can_stream)  # type: ignore[untyped-decorator]
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
        classes : labels to know of before they are met; with it, no other label may come in this call. Without it,
            those of the first call are known from its first row on.
        sample_weight : how much each row counts.
        """
        self._learn_online(X, y, classes, sample_weight, guess=False)
        return self

    @available_if(_can_stream)  # type: ignore[untyped-decorator]
    def predict_learn(
        self,
        X: RowsLike,
        y: ArrayLike,
        *,
        classes: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> NDArray[Any]:
        """Guess each row before learning it: the online protocol.

        Takes what ``partial_fit`` takes and learns the same. Returns the labels guessed by the weights that are being
        learned, whatever `final` keeps; a label that was never met before is never guessed. The running counts are in
        ``n_seen_`` and ``n_mistakes_``.
        """
        return cast("NDArray[Any]", self._learn_online(X, y, classes, sample_weight, guess=True))

    def _learn_online(
        self, X: RowsLike, y: ArrayLike, classes: ArrayLike | None, sample_weight: ArrayLike | None, *, guess: bool
    ) -> NDArray[Any] | None:
        """Learn from each row once; if asked to, returns the label that was guessed for each."""
        with self._all_or_nothing():
            learning = self._learning()
            self._refuse_balanced()
            is_first = not hasattr(self, "classes_")
            view = _input.rows_to_learn(self, X, first_time=is_first)
            labels = _labels.as_labels(self, y, view.rows.n_rows)
            weights = as_weights(self, sample_weight, view.rows.n_rows)
            if is_first:
                self._begin_stream(labels if classes is None else np.ravel(classes), view)
            elif classes is not None:
                self._know(np.ravel(classes))
            if classes is not None:
                _labels.targets_of(self, labels, self.classes_)

            targets, known = self._match(labels, weights)
            if np.count_nonzero(known) < len(known):
                self._detach()
                return self._learn_in_runs(learning, view, labels, weights)
            answers = self._learn_run(learning, view, targets, weights, np.arange(len(labels)))
            return self.classes_.take(self._places(answers)) if guess else None

    def _match(self, labels: NDArray[Any], weights: Floats | None) -> tuple[Targets, NDArray[np.bool_]]:
        """Find the targets, and which labels are known; a row of weight 0 is not there, whatever its label."""
        targets, known = _labels.match(labels, self.classes_)
        return targets, known if weights is None else known | (weights == 0)

    def _learn_in_runs(
        self, learning: _core.Learning, view: RowsView, labels: NDArray[Any], weights: Floats | None
    ) -> NDArray[Any]:
        """Learn up to each label that was never met before, take it in as a class, and go on from there."""
        begin = 0
        guesses: list[NDArray[Any]] = []
        surprise: NDArray[Any] | None = None
        while begin < len(labels):
            targets, known = self._match(labels, weights)
            end = len(labels) if known.all() else int(np.argmin(known))
            if end > begin:
                answers = self._learn_run(learning, view, targets, weights, np.arange(begin, end))
                guessed = self.classes_.take(self._places(answers))
                if surprise is not None:  # what was guessed before this label was known counts
                    self.n_mistakes_ += int(guessed[0] == labels[begin])
                    guessed = np.concatenate([surprise, guessed[1:]])
                guesses.append(guessed)
            if end < len(labels):
                surprise = self._guess_by_what_learns(view, end)
                self._take_in(labels[end : end + 1])
            begin = end
        return np.concatenate(guesses)

    def _learn_run(
        self,
        learning: _core.Learning,
        view: RowsView,
        targets: Targets,
        sample_weight: Floats | None,
        run: Indices,
    ) -> Answers:
        """Learn rows of known classes; returns what each walk said of each row before it learned it."""
        weights = row_weights(self, self.class_weight, targets, self.classes_, sample_weight, others_may_come=True)
        kept = self._to_go_on()
        if len(self.classes_) == 1:  # no other class to lose against
            self._count_only(kept, len(run) if weights is None else int(np.count_nonzero(weights[run])))
            return np.zeros((1, len(run)), dtype=np.int32)

        problems = self._division.problems(targets)
        answers = self._division.no_answers(len(run))
        undo = [one.remember(view.rows) for one in kept]
        tallies = []
        try:
            for problem, one, answer in zip(problems, kept, answers, strict=True):
                one.meet(view.matrix)
                batch = Batch(view.rows, problem.targets, problem.weights_of(weights, targets))
                tallies.append(one.walk(learning, batch, run, answers=answer))
                refuse_overflow(tallies[-1], "partial_fit")
                one.leave()
        except BaseException:
            for put_back in undo:
                put_back()
            raise
        if type(kept[0]) is not Last:  # the last weights were changed where they lie
            self._take(kept)

        self.n_updates_ += sum(tally.updates for tally in tallies)
        if len(tallies) == 1:
            self.n_seen_ += tallies[0].seen
            self.n_mistakes_ += tallies[0].mistakes
        else:
            is_there = slice(None) if weights is None else weights[run] > 0
            self.n_seen_ += len(run[is_there])
            self.n_mistakes_ += int(np.count_nonzero((self._places(answers) != targets[run])[is_there]))
        return answers

    def _places(self, answers: Answers) -> NDArray[np.intp]:
        """Turn what the walks said of each row into the class that was guessed."""
        if answers.dtype == np.int32:
            places: NDArray[np.intp] = answers[0].astype(np.intp)
            return places
        last_wins = self.tie == "positive"
        if len(answers) == 1:
            return strongest(answers[0], last_wins)
        return strongest(self._division.decide(np.ascontiguousarray(answers.T), last_wins), last_wins)

    def _guess_by_what_learns(self, view: RowsView, row: int) -> NDArray[Any]:
        """Guess one row by the weights that are being learned, whatever predicts."""
        model = self._division.model([one.last_model() for one in self._to_go_on()])
        return self._guess(self._division.decide(model.activations(view, np.array([row])), self.tie == "positive"))

    def _count_only(self, kept: list[Kept], seen: int) -> None:
        for one in kept:
            one.seen += seen
        self.n_seen_ += seen

    # Classes

    def _begin_stream(self, labels: NDArray[Any], view: RowsView) -> None:
        self.classes_ = _labels.classes_in(self, labels, least=1)
        self._division = make_division(self, len(self.classes_))
        self._take(self._begin(self._division, view, make_random(self, self.random_state)))
        self.history_ = []
        self.n_iter_ = 1
        self.n_seen_ = self.n_mistakes_ = self.n_updates_ = 0

    def _know(self, labels: NDArray[Any]) -> None:
        """Take in every label that is not known yet."""
        if not np.isin(self.classes_, labels).all():
            raise BadParameter(
                f"{type(self).__name__}: classes must hold those that the model knows, {self.classes_.tolist()}, "
                f"got {labels.tolist()}"
            )
        for label in np.unique(labels[~_labels.match(labels, self.classes_)[1]]):
            self._take_in(np.array([label]))

    def _take_in(self, label: NDArray[Any]) -> None:
        """Take in a new class, with weights of zero."""
        classes = _labels.with_label(self, self.classes_, label)
        kept = self._to_go_on()
        self.classes_ = classes
        self._division = make_division(self, len(classes))
        place = int(np.flatnonzero(classes == label)[0])
        self._take(self._division.grow(kept, place, self._begin_blank))

    def _refuse_balanced(self) -> None:
        if isinstance(self.class_weight, str):
            raise BadParameter(
                f"{type(self).__name__}: class_weight 'balanced' must see all rows at once, so it cannot be used "
                "with partial_fit; give the weights as a dict, one a class"
            )
