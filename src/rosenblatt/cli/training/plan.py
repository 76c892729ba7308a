"""Check the options of a training, and open its file, before any work is done."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rosenblatt as rb
from rosenblatt.cli._byte_size import size_in_bytes
from rosenblatt.cli._reading_options import reading_parameters
from rosenblatt.cli._target import find_target
from rosenblatt.cli.training.options import (
    CALIBRATIONS,
    LEARNERS,
    WEIGHTINGS,
    TrainOptions,
    pairs_to_cross,
    weights_of_classes,
)
from rosenblatt.errors import BadParameter
from rosenblatt.learn.metrics import METRICS
from rosenblatt.memory import free_memory
from rosenblatt.train.cached_batches import CachedBatches

if TYPE_CHECKING:
    from rosenblatt.evaluate.loaded_model import LoadedModel
    from rosenblatt.read.open_batches import Batches

VOTING = ("voted-perceptron",)
# Options that are not for an engine of workers, and those that are for nothing else.
_NOT_ON_ENGINES = {
    "grid": "leave it out, and name the learner that --grid chooses on a part of the rows",
    "folds": "leave it out",
    "resume": "leave it out, or continue on one machine without --on",
    "slim": "leave it out, and write the model with rosenblatt export --to slim",
    "memory": "leave it out",
    "plot": "leave it out",
}
_ONLY_ON_ENGINES = ("shards", "mix", "mixes", "checkpoint")
COLUMNS = ("text", "numeric", "categorical", "ignore", "keep")
# Options that a model to resume has settled, with their spelling.
_SETTLED = {
    "C": "-C",
    "char_ngrams": "--char-ngrams",
    "min_count": "--min-count",
    "join_text": "--join-text",
    "class_weight": "--class-weight",
} | {
    name: f"--{name}"
    for name in (
        *("learner", "ngrams", "bits", "punctuation", "counts", "weighting", "numbers", "cross", "grid", "normalise"),
        *COLUMNS,
    )
}


@dataclass(frozen=True, slots=True)
class Plan:
    """A training that can start.

    Attributes
    ----------
    target : where the model goes.
    label : the column that holds the label, if the file names its columns.
    rows : the open file.
    most_bytes : the memory for encoded rows.
    resumed : the model to continue, if there is one.
    """

    target: Path
    label: str | None
    rows: CachedBatches
    most_bytes: int
    resumed: LoadedModel | None


def make_plan(options: TrainOptions) -> Plan:
    """Raise now what would be raised after the training, and open the file."""
    _refuse_options(options)
    target = find_target(options.file, options.output, options.force)
    if options.plot is not None:
        from rosenblatt.show.training_plots import refuse_plots  # noqa: PLC0415  needs matplotlib

        refuse_plots(options.plot, force=options.force)
    most_bytes = free_memory() // 2 if options.memory is None else size_in_bytes(options.memory)
    label, resumed = options.label, None
    if options.resume is not None:
        from rosenblatt.evaluate.loaded_model import load_model  # noqa: PLC0415  not needed otherwise
        from rosenblatt.evaluate.slim import refuse_unslimmable  # noqa: PLC0415

        label = label or rb.saved_facts(options.resume).get("label_column")
        resumed = load_model(options.resume)
        if resumed.is_slim:
            raise BadParameter(
                f"{options.resume} is slim, for prediction only, and cannot continue learning; pass --resume the full "
                "model that it was made of, or train anew without --resume"
            )
        if options.slim:
            refuse_unslimmable(resumed.learner, str(options.resume))
    batches = _open(options, label, resumed)
    batches.make_repeatable()
    label = batches.label if batches.kinds else label
    if options.held_out is not None:
        rb.open_batches(options.held_out, label=label, like=batches.understood, **reading_parameters(options.reading))
    return Plan(target, label, CachedBatches(batches, most_bytes // 2), most_bytes // 2, resumed)


def _refuse_options(options: TrainOptions) -> None:
    if options.learner is not None and options.learner not in LEARNERS:
        near = get_close_matches(options.learner, LEARNERS, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise BadParameter(f"--learner must be one of {', '.join(LEARNERS)}, got {options.learner!r}{hint}")
    pairs_to_cross(options.cross)
    weights_of_classes(options.class_weight)
    if options.calibration not in (None, *CALIBRATIONS):
        raise BadParameter(f"--calibration must be one of {', '.join(CALIBRATIONS)}, got {options.calibration!r}")
    if options.metric not in (None, *METRICS):
        raise BadParameter(f"--metric must be one of {', '.join(METRICS)}, got {options.metric!r}")
    if options.weighting not in WEIGHTINGS:
        raise BadParameter(f"--weighting must be one of {', '.join(WEIGHTINGS)}, got {options.weighting!r}")
    if (options.min_count or 1) > 1 and options.bits is not None:
        raise BadParameter("--min-count is not for --bits, which counts no feature; leave out one of them")
    if options.folds is not None and not options.grid:
        raise BadParameter("--cv is for --grid; use both")
    _refuse_engine_options(options)
    splits = [f"--{name.replace('_', '-')}" for name in ("held_out", "group", "time") if getattr(options, name)]
    if len(splits) > 1:
        raise BadParameter(f"{' and '.join(splits)} exclude each other; leave out {splits[-1]}")
    if splits and options.resume is not None:
        raise BadParameter(f"{splits[0]} is not for --resume; leave it out, and judge with rosenblatt evaluate")
    if options.time is not None and options.folds is not None:
        raise BadParameter("--cv is not for --time, which has one order; leave out one of them")
    if options.slim and options.learner in VOTING:
        raise BadParameter(f"--slim is for learners that predict by their weights; {options.learner} votes")
    settled = [option for name, option in _SETTLED.items() if name in options.given]
    if options.resume is not None and settled:
        raise BadParameter(f"--resume continues {options.resume} as it began; leave out {' and '.join(settled)}")


def _refuse_engine_options(options: TrainOptions) -> None:
    remedies = dict.fromkeys(_ONLY_ON_ENGINES, "leave it out") if options.on is None else _NOT_ON_ENGINES
    given = [name for name in remedies if name in options.given]
    if given:
        option = "--cv" if given[0] == "folds" else f"--{given[0]}"
        raise BadParameter(f"{option} is {'for' if options.on is None else 'not for'} --on; {remedies[given[0]]}")


def _open(options: TrainOptions, label: str | None, resumed: LoadedModel | None) -> Batches:
    how: dict[str, Any] = {"label": label, "skip_bad": options.skip_bad, "skip_unlabelled": True}
    how["map_label"] = dict(options.map_label)
    how |= reading_parameters(options.reading)
    if resumed is not None:
        from rosenblatt.evaluate.loaded_model import open_for  # noqa: PLC0415

        like = rb.saved_facts(resumed.path).get("reading")
        return open_for(resumed, options.file, may_be_wider=True, like=like, **how)
    kinds: dict[str, Any] = {"text": options.text, "numeric": options.numeric, "categorical": options.categorical}
    return rb.open_batches(options.file, ignore=options.ignore, **kinds, **how)
