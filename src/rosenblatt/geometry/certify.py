"""Separability of classes by a plane, with a proof either way."""

from __future__ import annotations

import math
from itertools import combinations
from numbers import Real
from typing import TypeAlias

from numpy.typing import ArrayLike

from rosenblatt.errors import BadParameter
from rosenblatt.geometry._budget import Budget
from rosenblatt.geometry._joint_search import certify_joint, certify_kernel
from rosenblatt.geometry._search import Search
from rosenblatt.geometry._signed_rows import SignedRows
from rosenblatt.geometry._units import units_of
from rosenblatt.geometry.certificate import Undecided
from rosenblatt.geometry.certificate_json import AnyCertificate
from rosenblatt.geometry.kernel_function import KernelFunction, kernel_function
from rosenblatt.geometry.matrix import Label, as_matrix
from rosenblatt.geometry.verify import verify
from rosenblatt.labels import check_labels, sorted_classes
from rosenblatt.memory import require_memory
from rosenblatt.rows import RowsLike

_LEAST_COPIES = 2  # of a row of all columns: the plane and the point

Certificates: TypeAlias = "dict[Label, AnyCertificate] | dict[tuple[Label, Label], AnyCertificate]"

_WAYS = ("ovr", "ovo", "joint")


def certify(
    X: RowsLike,
    y: ArrayLike,
    fit_intercept: bool = True,
    *,
    multiclass: str = "ovr",
    kernel: str | None = None,
    degree: int = 3,
    gamma: float = 1.0,
    coef0: float = 0.0,
    tol: float = 1e-6,
    time_limit: float | None = None,
    work_limit: float | None = None,
) -> AnyCertificate | Certificates:
    """Find a plane that separates the classes, or prove that there is none.

    The answer is verified in exact arithmetic before it is returned, so it does not depend on rounding.

    Parameters
    ----------
    X : rows, dense or sparse.
    y : labels of at least two classes.
    fit_intercept : allow the plane a bias.
    multiclass : how more than two classes are separated: ``"ovr"`` each class from the rest, ``"ovo"`` each pair,
        ``"joint"`` all at once by one plane per class, of which the highest decides (a linear machine).
    kernel : ask for planes in the space of a kernel: ``"linear"`` u.v, ``"poly"`` (gamma u.v + coef0)^degree, or
        ``"rbf"`` exp(-gamma |u - v|^2); None for the rows as they are.
    degree, gamma, coef0 : of the kernel. Whether rows are separable depends on the degree and on whether coef0 is 0;
        gamma changes the margin only.
    tol : stop when the bracket of the margin is no wider than this share of it; 1 accepts any plane. With more than
        2,000 columns and rows the search ends after 1,000 passes at most, whatever the width of its bracket.
    time_limit, work_limit : limits in seconds, and in multiply-adds, which are the same on every machine.

    Returns
    -------
    `Separable`, `Inseparable`, or, if a limit was reached before a proof, `Undecided`. For more than two classes, a
    dict of these: by label, that class against the rest, or with ``"ovo"`` by pair of labels. With ``"joint"``, one
    `LinearMachine` or `NoLinearMachine`; with a kernel, `KernelSeparable` or `KernelInseparable` in their place.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> corners = [[0, 0], [0, 1], [1, 0], [1, 1]]
    >>> proof = rb.certify(corners, ["no", "no", "no", "yes"])
    >>> proof.verdict, proof.support
    ('separable', (1, 2, 3))
    >>> proof = rb.certify(corners, ["no", "yes", "yes", "no"])
    >>> proof.verdict, proof.rows, proof.multipliers, proof.point
    ('inseparable', (0, 1, 2, 3), (1, 1, 1, 1), (0.5, 0.5))
    """
    _check_options(multiclass, tol=tol, time_limit=time_limit, work_limit=work_limit)
    function = None if kernel is None else kernel_function(kernel, degree, gamma, coef0)
    prover = _Prover(X, y, bool(fit_intercept), function, tol, Budget(work_limit, time_limit))
    classes = prover.classes
    if multiclass == "ovo":
        return {(first, second): prover.prove(second, first) for first, second in combinations(classes, 2)}
    if len(classes) == 2:
        return prover.prove(classes[1], classes[0])
    return prover.prove(None, None) if multiclass == "joint" else {each: prover.prove(each, None) for each in classes}


class _Prover:
    """Answers questions about the same rows, one after another, within one budget."""

    def __init__(  # noqa: PLR0917  what all questions have in common
        self, X: RowsLike, y: ArrayLike, fit_intercept: bool, kernel: KernelFunction | None, tol: float, budget: Budget
    ) -> None:
        self._matrix = as_matrix(X)
        _refuse_beyond_memory(self._matrix.shape[1])
        self._labels = check_labels("certify", y, self._matrix.shape[0])
        self.classes = sorted_classes("certify", self._labels).tolist()
        self._fit_intercept, self._kernel, self._tol, self._budget = fit_intercept, kernel, tol, budget

    def prove(self, positive: Label | None, negative: Label | None) -> AnyCertificate:
        """Return a verified certificate; a positive class of None stands for all classes at once."""
        certificate = self._search(positive, negative)
        if not isinstance(certificate, Undecided):
            verify(certificate, self._matrix, self._labels)
        return certificate

    def _search(self, positive: Label | None, negative: Label | None) -> AnyCertificate:
        matrix, labels, bias, limits = self._matrix, self._labels, self._fit_intercept, (self._tol, self._budget)
        if self._kernel is not None:
            units = units_of(labels, positive, negative, self.classes)
            return certify_kernel(matrix, units, self._kernel, (positive, negative, bias), *limits)
        if positive is None:
            return certify_joint(matrix, units_of(labels, None, None, self.classes), self.classes, bias, *limits)
        return Search(SignedRows.of(matrix, labels, positive, negative, fit_intercept=bias), *limits).run()


def _refuse_beyond_memory(n_columns: int) -> None:
    what = f"a plane and a proof in {n_columns:,} columns"
    require_memory(_LEAST_COPIES * 8 * n_columns, "certify", what, "leave out columns that no row uses")


def _check_options(multiclass: str, **limits: float | None) -> None:
    if multiclass not in _WAYS:
        raise BadParameter(f"certify: multiclass must be one of {', '.join(map(repr, _WAYS))}, got {multiclass!r}")
    for name, value in limits.items():
        if value is None and name != "tol":
            continue
        if not isinstance(value, Real) or isinstance(value, bool) or not math.isfinite(value) or value <= 0:
            raise BadParameter(f"certify: {name} must be a number above 0, got {value!r}")
