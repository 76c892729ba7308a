"""Continue the training of a saved model, with new rows, new words and new classes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rosenblatt.errors import BadParameter
from rosenblatt.evaluate.loaded_model import LoadedModel
from rosenblatt.learn.linear import LinearClassifier
from rosenblatt.learn.voted_perceptron import VotedPerceptron
from rosenblatt.model_files.model_file import saved_facts
from rosenblatt.model_files.steps import Steps
from rosenblatt.rows import Indices
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.encode import Storage, encode, widen_features
from rosenblatt.train.progress import Progress
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.report import TrainingReport
from rosenblatt.train.train import learn, make_report, outcome, refuse_nothing_held_out


def resume(
    model: LoadedModel, rows: CachedBatches, recipe: Recipe, storage: Storage, progress: Progress
) -> tuple[Steps, TrainingReport]:
    """Continue the training, in place, with nine rows in ten of a new file.

    New words, categories and classes start with weights of zero; numbers are scaled as before. A voted perceptron
    stores copies of its rows, so it learns new classes but no new words.

    Parameters
    ----------
    model : the model to continue.
    rows, recipe, storage, progress : as in `train`; of the recipe only epochs, order and seed count.
    """
    features, learner = model.features, model.learner
    if not isinstance(learner, LinearClassifier):
        raise BadParameter(f"{model.path}: {type(learner).__name__} cannot continue with a file; use it from Python")
    before = [learner.n_features_in_] if features is None else features.widths_
    if features is not None and not isinstance(learner, VotedPerceptron):
        widen_features(features, rows, recipe, progress)
    with encode(rows, features, recipe, storage, progress) as encoded:
        rows.drop_cache()
        refuse_nothing_held_out(rows.batches, encoded, recipe)
        width = max(learner.n_features_in_, encoded.learned.n_columns)
        encoded.learned.n_columns = encoded.held_out.n_columns = encoded.n_columns = width
        if width > learner.n_features_in_:
            learner._widen(moved(before, before if features is None else features.widths_), width)
        learner.set_params(order=recipe.order, random_state=recipe.seed, max_iter=recipe.epochs or 1000)
        learn(learner, encoded, progress, recipe.epochs, resumes=True)
        report = make_report(rows.batches, recipe, learner, encoded, outcome(learner, encoded))
    name = saved_facts(model.path).get("learner", type(learner).__name__)
    report = replace(report, learner=name, resumed_from=str(model.path))
    steps = [] if features is None else [("features", features)]
    return Steps([*steps, ("learner", learner)]), report


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
