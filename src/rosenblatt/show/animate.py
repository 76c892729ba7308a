"""Animation of a decision boundary, one frame per update."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from rosenblatt.atomic_file import atomic_path
from rosenblatt.errors import BadData, BadParameter, MissingPackage
from rosenblatt.rows import Floats
from rosenblatt.show._axes import INK, axes, column_name, look, short_name
from rosenblatt.show._points import limits, ring, scatter, two_of
from rosenblatt.tracing.step import ModelState
from rosenblatt.tracing.trace import Trace

if TYPE_CHECKING:
    from matplotlib.animation import AbstractMovieWriter
    from matplotlib.axes import Axes

_ENDINGS = (".gif", ".mp4", ".html")
_FINE, _COARSE = 81, 2  # grid points per axis for a curve, and for a line, which needs only the corners


class Frame(NamedTuple):
    """One picture: the weights, the point that caused the update, and the title."""

    held: ModelState
    point: Floats | None
    title: str


def animate(
    trace: Trace,
    path: str | Path,
    *,
    columns: tuple[int, int] = (0, 1),
    frames_per_second: float = 3.0,
    max_frames: int = 120,
    dpi: int = 90,
) -> Path:
    """Write an animation of the boundary between two classes, a line or with a kernel a curve, one frame per update.

    Parameters
    ----------
    trace : the result of ``rb.trace``.
    path : the file to write; its suffix selects a ``.gif``, an ``.mp4`` (by ffmpeg) or an ``.html`` page.
    columns : the two columns to draw; others are held at their means.
    frames_per_second, dpi : speed and resolution.
    max_frames : if there are more updates, draw this many of them, evenly spread and including the last.

    Examples
    --------
    >>> import rosenblatt as rb, tempfile, pathlib
    >>> trace = rb.trace(rb.Perceptron(order="cyclic"), [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     rb.animate(trace, pathlib.Path(folder, "and.gif")).stat().st_size > 1000
    True
    """
    path = Path(path)
    ax = axes(None, size=(5.6, 4.2))
    _refuse(trace, path, columns, max_frames)
    points = two_of(trace.X, columns)
    frames = list(frames_of(trace, points, max_frames))
    draw = _Scene(ax, trace, points, columns)
    writer = _writer(path, frames_per_second)
    with atomic_path(path) as temporary, writer.saving(draw.figure, str(temporary), dpi):
        for frame in frames:
            draw.show(frame)
            writer.grab_frame()
        for _ in range(int(2 * frames_per_second)):  # hold the last frame
            writer.grab_frame()
    return path


def frames_of(trace: Trace, points: Floats, max_frames: int) -> Iterator[Frame]:
    """Yield one frame per update, or per selected update if there are more than `max_frames`, and one for the end."""
    (part,) = trace.parts
    updates = [step for step in part.steps if step.is_update]
    shown = updates
    if len(updates) > max_frames:
        shown = [updates[k] for k in np.linspace(0, len(updates) - 1, max_frames).round().astype(int)]
    for step in shown:
        title = f"epoch {step.epoch}, update {step.n_updates}: {short_name(step.name)}"
        yield Frame(step.after, points[step.row], title)
    left_out = f"; {part.left_out:,} steps are left out" if part.left_out else ""
    title = f"{part.stop_reason.replace('_', ' ')} after {trace.model.n_updates_} updates{left_out}"
    yield Frame(part.end, None, title)


class ActivationGrid:
    """A grid of rows over the picture; columns that are not drawn are held at their means."""

    def __init__(self, trace: Trace, points: Floats, columns: tuple[int, int]) -> None:
        self.trace = trace
        size = _FINE if trace.is_of_kernel else _COARSE
        self.across, self.up = (np.linspace(*limits(values), size) for values in points.T)
        self.rows = np.tile(np.asarray(trace.X.mean(axis=0), dtype=np.float64).ravel(), (size * size, 1))
        self.rows[:, list(columns)] = np.column_stack([part.ravel() for part in np.meshgrid(self.across, self.up)])

    def heights(self, held: ModelState) -> Floats:
        """Compute the activations of the grid with the weights of a step, one row per height of the picture."""
        return self.trace.activations(self.rows, held).reshape(len(self.up), len(self.across))


class _Scene:
    """The figure: fixed points, and a boundary that is redrawn for each frame."""

    def __init__(self, ax: Axes, trace: Trace, points: Floats, columns: tuple[int, int]) -> None:
        self.ax = ax
        self.figure: Any = ax.figure
        labels = np.array(trace.y, dtype=object)
        scatter(ax, points, labels, trace.parts[0].classes)
        names = trace.feature_names
        ax.set(xlim=limits(points[:, 0]), ylim=limits(points[:, 1]))
        ax.set(xlabel=column_name(names, columns[0]), ylabel=column_name(names, columns[1]))
        ax.legend(loc="upper left", fontsize="small")
        self.field = ActivationGrid(trace, points, columns)
        self.moving: list[Any] = []

    def show(self, frame: Frame) -> None:
        for artist in self.moving:
            artist.remove()
        self.moving = []
        across, up, height = self.field.across, self.field.up, self.field.heights(frame.held)
        for place, side in enumerate((-height, height)):
            if side.max() > 0:
                levels = [0.0, 2 * float(side.max())]
                self.moving.append(
                    self.ax.contourf(across, up, side, levels=levels, colors=[look(place).colour], alpha=0.13)
                )
        if height.min() < 0 < height.max():
            self.moving.append(self.ax.contour(across, up, height, levels=[0.0], colors=INK, linewidths=2.0))
        if frame.point is not None:
            self.moving.append(ring(self.ax, frame.point[np.newaxis], "", size=190))
        self.ax.set_title(frame.title, fontsize="medium")


def _refuse(trace: Trace, path: Path, columns: tuple[int, int], max_frames: int) -> None:
    if path.suffix.lower() not in _ENDINGS:
        raise BadParameter(f"animate: path must end in {', '.join(_ENDINGS)}, got {str(path)!r}")
    if not isinstance(max_frames, int) or max_frames < 1:
        raise BadParameter(f"animate: max_frames must be a whole number of at least 1, got {max_frames!r}")
    if len(trace.parts) != 1 or len(trace.parts[0].classes) != 2:
        raise BadData(
            f"animate: the trace must be of two classes, got {len(trace.model.classes_)}; "
            "trace two of them, or one against the rest"
        )
    if trace.is_of_kernel and getattr(trace.model, "kernel", None) == "precomputed":
        raise BadData("animate: with kernel='precomputed' X holds kernel values, which cannot be drawn as points")
    n_columns = trace.X.shape[1]
    if n_columns < 2:
        raise BadData("animate: X must have at least two columns, got one; use plot_margins")
    if len(set(columns)) != 2 or not all(0 <= column < n_columns for column in columns):
        raise BadParameter(f"animate: columns must be two numbers from 0 to {n_columns - 1}, got {columns!r}")


def _writer(path: Path, frames_per_second: float) -> AbstractMovieWriter:
    from matplotlib import animation  # noqa: PLC0415  plots are an extra

    if path.suffix.lower() == ".gif":
        return animation.PillowWriter(fps=frames_per_second)  # type: ignore[arg-type]
    if path.suffix.lower() == ".html":
        return animation.HTMLWriter(fps=frames_per_second, embed_frames=True)  # type: ignore[arg-type]
    if not animation.FFMpegWriter.isAvailable():
        raise MissingPackage("animate: an .mp4 needs ffmpeg, which is not installed; write a .gif or an .html instead")
    return animation.FFMpegWriter(fps=frames_per_second)  # type: ignore[arg-type]
