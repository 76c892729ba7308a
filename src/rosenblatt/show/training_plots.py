"""Plots of a training, one file each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.atomic_file import atomic_path
from rosenblatt.errors import BadParameter
from rosenblatt.rows import Matrix
from rosenblatt.show._axes import axes
from rosenblatt.show.plot_boundary import plot_boundary
from rosenblatt.show.plot_margins import plot_margins
from rosenblatt.show.plot_mistakes import plot_mistakes
from rosenblatt.show.plot_weights import plot_weights

if TYPE_CHECKING:
    from matplotlib.axes import Axes

NAMES = ("mistakes.png", "weights.png", "margins.png", "boundary.png")
MOST_COLUMNS = 50  # with more, two of them show little


def refuse_plots(folder: Path, *, force: bool) -> None:
    """Raise before the training what would be raised after it."""
    axes(None)  # raises if matplotlib is missing
    if folder.exists() and not folder.is_dir():
        raise BadParameter(f"{folder}: --plot wants a folder, and this is a file")
    there = [folder / name for name in NAMES if (folder / name).exists()]
    if there and not force:
        raise BadParameter(f"{there[0]} already exists; use --force to replace it, or another folder with --plot")


def write_plots(folder: Path, learner: Any, names: Sequence[str], X: Matrix, labels: NDArray[Any]) -> list[Path]:
    """Write plots of the mistakes, the weights, and the margins of some rows; return the paths.

    The boundary is drawn too, over the two columns with the largest weights, unless there are too many columns.

    Parameters
    ----------
    folder : the folder to write to; created if missing.
    learner : a fitted linear learner.
    names : one name per column.
    X, labels : the rows whose margins are drawn.
    """
    drawn = {"mistakes.png": plot_mistakes(learner), "weights.png": plot_weights(learner, feature_names=names)}
    drawn["margins.png"] = plot_margins(learner, X, labels)
    if 2 <= X.shape[1] <= MOST_COLUMNS:
        strength = np.abs(learner.coef_).max(axis=0)
        columns = np.sort(np.argsort(-strength, kind="stable")[:2]).tolist()
        dense = X.toarray() if hasattr(X, "toarray") else X
        drawn["boundary.png"] = plot_boundary(learner, dense, labels, columns=columns, feature_names=names)
    folder.mkdir(parents=True, exist_ok=True)
    return [_written(ax, folder / name) for name, ax in drawn.items()]


def _written(ax: Axes, path: Path) -> Path:
    figure: Any = ax.figure
    with atomic_path(path) as temporary:
        figure.savefig(temporary, format="png")
    return path
