"""Continue the training of a saved model, with new rows, new words and new classes."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

import numpy as np

from rosenblatt.errors import BadParameter
from rosenblatt.evaluate.loaded_model import LoadedModel
from rosenblatt.learn.linear import LinearClassifier
from rosenblatt.learn.voted_perceptron import VotedPerceptron
from rosenblatt.model_files.model_file import saved_facts
from rosenblatt.model_files.steps import Steps
from rosenblatt.rows import Indices
from rosenblatt.train.attempt import attempt, too_few
from rosenblatt.train.calibration import calibrate_by
from rosenblatt.train.encode import encode, widen_features
from rosenblatt.train.job import Job
from rosenblatt.train.judging import scored_attempt
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.report import TrainingReport
from rosenblatt.train.slim import slim_by_rows, weak_columns
from rosenblatt.train.split import JUDGE, SplitRule
from rosenblatt.train.split_rows import FileRows
from rosenblatt.train.strongest import strongest_of
from rosenblatt.train.train import Final, fit_all, judged_by_split, make_report, to_steps


def resume(job: Job, model: LoadedModel, recipe: Recipe) -> tuple[Steps, TrainingReport]:
    """Continue the training, in place, with the rows of a new file.

    New words, categories and classes start with weights of zero; numbers are scaled as before. A voted perceptron
    stores copies of its rows, so it learns new classes but no new words.

    Parameters
    ----------
    job : as in `train`.
    model : the model to continue.
    recipe : of which only epochs, order, seed and calibration count; the calibration is fitted anew, to the rows of the
        new file that choose.
    """
    features, learner = model.features, model.learner
    if not isinstance(learner, LinearClassifier):
        raise BadParameter(f"{model.path}: {type(learner).__name__} cannot continue with a file; use it from Python")
    split = FileRows(job.rows, SplitRule(recipe.seed))
    before = [learner.n_features_in_] if features is None else features.widths_
    if features is not None and not isinstance(learner, VotedPerceptron):
        widen_features(features, split, job.progress)
    with encode(split, features, recipe, job.storage, job.progress) as encoded:
        split.limit_cache(0)
        if not (encoded.choosing.n_rows and encoded.rows.part(JUDGE).n_rows):
            raise too_few(split.batches.paths[0], encoded.rows.n_rows)
        width = max(learner.n_features_in_, encoded.n_columns)
        encoded.set_columns(width)
        if width > learner.n_features_in_:
            learner._widen(moved(before, before if features is None else features.widths_), width)
        how = {"order": recipe.order, "random_state": recipe.seed}
        learner.set_params(**how, early_stopping=True, max_iter=recipe.epochs or 1000)
        trial = deepcopy(learner)
        outcome = attempt(recipe, trial, encoded, job.progress, resumes=True)
        fit_all(learner, encoded, outcome.best_epoch, job.progress, resumes=True)
        calibrate_by(learner, recipe.calibration, recipe.metric, [outcome.choosing])
        final = Final(learner, strongest_of(learner, features, split, job.progress))
        judged = judged_by_split(outcome, scored_attempt(outcome, learner))
        report = make_report(job, recipe, final, encoded, judged)
        if job.slim:
            slim_by_rows(learner, encoded, weak_columns(learner, trial, encoded))
    name = saved_facts(model.path).get("learner", type(learner).__name__)
    return to_steps(features, learner), replace(report, learner=name, resumed_from=str(model.path))


def moved(before: list[int], after: list[int]) -> Indices:
    """Return the new numbers of columns, after groups of them became wider at their ends.

    Parameters
    ----------
    before, after : the width of each group before and after.

    Examples
    --------
    >>> from rosenblatt.train.resume import moved
    >>> moved([2, 1], [4, 1]).tolist()
    [0, 1, 4]
    """
    starts = np.cumsum([0, *after])
    return np.concatenate([np.arange(start, start + width) for start, width in zip(starts, before, strict=False)])
