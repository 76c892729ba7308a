"""Learning each row once, as it comes, with classes that may appear at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rosenblatt import _core
from rosenblatt.errors import BadParameter
from rosenblatt.learn.fitting.all_or_nothing import refuse_busy
from rosenblatt.learn.fitting.loop import refuse_overflow
from rosenblatt.learn.fitting.multiclass import make_division
from rosenblatt.learn.input.labels import as_labels, classes_in, match, places_of, targets_of, with_label
from rosenblatt.learn.input.one_row import MatchedRow
from rosenblatt.learn.input.random_state import make_random
from rosenblatt.learn.input.rows import rows_to_learn
from rosenblatt.learn.input.sample_weights import as_weights, row_weights
from rosenblatt.learn.slim import refuse_slim
from rosenblatt.learn.weights.last import Last
from rosenblatt.learn.weights.solution import Outputs, Pass
from rosenblatt.rows import Batch, Floats, Indices, RowsLike, RowsView, Targets, view_rows

if TYPE_CHECKING:
    from rosenblatt.learn.base import Classifier

_PLAIN_LABELS = (str, int, float, np.generic)


def learn(
    learner: Classifier,
    X: RowsLike,
    y: ArrayLike,
    classes: ArrayLike | None,
    sample_weight: ArrayLike | None,
    *,
    predict: bool,
) -> NDArray[Any] | None:
    """Learn from each row once; with `predict`, return the label predicted for each row before it was learned."""
    if not predict and classes is None and sample_weight is None and _learn_usual(learner, X, y):
        return None
    with learner._all_or_nothing():
        learning = learner._learning()
        _refuse_balanced(learner)
        is_first = not hasattr(learner, "classes_")
        refuse_slim(learner)
        view = rows_to_learn(learner, X, first_time=is_first)
        labels = as_labels(learner, y, view.rows.n_rows)
        weights = as_weights(learner, sample_weight, view.rows.n_rows)
        if is_first:
            _begin(learner, labels if classes is None else np.ravel(classes), view, weights)
        elif classes is not None:
            add_classes(learner, np.ravel(classes))
        if classes is not None:
            targets_of(learner, labels, learner.classes_)

        targets, known = _match(learner, labels, weights)
        if np.count_nonzero(known) < len(known):
            learner._copy_arrays()
            return _learn_in_runs(learner, learning, view, labels, weights, calibrates=predict)
        run = np.arange(len(labels))
        outputs = _learn_run(learner, learning, view, targets, weights, run=run, predicts=predict, calibrates=predict)
        return None if outputs is None else learner.classes_.take(_predicted(learner, outputs))


def _learn_usual(learner: Classifier, X: RowsLike, labels: Any) -> bool:
    """Learn one row of finite floats by one call of the core, if one plane of two known classes is all that it moves.

    Most streams are made of such rows. Returns False, and nothing is changed, if anything is unusual.
    """
    planes = learner._planes_in_place()
    is_list = type(labels) is list or (type(labels) is np.ndarray and labels.ndim == 1)
    if planes is None or not is_list or learner.class_weight is not None:
        return False
    if len(labels) != 1 or not isinstance(labels[0], _PLAIN_LABELS):
        return False
    classes = learner.classes_
    sign = 1 if labels[0] == classes[1] else -1 if labels[0] == classes[0] else 0
    if type(X) is MatchedRow:
        rows: Any = view_rows(X)
    elif type(X) is np.ndarray and "feature_names_in_" not in learner.__dict__:
        rows = X
    else:
        return False
    learning = learner._learning()
    refuse_busy(learner)
    tally = learning.learn_row(rows, sign, *planes) if sign else None
    if tally is None:
        return False
    learner.n_updates_ += tally.updates
    learner.n_seen_ += tally.seen
    learner.n_mistakes_ += tally.mistakes
    return True


def add_classes(learner: Classifier, labels: NDArray[Any]) -> None:
    """Add every label that the learner does not know yet as a class of weights zero."""
    if not np.isin(learner.classes_, labels).all():
        raise BadParameter(
            f"{type(learner).__name__}: classes must hold those that the model knows, {learner.classes_.tolist()}, "
            f"got {labels.tolist()}"
        )
    for label in np.unique(labels[~match(labels, learner.classes_)[1]]):
        _add_class(learner, np.array([label]))


def _begin(learner: Classifier, labels: NDArray[Any], view: RowsView, weights: Floats | None) -> None:
    learner.classes_ = classes_in(learner, labels, least=1)
    learner._division = make_division(learner, len(learner.classes_))
    learner._require_memory(learner._division, view.rows.n_columns, copies=1)
    present = None if weights is None else np.flatnonzero(weights)
    learner._publish(learner._start(learner._division, view, make_random(learner, learner.random_state), present))
    learner.history_ = []
    learner.n_iter_ = 1
    learner.n_seen_ = learner.n_mistakes_ = learner.n_updates_ = 0


def _add_class(learner: Classifier, label: NDArray[Any]) -> None:
    classes = with_label(learner, learner.classes_, label)
    solutions = learner._resume()
    learner.classes_ = classes
    learner._calibrate(None)  # one of fewer classes knows nothing about this one
    learner._move_threshold(0.0)
    learner._division = make_division(learner, len(classes))
    place = int(np.flatnonzero(classes == label)[0])
    learner._publish(learner._division.add_class(solutions, place, learner._blank))


def _match(learner: Classifier, labels: NDArray[Any], weights: Floats | None) -> tuple[Targets, NDArray[np.bool_]]:
    """Return the targets, and which labels are known; a row of weight 0 is not there, whatever its label."""
    targets, known = match(labels, learner.classes_)
    return targets, known if weights is None else known | (weights == 0)


def _learn_in_runs(
    learner: Classifier,
    learning: _core.Learning,
    view: RowsView,
    labels: NDArray[Any],
    weights: Floats | None,
    *,
    calibrates: bool,
) -> NDArray[Any]:
    """Learn up to each label that was never met before, add it as a class, and go on from there."""
    begin = 0
    predictions: list[NDArray[Any]] = []
    surprise: NDArray[Any] | None = None
    while begin < len(labels):
        targets, known = _match(learner, labels, weights)
        end = len(labels) if known.all() else int(np.argmin(known))
        if end > begin:
            run = np.arange(begin, end)
            outputs = _learn_run(
                learner, learning, view, targets, weights, run=run, predicts=True, calibrates=calibrates
            )
            predicted = learner.classes_.take(_predicted(learner, cast(Outputs, outputs)))
            if surprise is not None:  # the prediction from before this label was known counts
                learner.n_mistakes_ += int(predicted[0] == labels[begin])
                predicted = np.concatenate([surprise, predicted[1:]])
            predictions.append(predicted)
        if end < len(labels):
            surprise = _predict_by_last(learner, view, end)
            _add_class(learner, labels[end : end + 1])
        begin = end
    return np.concatenate(predictions)


def _learn_run(
    learner: Classifier,
    learning: _core.Learning,
    view: RowsView,
    targets: Targets,
    sample_weights: Floats | None,
    *,
    run: Indices,
    predicts: bool,
    calibrates: bool,
) -> Outputs | None:
    """Learn a run of rows of known classes; if asked, return what each pass computed for a row before it was learned.

    Several problems have to predict in any case: a row is a mistake if all of them together predict it wrongly.
    """
    classes, class_weight = learner.classes_, learner.class_weight
    weights = row_weights(learner, class_weight, targets, classes, sample_weights, others_may_come=True)
    solutions = learner._resume()
    if len(classes) == 1:  # no other class to lose against
        seen = len(run) if weights is None else int(np.count_nonzero(weights[run]))
        for solution in solutions:
            solution.seen += seen
        learner.n_seen_ += seen
        return np.zeros((1, len(run)), dtype=np.int32) if predicts else None

    calibrates = calibrates and learner._calibrates_online()
    outputs = None
    if predicts or len(solutions) > 1:
        outputs = learner._division.empty_outputs(len(run), with_scores=calibrates)
    restore = [solution.snapshot(view.rows) for solution in solutions]
    tallies = []
    try:
        each = zip(learner._division.problems(targets), solutions, [None] if outputs is None else outputs, strict=True)
        for problem, solution, output in each:
            solution.attach(view)
            batch = Batch(view.rows, problem.targets, problem.weights_of(weights, targets))
            tallies.append(solution.walk(Pass(learning, batch, run, outputs=output)))
            refuse_overflow(tallies[-1], "partial_fit")
            solution.detach()
    except BaseException:
        for restore_one in restore:
            restore_one()
        raise
    if type(solutions[0]) is not Last:  # the last weights were changed where they lie
        learner._publish(solutions)

    if outputs is None or len(tallies) == 1:
        learner.n_updates_ += tallies[0].updates
        learner.n_seen_ += tallies[0].seen
        learner.n_mistakes_ += tallies[0].mistakes
    else:
        learner.n_updates_ += sum(tally.updates for tally in tallies)
        is_present = slice(None) if weights is None else weights[run] > 0
        learner.n_seen_ += len(run[is_present])
        learner.n_mistakes_ += int(np.count_nonzero((_predicted(learner, outputs) != targets[run])[is_present]))
    if calibrates and outputs is not None:
        is_there = slice(None) if sample_weights is None else sample_weights[run] > 0
        learner._follow(_scores(learner, outputs)[is_there], places_of(targets[run])[is_there])
    return outputs if predicts else None


def _scores(learner: Classifier, outputs: Outputs) -> Floats:
    """Return what ``decision_function`` would have returned for each row before it was learned."""
    if len(outputs) == 1:
        scores: Floats = outputs[0]
        return scores
    return learner._division.decide(np.ascontiguousarray(outputs.T), learner.tie == "positive")


def _predicted(learner: Classifier, outputs: Outputs) -> NDArray[np.intp]:
    """Return the place of the class that was predicted for each row."""
    if outputs.dtype == np.int32:
        places: NDArray[np.intp] = outputs[0].astype(np.intp)
        return places
    return _core.strongest(_scores(learner, outputs), learner.tie == "positive")


def _predict_by_last(learner: Classifier, view: RowsView, row: int) -> NDArray[Any]:
    """Predict one row by the weights that are being learned, whatever the model predicts by."""
    model = learner._division.model([solution.last_model() for solution in learner._resume()])
    activations = model.activations(view, np.array([row]))
    return learner._labels_of(learner._division.decide(activations, learner.tie == "positive"))


def _refuse_balanced(learner: Classifier) -> None:
    if isinstance(learner.class_weight, str):
        raise BadParameter(
            f"{type(learner).__name__}: class_weight 'balanced' must see all rows at once, so it cannot be used "
            "with partial_fit; pass the weights as a dict, one per class"
        )
