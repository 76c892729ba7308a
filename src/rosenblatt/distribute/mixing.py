"""Mix what shards have learned apart: from the same weights, each has walked over its own rows.

With w before the round and w + D_i after the walk of shard i, the mixed weights are  w + sum_i a_i D_i / n  for each
weight on its own:

- ``"uniform"``: a_i = 1, n = the number of shards. McDonald, Hall and Mann, "Distributed training strategies for the
  structured perceptron", NAACL 2010. With k_i updates in shard i of rows that have a margin g within a radius R, the
  argument of Novikoff holds for any mean of the shards, by Jensen: all rounds together have
  sum of (sum_i k_i / shards) <= (R / g)^2.
- ``"updates"``: a_i = k_i, n = sum_i k_i. Then each round with an update counts at least 1 in that sum, and there are
  at most (R / g)^2 of them, as on one machine.
- ``"touched"``: a_i = 1, n = the number of shards that changed this weight, so that a feature which few shards have
  met is not divided by all of them. It is no mean of vectors, and the bounds do not hold.
- ``"precision"``, of learners with variances: with p = 1 / variance, a_i = p_i, and n = the sum of the p_i of the
  shards that changed this weight. The new precision is the mean of theirs. The sum of what they gained would be that
  of one shard which met all rows; but a mean of weights has learned less than that, and with 100 shards its steps
  became too small (on MNIST 89.9 % in place of 91.3 %). To move by the sum of all steps, too, the product of what the
  shards believe, diverged.

Where no shard changed a weight, it keeps its bits. All sums have an order that depends on the number of shards alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from rosenblatt.errors import BadParameter
from rosenblatt.learn.weights.average import Average
from rosenblatt.learn.weights.last import Last
from rosenblatt.learn.weights.plane import Plane
from rosenblatt.rows import Floats, Indices

UNIFORM, UPDATES, TOUCHED, PRECISION = MIXES = ("uniform", "updates", "touched", "precision")
FAN_IN = 32

Some: TypeAlias = "tuple[Indices | slice, Floats]"  # columns, and their numbers


class Walked(NamedTuple):
    """What the walk of one shard changed.

    Attributes
    ----------
    columns : the columns of which any number changed.
    weights, biases : the numbers at these columns, and all biases, of each plane that a walk changes.
    seen, mistakes, updates, loss, overflowed_at : counts of the walk.
    """

    columns: Indices
    weights: list[Floats]
    biases: list[Floats]
    seen: int
    mistakes: int
    updates: int
    loss: float
    overflowed_at: int


class Change(NamedTuple):
    """The columns of which any number changed, the numbers at these columns, and all biases, plane by plane."""

    columns: Indices
    weights: list[Floats]
    biases: list[Floats]


def change_of(before: Sequence[Plane], after: Sequence[Plane]) -> Change:
    """Return what differs between planes and the same planes after a walk."""
    n_columns = len(before[0].weights)
    is_other = np.zeros(n_columns, np.bool_)
    for old, new in zip(before, after, strict=True):
        places = np.flatnonzero(old.weights != new.weights)
        is_other[places // (old.weights.size // n_columns)] = True  # of several classes, each column has one place each
    columns = np.flatnonzero(is_other)
    return Change(columns, [plane.weights[columns] for plane in after], [plane.bias.copy() for plane in after])


def mix(solution: Last, walks: Sequence[Walked], how: str) -> None:
    """Make of the solution that all shards began with, in place, the one that they begin the next round with.

    Of one shard, it is the solution after its walk, to the last bit.

    Parameters
    ----------
    solution : before the round.
    walks : of all shards, in their order.
    how : one of `MIXES`.
    """
    planes = solution.changed_in_place()
    if len(walks) == 1:
        _take_over(planes, walks[0])
    else:
        _mix_weights(solution, planes, walks, how)
        biases = [[(slice(None), walk.biases[place]) for walk in walks] for place in range(len(planes))]
        _mix_arrays(solution, [plane.bias for plane in planes], biases, walks, how)
    solution.seen += sum(walk.seen for walk in walks)


def refuse_mix(how: str, *, has_variances: bool) -> None:
    """Raise if a learner cannot be mixed so."""
    if how not in MIXES:
        raise BadParameter(f"`mix=` must be one of {', '.join(map(repr, MIXES))}, got {how!r}")
    if has_variances != (how == PRECISION):
        which = "must be 'precision' for learners with variances" if has_variances else "is for learners with variances"
        raise BadParameter(f"`mix=` {which}, got {how!r}; leave it out")


def tree_sum(shape: tuple[int, ...], parts: Sequence[Some]) -> Floats:
    """Add up numbers at some columns: 32 neighbours at a time, and then their sums.

    Examples
    --------
    >>> import numpy as np
    >>> from rosenblatt.distribute.mixing import tree_sum
    >>> tree_sum((3,), [(np.array([0, 2]), np.array([1.0, 2.0])), (np.array([2]), np.array([5.0]))]).tolist()
    [1.0, 0.0, 7.0]
    """
    total = np.zeros(shape)
    for begin in range(0, len(parts), FAN_IN):
        of_group = np.zeros(shape)
        for columns, numbers in parts[begin : begin + FAN_IN]:
            of_group[columns] += numbers
        total += of_group
    return total


def _take_over(planes: Sequence[Plane], walk: Walked) -> None:
    for plane, weights, bias in zip(planes, walk.weights, walk.biases, strict=True):
        plane.weights[walk.columns] = weights
        plane.bias[:] = bias


def _mix_weights(solution: Last, planes: Sequence[Plane], walks: Sequence[Walked], how: str) -> None:
    """Mix the weights of the columns that any shard changed; a round has few of the columns of texts."""
    is_changed = np.zeros(len(planes[0].weights), np.bool_)
    for walk in walks:
        is_changed[walk.columns] = True
    columns = np.flatnonzero(is_changed)
    places = [np.searchsorted(columns, walk.columns) for walk in walks]
    ends = [
        [(own, walk.weights[plane]) for own, walk in zip(places, walks, strict=True)] for plane in range(len(planes))
    ]
    arrays = [plane.weights[columns] for plane in planes]
    _mix_arrays(solution, arrays, ends, walks, how)
    for plane, mixed in zip(planes, arrays, strict=True):
        plane.weights[columns] = mixed


def _mix_arrays(
    solution: Last, arrays: list[Floats], ends: Sequence[Sequence[Some]], walks: Sequence[Walked], how: str
) -> None:
    """Mix the weights of all planes, or their biases.

    Parameters
    ----------
    solution : before the round; its arrays are changed.
    arrays : its weights, its variances if it has any, and its lag if it is an average; or their biases.
    ends : of each of these, the numbers after the walk of each shard.
    walks, how : as in `mix`.
    """
    start = arrays[0]
    moves: list[Some] = [(columns, end - start[columns]) for columns, end in ends[0]]
    precision = None
    if solution.variances is not None:
        moved, precision = _moved_by_precision(start.shape, moves, arrays[1], ends[1])
    else:
        moved = _moved(start.shape, moves, walks, how)
    if isinstance(solution, Average):
        _mix_lag(arrays[-1], ends[-1], moves, walks, moved=moved, seen=solution.seen)
    start += moved
    if precision is not None:
        np.copyto(arrays[1], 1 / precision, where=precision != 1 / arrays[1])


def _moved(shape: tuple[int, ...], moves: Sequence[Some], walks: Sequence[Walked], how: str) -> Floats:
    """Return how far the weights of learners without variances move."""
    if how == UPDATES:
        counted = [(columns, walk.updates * move) for (columns, move), walk in zip(moves, walks, strict=True)]
        return tree_sum(shape, counted) / max(1, sum(walk.updates for walk in walks))
    if how == TOUCHED:
        return tree_sum(shape, moves) / _shards_that_moved(shape, moves)
    return tree_sum(shape, moves) / len(moves)


def _moved_by_precision(
    shape: tuple[int, ...], moves: Sequence[Some], variances: Floats, ends: Sequence[Some]
) -> tuple[Floats, Floats]:
    """Return how far the weights of learners with variances move, and the new precisions."""
    gains = [(columns, 1 / end - 1 / variances[columns]) for columns, end in ends]
    precision = 1 / variances + tree_sum(shape, gains) / _shards_that_moved(shape, moves)
    certain = [(columns, move / end) for (columns, move), (_, end) in zip(moves, ends, strict=True)]
    of_touched = [(columns, (move != 0) / end) for (columns, move), (_, end) in zip(moves, ends, strict=True)]
    certainty = tree_sum(shape, of_touched)
    return tree_sum(shape, certain) / np.where(certainty == 0, 1.0, certainty), precision


def _shards_that_moved(shape: tuple[int, ...], moves: Sequence[Some]) -> Floats:
    """Return how many shards moved each weight, or 1 where none did."""
    return np.maximum(tree_sum(shape, [(columns, (move != 0).astype(np.float64)) for columns, move in moves]), 1.0)


def _mix_lag(
    lag: Floats, ends: Sequence[Some], moves: Sequence[Some], walks: Sequence[Walked], *, moved: Floats, seen: int
) -> None:
    """Mix how far the sum of weights lags behind, so that every row's weights count once, whatever the shards' sizes.

    The sum after N rows is N w - lag. Shard i adds  t_i w + t_i D_i - lag_i  to it in t_i rows, where lag_i counts the
    rows of this walk alone. So the sum after all walks, with w moved by M, has

        lag + (N + sum_i t_i) M + sum_i (lag_i - t_i D_i).
    """
    own = [
        (columns, end - walk.seen * move) for (columns, end), (_, move), walk in zip(ends, moves, walks, strict=True)
    ]
    lag += (seen + sum(walk.seen for walk in walks)) * moved + tree_sum(lag.shape, own)
