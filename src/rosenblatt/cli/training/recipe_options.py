"""What the options of ``rosenblatt train`` say about the recipe."""

from __future__ import annotations

from typing import Any

from rosenblatt.cli.training.options import TrainOptions, pairs_to_cross, weights_of_classes
from rosenblatt.read.open_batches import Batches

_SAME = ("C", "ngrams", "char_ngrams", "bits", "punctuation", "counts", "min_count", "join_text", "normalise", "order")


def recipe_options(options: TrainOptions, batches: Batches) -> dict[str, Any]:
    """Return attributes of the recipe: all but the learner, the epochs, the seed, the calibration and the metric."""
    cross, name_of = pairs_to_cross(options.cross), batches.name_of
    return {
        **{name: getattr(options, name) for name in _SAME},
        "numbers": options.numbers or "standard",
        "cross": tuple((name_of(a), name_of(b)) for a, b in cross) if isinstance(cross, tuple) else cross,
        "weighting": None if options.weighting == "none" else options.weighting,
        "class_weight": weights_of_classes(options.class_weight),
    }
