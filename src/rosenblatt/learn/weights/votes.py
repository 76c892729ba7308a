"""All the models that a learner passes through, kept as the updates that lead from one to the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple, cast

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.learn.weights.solution import Average, Plane
from rosenblatt.rows import Floats, Indices, Matrix, RowsView, Targets, copy_rows

# Numbers in a block of products: 32 MB. Fewer rows than the least would make a product of matrices slow.
BLOCK, LEAST_ROWS = 2**22, 32


class Updates(NamedTuple):
    """One entry an update: which stored row was added, its step, and the examples met before it.

    Of two classes a step has the sign of its row; of several it is what one class gained and another lost.
    """

    rows: Indices
    steps: Floats
    before: Indices
    gains: NDArray[np.int32]
    loses: NDArray[np.int32]

    def between(self, begin: int, end: int) -> Updates:
        """Give some of the updates."""
        return Updates(*(cast(Any, values)[begin:end] for values in self))

    def opposite(self) -> Updates:
        """Let the two classes change places."""
        return self._replace(steps=-self.steps)

    def of_each_class(self) -> Updates:
        """Half for the class of the row and half against the other."""
        gains = (self.steps > 0).astype(np.int32)
        return self._replace(steps=np.abs(self.steps) / 2, gains=gains, loses=1 - gains)

    def with_class(self, place: int) -> Updates:
        """Make room for a class."""
        gains, loses = (classes + (classes >= place).astype(np.int32) for classes in (self.gains, self.loses))
        return self._replace(gains=gains, loses=loses)


def joined(pieces: list[Updates]) -> Updates:
    """Put lists of updates one after another."""
    return Updates(*map(np.concatenate, zip(*pieces, strict=True)))


def no_updates() -> Updates:
    """Begin a list of updates."""
    none, classes = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int32)
    return Updates(none, np.zeros(0), none, classes, classes)


class Voters(NamedTuple):
    """Every model from the first weights on votes, weighted by the number of examples it survived."""

    start: Plane
    stored: Matrix
    updates: Updates
    survived: Floats
    bias_feature: float
    last_wins: bool

    def activations(self, X: RowsView, which: Indices | None = None) -> Floats:
        """Give the shares of the votes: of two classes from -1 to +1 for the second, of several one a class.

        A row that is not finite gets NaN.
        """
        rows = np.arange(X.rows.n_rows) if which is None else which
        size = max(LEAST_ROWS, BLOCK // max(1, self.stored.shape[0]))
        return np.concatenate([self._shares(X, rows[k : k + size]) for k in range(0, len(rows), size)])

    def _shares(self, X: RowsView, rows: Indices) -> Floats:
        start = np.ascontiguousarray(self.start.activations(X, rows).T)
        products = _products(self.stored, X.matrix[rows])
        return shares(
            products,
            start,
            self.updates,
            self.survived,
            bias_feature=self.bias_feature,
            last_wins=self.last_wins,
        )


def shares(
    products: Floats, start: Floats, updates: Updates, survived: Floats, *, bias_feature: float, last_wins: bool
) -> Floats:
    """Count the votes on a block of rows, from the product of each stored row with each of them.

    `start` holds their activations by the first weights, and afterwards those by the last.
    """
    votes = np.zeros_like(start)
    which, steps, _, gains, loses = updates
    if start.ndim == 1:
        _core.vote(products, which, steps, survived, bias_feature, last_wins, start, votes)
    else:
        _core.vote_among(products, which, steps, gains, loses, survived, bias_feature, last_wins, start, votes)
    result: Floats = np.where(np.isfinite(start), votes / max(1.0, survived.sum()), np.nan).T
    return result


def survival(updates: Updates, seen: int) -> Floats:
    """Count the examples that the first weights survived, and then those after each update."""
    return np.diff(np.concatenate([[0], updates.before, [seen]]).astype(np.float64))


@dataclass
class Votes(Average):
    """Every update, with a copy of its row; the average and the last weights go along."""

    bias_feature: float = 1.0
    last_wins: bool = False
    parts: ClassVar[tuple[str, ...]] = ("plane", "lag", "start", "updates")
    start: Plane | None = None
    updates: Updates = field(default_factory=no_updates)
    later: list[Updates] = field(default_factory=list)  # joined with the others when they are asked for
    stored: list[Matrix] = field(default_factory=list)  # likewise
    n_stored: int = 0
    _met: Matrix | None = None
    _places: Indices | None = None  # where each row that was met is stored, or -1

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.start is None:
            self.start = self.plane.copy()

    def state(self) -> _core.State:
        """Give the core what it changes in place."""
        return _core.State(*self.plane, *self.lag, self.seen, True)

    def remember(self, rows: _core.Rows) -> Callable[[], None]:
        """Give a function that undoes what these rows will have done."""
        put_planes_back = super().remember(rows)
        n_later, n_chunks, n_stored = len(self.later), len(self.stored), self.n_stored

        def put_back() -> None:
            put_planes_back()
            del self.later[n_later:], self.stored[n_chunks:]
            self.n_stored = n_stored

        return put_back

    def meet(self, matrix: Matrix) -> None:
        """Take note of the rows that are learned from next."""
        self._met, self._places = matrix, np.full(matrix.shape[0], -1)

    def leave(self) -> None:
        """Let go of the rows that were learned from."""
        super().leave()
        self._met = self._places = None

    def took(self, state: _core.State, targets: Targets) -> None:
        """Take note of a walk's end."""
        super().took(state, targets)
        rows, seen, steps, rivals = state.updates()
        if len(rows) == 0:
            return
        if len(rivals) == 0:
            none = np.zeros(len(rows), dtype=np.int32)
            update = Updates(self._store(rows), steps * targets[rows], seen - 1, none, none)
        else:
            update = Updates(self._store(rows), steps, seen - 1, targets[rows].astype(np.int32), rivals)
        self.later.append(update)

    def model(self) -> Voters:
        """Give what predicts."""
        self._join()
        survived = survival(self.updates, self.seen)
        stored = self.stored[0] if self.stored else np.zeros((0, self.plane.weights.shape[0]))
        start = cast(Plane, self.start)
        return Voters(start, stored, self.updates, survived, self.bias_feature, self.last_wins)

    def changed(self, how: str, *args: Any) -> Votes:
        """Change every part in the way that a method of `Plane` says, to take in a new class."""
        self._join()
        return replace(super().changed(how, *args), later=[], stored=self.stored.copy())

    def _join(self) -> None:
        """Make one list of all updates and one matrix of all stored rows."""
        self.updates, self.later = joined([self.updates, *self.later]), []
        if len(self.stored) > 1:
            is_sparse = any(map(sp.issparse, self.stored))
            stack: Any = sp.vstack if is_sparse else np.vstack
            self.stored = [sp.csr_array(stack(self.stored)) if is_sparse else stack(self.stored)]

    def _store(self, rows: Indices) -> Indices:
        """Copy those rows that are not stored yet; returns where each is."""
        assert self._met is not None, "meet comes before took"
        assert self._places is not None
        new = np.unique(rows[self._places[rows] < 0])
        if len(new):
            self.stored.append(copy_rows(self._met, new))
            self._places[new] = np.arange(self.n_stored, self.n_stored + len(new))
            self.n_stored += len(new)
        return self._places[rows]


def _products(stored: Matrix, rows: Matrix) -> Floats:
    """Multiply every stored row with every row, by BLAS or by SciPy."""
    with np.errstate(invalid="ignore", over="ignore"):  # rows that are not finite are found by what comes out
        products = stored @ rows.T
    return np.ascontiguousarray(products.toarray() if sp.issparse(products) else products, dtype=np.float64)
