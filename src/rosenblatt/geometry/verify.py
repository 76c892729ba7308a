"""Exact verification of certificates, independent of the solver.

Floats are rationals, so nothing here is rounded: a floating-point sum with a proven error bound only excludes
rows that are far from the boundary. Neither the solver nor the learners nor the compiled core is imported.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from rosenblatt.errors import BadCertificate
from rosenblatt.geometry._exact import sqrt_above
from rosenblatt.geometry._signed_rows import SignedRows
from rosenblatt.geometry._verify_joint import check_joint, check_kernel
from rosenblatt.geometry.certificate import Certificate, Inseparable, Separable
from rosenblatt.geometry.joint_certificate import JointCertificate, LinearMachine, NoLinearMachine
from rosenblatt.geometry.kernel_certificate import KernelCertificate, KernelInseparable, KernelSeparable
from rosenblatt.geometry.matrix import as_matrix
from rosenblatt.labels import check_labels

if TYPE_CHECKING:
    from rosenblatt.rows import RowsLike

_RADIUS_SLACK = Fraction(1, 10**6)


def verify(certificate: Certificate | JointCertificate | KernelCertificate, X: RowsLike, y: ArrayLike) -> bool:
    """Check that a certificate holds for these rows and labels.

    Returns True, or raises `BadCertificate` with the row or the column that fails.

    Parameters
    ----------
    certificate : the result of ``certify`` or ``from_json``.
    X : the rows, dense or sparse.
    y : one label per row. Rows of classes that the certificate does not name are ignored.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]
    >>> proof = rb.certify(X, y)
    >>> rb.verify(proof, X, y)
    True
    >>> rb.verify(proof, X, [0, 1, 1, 1])
    Traceback (most recent call last):
    ...
    rosenblatt.errors.BadCertificate: the multipliers must cancel out, but in column 0 they leave 2
    """
    matrix = as_matrix(X)
    labels = check_labels("verify", y, matrix.shape[0])
    if isinstance(certificate, (LinearMachine, NoLinearMachine)):
        check_joint(certificate, matrix, labels)
        return True
    if isinstance(certificate, (KernelSeparable, KernelInseparable)):
        check_kernel(certificate, matrix, labels)
        return True
    if not isinstance(certificate, (Separable, Inseparable)) or certificate.positive is None:
        raise BadCertificate(f"only Separable and Inseparable prove something, got {type(certificate).__name__}")
    rows = SignedRows.of(
        matrix,
        labels,
        certificate.positive,
        certificate.negative,
        fit_intercept=certificate.fit_intercept,
    )
    check(certificate, rows)
    return True


def check(certificate: Separable | Inseparable, rows: SignedRows) -> None:
    """Raise `BadCertificate` unless the certificate holds for these rows."""
    if isinstance(certificate, Separable):
        _check_plane(certificate, rows)
        _check_high_end(certificate, rows)
        _check_radius(certificate, rows)
    else:
        _check_cancellation(certificate, rows)


def _check_plane(certificate: Separable, rows: SignedRows) -> None:
    weights, bias = certificate.weights, certificate.bias
    if len(weights) != rows.n_columns:
        raise BadCertificate(f"there must be a weight for each of the {rows.n_columns} columns, got {len(weights)}")
    if bias and not certificate.fit_intercept:
        raise BadCertificate("the bias must be 0 where fit_intercept is False")
    if max(abs(value) for value in (*weights, bias)) != 1:
        raise BadCertificate("the largest of the weights and the bias must be 1 or -1")
    row, low = rows.margin(weights, bias)
    number = rows.numbers[row]
    if low is None:
        raise BadCertificate(f"row {number} must be on its own side of the plane, but sign * (w.x + b) is not above 0")
    if certificate.margin.low != low:
        raise BadCertificate(
            f"the low end of the margin must be what the plane attains at row {number}, {low!r}, "
            f"got {certificate.margin.low!r}"
        )


def _check_high_end(certificate: Separable, rows: SignedRows) -> None:
    places = _places(rows, certificate.support, certificate.multipliers)
    high = sqrt_above(rows.square_of_combination(places, certificate.multipliers))
    if certificate.margin.high != high:
        raise BadCertificate(
            f"the high end of the margin must be the length of the combination of the support, {high!r}, "
            f"got {certificate.margin.high!r}"
        )


def _check_radius(certificate: Separable, rows: SignedRows) -> None:
    radius = certificate.radius
    if not 0.0 <= radius < float("inf"):
        raise BadCertificate(f"the radius must be a finite number of at least 0, got {radius!r}")
    longer = rows.longer_than(radius)
    if longer is not None:
        raise BadCertificate(f"row {rows.numbers[longer]} must be no longer than the radius {radius!r}, but it is")
    longest = rows.square_of_row(rows.longest())
    if radius > sqrt_above(longest * (1 + _RADIUS_SLACK)):
        raise BadCertificate(f"the radius must be the length of the longest row, got {radius!r}, which is more")


def _check_cancellation(certificate: Inseparable, rows: SignedRows) -> None:
    places = _places(rows, certificate.rows, certificate.multipliers)
    sums, shift, padding = rows.combination(places, certificate.multipliers)
    for column, total in sums.items():
        if total:
            left = Fraction(total, 1 << shift)
            raise BadCertificate(f"the multipliers must cancel out, but in column {column} they leave {left}")
    if padding:
        raise BadCertificate(f"the multipliers of both classes must have the same sum; they differ by {abs(padding)}")
    if certificate.point != rows.common_point(places, certificate.multipliers):
        raise BadCertificate("the point must be the weighted mean of the rows of each class, but it is not")


def _places(rows: SignedRows, numbers: Sequence[int], multipliers: Sequence[Fraction | int]) -> list[int]:
    """Return the indices, among the rows of the two classes, of distinct rows with multipliers above 0."""
    if len(numbers) != len(multipliers) or not numbers:
        raise BadCertificate(f"there must be one multiplier per row, got {len(multipliers)} for {len(numbers)} rows")
    places = []
    for number, multiplier in zip(numbers, multipliers, strict=True):
        place = _place(rows, number)
        if place is None:
            raise BadCertificate(f"row {number!r} must be a row of one of the two classes; it is not")
        if not multiplier > 0:
            raise BadCertificate(f"the multiplier of row {number} must be above 0, got {multiplier}")
        places.append(place)
    if len(set(places)) < len(places):
        raise BadCertificate("every row must come once; one comes twice")
    return places


def _place(rows: SignedRows, number: int) -> int | None:
    place = int(np.searchsorted(rows.numbers, number))
    return place if place < rows.n_rows and rows.numbers[place] == number else None
