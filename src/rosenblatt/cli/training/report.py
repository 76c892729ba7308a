"""Print the report of a training, and plot the model."""

from __future__ import annotations

import json
from pathlib import Path

from rosenblatt.cli._command import echo
from rosenblatt.cli.training.options import TrainOptions
from rosenblatt.cli.training.plan import Plan
from rosenblatt.cli.training.run import Trained


def write_report(trained: Trained, plan: Plan, options: TrainOptions) -> None:
    """Write plots if asked to, then print the report as JSON or as text, or nothing."""
    n_bytes = plan.target.stat().st_size
    plots = [] if options.plot is None else _plot(trained, plan, options.plot)
    if options.as_json:
        drawn = {} if options.plot is None else {"plots": [str(path) for path in plots]}
        facts = {**trained.facts, "model": str(plan.target), "model_bytes": n_bytes, **drawn}
        echo(json.dumps(facts, indent=2))
    elif not options.quiet:
        _show(trained, plan.target, n_bytes, plots)


def _plot(trained: Trained, plan: Plan, folder: Path) -> list[Path]:
    from rosenblatt.evaluate.features import feature_names  # noqa: PLC0415  matplotlib is slow to import
    from rosenblatt.show.training_plots import write_plots  # noqa: PLC0415
    from rosenblatt.train.rows_to_draw import rows_to_draw  # noqa: PLC0415

    *before, learner = [step for _, step in trained.pipeline.steps]
    names = feature_names(before[0] if before else None, learner)
    rows, labels = rows_to_draw(plan.rows.batches, trained.pipeline, trained.report.seed)
    return write_plots(folder, learner, names, rows, labels)


def _show(trained: Trained, target: Path, n_bytes: int, plots: list[Path]) -> None:
    from rosenblatt.show.terminal import plain, show, size  # noqa: PLC0415  rich is slow to import
    from rosenblatt.show.training_summary import draw_training  # noqa: PLC0415

    drawn = [f"plots: {', '.join(map(plain, plots))}"] if plots else []
    show([*draw_training(trained.report), "", f"model: {plain(target)}, {size(n_bytes)}", *drawn])
