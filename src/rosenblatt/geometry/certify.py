"""Separability of classes by a plane, with a proof either way."""

from __future__ import annotations

import math
from itertools import combinations
from numbers import Real
from typing import TypeAlias

from numpy.typing import ArrayLike

from rosenblatt.errors import BadParameter
from rosenblatt.geometry._budget import Budget
from rosenblatt.geometry._search import Search
from rosenblatt.geometry._signed_rows import SignedRows
from rosenblatt.geometry.certificate import Certificate, Undecided
from rosenblatt.geometry.matrix import Label, as_matrix
from rosenblatt.geometry.verify import check
from rosenblatt.labels import check_labels, sorted_classes
from rosenblatt.memory import require_memory
from rosenblatt.rows import RowsLike

_LEAST_COPIES = 2  # of a row of all columns: the plane and the point

Certificates: TypeAlias = "dict[Label, Certificate] | dict[tuple[Label, Label], Certificate]"


def certify(
    X: RowsLike,
    y: ArrayLike,
    fit_intercept: bool = True,
    *,
    tol: float = 1e-6,
    time_limit: float | None = None,
    work_limit: float | None = None,
    pairs: bool = False,
) -> Certificate | Certificates:
    """Find a plane that separates the classes, or prove that there is none.

    The answer is verified in exact arithmetic before it is returned, so it does not depend on rounding.

    Parameters
    ----------
    X : rows, dense or sparse.
    y : labels of at least two classes.
    fit_intercept : allow the plane a bias.
    tol : stop when the bracket of the margin is no wider than this share of it; 1 accepts any plane. With more than
        2,000 columns and rows the first plane found is returned, whatever the width of its bracket.
    time_limit : limit in seconds.
    work_limit : limit in multiply-adds; unlike seconds, they are the same on every machine.
    pairs : certify each pair of classes.

    Returns
    -------
    `Separable`, `Inseparable`, or, if a limit was reached before a proof, `Undecided`. For more than two classes, a
    dict of these: by label, that class against the rest, or with `pairs` by pair of labels.

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
    _above_zero("tol", tol)
    for name, limit in (("time_limit", time_limit), ("work_limit", work_limit)):
        if limit is not None:
            _above_zero(name, limit)
    matrix = as_matrix(X)
    _refuse_beyond_memory(matrix.shape[1])
    labels = check_labels("certify", y, matrix.shape[0])
    classes = sorted_classes("certify", labels).tolist()
    budget = Budget(work_limit, time_limit)

    def answer(positive: Label, negative: Label | None) -> Certificate:
        rows = SignedRows.of(matrix, labels, positive, negative, fit_intercept=bool(fit_intercept))
        return _checked(Search(rows, tol, budget).run(), rows)

    if pairs:
        return {(first, second): answer(second, first) for first, second in combinations(classes, 2)}
    if len(classes) > 2:
        return {label: answer(label, None) for label in classes}
    return answer(classes[1], classes[0])


def _refuse_beyond_memory(n_columns: int) -> None:
    what = f"a plane and a proof in {n_columns:,} columns"
    require_memory(_LEAST_COPIES * 8 * n_columns, "certify", what, "leave out columns that no row uses")


def _checked(certificate: Certificate, rows: SignedRows) -> Certificate:
    if not isinstance(certificate, Undecided):
        check(certificate, rows)
    return certificate


def _above_zero(name: str, value: object) -> None:
    if not isinstance(value, Real) or isinstance(value, bool) or not math.isfinite(value) or value <= 0:
        raise BadParameter(f"certify: {name} must be a number above 0, got {value!r}")
