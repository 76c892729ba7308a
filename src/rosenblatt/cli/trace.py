"""``rosenblatt trace``: every step of a learner on a small file, as a person would work it out."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import rosenblatt as rb
from rosenblatt.cli._command import ends_with_a_sentence
from rosenblatt.errors import BadParameter

if TYPE_CHECKING:
    from rosenblatt.judge.trace import Trace


class Convention(str, Enum):
    """How a textbook runs the perceptron; the README has them side by side."""

    margin = "margin"
    lecture = "lecture"
    random_start = "random-start"
    mcculloch_pitts = "mcculloch-pitts"
    margin_perceptron = "margin-perceptron"


def trace(  # noqa: PLR0917  the parameters are the options of the command
    file: Annotated[Path, typer.Argument(help="Labelled rows in any format that can be read.")],
    label: Annotated[str | None, typer.Option(help="Column that holds the label.")] = None,
    text: Annotated[str | None, typer.Option(help="Column of texts, whose words are the features.")] = None,
    ngrams: Annotated[int, typer.Option(min=1, help="With --text: runs of up to so many words.")] = 1,
    conventions: Annotated[
        Convention | None, typer.Option(help="Run the perceptron as one kind of textbook does.")
    ] = None,
    learner: Annotated[str, typer.Option(help="Learner by its name in the catalogue, such as pa-1.")] = "perceptron",
    learning_rate: Annotated[float | None, typer.Option(help="Step: alpha or eta of the textbook.")] = None,
    margin: Annotated[float | None, typer.Option(help="Update when y*a is not above this.")] = None,
    kernel: Annotated[str | None, typer.Option(help="Of kernel-perceptron: linear, poly, rbf or sigmoid.")] = None,
    degree: Annotated[int | None, typer.Option(min=1, help="Of the poly kernel (gamma u.v + coef0)^degree.")] = None,
    gamma: Annotated[float | None, typer.Option(help="Of the kernels; else 1 / (columns * variance).")] = None,
    coef0: Annotated[float | None, typer.Option(help="Of the poly and sigmoid kernels.")] = None,
    order: Annotated[str, typer.Option(help="cyclic, shuffled, random or misclassified.")] = "cyclic",
    multiclass: Annotated[str, typer.Option(help="Several classes: joint, ovr or ovo.")] = "joint",
    epochs: Annotated[int, typer.Option(min=1, help="Epochs at most.")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of what is random.")] = 0,
    max_steps: Annotated[int, typer.Option(min=1, help="Steps to show at most.")] = 100,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the worked example as Markdown.")] = False,
    json_: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print a line a step.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write a page that plays the steps.")] = None,
) -> None:
    """Show every step of a learner: the sum, the guess, the update.

    Example: rosenblatt trace examples/three_reviews.csv --label sentiment --text review --conventions lecture
    """
    with ends_with_a_sentence("nothing was written."):
        options = {"order": order, "multiclass": multiclass, "max_iter": epochs, "random_state": seed}
        rates = _given(learning_rate=learning_rate, margin=margin)
        of_kernel = _given(kernel=kernel, degree=degree, gamma=gamma, coef0=coef0)
        chosen = _learner(learner, conventions, options, rates, of_kernel)
        rows = _rows(file, label) if text is None else _rows_of_texts(file, label, text, ngrams)
        steps = rb.trace(chosen, **rows, max_steps=max_steps)
        if html is not None:
            steps.to_html(html)
    if markdown:
        typer.echo(steps.to_markdown(), nl=False)
    elif json_:
        typer.echo(steps.to_json(), nl=False)
    elif csv:
        typer.echo(steps.to_csv(), nl=False)
    elif html is None:
        _print_tables(steps)


def _given(**options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _learner(
    name: str,
    convention: Convention | None,
    options: dict[str, Any],
    rates: dict[str, float],
    of_kernel: dict[str, Any],
) -> Any:
    from rosenblatt.learn.catalogue import CATALOGUE, options_of  # noqa: PLC0415  --help must not wait for NumPy

    if name not in CATALOGUE:
        raise BadParameter(f"--learner must be one of {', '.join(CATALOGUE)}, got {name!r}")
    is_perceptron, is_of_kernel = not name.startswith("pa"), name == "kernel-perceptron"
    if not is_perceptron and (convention is not None or rates):
        raise BadParameter(f"--conventions, --learning-rate and --margin are the perceptron's; {name} has none of them")
    if is_of_kernel and convention is not None:
        raise BadParameter(f"--conventions is of learners with weights; {name} has coefficients")
    if of_kernel and not is_of_kernel:
        raise BadParameter(f"--{next(iter(of_kernel))} is for --learner kernel-perceptron; {name} has no kernel")
    by_text = rates if convention is None else options_of(convention.value, **rates)
    return CATALOGUE[name](**{**by_text, **options, **of_kernel})


def _rows(file: Path, label: str | None) -> dict[str, Any]:
    """Columns of numbers; a row is called by its line."""
    from rosenblatt.cli._all_rows import read_all  # noqa: PLC0415

    data = read_all(file, label)
    return {"X": data.X, "y": data.y, "feature_names": data.names, "row_names": [f"line {n}" for n in data.lines]}


def _rows_of_texts(file: Path, label: str | None, text: str, ngrams: int) -> dict[str, Any]:
    """Counted words, in the order in which they first come; a row is called by its text."""
    from rosenblatt.cli._all_texts import read_texts  # noqa: PLC0415

    data = read_texts(file, label, text)
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
    typer.echo("\n".join(line.rstrip() for line in capture.get().splitlines()))
