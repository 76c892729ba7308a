"""Rows as the questions turn them: with their signs, or by Kesler's construction once for each rival.

A unit is one row x with one vector e of whole numbers, and stands for the product of both: e[p] x in the place of each
plane p. For two classes there is one plane, and e is the sign. For several there is one plane per class, and e is 1 at
the class of the row, -1 at one rival. A plane, or a machine of planes, separates if its product with each unit is
above 0. The product of two units is that of their vectors times that of their rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt.errors import BadCertificate, BadData
from rosenblatt.geometry._signed_rows import SignedRows, rows_of_classes
from rosenblatt.geometry.matrix import Label, Matrix
from rosenblatt.geometry.padding import pad
from rosenblatt.labels import Labels


@dataclass(frozen=True, eq=False)
class Units:
    """The units of a question.

    Parameters
    ----------
    rows : number in X of the row of each unit, rising.
    vectors : one vector per unit.
    rivals : the label of each rival; empty for two classes.
    """

    rows: NDArray[np.int64]
    vectors: NDArray[np.int64]
    rivals: list[Label]

    def __len__(self) -> int:
        return len(self.rows)

    def named(self, units: Sequence[int]) -> tuple[tuple[int, ...], tuple[Label, ...]]:
        """Return the rows and rivals of some units, as a certificate names them."""
        rows = tuple(int(self.rows[unit]) for unit in units)
        return rows, tuple(self.rivals[unit] for unit in units) if self.rivals else ()

    def found(self, rows: Sequence[int], rivals: Sequence[Label]) -> list[int]:
        """Return the units that a certificate names; each must come once."""
        if self.rivals and len(rivals) != len(rows):
            raise BadCertificate(f"there must be one rival per row, got {len(rivals)} for {len(rows)} rows")
        names = zip(rows, rivals, strict=True) if self.rivals else ((row, None) for row in rows)
        units = [self._found(row, rival) for row, rival in names]
        if len(set(units)) < len(units):
            raise BadCertificate("every row must come once, or once for each rival; one comes twice")
        return units

    def _found(self, row: int, rival: Label | None) -> int:
        begin, end = np.searchsorted(self.rows, [row, row + 1]).tolist()
        for unit in range(begin, end):
            if not self.rivals or self.rivals[unit] == rival:
                return int(unit)
        against = "" if rival is None else f" with {rival!r} as its rival"
        raise BadCertificate(f"row {row!r}{against} must be a row of the classes in question; it is not")


def units_of(labels: Labels, positive: Label | None, negative: Label | None, classes: Sequence[Label]) -> Units:
    """Make the units of a question: of two classes, of one and the rest, or, if positive is None, of all classes."""
    if positive is None:
        return _kesler(labels, classes)
    rows, is_positive = rows_of_classes(labels, positive, negative)
    return Units(rows, np.where(is_positive, 1, -1)[:, None], [])


def _kesler(labels: Labels, classes: Sequence[Label]) -> Units:
    own = np.full(len(labels), -1)
    for place, label in enumerate(classes):
        own[np.asarray(labels == label)] = place
    if (own < 0).any():
        row = int(np.argmax(own < 0))
        raise BadData(f"y is {labels[row]!r} in row {row}, which is none of the classes of the certificate")
    n_classes = len(classes)
    places = np.repeat(own, n_classes - 1)
    others = np.tile(np.arange(n_classes - 1), len(labels))
    rivals = others + (others >= places)
    eye = np.eye(n_classes, dtype=np.int64)
    rows = np.repeat(np.arange(len(labels)), n_classes - 1)
    return Units(rows, eye[places] - eye[rivals], [classes[rival] for rival in rivals.tolist()])


def kesler_rows(X: Matrix, units: Units, *, fit_intercept: bool) -> SignedRows:
    """Return the units of several classes as sparse rows: for each class its columns, then its padding."""
    padded = sp.csr_array(pad(X) if fit_intercept else X)
    width, n_classes = padded.shape[1], units.vectors.shape[1]
    chosen = padded[units.rows]
    lengths = np.diff(chosen.indptr)
    shape = (len(units), width * n_classes)

    def placed(places: NDArray[np.int64]) -> sp.csr_array:
        return sp.csr_array((chosen.data, chosen.indices + width * np.repeat(places, lengths), chosen.indptr), shape)

    matrix = placed(units.vectors.argmax(axis=1)) - placed(units.vectors.argmin(axis=1))
    matrix.sort_indices()
    numbers = np.arange(len(units))
    return SignedRows(matrix, numbers, np.ones(len(units)), None, None, fit_intercept=False)
