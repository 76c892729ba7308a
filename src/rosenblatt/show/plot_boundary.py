"""Plot of a decision boundary over two columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from rosenblatt.errors import BadData, BadParameter
from rosenblatt.rows import Floats, Matrix, RowsLike
from rosenblatt.show._axes import INK, axes, column_name, legend, look, names_of_columns
from rosenblatt.show._points import limits, ring, rows_and_labels, scatter, two_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Most numbers in the grid of rows to predict, and its finest and coarsest number of points per axis.
_MOST_NUMBERS, _FINEST, _COARSEST = 20_000_000, 200, 20


class _Grid(NamedTuple):
    """Points of the picture and their decision values: one number per point for two classes, else one per class."""

    across: Floats
    up: Floats
    decision: Floats


def plot_boundary(
    model: Any,
    X: RowsLike,
    y: ArrayLike,
    *,
    columns: Sequence[int | str] = (0, 1),
    held: Mapping[int | str, float] | None = None,
    feature_names: Sequence[str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the regions of the classes, the boundary, and the rows, with rings around wrong predictions.

    With two classes the dashed lines mark the activation of the nearest row that is predicted right, and the arrow is
    the weight vector.

    Parameters
    ----------
    model : a fitted model, linear or not.
    X, y : rows and labels to draw.
    columns : the two columns to draw, by number or by name.
    held : values at which other columns are held; columns that are not named are held at their means.
    feature_names : names of the columns; default: those of the model.
    ax : Axes to draw on; default: those of a new figure.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], ["no", "no", "no", "yes"]
    >>> ax = rb.plot_boundary(rb.Perceptron(random_state=0).fit(X, y), X, y)
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('x0', 'x1')
    """
    ax = axes(ax)
    matrix, labels = rows_and_labels("plot_boundary", X, y)
    n_columns = matrix.shape[1]
    names = names_of_columns(model, feature_names, n_columns)
    chosen = _chosen(columns, names, n_columns)
    points = two_of(matrix, chosen)
    classes = np.asarray(model.classes_).tolist()
    right = np.asarray(model.predict(X)) == labels

    grid = _decision_grid(model, points, _held_row(matrix, held, names), chosen)
    _regions(ax, grid, len(classes))
    if len(classes) == 2:
        _band(ax, grid, np.asarray(model.decision_function(X))[right])
        _arrow(ax, model, grid, points, chosen)
    scatter(ax, points, labels, classes)
    if not right.all():
        ring(ax, points[~right], f"wrong ({np.count_nonzero(~right)})")
    ax.set(
        xlim=(grid.across[0], grid.across[-1]),
        ylim=(grid.up[0], grid.up[-1]),
        xlabel=column_name(names, chosen[0]),
        ylabel=column_name(names, chosen[1]),
    )
    legend(ax, len(classes) + int(not right.all()))
    return ax


def _chosen(columns: Sequence[int | str], names: Sequence[str] | None, n_columns: int) -> tuple[int, int]:
    if n_columns < 2:
        raise BadData("plot_boundary: X must have at least two columns, got one; use plot_margins")
    if isinstance(columns, str) or len(columns) != 2:
        raise BadParameter(f"plot_boundary: columns must be two columns of X, got {columns!r}")
    first, second = (_place(column, names, n_columns) for column in columns)
    if first == second:
        raise BadParameter(f"plot_boundary: columns must be two different columns of X, got {columns!r}")
    return first, second


def _place(column: int | str, names: Sequence[str] | None, n_columns: int) -> int:
    known = [] if names is None else list(map(str, names))
    if isinstance(column, str) and column in known:
        return known.index(column)
    if not isinstance(column, str) and 0 <= column < n_columns:
        return int(column)
    there_are = f"from 0 to {n_columns - 1}" if not known else f"from 0 to {n_columns - 1} or one of their names"
    raise BadParameter(f"plot_boundary: a column must be a number {there_are}, got {column!r}")


def _held_row(matrix: Matrix, held: Mapping[int | str, float] | None, names: Sequence[str] | None) -> Floats:
    row: Floats = np.asarray(matrix.mean(axis=0), dtype=np.float64).ravel()
    for column, value in (held or {}).items():
        row[_place(column, names, len(row))] = value
    return row


