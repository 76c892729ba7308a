"""Shared parts of the plots: Axes, colours, markers, names and legends.

No window is opened: a new figure belongs to no window system, and a notebook displays the Axes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rosenblatt.errors import BadData, MissingPackage
from rosenblatt.tracing.formatting import without_middle

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Okabe and Ito's colours, which colour-blind readers can distinguish, ordered so that their greys differ, with a grey
# in the place of their yellow, which is faint on white. Markers and hatches repeat the distinction for print in grey.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000", "#999999")
MARKERS = "o^sDvPpX<>"
HATCHES = ("///", "...", "\\\\\\", "xx", "++", "oo", "--", "**", "||", "OO")
INK = "#222222"
_LONGEST_NAME, _SHORTEST_NAME = 32, 10


class Look(NamedTuple):
    """Colour, marker and hatch of a class."""

    colour: str
    marker: str
    hatch: str


def look(place: int) -> Look:
    """Return the look of the class at this index; colour and marker together are distinct for 40 classes."""
    return Look(COLOURS[place % 8], MARKERS[place % 10], HATCHES[place % 10])


def axes(ax: Axes | None, *, size: tuple[float, float] = (6.4, 4.4)) -> Axes:
    """Return the Axes to draw on: the caller's, or those of a new figure."""
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415  plots are an extra
    except ImportError:
        raise MissingPackage('plots need matplotlib: pip install "rosenblatt[plot]"') from None
    if ax is not None:
        return ax
    new = Figure(figsize=size, dpi=120, layout="constrained").add_subplot()
    new.spines[["top", "right"]].set_visible(False)
    return new


def short_name(name: Any, ax: Axes | None = None) -> str:
    """Shorten a name that would displace the plot; in small Axes, names are shorter."""
    return without_middle(str(name), _LONGEST_NAME if ax is None else _longest(ax))


def _longest(ax: Axes) -> int:
    figure = ax.get_figure(root=True)
    inches = 0.0 if figure is None else figure.get_figwidth() * ax.get_position().width
    return min(_LONGEST_NAME, max(_SHORTEST_NAME, round(6.5 * inches)))


def names_of_columns(model: Any, given: Sequence[str] | None, n_columns: int) -> Sequence[str] | None:
    """Return the given names, or those that the model was fitted with; None stands for ``x0``, ``x1`` ..."""
    if given is not None and len(given) != n_columns:
        raise BadData(f"feature_names must be {n_columns} names, one per column, got {len(given)}")
    return given if given is not None else getattr(model, "feature_names_in_", None)


def column_name(names: Sequence[str] | None, column: int, ax: Axes | None = None) -> str:
    """Return the name of a column, shortened to fit."""
    return f"x{column}" if names is None else short_name(names[column], ax)


def legend(ax: Axes, n_entries: int) -> None:
    """Place the legend above the plot, or beside it if it is long."""
    if n_entries <= 5:
        ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=n_entries, frameon=False, fontsize="small")
    else:
        ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False, fontsize="small")
