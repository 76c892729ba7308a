"""All models that a learner passes through, stored as the updates that lead from one to the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from rosenblatt import _core
from rosenblatt.learn.weights.average import Average
from rosenblatt.learn.weights.plane import Plane
from rosenblatt.rows import Floats, Indices, Matrix, RowsView, Targets, copy_rows

# Numbers in a block of products: 32 MB. Fewer rows than the least would make a product of matrices slow.
BLOCK, LEAST_ROWS = 2**22, 32


class Updates(NamedTuple):
    """One entry per update: which stored row was added, its step, and the number of examples before it.

    Of two classes a step has the sign of its row; of several it is what one class gained and another lost.
    """

    rows: Indices
    steps: Floats
    before: Indices
    gains: NDArray[np.int32]
    loses: NDArray[np.int32]

    def between(self, begin: int, end: int) -> Updates:
        return Updates(*(cast(Any, values)[begin:end] for values in self))

    def opposite(self) -> Updates:
        """Exchange the two classes."""
        return self._replace(steps=-self.steps)

    def per_class(self) -> Updates:
        """Split each step into half for the class of the row and half against the other."""
        gains = (self.steps > 0).astype(np.int32)
        return self._replace(steps=np.abs(self.steps) / 2, gains=gains, loses=1 - gains)

    def add_class(self, place: int) -> Updates:
        """Renumber the classes to make room for one at `place`."""
        gains, loses = (classes + (classes >= place).astype(np.int32) for classes in (self.gains, self.loses))
        return self._replace(gains=gains, loses=loses)


def joined(pieces: list[Updates]) -> Updates:
    """Concatenate updates."""
    return Updates(*map(np.concatenate, zip(*pieces, strict=True)))


def no_updates() -> Updates:
    """Return updates of length zero."""
    none, classes = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int32)
    return Updates(none, np.zeros(0), none, classes, classes)


class Voters(NamedTuple):
    """All models from the first weights on; each votes with the number of examples it survived."""

    start: Plane
    stored: Matrix
    updates: Updates
    survived: Floats
    bias_feature: float
    last_wins: bool

    def activations(self, X: RowsView, which: Indices | None = None) -> Floats:
        """Compute the shares of the votes: for two classes from -1 to +1 for the second, for several one per class.

        The share of a row that is not finite is NaN.
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
    """Every update, with a copy of its row, beside the average and the last weights."""

    bias_feature: float = 1.0
    last_wins: bool = False
    start: Plane | None = None
    updates: Updates = field(default_factory=no_updates)
    later: list[Updates] = field(default_factory=list)  # joined with `updates` when a model is made
    stored: list[Matrix] = field(default_factory=list)  # likewise
    n_stored: int = 0
    _attached: Matrix | None = None
    _places: Indices | None = None  # where each attached row is stored, or -1

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.start is None:
            self.start = self.plane.copy()

    def state(self) -> _core.State:
        return _core.State(*self.plane, *self.lag, self.seen, True)

    def snapshot(self, rows: _core.Rows | None = None) -> Callable[[], None]:
        if rows is None:
            self._join()  # a model may be made before the state is restored, which joins all there is
        restore_planes = super().snapshot(rows)
        updates, first, n_later, n_chunks = self.updates, self.stored[:1], len(self.later), len(self.stored)
        n_stored = self.n_stored

        def restore() -> None:
            restore_planes()
            del self.later[n_later:], self.stored[n_chunks:]
            self.updates, self.stored[:1], self.n_stored = updates, first, n_stored

        return restore

    def attach(self, view: RowsView) -> None:
        self._attached, self._places = view.matrix, np.full(view.rows.n_rows, -1)

    def detach(self) -> None:
        super().detach()
        self._attached = self._places = None

    def after_walk(self, state: _core.State, targets: Targets) -> None:
        super().after_walk(state, targets)
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
        self._join()
        survived = survival(self.updates, self.seen)
        stored = self.stored[0] if self.stored else np.zeros((0, self.plane.weights.shape[0]))
        start = cast(Plane, self.start)
        return Voters(start, stored, self.updates, survived, self.bias_feature, self.last_wins)

    def opposite(self) -> Votes:
        return self._with_updates(super().opposite(), Updates.opposite)

    def per_class(self) -> Votes:
        return self._with_updates(super().per_class(), Updates.per_class)

    def add_class(self, place: int) -> Votes:
        return self._with_updates(super().add_class(place), lambda updates: updates.add_class(place))

    def in_columns(self, places: Indices, n_columns: int) -> Votes:
        self._join()
        stored = [_in_columns(rows, places, n_columns) for rows in self.stored]
        return replace(super().in_columns(places, n_columns), later=[], stored=stored)

    def with_planes(self, change: Callable[[Plane], Plane]) -> Votes:
        return replace(super().with_planes(change), start=change(cast(Plane, self.start)))

    def _with_updates(self, changed: Votes, change: Callable[[Updates], Updates]) -> Votes:
        self._join()
        return replace(changed, updates=change(self.updates), later=[], stored=self.stored.copy())

    def _join(self) -> None:
        """Join all updates into one list and all stored rows into one matrix."""
        self.updates, self.later = joined([self.updates, *self.later]), []
        if len(self.stored) > 1:
            self.stored = [_stacked(self.stored)]

    def _store(self, rows: Indices) -> Indices:
        """Copy the rows that are not stored yet, and return where each row is stored."""
        assert self._attached is not None, "rows are attached before a walk"
        assert self._places is not None
        new = np.unique(rows[self._places[rows] < 0])
        if len(new):
            self.stored.append(copy_rows(self._attached, new))
            self._places[new] = np.arange(self.n_stored, self.n_stored + len(new))
            self.n_stored += len(new)
        return self._places[rows]


def _stacked(stored: list[Any]) -> Matrix:
    if all(isinstance(rows, np.ndarray) for rows in stored):
        return np.vstack(stored)
    import scipy.sparse as sp  # noqa: PLC0415  loaded already, with the rows

    return sp.csr_array(sp.vstack(stored))


def _in_columns(rows: Matrix, places: Indices, n_columns: int) -> Matrix:
    """Move the columns of rows to `places` among `n_columns` columns."""
    if isinstance(rows, np.ndarray):
        wider = np.zeros((rows.shape[0], n_columns))
        wider[:, places] = rows
        return wider
    from scipy.sparse import csr_array  # noqa: PLC0415  loaded already, with the rows

    indices = places.astype(rows.indices.dtype)[rows.indices]
    return csr_array((rows.data, indices, rows.indptr), shape=(rows.shape[0], n_columns))


def _products(stored: Matrix, rows: Matrix) -> Floats:
    """Multiply every stored row with every row, by BLAS or by SciPy."""
    with np.errstate(invalid="ignore", over="ignore"):  # rows that are not finite show in the result
        products: Any = stored @ rows.T
    return np.ascontiguousarray(products if isinstance(products, np.ndarray) else products.toarray(), dtype=np.float64)
