"""Certificates of several classes at once, and of kernels, from the searches behind them."""

from __future__ import annotations

from fractions import Fraction

from rosenblatt.geometry._budget import Budget
from rosenblatt.geometry._equal_rows import opposite_units
from rosenblatt.geometry._kernel_search import KernelSearch
from rosenblatt.geometry._search import Search
from rosenblatt.geometry._units import Units, kesler_rows
from rosenblatt.geometry._verify_joint import rbf_radius
from rosenblatt.geometry.certificate import Bracket, Inseparable, Separable, Undecided
from rosenblatt.geometry.joint_certificate import JointCertificate, LinearMachine, NoLinearMachine
from rosenblatt.geometry.kernel_certificate import KernelCertificate, KernelInseparable, KernelSeparable
from rosenblatt.geometry.kernel_function import KernelFunction
from rosenblatt.geometry.matrix import Label, Matrix
from rosenblatt.memory import require_memory

_BYTES_PER_ENTRY = 3 * 12  # a number and its column, while two halves are added up


def certify_joint(  # noqa: PLR0917  one parameter per part of the question
    X: Matrix, units: Units, classes: list[Label], fit_intercept: bool, tol: float, budget: Budget
) -> JointCertificate | Undecided:
    """Search for a linear machine among Kesler's rows."""
    entries = X.nnz / X.shape[0] if hasattr(X, "nnz") else X.shape[1]
    what = f"{len(units):,} rows of Kesler's construction"
    require_memory(int(2 * _BYTES_PER_ENTRY * len(units) * entries), "certify", what, "use fewer rows or classes")
    proof = Search(kesler_rows(X, units, fit_intercept=fit_intercept), tol, budget).run()
    question = (None, None, fit_intercept)
    if isinstance(proof, Separable):
        width = X.shape[1] + fit_intercept
        planes = [proof.weights[place : place + width] for place in range(0, len(proof.weights), width)]
        weights = tuple(plane[: X.shape[1]] for plane in planes)
        biases = tuple(plane[-1] if fit_intercept else Fraction(0) for plane in planes)
        rows, rivals = units.named(proof.support)
        machine = (tuple(classes), weights, biases)
        return LinearMachine(*question, *machine, proof.margin, rows, rivals, proof.multipliers, proof.radius)
    if isinstance(proof, Inseparable):
        return NoLinearMachine(*question, tuple(classes), *units.named(proof.rows), proof.multipliers)
    return Undecided(*question, proof.reason, proof.margin)


def certify_kernel(  # noqa: PLR0917
    X: Matrix,
    units: Units,
    kernel: KernelFunction,
    question: tuple[Label | None, Label | None, bool],
    tol: float,
    budget: Budget,
) -> KernelCertificate | Undecided:
    """Search for a plane in the space of a kernel; for "rbf" a theorem decides, see `KernelSeparable`."""
    positive, negative, fit_intercept = question
    if kernel.name != "rbf":
        search = KernelSearch(X, units, kernel, fit_intercept=fit_intercept, tol=tol, budget=budget)
        return search.run(positive, negative)
    pair = opposite_units(X, units)
    if pair is not None:
        return KernelInseparable(*question, kernel, *units.named(pair), (1, 1))
    radius = rbf_radius(units, fit_intercept=fit_intercept)
    return KernelSeparable(*question, kernel, Bracket(0.0, radius), (), (), (), radius)
