"""``rosenblatt trace``: every step of a learner on a small file, worked out as by hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import rosenblatt as rb
from rosenblatt.cli._command import Command, WholeNumber, argument, echo, ends_with_a_sentence
from rosenblatt.cli._reading_options import reading_options, reading_parameters
from rosenblatt.errors import BadParameter
from rosenblatt.learn.conventions import CONVENTIONS, options_of
from rosenblatt.learn.learner_names import TITLES

if TYPE_CHECKING:
    from rosenblatt.tracing.trace import Trace


@click.command(cls=Command)
@argument("file", help="Labelled rows in any format that can be read; - for standard input.")
@click.option("--label", metavar="COLUMN", help="Column that holds the label.")
@click.option("--text", metavar="COLUMN", help="Column of texts, whose words are the features.")
@click.option("--ngrams", type=WholeNumber(1), default=1, metavar="N", help="With --text: the most words per feature.")
@click.option(
    "--conventions", type=click.Choice(list(CONVENTIONS)), help="Run the perceptron as one kind of textbook does."
)
@click.option("--learner", default="perceptron", metavar="NAME", help=f"One of {', '.join(TITLES)}.")
@click.option("--learning-rate", type=float, metavar="NUMBER", help="Step: alpha or eta of the textbook.")
@click.option("--margin", type=float, metavar="NUMBER", help="Update when y*a is not above this.")
@click.option("--kernel", metavar="NAME", help="Of kernel-perceptron: linear, poly, rbf or sigmoid.")
@click.option("--degree", type=WholeNumber(1), metavar="N", help="Of the poly kernel (gamma u.v + coef0)^degree.")
@click.option("--gamma", type=float, metavar="NUMBER", help="Of the kernels; by default 1 / (columns * variance).")
@click.option("--coef0", type=float, metavar="NUMBER", help="Of the poly and sigmoid kernels.")
@click.option("--order", default="cyclic", metavar="NAME", help="cyclic, shuffled, random or misclassified.")
@click.option("--multiclass", default="joint", metavar="NAME", help="Several classes: joint, ovr or ovo.")
@click.option("--epochs", type=WholeNumber(1), default=1000, metavar="N", help="The most epochs.")
@click.option("--seed", default=0, metavar="N", help="Seed of random choices.")
@click.option("--max-steps", type=WholeNumber(1), default=100, metavar="N", help="The most steps to show.")
@click.option("--markdown", is_flag=True, help="Print the worked example as Markdown.")
@click.option("--json", "json_", is_flag=True, help="Print everything as JSON.")
@click.option("--csv", is_flag=True, help="Print one line per step.")
@click.option("--html", type=Path, metavar="FILE", help="Write a page that plays the steps.")
@reading_options
def trace(  # noqa: PLR0917  the parameters are the options of the command
    file: str,
    label: str | None,
    text: str | None,
    ngrams: int,
    conventions: str | None,
    learner: str,
    learning_rate: float | None,
    margin: float | None,
    kernel: str | None,
    degree: int | None,
    gamma: float | None,
    coef0: float | None,
    order: str,
    multiclass: str,
    epochs: int,
    seed: int,
    max_steps: int,
    markdown: bool,
    json_: bool,
    csv: bool,
    html: Path | None,
    reading: dict[str, Any],
) -> None:
    """Show every step of a learner: the sum, the prediction, the update.

    Example: rosenblatt trace examples/three_reviews.csv --label sentiment --text review --conventions lecture
    """
    with ends_with_a_sentence("nothing was written.") as outcome:
        options = {"order": order, "multiclass": multiclass, "max_iter": epochs, "random_state": seed}
        rates = _given(learning_rate=learning_rate, margin=margin)
        kernel_options = _given(kernel=kernel, degree=degree, gamma=gamma, coef0=coef0)
        chosen = _learner(learner, conventions, options, rates, kernel_options)
        how = reading_parameters(reading)
        rows = _rows(file, label, how) if text is None else _rows_of_texts(file, label, text, ngrams, how)
        steps = rb.trace(chosen, **rows, max_steps=max_steps)
        if html is not None:
            outcome.watch(html, f"the page was written to {html}.")
            steps.to_html(html)
    if markdown:
        echo(steps.to_markdown(), nl=False)
    elif json_:
        echo(steps.to_json(), nl=False)
    elif csv:
        echo(steps.to_csv() or "", nl=False)
    elif html is None:
        _print_tables(steps)


def _given(**options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _learner(
    name: str,
    convention: str | None,
    options: dict[str, Any],
    rates: dict[str, float],
    kernel_options: dict[str, Any],
) -> Any:
    from rosenblatt.learn.catalogue import CATALOGUE  # noqa: PLC0415  --help must not wait for NumPy

    if name not in CATALOGUE:
        raise BadParameter(f"--learner must be one of {', '.join(CATALOGUE)}, got {name!r}")
    is_perceptron, has_kernel = not name.startswith("pa"), name == "kernel-perceptron"
    if not is_perceptron and (convention is not None or rates):
        raise BadParameter(f"--conventions, --learning-rate and --margin are for perceptrons; {name} has none of them")
    if has_kernel and convention is not None:
        raise BadParameter(f"--conventions is for learners with weights; {name} has coefficients")
    if kernel_options and not has_kernel:
        raise BadParameter(f"--{next(iter(kernel_options))} is for --learner kernel-perceptron; {name} has no kernel")
    rule = rates if convention is None else options_of(convention, **rates)
    return CATALOGUE[name](**{**rule, **options, **kernel_options})


def _rows(file: str, label: str | None, how: dict[str, Any]) -> dict[str, Any]:
    """Read columns of numbers; a row is named by its line."""
    from rosenblatt.cli._all_rows import read_all  # noqa: PLC0415

    data = read_all(file, label, how)
    return {"X": data.X, "y": data.y, "feature_names": data.names, "row_names": [f"line {n}" for n in data.lines]}


def _rows_of_texts(file: str, label: str | None, text: str, ngrams: int, how: dict[str, Any]) -> dict[str, Any]:
    """Count words, in the order of first occurrence; a row is named by its text."""
    from rosenblatt.cli._all_texts import read_texts  # noqa: PLC0415

    data = read_texts(file, label, text, how)
    features = rb.TextFeatures(ngrams=(1, ngrams))
    X = features.fit_transform(data.texts)
    names = features.get_feature_names_out().tolist()
    return {"X": X, "y": data.y, "feature_names": names, "row_names": data.texts}


def _print_tables(steps: Trace) -> None:
    from rich.console import Console  # noqa: PLC0415

    from rosenblatt.show.trace_table import trace_tables  # noqa: PLC0415

    console = Console(highlight=False)
    with console.capture() as capture:
        for piece in trace_tables(steps, console):
            console.print(piece)
    click.echo("\n".join(line.rstrip() for line in capture.get().splitlines()))
