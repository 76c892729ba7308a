"""The options of ``rosenblatt train``, in groups."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from rosenblatt.cli._command import WholeNumber
from rosenblatt.cli._reading_options import in_order, label_options, reading_options
from rosenblatt.cli._target import ENDING
from rosenblatt.errors import BadParameter
from rosenblatt.learn.learner_names import LINEAR_TITLES

LEARNERS = tuple(LINEAR_TITLES)
WEIGHTINGS = ("idf", "none")
CALIBRATIONS = ("auto", "temperature", "sigmoid", "isotonic", "none")
_LARGEST_SEED = 2**32 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainOptions:
    """One attribute per option and argument of the command; `given` names those that are on the command line."""

    file: str
    label: str | None
    learner: str | None
    output: Path | None
    force: bool
    map_label: tuple[tuple[str, str], ...]
    seed: int
    epochs: int | None
    order: str
    C: float | None
    ngrams: int
    char_ngrams: int | None
    bits: int | None
    punctuation: bool
    numbers: str | None
    cross: tuple[str, ...]
    counts: str
    weighting: str
    min_count: int | None
    join_text: bool
    normalise: bool
    class_weight: tuple[str, ...]
    calibration: str | None
    metric: str | None
    held_out: str | None
    group: str | None
    time: str | None
    grid: bool
    folds: int | None
    resume: Path | None
    slim: bool
    memory: str | None
    plot: Path | None
    on: str | None
    shards: int | None
    mix: str | None
    mixes: int
    checkpoint: str | None
    text: tuple[str, ...]
    numeric: tuple[str, ...]
    categorical: tuple[str, ...]
    ignore: tuple[str, ...]
    keep: tuple[str, ...]
    skip_bad: int
    reading: dict[str, Any]
    quiet: bool
    as_json: bool
    given: frozenset[str]


def pairs_to_cross(given: tuple[str, ...]) -> str | tuple[tuple[str, str], ...] | None:
    """Return what ``--cross`` asks for: ``"all"``, pairs of columns, or None."""
    if given in (("all",), ("none",), ()):
        return "all" if given == ("all",) else None
    pairs = tuple(tuple(name.strip() for name in one.split(",")) for one in given)
    for one, pair in zip(given, pairs, strict=True):
        if len(pair) != 2:
            raise BadParameter(f"--cross must be all, none, or two columns as in age,job, got {one!r}")
    return tuple((first, second) for first, second in pairs)


def weights_of_classes(given: tuple[str, ...]) -> str | tuple[tuple[str, float], ...] | None:
    """Return what ``--class-weight`` asks for: ``"balanced"``, pairs of a label and its weight, or None."""
    if given in (("balanced",), ()):
        return "balanced" if given else None
    pieces = [""]
    for one in ",".join(given).split(","):  # a label may hold a comma, but a weight ends with none
        pieces[-1] += one
        pieces += [""] if "=" in one else []
        pieces[-1] += "" if "=" in one else ","
    return tuple(_label_and_weight(piece) for piece in (pieces if pieces[-1] else pieces[:-1]))


def _label_and_weight(text: str) -> tuple[str, float]:
    label, is_pair, weight = text.rpartition("=")
    try:
        value = float(weight)
    except ValueError:
        value = 0.0
    if not is_pair or not 0 < value < float("inf"):
        shown = text.removesuffix(",")
        raise BadParameter(f"--class-weight must be balanced, or labels and weights as in spam=5,ham=1, got {shown!r}")
    return label, value


model_options = in_order(
    click.option(
        "--label", metavar="COLUMN", help="Column that holds the label, by name or number: 1 is the first, -1 the last."
    ),
    click.option(
        "--learner", metavar="NAME", help=f"One of {', '.join(LEARNERS)}; by default the better of two, by a race."
    ),
    click.option(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help=f"Where to write the model; by default FILE's name with {ENDING}, in this folder.",
    ),
    click.option("--force", is_flag=True, help="Replace an existing model."),
    label_options,
)

learning_options = in_order(
    click.option(
        "--seed",
        type=WholeNumber(0, _LARGEST_SEED),
        default=0,
        metavar="N",
        help="Seed of the rows that choose and judge, and of the order of rows.",
    ),
    click.option("--epochs", type=WholeNumber(1), metavar="N", help="The most epochs."),
    click.option("--order", default="shuffled", metavar="NAME", help="shuffled, or cyclic: in the order of the file."),
    click.option("-C", "C", type=float, metavar="NUMBER", help="Largest step of pa-1 and pa-2; by default 1."),
    click.option(
        "--ngrams", type=WholeNumber(1, 5), default=2, metavar="N", help="The most words per feature of texts."
    ),
    click.option("--char-ngrams", type=WholeNumber(2, 8), metavar="N", help="Also runs of 2 to N characters of texts."),
    click.option(
        "--bits",
        type=WholeNumber(1, 30),
        metavar="BITS",
        help="Hash these features into 2^BITS columns; by default the most frequent million has one column each.",
    ),
    click.option("--punctuation/--no-punctuation", default=True, help="Count punctuation marks of texts as words."),
    click.option(
        "--numbers",
        metavar="NAME",
        help="Numbers as standard values, with their products, in bins, or as both values and bins; by default and "
        "without --cross by a race.",
    ),
    click.option(
        "--cross",
        multiple=True,
        metavar="COLUMNS",
        help="Cross two columns, as in age,job; all for all pairs, none for none; may be repeated.",
    ),
    click.option(
        "--counts",
        default="log",
        metavar="NAME",
        help="Value of a feature that occurs n times in a text: counts (n), binary (1) or log (1 + ln n).",
    ),
    click.option(
        "--weighting",
        default="idf",
        metavar="NAME",
        help="idf: weigh the features of texts by their inverse document frequency; or none.",
    ),
    click.option(
        "--min-count",
        type=WholeNumber(1),
        metavar="N",
        help="Leave out features that occur fewer than N times in all texts, unless they are hashed; by default 2 if "
        "there are more than 200,000, else 1.",
    ),
    click.option("--join-text", is_flag=True, help="Read all columns of text as one text, with one vocabulary."),
    click.option("--normalise/--no-normalise", default=True, help="Scale the features of each text to length 1."),
)

training_options = in_order(
    click.option(
        "--class-weight",
        multiple=True,
        metavar="WEIGHTS",
        help="LABEL=W,...: rows of these classes count W times; balanced: all classes count the same together.",
    ),
    click.option(
        "--calibration",
        metavar="NAME",
        help="How scores become probabilities: temperature, sigmoid, isotonic, none, or auto, the better of the first "
        "two; by default auto, and with --resume as before.",
    ),
    click.option(
        "--metric",
        metavar="NAME",
        help="What decides between models, and when to stop: accuracy; f1, of the rarer of two classes, or the mean of "
        "several; balanced-accuracy; or log-loss. By f1 and balanced-accuracy, the threshold between two classes is "
        "chosen, too.",
    ),
    click.option(
        "--held-out", metavar="FILE", help="Judge the model by this file, and learn from all rows of the other."
    ),
    click.option(
        "--group", metavar="COLUMN", help="Rows with the same value of this column stay on one side of a split."
    ),
    click.option("--time", metavar="COLUMN", help="Judge by the latest rows, after learning from the earlier ones."),
    click.option("--grid", is_flag=True, help="Try several learners, C, n-grams and bits, and use the best."),
    click.option("--cv", "folds", type=WholeNumber(2), metavar="N", help="With --grid: choose in N folds of the rows."),
    click.option(
        "--resume",
        type=Path,
        metavar="MODEL",
        help="Continue this model with new rows, including new words and classes.",
    ),
    click.option(
        "--slim",
        is_flag=True,
        help="Write a small model for prediction only, with weights of float32; it cannot be resumed.",
    ),
    click.option(
        "--memory", metavar="SIZE", help="Memory for rows, such as 500MB or 2GiB; by default half of what is free."
    ),
    click.option(
        "--plot", type=Path, metavar="FOLDER", help="Plot mistakes, weights, margins and boundary to this folder."
    ),
)

engine_options = in_order(
    click.option(
        "--on",
        metavar="ENGINE",
        help="Train on many workers: processes:N, dask://HOST:PORT, ray, spark, or "
        "sc://HOST:PORT for Spark Connect; the model is the same on any.",
    ),
    click.option(
        "--shards",
        type=WholeNumber(1),
        metavar="N",
        help="With --on: divide the rows into N shards; by default one per 256 MiB, from 8 to 1024.",
    ),
    click.option(
        "--mix",
        metavar="NAME",
        help="With --on: how shards are mixed: uniform, updates or touched, or precision for arow, scw and cw.",
    ),
    click.option(
        "--mixes", type=WholeNumber(1), default=10, metavar="N", help="With --on: mix the shards N times per epoch."
    ),
    click.option(
        "--checkpoint",
        metavar="FOLDER",
        help="With --on: store the state after each round in this folder or at this URL, and go on from there.",
    ),
)

column_options = in_order(
    click.option("--text", multiple=True, metavar="COLUMN", help="Read this column as text; may be repeated."),
    click.option("--numeric", multiple=True, metavar="COLUMN", help="Read this column as numbers; may be repeated."),
    click.option(
        "--categorical", multiple=True, metavar="COLUMN", help="Read this column as categories; may be repeated."
    ),
    click.option("--ignore", multiple=True, metavar="COLUMN", help="Leave out this column; may be repeated."),
    click.option(
        "--keep",
        multiple=True,
        metavar="COLUMN",
        help="Learn from this column even if all its values are the same or all different; may be repeated.",
    ),
    click.option("--skip-bad", type=WholeNumber(0), default=0, metavar="N", help="Skip up to N bad lines."),
)

report_options = in_order(
    click.option("--quiet", is_flag=True, help="Print nothing."),
    click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON document."),
)

train_options = in_order(
    model_options, learning_options, training_options, engine_options, reading_options, column_options, report_options
)
