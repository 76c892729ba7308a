"""Plot of the strongest weights by feature name."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt.errors import BadParameter
from rosenblatt.rows import Floats
from rosenblatt.show._axes import INK, axes, column_name, legend, look, names_of_columns, short_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_weights(
    model: Any, top: int = 20, *, feature_names: Sequence[str] | None = None, ax: Axes | None = None
) -> Axes:
    """Draw the strongest weights with the names of their features.

    With two classes, one bar per feature: to the right for the second class, to the left for the first. With several,
    one marker per class, for the features whose weights differ most between classes.

    Parameters
    ----------
    model : a fitted linear model.
    top : number of features to draw.
    feature_names : names of the columns; default: those of the model.
    ax : Axes to draw on; default: those of a new figure.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> model = rb.Perceptron(order="cyclic", fit_intercept=False).fit([[2, 0, 0], [0, 1, 0]], ["good", "bad"])
    >>> ax = rb.plot_weights(model, feature_names=["fine", "dull", "film"])
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['fine', 'dull']
    """
    if not hasattr(model, "coef_"):
        raise BadParameter(f"plot_weights: model must be a fitted linear model, got {model!r}")
    if not isinstance(top, int) or top < 1:
        raise BadParameter(f"plot_weights: top must be a whole number of at least 1, got {top!r}")
    coef = np.asarray(model.coef_)
    strength = np.abs(coef[0]) if len(coef) == 1 else np.ptp(coef, axis=0)
    strongest = _strongest(strength, top)
    names = names_of_columns(model, feature_names, coef.shape[1])
    ax = axes(ax, size=(6.4, max(2.4, 0.26 * len(strongest) + 1.2)))
    if len(coef) == 1:
        _bars(ax, coef[0, strongest], np.asarray(model.classes_).tolist())
    else:
        _marks(ax, coef[:, strongest], _names_of_planes(model, len(coef), ax))
    ax.axvline(0, color=INK, linewidth=1.0)
    ax.set_yticks(range(len(strongest)), [column_name(names, column, ax) for column in strongest.tolist()])
    ax.invert_yaxis()
    rest = np.count_nonzero(strength) - len(strongest)
    ax.set_xlabel("weight" + (f" ({rest:,} weaker features are not shown)" if rest > 0 else ""))
    if not len(strongest):
        ax.text(0.5, 0.5, "all weights are 0", transform=ax.transAxes, ha="center", va="center")
    return ax


def _strongest(strength: Floats, top: int) -> np.ndarray:
    """Return column numbers by decreasing strength; ties go to the lower number."""
    some = np.argpartition(-strength, min(top, len(strength)) - 1)[:top]
    cut = strength[some].min()
    candidates = np.flatnonzero((strength >= cut) & (strength > 0))
    return candidates[np.argsort(-strength[candidates], kind="stable")][:top]


def _bars(ax: Axes, weights: Floats, classes: list[Any]) -> None:
    for place, chosen in enumerate((weights < 0, weights > 0)):
        colour, _, hatch = look(place)
        ax.barh(np.flatnonzero(chosen), weights[chosen], color=colour, alpha=0.75, hatch=hatch, edgecolor="white",
                label=f"for {short_name(classes[place], ax)}")  # fmt: skip
    legend(ax, 2)


def _marks(ax: Axes, weights: Floats, names: list[str]) -> None:
    ax.hlines(range(weights.shape[1]), weights.min(axis=0), weights.max(axis=0), color="#BBBBBB", linewidth=1, zorder=1)
    for place, name in enumerate(names):
        colour, marker, _ = look(place)
        ax.scatter(weights[place], range(weights.shape[1]), c=colour, marker=marker, s=34, edgecolors="white",
                   linewidths=0.6, zorder=3, label=name)  # fmt: skip
    legend(ax, len(names) + 1)


def _names_of_planes(model: Any, n_planes: int, ax: Axes) -> list[str]:
    classes = [short_name(label, ax) for label in np.asarray(model.classes_).tolist()]
    if getattr(model, "multiclass", "") != "ovo":
        return classes
    return [f"{second} against {first}" for first, second in combinations(classes, 2)][:n_planes]
