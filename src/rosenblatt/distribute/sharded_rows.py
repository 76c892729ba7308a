"""Rows of a fit that lie in shards, on the workers of an engine: walked apart in rounds, and mixed after each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.distribute.engine import Task
from rosenblatt.distribute.mixing import Walked, mix, refuse_mix
from rosenblatt.distribute.round_record import RoundRecord
from rosenblatt.distribute.walking import Round, ScoreCall, WalkCall, score_shard, scores_of_shard, walk_shard
from rosenblatt.errors import BadParameter, Overflowed
from rosenblatt.estimator import unfitted
from rosenblatt.learn.base import Classifier
from rosenblatt.learn.fitting.fit import fit
from rosenblatt.learn.fitting.multiclass import Division, Joint, Problem
from rosenblatt.learn.fitting.row_source import ProblemRows, Scorer
from rosenblatt.learn.input.labels import classes_in
from rosenblatt.learn.input.rows import rows_to_learn
from rosenblatt.learn.linear import LinearClassifier
from rosenblatt.learn.metrics import ACCURATE, Metric
from rosenblatt.learn.voted_perceptron import VotedPerceptron
from rosenblatt.learn.weights.average import Average
from rosenblatt.learn.weights.last import Last
from rosenblatt.learn.weights.solution import Model, Observer, Solution, Tally, TallySum
from rosenblatt.rows import Csr, RowsView


class ShardTasks(Protocol):
    """Runs a function on all shards."""

    @property
    def shards(self) -> Sequence[Any]: ...

    def run(self, function: Task, call: Any) -> list[Any]:
        """Return the result of each shard, in their order."""


@dataclass(frozen=True)
class Sharding:
    """Where the rows of a training lie, and how often and how they are mixed.

    Attributes
    ----------
    tasks : runs functions on the shards.
    classes : the labels, in sorted order.
    n_columns : the number of columns.
    mix : one of `MIXES`.
    mixes : the number of mixes per epoch.
    record : stores the state after each round; None to store nothing.
    metric : by which held-out rows are scored.
    on_rows : called with the number of rows that a round has walked over.
    """

    tasks: ShardTasks
    classes: NDArray[Any]
    n_columns: int
    mix: str
    mixes: int = 1
    record: RoundRecord | None = None
    metric: Metric = ACCURATE
    on_rows: Callable[[int], None] = lambda n_rows: None


def fit_shards(learner: Classifier, sharding: Sharding, part: int | None, held_out: int | None = None) -> None:
    """Fit a learner to the rows of all shards that play a part; after each epoch, those of another part are scored.

    Parameters
    ----------
    learner : a linear learner.
    sharding : where the rows lie.
    part, held_out : parts of rows; None to learn from all, and to score none.
    """
    fit(learner, lambda: ShardedRows(learner, sharding, part, held_out), resumes=False)


class ShardedRows:
    """All rows of a fit, in shards: `FitRows` of one joint problem."""

    def __init__(self, learner: Classifier, sharding: Sharding, part: int | None, held_out: int | None) -> None:
        refuse_learner(learner)
        refuse_mix(sharding.mix, has_variances=hasattr(learner, "covariance"))
        self.learner, self._sharding, self._part, self._held_out = learner, sharding, part, held_out
        self.classes = classes_in(learner, sharding.classes)

    @property
    def present(self) -> None:
        return None

    def first(self) -> RowsView:
        """Return one row of zeros: it has all that a fit starts from, the number of columns."""
        no_entries = np.empty(0), np.empty(0, np.int32), np.zeros(2, np.int64)
        return rows_to_learn(self.learner, Csr(*no_entries, (1, self._sharding.n_columns)), first_time=True)

    def divide(self, division: Division, random: _core.Random) -> list[ProblemRows]:
        if not isinstance(division, Joint):
            raise _refusal(self.learner, "several classes with multiclass 'joint'", repr(self.learner.multiclass))
        learned = ShardedSource(self.learner, self._sharding, self._part, random.state, is_weighted=True)
        return [ProblemRows(Problem(np.zeros(0, dtype=np.int8)), learned, self._scorer(), None)]

    def _scorer(self) -> Scorer | None:
        if self._held_out is None:
            return None
        if self._sharding.metric == ACCURATE:
            return ShardedSource(self.learner, self._sharding, self._held_out, 0, is_weighted=False)
        return ShardedScorer(self.learner, self._sharding, self._held_out)


@dataclass(frozen=True)
class ShardedScorer:
    """Rows in shards that are scored by a metric of all rows together: a `Scorer`."""

    learner: Classifier
    sharding: Sharding
    part: int

    def error(self, model: Model) -> float:
        call = ScoreCall(unfitted(self.learner), self.sharding.classes, model, self.part, False)
        of_shards = self.sharding.tasks.run(scores_of_shard, call)
        scores, places = zip(*(pair for pairs in of_shards for pair in pairs), strict=True)
        return self.sharding.metric.outcome(np.concatenate(scores), np.concatenate(places)).error


@dataclass
class ShardedSource:
    """The rows of a part, in shards, as those of one problem: a `RowSource`."""

    learner: Classifier
    sharding: Sharding
    part: int | None
    seed: int
    is_weighted: bool
    _n_epochs: int = field(init=False, default=0)

    def attach(self, solution: Solution) -> None:
        """Do nothing: rows stay on their workers."""

    def walk(self, solution: Solution, learning: _core.Learning, max_updates: int, observer: Observer | None) -> Tally:
        assert isinstance(solution, Last)
        learner, sharding, record = unfitted(self.learner), self.sharding, self.sharding.record
        n_done, whole = (0, TallySum()) if record is None else record.restore(solution, self._n_epochs, sharding.mixes)
        sharding.on_rows(whole.seen)
        for part in range(n_done, sharding.mixes):
            now = Round(self._n_epochs, part, sharding.mixes)
            sent = _to_send(solution, len(sharding.tasks.shards))
            call = WalkCall(learner, sharding.classes, *sent, self.part, now, self.seed)
            walks: list[Walked] = sharding.tasks.run(walk_shard, call)
            _refuse_overflow(walks)
            mix(solution, walks, sharding.mix)
            for walk in walks:
                whole.add(walk)
            sharding.on_rows(sum(walk.seen for walk in walks))
            if record is not None:
                record.store(solution, now, whole)
        self._n_epochs += 1
        return whole

    def covers_all(self, solution: Solution, learning: _core.Learning) -> bool:
        """Return True: in an epoch without updates, all shards walked with the same weights."""
        return True

    def error(self, model: Model) -> float:
        learner, sharding = unfitted(self.learner), self.sharding
        call = ScoreCall(learner, sharding.classes, model, self.part, self.is_weighted)
        counts = sharding.tasks.run(score_shard, call)
        wrong, total = (sum(numbers) for numbers in zip(*counts, strict=True))
        return float(wrong / total)


def refuse_learner(learner: Classifier) -> None:
    """Raise if a learner cannot be trained in shards."""
    if not isinstance(learner, LinearClassifier):
        raise _refusal(learner, "linear learners", type(learner).__name__)
    if isinstance(learner, VotedPerceptron):
        raise _refusal(learner, "learners that predict by one set of weights", "votes; use the averaged perceptron")
    if not isinstance(learner.order, str) or learner.order not in ("shuffled", "cyclic"):
        raise _refusal(learner, "order 'shuffled' or 'cyclic'", repr(learner.order))
    if learner.max_updates is not None:
        raise _refusal(learner, "no max_updates, which would depend on the order of shards", repr(learner.max_updates))
    covariance = getattr(learner, "covariance", "diagonal")
    if covariance != "diagonal":
        raise _refusal(learner, "covariance 'diagonal'", repr(covariance))


def _refusal(learner: Classifier, must: str, got: str) -> BadParameter:
    return BadParameter(f"{type(learner).__name__}: an engine trains {must}, got {got}")


def _to_send(solution: Last, n_shards: int) -> tuple[Last, bool]:
    """Return the solution without what no walk needs, and whether walks sum up their own weights.

    Several shards need no sum of the weights so far, which is as large as the weights. A single one goes on with it, so
    that it has the bits of one machine.
    """
    if isinstance(solution, Average) and n_shards == 1:
        return Average(solution.plane, solution.seen, None, solution.variances, solution.lag), False
    return Last(solution.plane, solution.seen, None, solution.variances), isinstance(solution, Average)


def _refuse_overflow(walks: Sequence[Walked]) -> None:
    for shard, walk in enumerate(walks):
        if walk.overflowed_at >= 0:
            raise Overflowed(
                f"weights or activations grew past the largest float in shard {shard}; scale the columns or lower "
                "learning_rate"
            )
