"""Plot of a certificate: the plane with the widest margin and its band, or two convex hulls that meet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.spatial import ConvexHull, QhullError

from rosenblatt.errors import BadData, BadParameter
from rosenblatt.geometry.certificate import Certificate, Inseparable, Separable
from rosenblatt.rows import Floats, Matrix, RowsLike
from rosenblatt.show._axes import INK, axes, column_name, legend, look
from rosenblatt.show._points import limits, ring, rows_and_labels, scatter

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_REST = "the rest"
_MOST_COLUMNS = 2000


def plot_certificate(
    certificate: Certificate,
    X: RowsLike,
    y: ArrayLike,
    *,
    feature_names: Sequence[str] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a certificate of ``certify``.

    For separable rows: the plane with the widest margin, its band, and rings around the rows of its support. For
    inseparable rows: the convex hull of the rows of each class in the proof, and the point that lies in both hulls. Two
    columns are drawn as they are. With more, the rows are projected so that the proof shows: across the plane, or onto
    the two directions in which the rows of the proof differ most.

    Parameters
    ----------
    certificate : a `Separable` or an `Inseparable`.
    X, y : the rows and labels that were certified.
    feature_names : names of the columns.
    ax : Axes to draw on; default: those of a new figure.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], ["even", "odd", "odd", "even"]
    >>> rb.plot_certificate(rb.certify(X, y), X, y).get_title()
    'no plane: both hulls hold one point'
    """
    if not isinstance(certificate, (Separable, Inseparable)):
        raise BadParameter(
            "plot_certificate: certificate must be a Separable or an Inseparable, as certify returns for two "
            f"classes, got {certificate!r}"
        )
    ax = axes(ax)
    matrix, labels = rows_and_labels("plot_certificate", X, y)
    dense = _dense(matrix, certificate)
    sides, names = _sides(certificate, labels)
    if isinstance(certificate, Separable):
        _separable(ax, certificate, dense, sides, names)
    else:
        _inseparable(ax, certificate, dense, sides, names)
    if dense.shape[1] == 2:
        ax.set(xlabel=column_name(feature_names, 0), ylabel=column_name(feature_names, 1))
    legend(ax, len(ax.get_legend_handles_labels()[1]))
    return ax


def _dense(matrix: Matrix, certificate: Separable | Inseparable) -> Floats:
    columns = len(certificate.weights if isinstance(certificate, Separable) else certificate.point)
    if columns != matrix.shape[1]:
        raise BadData(f"plot_certificate: X has {matrix.shape[1]} columns, and the certificate is about {columns}")
    if columns > _MOST_COLUMNS:
        raise BadData(f"plot_certificate: X has {columns:,} columns; at most {_MOST_COLUMNS:,} can be drawn")
    rows = certificate.support if isinstance(certificate, Separable) else certificate.rows
    if max(rows, default=0) >= matrix.shape[0]:
        raise BadData(f"plot_certificate: X has {matrix.shape[0]} rows, and the certificate names row {max(rows)}")
    chosen: Any = matrix
    dense: Floats = np.asarray(chosen.toarray() if hasattr(chosen, "toarray") else chosen, dtype=np.float64)
    return dense if columns > 1 else np.column_stack([dense, np.zeros(len(dense))])


def _sides(certificate: Separable | Inseparable, labels: NDArray[Any]) -> tuple[NDArray[np.intp], list[str]]:
    """Return one number per row and the names of both sides: 0 is negative, 1 positive, -1 not in the certificate."""
    positive = labels == certificate.positive
    if certificate.negative is None:
        return positive.astype(np.intp), [_REST, str(certificate.positive)]
    sides = np.where(positive, 1, np.where(labels == certificate.negative, 0, -1))
    return sides, [str(certificate.negative), str(certificate.positive)]


