"""Plot of the proof of convergence beside a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rosenblatt.errors import BadParameter
from rosenblatt.show._axes import COLOURS, INK, axes
from rosenblatt.tracing.convergence import convergence
from rosenblatt.tracing.trace import Trace

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Floor and ceiling are drawn up to where they cross if the run is at least this share of the way there.
_LEAST_SHARE = 0.1
_MOST_MARKERS = 40


def plot_convergence(trace: Trace, *, ax: Axes | None = None) -> Axes:
    """Draw why a perceptron ends: after T updates, ``gamma T <= w*.w <= |w| <= R sqrt(T)``.

    w* is the unit normal of the widest plane, and the bias is the last entry of w and of w*. The floor gamma T and the
    ceiling R sqrt(T) cross at T = (R / gamma)^2, the most updates that there can be. The cosine of the angle between w
    and w* has the axis on the right.

    Parameters
    ----------
    trace : the trace of a perceptron of two classes, from weights of 0, on rows that a plane separates.
    ax : Axes to draw on; default: those of a new figure.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> trace = rb.trace(rb.Perceptron(order="cyclic"), [[0, 1], [1, 0]], ["no", "yes"])
    >>> ax = rb.plot_convergence(trace)
    >>> [line.get_label() for line in ax.lines]
    ['R sqrt(T)', '|w|', 'w*.w', 'gamma T']
    """
    numbers = convergence(trace.parts[0]) if isinstance(trace, Trace) and len(trace.parts) == 1 else None
    if numbers is None:
        raise BadParameter(
            "plot_convergence: trace must be of a perceptron of two classes that starts from 0, with margin=0, on rows "
            f"that are proven separable: only then the bound holds; got {trace!r}"
        )
    ax = axes(ax)
    bound = trace.bound
    assert bound is not None, "there are numbers only with a bound"
    updates = np.arange(len(numbers.along))
    last = int(updates[-1])
    end = bound.updates if last >= _LEAST_SHARE * bound.updates else max(1, last)
    step = numbers.floor[-1] / (bound.margin.low * last) if last else 1.0  # the learning rate
    curve = np.linspace(0.0, end, 200)
    marker = "o" if last <= _MOST_MARKERS else ""
    ax.plot(
        curve, step * bound.radius * np.sqrt(curve), color=INK, linestyle="dashed", linewidth=1.2, label="R sqrt(T)"
    )
    ax.plot(updates, numbers.length, color=COLOURS[1], marker=marker, markersize=4, label="|w|")
    ax.plot(updates, numbers.along, color=COLOURS[0], marker=marker, markersize=4, label="w*.w")
    ax.plot(curve, step * bound.margin.low * curve, color=INK, linestyle="dotted", linewidth=1.4, label="gamma T")
    most = "" if bound.most_updates is None else f" of at most {bound.most_updates:,}"
    ax.set(xlabel=f"T: {last:,}{most} updates", ylabel="length", xlim=(0, end))
    ax.set_ylim(bottom=0)
    right = ax.twinx()
    right.plot(updates[1:], numbers.cosine[1:], color=COLOURS[2], linestyle=(0, (5, 1.5)), label="cos(w, w*)")
    right.set(ylim=(0, 1), ylabel="cosine")
    right.spines["top"].set_visible(False)
    lines = [*ax.lines, *right.lines]
    ax.legend(
        handles=lines, loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(lines), frameon=False, fontsize="small"
    )
    return ax
