"""Train on a labelled file: choose a recipe, judge it, fit it to all rows, and report how good it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from statistics import median_low
from typing import Any, NamedTuple, Protocol

from numpy.typing import NDArray

from rosenblatt.evaluate.evaluation import Evaluation
from rosenblatt.evaluate.features import ClassFeatures
from rosenblatt.evaluate.probability_scores import ProbabilityScores
from rosenblatt.learn.base import Classifier
from rosenblatt.learn.fitting.stopping import Epoch
from rosenblatt.model_files.steps import Steps
from rosenblatt.train.attempt import Attempt, attempt, encoded, learn, too_few, try_recipes
from rosenblatt.train.calibration import calibrate_by
from rosenblatt.train.choose import Tried, choose, chosen_by_other_folds
from rosenblatt.train.class_weights import weigh_classes
from rosenblatt.train.compete import compete, compete_on
from rosenblatt.train.encode import EncodedRows
from rosenblatt.train.frequent_ngrams import n_dropped
from rosenblatt.train.job import Choices, Job
from rosenblatt.train.judging import Scored, scored, scored_folds
from rosenblatt.train.label_counts import label_counts, rows_that_count
from rosenblatt.train.metric_report import report_metric
from rosenblatt.train.narrow import narrowed
from rosenblatt.train.progress import Progress
from rosenblatt.train.recipe import Recipe
from rosenblatt.train.report import ClassRows, EpochReport, SplitReport, TrainingReport, Trial
from rosenblatt.train.sampled_rows import MOST_BYTES, MOST_ROWS
from rosenblatt.train.slim import slim_by_rows, weak_columns
from rosenblatt.train.split import JUDGE, ONE_IN
from rosenblatt.train.split_by import ByGroup, ByTime
from rosenblatt.train.split_rows import FileRows
from rosenblatt.train.strongest import strongest_of
from rosenblatt.version import __version__

# A tenth of fewer rows would choose and judge at random; so all of them do, in ten folds.
MOST_IN_FOLDS = 2000


def train(job: Job, recipe: Recipe, choices: Choices, folds: int | None = None) -> tuple[Steps, TrainingReport]:
    """Choose a recipe, judge it, and fit it to all rows.

    One row in ten chooses the recipe and the number of epochs, and one judges the outcome; a small file is divided in
    ten folds instead, in each of which others choose and judge: see `chosen_by_other_folds`. Labels of rows that judge
    decide nothing before they have judged. Then the learner is fitted anew, to all rows. A column may split the rows,
    and another file may judge.

    Parameters
    ----------
    job : the rows, and where to work.
    recipe : its seed draws the rows that choose and judge.
    choices : returns the recipes to choose from, in the order of preference.
    folds : the number of folds, of the rows that do not judge, in which the recipe is chosen; None to choose as above.
    """
    if folds is None and not isinstance(job.by, ByTime) and _is_small(job, recipe):
        return _train_by_folds(job, recipe, choices)
    return _train_by_split(job, recipe, choices, folds)


def _is_small(job: Job, recipe: Recipe) -> bool:
    """Whether the rows are so few that they choose and judge in folds; of a rare class, a larger file has few."""
    if not job.rows.has_more_than(MOST_IN_FOLDS, MOST_BYTES):
        return True
    if not recipe.metric.depends_on_rare_classes or job.rows.has_more_than(ONE_IN * MOST_IN_FOLDS, MOST_BYTES):
        return False
    return rows_that_count(label_counts(job.rows, job.progress)) <= MOST_IN_FOLDS


@dataclass(frozen=True, slots=True)
class Judged:
    """What was chosen, and how good it is.

    Attributes
    ----------
    evaluation : on the rows that judge.
    n_epochs : the number of epochs that was chosen.
    epochs, stop_reason : of the training that was judged; None if there were several, in folds.
    n_choosing, folds : the number of rows that chose, and of folds if there were any.
    trials : one per recipe, if there were several.
    probabilities : scores of the probabilities of the rows that judge, by a calibration on those that choose.
    """

    evaluation: Evaluation
    n_epochs: int
    epochs: list[Epoch] | None
    stop_reason: str | None
    n_choosing: int
    folds: int | None
    trials: tuple[Trial, ...] = ()
    probabilities: ProbabilityScores | None = None


class Final(NamedTuple):
    """The learner that was fitted to all rows, and its strongest features per class."""

    learner: Any
    strongest: tuple[ClassFeatures, ...]


def _train_by_split(job: Job, recipe: Recipe, choices: Choices, folds: int | None) -> tuple[Steps, TrainingReport]:
    rows = FileRows(job.rows, job.rule(recipe.seed))
    recipes = choices(rows.batches.kinds.values(), 0)
    competition = None
    if folds is not None or not _needs_one_encoding(job, recipes):
        competition = compete(job, rows, choices, folds)
        recipes = [competition.recipe]
    with encoded(rows, recipes[0], job.storage, job.progress, is_last=True) as result:
        if not (result.choosing.n_rows and (job.held_out or result.rows.part(JUDGE).n_rows)):
            raise too_few(rows.batches.paths[0], result.rows.n_rows)
        competition = competition or compete_on(result, recipes, job.progress)
        recipe = competition.recipe
        learner = recipe.make_learner()
        with narrowed(result, learner) as columns:
            trial = recipe.make_learner()
            done = None if job.slim else competition.attempt  # of which only the outcome is left, and not the learner
            best = done or attempt(recipe, trial, result, job.progress)
            weigh_classes(learner, recipe, result.rows, result.classes)
            fit_all(learner, result, best.best_epoch, job.progress)
            calibrate_by(learner, recipe.calibration, recipe.metric, [best.choosing])
            final = Final(learner, strongest_of(learner, result.features, rows, job.progress, columns))
            weak = columns[weak_columns(learner, trial, result)] if job.slim else None
        judgement = scored(job, result.features, learner, best)
        judged = judged_by_split(best, judgement, to_trials(competition.tried, competition.place))
        report = replace(make_report(job, recipe, final, result, judged), drift=competition.drift)
        if job.slim:
            slim_by_rows(learner, result, weak)
    return to_steps(result.features, learner), report


def _needs_one_encoding(job: Job, recipes: list[Recipe]) -> bool:
    """Whether several recipes have the same features, and there are no more rows than a sample would have."""
    is_same = len(recipes) > 1 and len({recipe.features for recipe in recipes}) == 1
    return is_same and not job.rows.has_more_than(MOST_ROWS, MOST_BYTES)


def judged_by_split(best: Attempt, scored: Scored, trials: tuple[Trial, ...] = ()) -> Judged:
    """Describe one attempt on one split."""
    how = best.best_epoch, best.epochs, best.stop_reason, len(best.wrong)
    return Judged(scored.evaluation, *how, None, trials, scored.probabilities)


def _train_by_folds(job: Job, recipe: Recipe, choices: Choices) -> tuple[Steps, TrainingReport]:
    seed = recipe.seed
    recipes = choices(job.rows.batches.kinds.values(), _n_columns(job))
    tried = [Tried(recipe) for recipe in recipes]
    in_folds: list[list[Attempt]] = []
    for fold in range(ONE_IN):
        rows = FileRows(job.rows, job.rule(seed, fold))
        attempts = list(try_recipes(rows, recipes, job.storage, job.progress))
        for one, its_attempt in zip(tried, attempts, strict=False):
            one.add(its_attempt)
        in_folds += [attempts] if attempts else []
    bests = chosen_by_other_folds(in_folds)
    everything = FileRows(job.rows, job.rule(seed, None))
    place = choose(tried)
    recipe = recipes[place]
    with encoded(everything, recipe, job.storage, job.progress, is_last=True) as result:
        if not (bests and (job.held_out or sum(len(best.labels) for best in bests))):
            raise too_few(everything.batches.paths[0], result.rows.n_rows)
        learner = recipe.make_learner()
        n_epochs = median_low(tried[place].best_epochs)
        weigh_classes(learner, recipe, result.rows, result.classes)
        fit_all(learner, result, n_epochs, job.progress)
        calibrate_by(learner, recipe.calibration, recipe.metric, tried[place].scores)
        judgement = scored_folds(job, result.features, learner, bests)
        how = n_epochs, None, None, len(tried[place].wrong), ONE_IN, to_trials(tried, place)
        judged = Judged(judgement.evaluation, *how, judgement.probabilities)
        final = Final(learner, strongest_of(learner, result.features, everything, job.progress))
        report = make_report(job, recipe, final, result, judged)
        if job.slim:
            slim_by_rows(learner, result, None)
    return to_steps(result.features, learner), report


def _split_report(job: Job, judged: Judged) -> SplitReport:
    by, file = job.by, None if job.held_out is None else job.held_out.file
    group, time = (by.column if isinstance(by, kind) else None for kind in (ByGroup, ByTime))
    return SplitReport(judged.n_choosing, judged.evaluation.rows, judged.folds, group, time, file)


def _n_columns(job: Job) -> int:
    """Return the number of columns of a matrix; any row of an svmlight file may have one more."""
    if job.rows.batches.kinds:
        return 0
    widths: list[int] = [batch.data.shape[1] for batch in job.rows.read("reading", job.progress)]
    return max(widths)


def to_trials(tried: Sequence[Tried], chosen: int) -> tuple[Trial, ...]:
    """Return one record per recipe, the least error first; none for a single recipe."""
    if len(tried) == 1:
        return ()
    trials = [one.to_trial(is_chosen=place == chosen) for place, one in enumerate(tried)]
    return tuple(sorted(trials, key=lambda trial: (trial.error, not trial.is_chosen)))


def fit_all(
    learner: Classifier, rows: EncodedRows, n_epochs: int, progress: Progress, *, resumes: bool = False
) -> None:
    """Fit a learner to all rows, for `n_epochs` epochs."""
    learner.set_params(early_stopping=False, tol=None, max_iter=n_epochs)
    learn(learner, rows, n_epochs, progress, is_final=True, resumes=resumes)


def to_steps(features: Any, learner: Any) -> Steps:
    """Return the features, if there are any, and the learner."""
    before = [] if features is None else [("features", features)]
    return Steps([*before, ("learner", learner)])


class RowFacts(Protocol):
    """What a report says about the rows that were read."""

    features: Any
    counts: dict[Any, int]
    missing: dict[str, int]
    bad_lines: list[str]
    extras: dict[str, str]
    unlabelled: int

    @property
    def n_rows(self) -> int: ...
    @property
    def n_columns_read(self) -> int: ...
    @property
    def classes(self) -> NDArray[Any]: ...
    @property
    def bytes_on_disk(self) -> int: ...


def make_report(job: Job, recipe: Recipe, final: Final, rows: RowFacts, judged: Judged) -> TrainingReport:
    """Collect the facts about a training."""
    batches, (learner, strongest) = job.rows.batches, final
    epochs = learner.history_ if judged.epochs is None else judged.epochs
    return TrainingReport(
        file=", ".join(batches.paths),
        learner=recipe.learner,
        seed=recipe.seed,
        made=datetime.now(timezone.utc).isoformat(timespec="seconds"),
        version=__version__,
        rows=rows.n_rows,
        n_columns=rows.n_columns_read,
        columns={name: str(kind) for name, kind in batches.kinds.items()},
        missing=rows.missing,
        rare_ngrams=0 if rows.features is None else n_dropped(rows.features),
        bad_lines=rows.bad_lines,
        classes=tuple(ClassRows(label, rows.counts[label]) for label in rows.classes.tolist()),
        rows_on_disk=rows.bytes_on_disk,
        split=_split_report(job, judged),
        epochs=tuple(EpochReport(e.epoch, e.seen, e.mistakes, e.updates, e.validation_error) for e in epochs),
        stop_reason=judged.stop_reason or learner.stop_reason_,
        n_epochs=judged.n_epochs,
        held_out=judged.evaluation,
        probabilities=judged.probabilities,
        strongest=strongest,
        trials=judged.trials,
        unlabelled=rows.unlabelled,
        reading=batches.understood,
        extras=rows.extras,
        metric=report_metric(recipe.metric, learner, judged.evaluation, judged.probabilities),
    )
