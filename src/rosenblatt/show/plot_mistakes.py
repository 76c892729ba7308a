"""Plot of mistakes or updates per epoch."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from rosenblatt.errors import BadParameter
from rosenblatt.geometry.mistake_bound import MistakeBound
from rosenblatt.show._axes import INK, axes, legend, look, short_name
from rosenblatt.tracing.formatting import count
from rosenblatt.tracing.trace import Trace

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_DASHES = ("solid", (0, (5, 1.5)), (0, (1, 1.2)), (0, (6, 1.5, 1, 1.5)))
_MOST_MARKERS = 40


def plot_mistakes(
    models: Any,
    *,
    cumulative: bool = False,
    bound: MistakeBound | float | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw the mistakes per epoch, or the running count of updates beside the mistake bound.

    Parameters
    ----------
    models : a fitted model or a trace, a list of several, or a dict of several by name.
    cumulative : draw the running count of updates, which (R / gamma)^2 bounds.
    bound : the result of ``mistake_bound``, or a number; default: the bound of the trace.
    ax : Axes to draw on; default: those of a new figure.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> model = rb.Perceptron(order="cyclic").fit([[0], [1]], ["no", "yes"])
    >>> ax = rb.plot_mistakes(model)
    >>> ax.lines[0].get_ydata().tolist() == [epoch.mistakes for epoch in model.history_]
    True
    """
    ax = axes(ax)
    named = _named(models)
    largest = 0
    for place, (name, model) in enumerate(named.items()):
        history = (model.model if isinstance(model, Trace) else model).history_
        counts = [epoch.updates if cumulative else epoch.mistakes for epoch in history]
        heights = np.array(list(accumulate(counts)) if cumulative else counts)
        colour, marker, _ = look(place)
        ax.plot(
            range(1, len(heights) + 1),
            heights,
            color=colour,
            marker=marker if len(heights) <= _MOST_MARKERS else "",
            linestyle=_DASHES[place % len(_DASHES)],
            markersize=5,
            clip_on=False,  # do not cut markers at 0 or at the top
            label=name,
        )
        largest = max(largest, int(heights.max()))
        if cumulative and isinstance(model, Trace) and model.bound is not None and bound is None:
            bound = model.bound
    if cumulative:
        _draw_bound(ax, bound, largest)
    ax.set(xlabel="epoch", ylabel="updates so far" if cumulative else "mistakes")
    ax.set_ylim(bottom=0)
    ax.locator_params(integer=True)
    if len(named) > 1 or cumulative:
        legend(ax, len(ax.get_legend_handles_labels()[1]))
    return ax


def _draw_bound(ax: Axes, bound: MistakeBound | float | None, largest: int) -> None:
    """Draw the bound as a line if that leaves the curves readable, else as a legend entry."""
    if bound is None:
        return
    updates = bound.updates if isinstance(bound, MistakeBound) else float(bound)
    most = math.floor(updates) if np.isfinite(updates) else None
    if most is None:
        note = "no bound: no plane is known to separate the rows"
    elif most <= 4 * max(1, largest):
        ax.axhline(most, color=INK, linestyle="dashed", linewidth=1.2, label=f"bound: at most {count(most, 'update')}")
        return
    else:
        note = f"bound: at most {count(most, 'update')}, far above"
    ax.plot([], [], color=INK, linestyle="dashed", label=note)


def _named(models: Any) -> dict[str, Any]:
    if isinstance(models, Mapping):
        named = {short_name(name): model for name, model in models.items()}
    elif isinstance(models, Sequence):
        named = {}
        for model in models:
            name = type(model.model if isinstance(model, Trace) else model).__name__
            taken = sum(one.split(" #")[0] == name for one in named)
            named[f"{name} #{taken + 1}" if taken else name] = model
    else:
        named = {type(models.model if isinstance(models, Trace) else models).__name__: models}
    for model in named.values():
        history = getattr(model.model if isinstance(model, Trace) else model, "history_", None)
        if not history:
            raise BadParameter(f"plot_mistakes: each model must have been fitted by fit, got {model!r}")
    if not named:
        raise BadParameter("plot_mistakes: models must hold at least one model, got none")
    return named
