"""Kernels by scikit-learn's names and meanings, of a block of rows with stored rows.

A kernel says what it must keep of a row (`take`), and computes its values for every pair of a row and a kept one.
All of them come from one product of matrices and a function of each number.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import numpy as np
import scipy.sparse as sp

from rosenblatt import checks
from rosenblatt.errors import BadData, BadParameter
from rosenblatt.rows import Floats, Indices, Matrix, copy_rows

Stored: TypeAlias = Any  # what a kernel keeps of rows: a matrix, or for a given Gram matrix their numbers

# Numbers that are not finite are found by the activations they lead to; NumPy need not speak of them.
QUIET = np.errstate(over="ignore", invalid="ignore")

NAMES = ("linear", "poly", "rbf", "sigmoid", "precomputed")

# Rows whose kernels with themselves are read off a square of kernel values.
SQUARE = 64


@dataclass(frozen=True)
class Kernel(ABC):
    """Values of a kernel; `bias` is added to each: 1 for a bias, which is a feature that is always 1."""

    bias: float

    def __call__(self, rows: Matrix, stored: Stored) -> Floats:
        """Compute the kernel of every row with every stored one, one row of values per row."""
        values = self.values(rows, stored)
        if self.bias:
            values += self.bias
        return values

    def of(self, rows: Matrix) -> Callable[[Stored], Floats]:
        """Return the kernel as a function of stored rows, for rows that are evaluated repeatedly."""
        return partial(self, rows)

    @abstractmethod
    def values(self, rows: Matrix, stored: Stored) -> Floats:
        """Compute the kernel without the bias, in an array of its own."""

    def lengths2(self, X: Matrix, which: Indices) -> Floats:
        """Compute the kernel of each chosen row with itself."""
        parts = [which[k : k + SQUARE] for k in range(0, len(which), SQUARE)]
        return np.concatenate([np.diagonal(self(X[part], self.take(X, part))) for part in parts])

    def take(self, X: Matrix, which: Indices) -> Stored:
        """Copy the chosen rows as they are stored."""
        return copy_rows(X, which)

    def among(self, X: Matrix, one: Stored, other: Stored) -> Floats:
        """Compute the kernel of stored rows with other stored ones, of which X may be the given values."""
        return self(one, other)

    def join(self, parts: Sequence[Stored]) -> Stored:
        """Join stored rows."""
        if any(map(sp.issparse, parts)):
            return sp.csr_array(sp.vstack(parts))
        return np.concatenate(parts)


@dataclass(frozen=True)
class OfProducts(Kernel):
    """A function of the product u.v alone."""

    gamma: float

    def values(self, rows: Matrix, stored: Stored) -> Floats:
        return self.apply(_products(rows, stored))

    def lengths2(self, X: Matrix, which: Indices) -> Floats:
        return self.apply(_norms2(X[which])) + self.bias

    @abstractmethod
    def apply(self, products: Floats) -> Floats:
        """Turn products into kernel values, in place."""


class Linear(OfProducts):
    """The product itself: u.v."""

    def apply(self, products: Floats) -> Floats:
        return products


@dataclass(frozen=True)
class Poly(OfProducts):
    """(gamma u.v + coef0)^degree."""

    coef0: float
    degree: int

    def apply(self, products: Floats) -> Floats:
        products *= self.gamma
        products += self.coef0
        return _power(products, self.degree)


@dataclass(frozen=True)
class Sigmoid(OfProducts):
    """tanh(gamma u.v + coef0)."""

    coef0: float

    def apply(self, products: Floats) -> Floats:
        products *= self.gamma
        products += self.coef0
        return np.tanh(products, out=products)


@dataclass(frozen=True)
class Rbf(Kernel):
    """exp(-gamma |u - v|^2)."""

    gamma: float

    def values(self, rows: Matrix, stored: Stored) -> Floats:
        """Compute the kernel without the bias.

        |u - v|^2 = |u|^2 - 2 u.v + |v|^2, and rounding must not make it negative.
        """
        return self._given_norms(_norms2(rows), rows, stored)

    def of(self, rows: Matrix) -> Callable[[Stored], Floats]:
        norms2 = _norms2(rows)
        return lambda stored: self._given_norms(norms2, rows, stored) + self.bias

    def _given_norms(self, norms2: Floats, rows: Matrix, stored: Stored) -> Floats:
        values = _products(rows, stored)
        values *= 2 * self.gamma
        values -= self.gamma * norms2[:, None]
        values -= self.gamma * _norms2(stored)
        np.minimum(values, 0.0, out=values)
        return np.exp(values, out=values)

    def lengths2(self, X: Matrix, which: Indices) -> Floats:
        return np.full(len(which), 1.0 + self.bias)


class Precomputed(Kernel):
    """Kernel values that the user computed: of the training rows with one another, and of new rows with those."""

    def values(self, rows: Matrix, stored: Stored) -> Floats:
        return _own_array(rows[:, stored])

    def lengths2(self, X: Matrix, which: Indices) -> Floats:
        diagonal: Floats = np.asarray(X[which, which], dtype=np.float64) + self.bias
        return diagonal

    def take(self, X: Matrix, which: Indices) -> Stored:
        """Return the numbers of the rows, which are the columns of later values."""
        return which.copy()

    def among(self, X: Matrix, one: Stored, other: Stored) -> Floats:
        """Compute the kernel of stored rows with other stored ones, of which X has the given values."""
        return self(X[one], other)


@dataclass(frozen=True)
class Given(Kernel):
    """A function of two blocks of rows that the user passed."""

    function: Callable[[Any, Any], Any]

    def values(self, rows: Matrix, stored: Stored) -> Floats:
        expected = (rows.shape[0], stored.shape[0])
        values = _own_array(self.function(rows, stored))
        if values.shape != expected:
            raise BadData(
                f"the kernel was given {expected[0]} and {expected[1]} rows and must answer with an array of shape "
                f"{expected}, got {values.shape}"
            )
        if not np.isfinite(values).all():
            row, column = np.argwhere(~np.isfinite(values))[0]
            raise BadData(f"the kernel gave {values[row, column]} for rows {row} and {column} of its two blocks")
        return values


def make_kernel(owner: Any, X: Matrix, present: Indices | None = None) -> Kernel:
    """Make the kernel that the options name, for rows like these; `present` is None for all of them."""
    bias = 1.0 if checks.flag(owner, "fit_intercept") else 0.0
    if callable(owner.kernel):
        return Given(bias, owner.kernel)
    name = checks.choice(owner, "kernel", NAMES)
    if name == "precomputed":
        if X.shape[0] != X.shape[1]:
            raise BadData(
                f"{type(owner).__name__}: with kernel='precomputed', X must hold the kernel of each row with each; "
                f"it has {X.shape[0]} rows and {X.shape[1]} columns"
            )
        return Precomputed(bias)
    gamma = _gamma(owner, X, present)
    if name == "linear":
        return Linear(bias, gamma)
    if name == "rbf":
        return Rbf(bias, gamma)
    coef0 = checks.finite(owner, "coef0")
    return Sigmoid(bias, gamma, coef0) if name == "sigmoid" else Poly(bias, gamma, coef0, _degree(owner))


def _degree(owner: Any) -> int:
    return checks.whole(owner, "degree", 1)


def _gamma(owner: Any, X: Matrix, present: Indices | None) -> float:
    """As in scikit-learn: "scale" is 1 / (columns * variance of X), "auto" is 1 / columns."""
    n_columns = int(X.shape[1])
    if isinstance(owner.gamma, str) and owner.gamma == "auto":
        return 1.0 / n_columns
    if isinstance(owner.gamma, str) and owner.gamma == "scale":
        variance = _variance(X if present is None else X[present])
        return 1.0 / (n_columns * variance) if variance > 0 else 1.0
    if isinstance(owner.gamma, str):
        raise BadParameter(
            f"{type(owner).__name__}: gamma must be 'scale', 'auto' or a number above 0, got {owner.gamma!r}"
        )
    return checks.above_zero(owner, "gamma")


def _variance(X: Matrix) -> float:
    if isinstance(X, np.ndarray):
        return float(np.var(X, dtype=np.float64))
    return float(X.multiply(X).mean() - X.mean() ** 2)


def _products(rows: Matrix, stored: Stored) -> Floats:
    """Multiply every row with every stored one, by BLAS or by SciPy."""
    products = rows @ stored.T
    return products if type(products) is np.ndarray and products.dtype == np.float64 else _own_array(products)


def _own_array(values: Any) -> Floats:
    """Return values as a dense array that may be changed."""
    return np.array(values.toarray() if hasattr(values, "toarray") else values, dtype=np.float64)


def _norms2(rows: Matrix) -> Floats:
    if sp.issparse(rows):
        return np.asarray(rows.multiply(rows).sum(axis=1), dtype=np.float64).ravel()
    norms2: Floats = np.einsum("ij,ij->i", rows, rows, dtype=np.float64)
    return norms2


def _power(values: Floats, degree: int) -> Floats:
    """Raise each number to a whole power, in place, by repeated squaring."""
    if degree == 1:
        return values
    base = values.copy()
    for bit in bin(degree)[3:]:
        np.square(values, out=values)
        if bit == "1":
            values *= base
    return values
