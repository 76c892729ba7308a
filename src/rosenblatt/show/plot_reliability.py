"""Plot of how often the most probable class is right, beside its probability."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from rosenblatt.errors import BadData
from rosenblatt.evaluate.probability_scores import N_BINS, ProbabilityScores, score_probabilities
from rosenblatt.labels import check_labels
from rosenblatt.show._axes import INK, axes, legend, look

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_reliability(model: Any, X: Any, y: ArrayLike, *, bins: int = N_BINS, ax: Axes | None = None) -> Axes:
    """Draw the reliability diagram: on the diagonal, a class of probability p is right in a share p of the rows.

    The area of a point is proportional to the number of its rows. A note has the log loss and the calibration error.

    Parameters
    ----------
    model : a model with probabilities, such as ``rb.calibrate`` returns; a pipeline, or one of scikit-learn's.
    X, y : rows and labels that neither the model nor its calibration has seen.
    bins : number of equal parts of the range of probabilities.
    ax : Axes to draw on; default: those of a new figure.

    Examples
    --------
    >>> import numpy as np
    >>> import rosenblatt as rb
    >>> X = np.random.default_rng(0).normal(size=(300, 2))
    >>> y = X[:, 0] > 0
    >>> model = rb.calibrate(rb.Perceptron(random_state=0).fit(X[:100], y[:100]), X[100:200], y[100:200])
    >>> rb.plot_reliability(model, X[200:], y[200:]).get_xlabel()
    'probability of the most probable class'
    """
    if not hasattr(model, "predict_proba"):
        raise BadData(
            f"plot_reliability: this {type(model).__name__} has no probabilities; call rb.calibrate(model, X, y) first"
        )
    probabilities = np.asarray(model.predict_proba(X))
    labels = check_labels("plot_reliability", y, len(probabilities))
    scores = score_probabilities(labels, probabilities, np.asarray(model.classes_), bins)
    ax = axes(ax, size=(4.8, 4.8))
    _draw(ax, scores)
    return ax


def _draw(ax: Axes, scores: ProbabilityScores) -> None:
    filled = [one for one in scores.bins if one.rows]
    most = max(one.rows for one in filled)
    x = [one.probability or 0.0 for one in filled]
    right = [one.right or 0.0 for one in filled]
    colour = look(0).colour
    ax.plot([0, 1], [0, 1], color=INK, linewidth=1.2, linestyle="--", label="calibrated")
    ax.plot(x, right, color=colour, linewidth=1.2)
    ax.scatter(x, right, s=[20 + 180 * one.rows / most for one in filled], color=colour, zorder=3, label="model")
    ax.set(xlabel="probability of the most probable class", ylabel="share that is right")
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    legend(ax, 2)
    error = f"calibration error {100 * scores.calibration_error:.1f} %"
    ax.text(0.98, 0.03, f"log loss {scores.log_loss:.3g}\n{error}", transform=ax.transAxes, ha="right", color=INK)
