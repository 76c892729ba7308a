"""How good a training is: the rows that judge, or those of another file, score attempts or the final learner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rosenblatt.evaluate.evaluation import Evaluation, evaluate
from rosenblatt.evaluate.probability_scores import ProbabilityScores, ProbabilityTally
from rosenblatt.learn.calibration.methods import Calibration
from rosenblatt.train.attempt import Attempt
from rosenblatt.train.calibration import add_judged, calibration_by
from rosenblatt.train.held_out_file import HeldOutFile
from rosenblatt.train.job import Job


class Scored(NamedTuple):
    """The evaluation of predictions, and the scores of probabilities if there are any."""

    evaluation: Evaluation
    probabilities: ProbabilityScores | None


def scored(job: Job, features: Any, learner: Any, best: Attempt) -> Scored:
    """Score the final learner by the rows of another file, or the attempt on one split by the rows that judged it."""
    return scored_attempt(best, learner) if job.held_out is None else _scored_by_file(job.held_out, features, learner)


def scored_attempt(best: Attempt, learner: Any) -> Scored:
    """Score an attempt by the rows that judged it; those that chose have calibrated the final learner."""
    return _scored_attempts([best], [getattr(learner, "calibration_", None)], learner.classes_)


def scored_folds(job: Job, features: Any, learner: Any, attempts: Sequence[Attempt]) -> Scored:
    """Score the final learner by the rows of another file, or attempts in folds by the rows that judged them."""
    if job.held_out is not None:
        return _scored_by_file(job.held_out, features, learner)
    calibrations = [calibration_by(one.recipe.calibration, [one.choosing]) for one in attempts]
    return _scored_attempts(attempts, calibrations, learner.classes_)


def _scored_by_file(held_out: HeldOutFile, features: Any, learner: Any) -> Scored:
    judged = held_out.judge(features, learner)
    return Scored(evaluate(judged.labels, judged.predictions), judged.probabilities)


def _scored_attempts(
    attempts: Sequence[Attempt], calibrations: Sequence[Calibration | None], classes: NDArray[Any]
) -> Scored:
    tally = ProbabilityTally(classes)
    for one, calibration in zip(attempts, calibrations, strict=True):
        add_judged(tally, calibration, one.judging)
    labels, predictions = ([getattr(one, what) for one in attempts] for what in ("labels", "predictions"))
    evaluation = evaluate(np.concatenate(labels), np.concatenate(predictions))
    return Scored(evaluation, tally.scores() if tally.n_rows else None)
