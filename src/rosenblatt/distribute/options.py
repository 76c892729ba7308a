"""The options of a training on an engine, and the recipes that they allow."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rosenblatt.distribute.mixing import PRECISION, TOUCHED, refuse_mix
from rosenblatt.distribute.sharded_rows import refuse_learner
from rosenblatt.errors import BadParameter
from rosenblatt.learn.metrics import METRICS, Metric
from rosenblatt.read.open_batches import Batches, PathLike
from rosenblatt.train.held_out_file import HeldOutFile
from rosenblatt.train.race import CHOSEN, race
from rosenblatt.train.recipe import Recipe


@dataclass(frozen=True)
class Options:
    """The parameters of `train_on`, where each is documented, and the names of those that no race chooses."""

    label: str | int | None
    learner: str | None
    epochs: int | None
    seed: int
    shards: int | None
    mix: str | None
    mixes: int
    checkpoint: PathLike | None
    recipe: Mapping[str, Any]
    given: Collection[str]
    keep: Sequence[str]
    held_out: PathLike | None
    group: str | None
    time: str | None
    metric: str
    reading: Mapping[str, Any]

    @property
    def how_to_read(self) -> dict[str, Any]:
        """The options of `open_batches`."""
        return {"label": self.label, "skip_unlabelled": True, **self.reading}

    @property
    def in_plan(self) -> list[Any]:
        """What decides the model, besides the files, how they are read, and the recipe."""
        splits = self.group, self.time, self.held_out is None
        return [sorted(CHOSEN.intersection(self.given)), self.mix, self.mixes, *splits, list(self.keep)]

    def recipes(self, recipe: Recipe, kinds: Sequence[str], n_columns: int) -> list[Recipe]:
        """Return the recipes of the race whose shards can be mixed; raise if there are none.

        Parameters
        ----------
        recipe : what is the same in all of them.
        kinds : of the columns of a table; empty for a matrix.
        n_columns : of a matrix.
        """
        able, refusal = list[Recipe](), None
        for one in race(recipe, self.given, list(kinds), n_columns):
            learner = one.make_learner()
            refuse_learner(learner)
            try:
                refuse_mix(self.mix_of(one), has_variances=hasattr(learner, "covariance"))
                able.append(one)
            except BadParameter as error:
                refusal = error
        if not able:
            raise refusal or AssertionError("a race has at least one recipe")
        return able

    def mix_of(self, recipe: Recipe) -> str:
        """Return how shards are mixed: as was asked for, or as is best for the learner of a recipe."""
        return self.mix or (PRECISION if hasattr(recipe.make_learner(), "covariance") else TOUCHED)

    def held_out_file(self, batches: Batches) -> HeldOutFile | None:
        """Return the file that judges, which is read like the files that are learned from."""
        if self.held_out is None:
            return None
        how = {"like": batches.understood, "skip_unlabelled": True}
        return HeldOutFile(os.fspath(self.held_out), batches.label, how)


def refuse_options(options: Options) -> None:
    """Raise if a parameter has no sense, or two of them exclude each other."""
    if not isinstance(options.mixes, int) or options.mixes < 1:
        raise BadParameter(f"`mixes=` must be a whole number of at least 1, got {options.mixes!r}")
    if options.metric not in METRICS:
        raise BadParameter(f"`metric=` must be one of {', '.join(map(repr, METRICS))}, got {options.metric!r}")
    splits = [f"`{name}=`" for name in ("held_out", "group", "time") if getattr(options, name) is not None]
    if len(splits) > 1:
        raise BadParameter(f"{' and '.join(splits)} exclude each other; leave out {splits[-1]}")


def common_recipe(options: Options) -> Recipe:
    """Return what is the same in all recipes of the race."""
    learner = {} if options.learner is None else {"learner": options.learner}
    how: dict[str, Any] = {**options.recipe, **learner}
    try:
        return Recipe(**how, epochs=options.epochs, seed=options.seed, metric=Metric(options.metric))
    except TypeError as error:
        raise BadParameter(f"`recipe=` has an attribute that no recipe has: {error}") from None