def _decision_grid(model: Any, points: Floats, row: Floats, chosen: tuple[int, int]) -> _Grid:
    finest = int(np.sqrt(_MOST_NUMBERS / len(row)))
    if finest < _COARSEST:
        raise BadData(f"plot_boundary: X has {len(row):,} columns, too many to draw; select the strongest first")
    side = min(finest, _FINEST)
    across, up = (np.linspace(*limits(values), side) for values in points.T)
    grid = np.tile(row, (side * side, 1))
    grid[:, chosen[0]], grid[:, chosen[1]] = np.tile(across, side), np.repeat(up, side)
    decision = np.asarray(model.decision_function(_with_feature_names(model, grid)))
    return _Grid(across, up, decision.reshape(side, side, *decision.shape[1:]))


def _with_feature_names(model: Any, grid: Floats) -> Any:
    """Return the grid as a frame if the model was fitted on one: scikit-learn warns where names are missing."""
    names = getattr(model, "feature_names_in_", None)
    if names is None:
        return grid
    import pandas as pd  # noqa: PLC0415  installed, since the model was fitted on a frame

    return pd.DataFrame(grid, columns=names)


def _regions(ax: Axes, grid: _Grid, n_classes: int) -> None:
    """Shade the region of each class and draw the boundaries."""
    across, up, decision = grid
    for place in range(n_classes):
        if decision.ndim == 2:
            ahead = decision if place == 1 else -decision
        else:
            others = np.delete(decision, place, axis=2)
            ahead = decision[:, :, place] - others.max(axis=2)
        if ahead.max() > 0:
            top = max(float(ahead.max()), np.finfo(float).tiny)
            ax.contourf(across, up, ahead, levels=[0.0, 2 * top], colors=[look(place).colour], alpha=0.13)
        if ahead.min() < 0 < ahead.max() and (place == 1 or decision.ndim == 3):
            ax.contour(across, up, ahead, levels=[0.0], colors=INK, linewidths=1.8 if decision.ndim == 2 else 1.0)


def _band(ax: Axes, grid: _Grid, of_right_rows: Floats) -> None:
    """Draw the lines through the nearest rows that are predicted right."""
    across, up, decision = grid
    nearest = np.abs(of_right_rows).min(initial=np.inf)
    levels = [level for level in (-nearest, nearest) if decision.min() < level < decision.max()]
    if 0 < nearest < np.inf and levels:
        ax.contour(across, up, decision, levels=levels, colors=INK, linewidths=0.9, linestyles="dashed")


def _arrow(ax: Axes, model: Any, grid: _Grid, points: Floats, chosen: tuple[int, int]) -> None:
    """Draw the weights as an arrow across the boundary; for a right angle both axes need the same scale."""
    across, up, decision = grid
    weights = getattr(model, "coef_", None)
    spans = np.array([across[-1] - across[0], up[-1] - up[0]])
    if weights is None or not 0.5 <= spans[0] / spans[1] <= 2 or not (decision.min() < 0 < decision.max()):
        return
    direction = np.asarray(weights)[0, list(chosen)]
    if not direction.any():
        return
    ax.set_aspect("equal", adjustable="box")
    direction = direction / np.linalg.norm(direction)
    rows, places = np.where(np.diff(np.sign(decision), axis=1) != 0)
    if not len(rows):
        rows, places = np.where(np.diff(np.sign(decision), axis=0) != 0)
    crossing = np.column_stack([across[places], up[rows]])
    foot = crossing[np.argmin(((crossing - points.mean(axis=0)) ** 2).sum(axis=1))]
    head = foot + direction * 0.18 * spans.min()
    ax.annotate("", head, foot, arrowprops={"arrowstyle": "-|>", "color": INK, "linewidth": 1.6}, zorder=5)
    ax.annotate("w", head, textcoords="offset points", xytext=tuple(7 * direction), ha="center", va="center",
                color=INK, fontweight="bold", zorder=5)  # fmt: skip
