"""``rosenblatt inspect``: what a model is, its strongest features, and the reasons for a prediction."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

import rosenblatt as rb
from rosenblatt.cli._command import Command, argument, ends_with_a_sentence
from rosenblatt.errors import BadParameter


@click.command(cls=Command)
@argument("model", type=Path, help="A model that train wrote.")
@click.option("--feature", metavar="NAME", help="Show the weights of this feature, or of this word.")
@click.option("--explain", metavar="TEXT", help="Show the contribution of each feature of this text to the prediction.")
def inspect(model: Path, feature: str | None, explain: str | None) -> None:
    """Describe a model: when and from what it was made, and the strongest features of each class.

    With --explain, the values of all columns but that of the text are missing. Where words are hashed, several may
    share a column: "good (+2)" is the column of good and of two more that are known.

    Example: rosenblatt inspect fruit.rosenblatt --feature redness
    """
    with ends_with_a_sentence("nothing was written."):
        from rosenblatt.evaluate.explanation import explain_row  # noqa: PLC0415  as in train
        from rosenblatt.evaluate.features import feature_names, find_features, strongest_features  # noqa: PLC0415
        from rosenblatt.evaluate.loaded_model import class_planes, load_model, row_of_text  # noqa: PLC0415
        from rosenblatt.show.model_summary import draw_explanation, draw_found, draw_model  # noqa: PLC0415
        from rosenblatt.show.terminal import show  # noqa: PLC0415

        if feature is not None and explain is not None:
            raise BadParameter("--feature and --explain exclude each other; use one of them")
        opened = load_model(model)
        planes, classes = class_planes(opened), opened.classes
        if explain is not None:
            row, names = row_of_text(opened, explain)
            show(draw_explanation(explain_row(row, planes, names, classes)))
        elif feature is not None:
            show(draw_found(find_features(feature, opened.features, planes.weights), classes.tolist()))
        else:
            names_of = partial(feature_names, opened.features, opened.learner)
            strongest = strongest_features(names_of, planes.weights, classes, count=10)
            name, n_features = type(opened.learner).__name__, opened.learner.n_features_in_
            calibration = opened.learner.calibration_.method if opened.has_probabilities else None
            facts = rb.saved_facts(model)
            show(draw_model(name, n_features, facts, strongest, calibration, is_slim=opened.is_slim))
