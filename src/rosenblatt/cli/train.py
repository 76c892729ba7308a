"""``rosenblatt train``: a labelled file in, a model and an honest number out."""

from __future__ import annotations

import glob
import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import rosenblatt as rb
from rosenblatt.cli._command import ends_with_a_sentence
from rosenblatt.errors import BadParameter

if TYPE_CHECKING:
    from rosenblatt.judge.training_report import TrainingReport

ENDING = ".rosenblatt"
LEARNERS = ("perceptron", "averaged-perceptron", "pocket-perceptron", "voted-perceptron", "pa", "pa-1", "pa-2")
_LARGEST_SEED = 2**32 - 1
_UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def train(  # noqa: PLR0917  the parameters are the options of the command
    file: Annotated[str, typer.Argument(help="Labelled rows in any format that can be read; - for standard input.")],
    label: Annotated[str | None, typer.Option(help="Column that holds the label.")] = None,
    learner: Annotated[str, typer.Option(help=f"One of {', '.join(LEARNERS)}.")] = "averaged-perceptron",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help=f"Where the model goes; else FILE's name with {ENDING}, here.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a model that is already there.")] = False,
    seed: Annotated[
        int, typer.Option(min=0, max=_LARGEST_SEED, help="Draws the held-out rows and the order of rows.")
    ] = 0,
    epochs: Annotated[int | None, typer.Option(min=1, help="Epochs at most.")] = None,
    order: Annotated[str, typer.Option(help="shuffled, or cyclic: in the order of the file.")] = "shuffled",
    limit: Annotated[float | None, typer.Option("-C", help="Largest step of pa-1 and pa-2; else 1.")] = None,
    ngrams: Annotated[int, typer.Option(min=1, max=5, help="Features of texts are runs of up to so many words.")] = 2,
    bits: Annotated[
        int | None,
        typer.Option(min=1, max=30, help="Hash these into 2^BITS columns; else only where there are over a million."),
    ] = None,
    memory: Annotated[
        str | None, typer.Option(help="What rows may take in memory, as in 500MB; else half of what is free.")
    ] = None,
    file_format: Annotated[str | None, typer.Option("--format", help="Format, if the ending does not tell it.")] = None,
    text: Annotated[list[str] | None, typer.Option(help="A column to take for text.")] = None,
    numeric: Annotated[list[str] | None, typer.Option(help="A column to take for numbers.")] = None,
    categorical: Annotated[list[str] | None, typer.Option(help="A column to take for categories.")] = None,
    ignore: Annotated[list[str] | None, typer.Option(help="A column to leave out.")] = None,
    skip_bad: Annotated[int, typer.Option(min=0, help="So many bad lines may be left out.")] = 0,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say nothing.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Say it all as one JSON document.")] = False,
) -> None:
    """Learn from labelled rows, say how good the outcome is on rows that were held out, and save the model.

    One row in ten, drawn by the seed, is held out: training stops when the error there falls no more. Rows that do not
    fit into memory are kept in a temporary file beside the model, and shuffled in large parts.

    Example: rosenblatt train examples/fruit.csv --label fruit -o fruit.rosenblatt
    """
    with ends_with_a_sentence("no model was written."):
        from rosenblatt.judge.encoding import Place  # noqa: PLC0415  --help must not wait for NumPy
        from rosenblatt.judge.memory import free_memory  # noqa: PLC0415
        from rosenblatt.judge.recipe import Recipe  # noqa: PLC0415
        from rosenblatt.judge.training import train as trained  # noqa: PLC0415
        from rosenblatt.show.progress import progress_bar  # noqa: PLC0415

        recipe = Recipe(learner, limit, ngrams, bits, epochs, order, seed)
        most_bytes = free_memory() // 2 if memory is None else size_in_bytes(memory)
        target = _target(file, output, force)
        batches = rb.open_batches(
            file,
            label=label,
            format=file_format,
            text=text or (),
            numeric=numeric or (),
            categorical=categorical or (),
            ignore=ignore or (),
            skip_bad=skip_bad,
        )
        batches.keep_standard_input()
        with progress_bar(is_wanted=not quiet) as progress:
            pipeline, report = trained(batches, recipe, Place(target.resolve().parent, most_bytes), progress)
        facts = json.loads(json.dumps({**asdict(report), "label_column": label}))
        rb.save(pipeline, target, facts=facts)
        n_bytes = target.stat().st_size
        if as_json:
            typer.echo(json.dumps({**facts, "model": str(target), "model_bytes": n_bytes}, indent=2))
        elif not quiet:
            _show(report, target, n_bytes)


def size_in_bytes(text: str) -> int:
    """Read ``500MB`` or ``2 GB``; a number alone is in bytes."""
    found = re.fullmatch(r"\s*([0-9.]+)\s*([kMGT]?)i?B?\s*", text, re.IGNORECASE)
    try:
        return int(float(found[1]) * _UNITS[found[2].upper()]) if found else int(text)
    except ValueError:
        raise BadParameter(f"--memory must be a size such as 500MB or 2GB, got {text!r}") from None


def _target(file: str, output: Path | None, force: bool) -> Path:
    """Find out where the model goes, and refuse before the work what would be refused after it."""
    target = _named_after(file) if output is None else output
    if target.is_dir() or not target.parent.is_dir():
        raise BadParameter(f"{target}: a model is a file in a folder that is there; say another with -o")
    if target.exists() and not force:
        raise BadParameter(f"{target} is already there; say --force to replace it, or another file with -o")
    return target


def _named_after(file: str) -> Path:
    from rosenblatt.read._source import COMPRESSED  # noqa: PLC0415

    path = Path(file)
    if file == "-" or (glob.has_magic(file) and not path.exists()):
        raise BadParameter(f"say with -o where the model goes: {file!r} has no name to take it from")
    path = path.resolve()
    return Path((path.with_suffix("") if path.suffix in COMPRESSED else path).stem + ENDING)


def _show(report: TrainingReport, target: Path, n_bytes: int) -> None:
    from rosenblatt.show.terminal import plain, show, size  # noqa: PLC0415
    from rosenblatt.show.training import draw_training  # noqa: PLC0415

    show([*draw_training(report), "", f"model: {plain(target)}, {size(n_bytes)}"])
