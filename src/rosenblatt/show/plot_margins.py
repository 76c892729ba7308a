"""Plot of the distances of rows from the boundary, per class."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rosenblatt.errors import BadData
from rosenblatt.rows import Floats, RowsLike
from rosenblatt.show._axes import INK, axes, legend, look, short_name
from rosenblatt.show._points import rows_and_labels

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_margins(model: Any, X: RowsLike, y: ArrayLike, *, bins: int = 30, ax: Axes | None = None) -> Axes:
    """Draw the distribution of the signed distances from the boundary.

    With two classes, one histogram per class; the side of the first class is left of 0. Models that vote or are not
    linear have activations instead of distances. With several classes, one box per class: the lead of the true class
    over the strongest other one.

    Parameters
    ----------
    model : a fitted model.
    X, y : rows and labels.
    bins : number of bars of the histogram.
    ax : Axes to draw on; default: those of a new figure.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> X, y = [[0], [1], [3], [4]], ["low", "low", "high", "high"]
    >>> rb.plot_margins(rb.Perceptron(random_state=0).fit(X, y), X, y).get_xlabel()
    'signed distance from the boundary'
    """
    matrix, labels = rows_and_labels("plot_margins", X, y)
    classes = np.asarray(model.classes_).tolist()
    unknown = sorted(set(labels.tolist()) - set(classes), key=str)
    if unknown:
        raise BadData(f"plot_margins: y holds {unknown[0]!r}, which the model does not know; it knows {classes}")
    decision = np.asarray(model.decision_function(X))
    if decision.ndim == 2:
        return _boxes(axes(ax, size=(6.4, max(2.5, 0.42 * len(classes) + 1.2))), decision, labels, classes)
    ax = axes(ax)
    is_linear = hasattr(model, "hyperplane") and np.any(model.coef_) and not hasattr(model, "n_models_")
    distances = model.hyperplane().distance(matrix) if is_linear else decision
    _histograms(ax, distances, labels, classes, bins)
    ax.set(xlabel="signed distance from the boundary" if is_linear else "activation", ylabel="rows")
    return ax


def _histograms(ax: Axes, distances: Floats, labels: NDArray[Any], classes: list[Any], bins: int) -> None:
    edges = _edges(distances, bins).tolist()
    for place, label in enumerate(classes):
        colour, _, hatch = look(place)
        ax.hist(distances[labels == label], edges, color=colour, alpha=0.55, hatch=hatch, edgecolor=colour,
                label=short_name(label, ax))  # fmt: skip
    ax.axvline(0, color=INK, linewidth=1.6)
    ax.locator_params("y", integer=True)
    legend(ax, len(classes))


def _edges(distances: Floats, bins: int) -> Floats:
    """Return bin edges of one width with an edge at 0, so that no bar spans both sides."""
    low, high = min(0.0, float(distances.min())), max(0.0, float(distances.max()))
    width = (high - low) / bins or 1.0
    edges: Floats = width * np.arange(np.floor(low / width), np.ceil(high / width) + 1)
    edges[[0, -1]] = min(low, edges[0]), max(high, edges[-1])  # rounding leaves no row outside
    return edges if len(edges) > 1 else np.array([0.0, 1.0])


def _boxes(ax: Axes, decision: Floats, labels: NDArray[Any], classes: list[Any]) -> Axes:
    ahead = []
    for place, label in enumerate(classes):
        own = decision[labels == label]
        ahead.append(own[:, place] - np.delete(own, place, axis=1).max(axis=1, initial=-np.inf))
    boxes = ax.boxplot(ahead, orientation="horizontal", patch_artist=True, widths=0.6, medianprops={"color": INK})
    for place, box in enumerate(boxes["boxes"]):
        box.set(facecolor=look(place).colour, alpha=0.55, hatch=look(place).hatch)
    ax.axvline(0, color=INK, linewidth=1.6)
    ax.set(xlabel="how far the true class is ahead (left of 0: wrong)", yticks=range(1, len(classes) + 1))
    ax.set_yticklabels([short_name(label, ax) for label in classes])
    ax.invert_yaxis()
    return ax
