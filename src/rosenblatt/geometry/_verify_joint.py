"""Exact verification of certificates about linear machines and about kernels. No solver is imported."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from rosenblatt.errors import BadCertificate
from rosenblatt.geometry._equal_rows import groups_of, opposite_units
from rosenblatt.geometry._exact import over_one_denominator, sqrt_above
from rosenblatt.geometry._kernel_products import KernelProducts
from rosenblatt.geometry._units import Units, kesler_rows, units_of
from rosenblatt.geometry.certificate import Bracket
from rosenblatt.geometry.joint_certificate import JointCertificate, LinearMachine
from rosenblatt.geometry.kernel_certificate import KernelCertificate, KernelSeparable
from rosenblatt.labels import Labels, sorted_classes

if TYPE_CHECKING:
    from rosenblatt.geometry.matrix import Matrix


def check_joint(certificate: JointCertificate, X: Matrix, labels: Labels) -> None:
    """Raise `BadCertificate` unless a certificate about a linear machine holds."""
    units = units_of(labels, None, None, certificate.classes)
    rows = kesler_rows(X, units, fit_intercept=certificate.fit_intercept)
    if not isinstance(certificate, LinearMachine):
        places = _units(units, certificate.rows, certificate.rivals, certificate.multipliers)
        sums, _, _ = rows.combination(places, certificate.multipliers)
        if any(sums.values()):
            raise BadCertificate("the multipliers must cancel out, but they leave something in a plane")
        return
    width, n_classes = X.shape[1], len(certificate.classes)
    lengths = {len(certificate.weights), len(certificate.biases)}
    if lengths != {n_classes} or any(len(one) != width for one in certificate.weights):
        raise BadCertificate(f"there must be {width} weights and a bias for each of the {n_classes} classes")
    if any(certificate.biases) and not certificate.fit_intercept:
        raise BadCertificate("the biases must be 0 where fit_intercept is False")
    planes = zip(certificate.weights, certificate.biases, strict=True)
    flat = [value for weights, bias in planes for value in (*weights, *[bias] * certificate.fit_intercept)]
    if max(map(abs, flat)) != 1:
        raise BadCertificate("the largest of the weights and the biases must be 1 or -1")
    unit, low = rows.margin(flat, Fraction(0))
    if low is None:
        raise BadCertificate(f"{_named(units, unit)}: the plane of its class must be the higher one, and it is not")
    places = _units(units, certificate.support, certificate.rivals, certificate.multipliers)
    high = sqrt_above(rows.square_of_combination(places, certificate.multipliers))
    _same(certificate.margin, Bracket(low, high))
    longest = rows.square_of_row(rows.longest())
    _radius(certificate.radius, sqrt_above(longest), is_longer=rows.longer_than(certificate.radius) is not None)


def check_kernel(certificate: KernelCertificate, X: Matrix, labels: Labels) -> None:
    """Raise `BadCertificate` unless a certificate about the space of a kernel holds."""
    classes = sorted_classes("verify", labels).tolist()
    units = units_of(labels, certificate.positive, certificate.negative, classes)
    if certificate.kernel.name == "rbf":
        _check_rbf(certificate, X, units)
        return
    products = KernelProducts(X, units, certificate.kernel, fit_intercept=certificate.fit_intercept)
    if not isinstance(certificate, KernelSeparable):
        places = _units(units, certificate.rows, certificate.rivals, certificate.multipliers)
        if products.square_of(places, certificate.multipliers):
            raise BadCertificate("the multipliers must cancel out in the space of the kernel, but they leave something")
        return
    places = _units(units, certificate.support, certificate.rivals, certificate.multipliers)
    wholes, _ = over_one_denominator(certificate.multipliers)
    unit, bracket = products.bracket(places, wholes)
    if bracket is None:
        raise BadCertificate(f"{_named(units, unit)} must be on its own side of the plane, and it is not")
    _same(certificate.margin, bracket)
    _radius(certificate.radius, products.radius(), is_longer=certificate.radius < products.radius())


def rbf_radius(units: Units, *, fit_intercept: bool) -> float:
    """Compute the length of every unit: k(x, x) is 1, and 2 with a bias."""
    return sqrt_above(Fraction(int((units.vectors[0] ** 2).sum()) * (1 + fit_intercept)))


def _check_rbf(certificate: KernelCertificate, X: Matrix, units: Units) -> None:
    """Check what decides the kernel "rbf": rows that differ are independent in its space, whatever gamma is."""
    if not isinstance(certificate, KernelSeparable):
        places = _units(units, certificate.rows, certificate.rivals, certificate.multipliers)
        groups = groups_of(X, units.rows[places])
        weighed = units.vectors[places].astype(object) * np.array(certificate.multipliers, dtype=object)[:, None]
        for group in set(groups.tolist()):
            if weighed[groups == group].sum(axis=0).any():
                raise BadCertificate("the multipliers must cancel out among equal rows, but they leave something")
        return
    pair = opposite_units(X, units)
    if pair is not None:
        first, second = (int(units.rows[unit]) for unit in pair)
        raise BadCertificate(f"rows {first} and {second} are equal and of different classes: nothing separates them")
    radius = rbf_radius(units, fit_intercept=certificate.fit_intercept)
    if certificate.support or certificate.multipliers:
        raise BadCertificate("the kernel 'rbf' has no exact values: its certificate holds no support")
    _same(certificate.margin, Bracket(0.0, radius))
    _radius(certificate.radius, radius, is_longer=certificate.radius < radius)


def _units(
    units: Units, rows: Sequence[int], rivals: Sequence[object], multipliers: Sequence[Fraction | int]
) -> list[int]:
    if len(rows) != len(multipliers) or not rows:
        raise BadCertificate(f"there must be one multiplier per row, got {len(multipliers)} for {len(rows)} rows")
    for row, multiplier in zip(rows, multipliers, strict=True):
        if not multiplier > 0:
            raise BadCertificate(f"the multiplier of row {row} must be above 0, got {multiplier}")
    return units.found(rows, rivals)  # type: ignore[arg-type]


def _named(units: Units, unit: int) -> str:
    return f"row {units.rows[unit]}" + (f", compared with {units.rivals[unit]!r}" if units.rivals else "")


def _same(margin: Bracket, attained: Bracket) -> None:
    if margin != attained:
        raise BadCertificate(f"the margin must be what the plane and its rows attain, {attained!r}, got {margin!r}")


def _radius(radius: float, longest: float, *, is_longer: bool) -> None:
    if is_longer or not radius <= longest * (1 + 1e-6):
        raise BadCertificate(f"the radius must be the length of the longest row, {longest!r}, got {radius!r}")
