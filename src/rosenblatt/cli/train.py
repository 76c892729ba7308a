"""``rosenblatt train``: from a labelled file to a saved model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from rosenblatt.cli._command import Command, argument, ends_with_a_sentence
from rosenblatt.cli.training.options import TrainOptions, train_options

if TYPE_CHECKING:
    from rosenblatt.cli.training.plan import Plan
    from rosenblatt.cli.training.run import Trained


@click.command(cls=Command)
@argument("file", help="Labelled rows in any format that can be read; - for standard input.")
@train_options
@click.pass_context
def train(context: click.Context, /, **values: Any) -> None:
    """Learn from labelled rows, evaluate the model on rows that it has not seen, and save it.

    A short race chooses the learner, and for tables the features, unless options do. Of ten rows, drawn by the seed,
    one chooses, one judges the outcome, and the others are learned from. Then the model is trained again, on all rows.
    A file of 2,000 rows or fewer is divided in ten folds: each row judges a model that has not seen it. Rows that do
    not fit into memory go to a temporary file beside the model, and are shuffled there.

    Example: rosenblatt train examples/fruit.csv --label fruit -o fruit.rosenblatt
    """
    with ends_with_a_sentence("no model was written.") as outcome:
        from rosenblatt.cli.training.plan import make_plan  # noqa: PLC0415  --help must not wait for NumPy

        given = {name for name in values if context.get_parameter_source(name) is ParameterSource.COMMANDLINE}
        options = TrainOptions(**values, given=frozenset(given))
        plan = make_plan(options)
        outcome.watch(plan.target, _if_written(plan.target, options))
        if options.on is None:
            plan.rows.start()  # reads while the learners are imported

        from rosenblatt.cli.training.report import write_report  # noqa: PLC0415

        write_report(_run(plan, options), plan, options)


def _run(plan: Plan, options: TrainOptions) -> Trained:
    if options.on is not None:
        from rosenblatt.cli.training.run_on import run_on  # noqa: PLC0415

        return run_on(plan, options)

    from rosenblatt.cli.training.run import run  # noqa: PLC0415

    return run(plan, options)


def _if_written(target: Path, options: TrainOptions) -> str:
    plots = [] if options.plot is None else ["plots"]
    rest = [*plots, *([] if options.quiet and not options.as_json else ["report"])]
    return f"the model was written to {target}" + (f"; its {' and '.join(rest)} may be incomplete." if rest else ".")