def _separable(ax: Axes, proof: Separable, X: Floats, sides: NDArray[np.intp], names: list[str]) -> None:
    plane = proof.hyperplane()
    normal = np.append(plane.normal, 0.0) if len(plane.normal) < X.shape[1] else plane.normal
    distance = X @ normal + plane.offset
    band = float(np.abs(distance[sides >= 0]).min())
    if X.shape[1] == 2:
        points = X
        _lines(ax, normal, plane.offset, band, points)
    else:
        points = np.column_stack([distance, _widest_across(X, normal)])
        for at, style in ((0.0, "solid"), (-band, "dashed"), (band, "dashed")):
            ax.axvline(at, color=INK, linestyle=style, linewidth=1.8 if at == 0 else 0.9)
        ax.set(xlabel="signed distance from the plane", ylabel="widest direction along the plane")
    _draw(ax, points, sides, names)
    ring(ax, points[list(proof.support)], "carries the plane")
    ax.set_title(f"separable: the nearest rows are {band:.4g} from the plane", fontsize="medium", pad=24)


def _lines(ax: Axes, normal: Floats, offset: float, band: float, points: Floats) -> None:
    across, up = (np.linspace(*limits(values), 2) for values in points.T)
    height = normal[0] * across[np.newaxis] + normal[1] * up[:, np.newaxis] + offset
    for level, width, style in ((0.0, 1.8, "solid"), (-band, 0.9, "dashed"), (band, 0.9, "dashed")):
        if height.min() < level < height.max():
            ax.contour(across, up, height, levels=[level], colors=INK, linewidths=width, linestyles=style)


def _widest_across(X: Floats, normal: Floats) -> Floats:
    """Project the rows onto the direction within the plane in which they differ most."""
    along = X - np.outer(X @ normal, normal)
    return _principal(along - along.mean(axis=0), 1)[:, 0]


def _principal(centred: Floats, count: int) -> Floats:
    _, _, directions = np.linalg.svd(centred, full_matrices=False)
    flat = np.zeros((count, centred.shape[1]))
    flat[: min(count, len(directions))] = directions[:count]
    seen: Floats = centred @ flat.T
    return seen


def _inseparable(ax: Axes, proof: Inseparable, X: Floats, sides: NDArray[np.intp], names: list[str]) -> None:
    rows = np.array(proof.rows)
    point = np.append(proof.point, 0.0) if len(proof.point) < X.shape[1] else np.array(proof.point)
    if X.shape[1] == 2:
        points, meeting = X, point
    else:
        centre = X[rows].mean(axis=0)
        _, _, directions = np.linalg.svd(X[rows] - centre, full_matrices=False)
        view = np.zeros((2, X.shape[1]))
        view[: min(2, len(directions))] = directions[:2]
        points, meeting = (X - centre) @ view.T, (point - centre) @ view.T
        ax.set(xlabel="widest direction of the proof", ylabel="second direction")
    for place in (0, 1):
        _hull(ax, points[rows[sides[rows] == place]], look(place).colour)
    _draw(ax, points, sides, names)
    ring(ax, points[rows], "proves it")
    if proof.fit_intercept:
        ax.plot(*meeting, marker="X", markersize=9, color=INK, markeredgecolor="white", linestyle="", zorder=6,
                label="in both hulls")  # fmt: skip
    title = "no plane: both hulls hold one point" if proof.fit_intercept else "no plane through the origin"
    ax.set_title(title, fontsize="medium", pad=24)


def _hull(ax: Axes, points: Floats, colour: str) -> None:
    try:
        corners = points[ConvexHull(points).vertices] if len(points) > 2 else points
    except QhullError:  # all on one line
        corners = points[np.lexsort(points.T)]
    ax.fill(*corners.T, facecolor=colour, edgecolor=colour, alpha=0.22, linewidth=2.5, zorder=1)


def _draw(ax: Axes, points: Floats, sides: NDArray[np.intp], names: list[str]) -> None:
    scatter(ax, points[sides >= 0], np.array(names, dtype=object)[sides[sides >= 0]], list(names))
    drawn = points[sides >= 0]
    ax.set(xlim=limits(drawn[:, 0]), ylim=limits(drawn[:, 1]))
