"""Plot of precision over recall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rosenblatt.errors import BadData
from rosenblatt.labels import check_labels
from rosenblatt.learn.cuts import Cuts, cuts
from rosenblatt.rows import Floats
from rosenblatt.show._axes import INK, axes, legend, look

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_CLASSES = 8


def plot_precision_recall(model: Any, X: Any, y: ArrayLike, *, ax: Axes | None = None) -> Axes:
    """Draw how precision falls as recall rises, from the highest threshold to the lowest.

    For two classes there is one curve, that of the rarer class of y, with a point where the model predicts; for several
    there is one per class. The legend has the average precision: the mean precision over the steps of recall.

    Parameters
    ----------
    model : a fitted model with ``decision_function``, or a pipeline that ends with one.
    X, y : rows and labels that the model has not seen.
    ax : Axes to draw on; default: those of a new figure.

    Examples
    --------
    >>> import numpy as np
    >>> import rosenblatt as rb
    >>> X = np.random.default_rng(0).normal(size=(300, 2))
    >>> y = X[:, 0] > 1
    >>> model = rb.Perceptron(random_state=0).fit(X[:200], y[:200])
    >>> rb.plot_precision_recall(model, X[200:], y[200:]).get_ylabel()
    'precision'
    """
    if not hasattr(model, "decision_function"):
        raise BadData(f"plot_precision_recall: the model must have scores, a {type(model).__name__} has none")
    scores = np.asarray(model.decision_function(X), np.float64)
    labels = check_labels("plot_precision_recall", y, len(scores))
    classes = np.asarray(model.classes_)
    counts = [int(np.count_nonzero(labels == label)) for label in classes]
    if len(classes) < 2 or sum(map(bool, counts)) < 2:
        raise BadData("plot_precision_recall: there must be rows of at least two classes that the model knows")
    if len(classes) > MOST_CLASSES:
        raise BadData(
            f"plot_precision_recall: there must be at most {MOST_CLASSES} classes to draw, and the model knows "
            f"{len(classes)}"
        )
    ax = axes(ax, size=(5.2, 4.8))
    if scores.ndim == 1:
        _draw_rarer(ax, scores, labels, classes, np.asarray(model.predict(X)))
    else:
        for place in (place for place, count in enumerate(counts) if count):
            _draw(ax, place, classes[place], cuts(scores[:, place], labels == classes[place]))
    ax.set(xlabel="recall", ylabel="precision", xlim=(-0.02, 1.02), ylim=(-0.02, 1.02))
    legend(ax, len(ax.get_legend_handles_labels()[0]))
    return ax


def _draw_rarer(ax: Axes, scores: Floats, labels: NDArray[Any], classes: NDArray[Any], predicted: NDArray[Any]) -> None:
    """Draw the curve of the rarer class, and the point of the predictions."""
    place = 0 if np.count_nonzero(labels == classes[0]) < np.count_nonzero(labels == classes[1]) else 1
    is_of_class, is_predicted = labels == classes[place], predicted == classes[place]
    _draw(ax, place, classes[place], cuts(scores if place == 1 else -scores, is_of_class))
    if is_predicted.any():
        hits = np.count_nonzero(is_of_class & is_predicted)
        at = hits / np.count_nonzero(is_of_class), hits / np.count_nonzero(is_predicted)
        ax.plot(*at, marker="o", markersize=8, color=INK, linestyle="none", label="as predicted")


def _draw(ax: Axes, place: int, label: Any, found: Cuts) -> None:
    precision = found.hits[1:] / found.predicted[1:]
    recall = found.hits / found.n_of_class
    average = float(np.sum(np.diff(recall) * precision))
    style = look(place)
    ax.plot(recall[1:], precision, color=style.colour, linewidth=1.8, label=f"{label}: average {100 * average:.1f} %")
