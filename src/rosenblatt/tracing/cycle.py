"""Runs that never end: the weights return to where they were, and everything repeats."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rosenblatt.geometry.certificate import Inseparable
from rosenblatt.learn.confidence_weighted import ConfidenceWeighted
from rosenblatt.learn.kernel_perceptron import KernelPerceptron
from rosenblatt.tracing.formatting import count, some

if TYPE_CHECKING:
    from rosenblatt.learn.base import Classifier
    from rosenblatt.tracing.step import ModelState, Part
    from rosenblatt.tracing.trace import Trace

_MOST_ROWS = 12
_LONGEST_MULTIPLIER = 10**6  # that is written in full


class Cycle(NamedTuple):
    """Steps that repeat for ever.

    Parameters
    ----------
    first : number of the first step of the first round.
    n_steps : steps per round, a multiple of the steps of an epoch.
    n_updates : updates per round.
    """

    first: int
    n_steps: int
    n_updates: int


def find_cycle(model: Classifier, part: Part) -> Cycle | None:
    """Find the first recorded step before which the weights are what they were, at the same place of an earlier epoch.

    The next step depends on the weights and on the row alone, and in a fixed order (``"cyclic"`` or an array) the row
    depends on the place in the epoch alone. So the pair (weights, place) determines all that follows, and when it
    recurs, to the bit, so does everything after it. In other orders the next row is drawn, and nothing is claimed.
    The coefficients of a kernel learner count updates, and variances only fall: these never return.
    """
    is_fixed = not isinstance(model.order, str) or model.order == "cyclic"
    if not is_fixed or isinstance(model, KernelPerceptron | ConfidenceWeighted) or part.stop_reason == "converged":
        return None
    log, state, per_epoch = part.log, part.start.copy(), part.history[0].seen
    entries = [change.entries for change in log.changes.values()]
    used = np.unique(np.concatenate(entries or [np.zeros(0, np.int64)]))
    digest = _digest(state, used)
    seen = {(0, digest): 0}
    for number in range(1, len(log) + 1):
        change = log.changes.get(number)
        if change is not None:
            state.apply(change)
            digest = _digest(state, used)
        begin = seen.setdefault((number % per_epoch, digest), number)
        if begin < number:
            n_updates = sum(begin < step <= number for step in log.changes)
            return Cycle(begin + 1, number - begin, n_updates) if n_updates else None
    return None


def _digest(state: ModelState, used: np.ndarray) -> bytes:
    """Return a collision-resistant hash of the weights that ever change; 0 and -0 are one number."""
    numbers = np.concatenate([(state.weights[used] + 0.0).ravel(), state.bias + 0.0])
    return blake2b(numbers.tobytes()).digest()


def cycle_sentence(part: Part) -> str | None:
    """Return a sentence about the cycle of a part, or None."""
    cycle = part.cycle
    if cycle is None:
        return None
    again = cycle.first + cycle.n_steps
    how_often = "each epoch" if cycle.n_steps == part.history[0].seen else f"every {count(cycle.n_steps, 'step')}"
    return (
        f"From step {cycle.first:,} on it repeats for ever: before step {again:,} the weights are those before step "
        f"{cycle.first:,}, at the same place of an epoch, so that the same {count(cycle.n_updates, 'update')} follow "
        f"again, {how_often}."
    )


def cancelling_rows(trace: Trace, part: Part) -> tuple[str, str] | None:
    """Return words and a formula that state which rows prove that no plane exists, or None without such a proof."""
    proof = part.certificate
    if not isinstance(proof, Inseparable):
        return None
    total = sum(proof.multipliers)
    is_short = max(proof.multipliers) < _LONGEST_MULTIPLIER
    terms = []
    for row, multiplier in zip(proof.rows, proof.multipliers, strict=True):
        sign = "+" if trace.y[row] == proof.positive else "-"
        factor = f"{multiplier}·" if is_short else f"{multiplier / total:.3g}·"
        terms.append(f"{sign} {'' if multiplier == 1 else factor}x({trace.row_name(row)})")
    formula = some(terms, _MOST_ROWS, " ").removeprefix("+ ")
    bias = ", with multipliers of the same sum in both classes" if proof.fit_intercept else ""
    rounded = "" if is_short else " (here as rounded shares; the certificate has them exactly)"
    return f"No plane separates the rows, because these cancel out{bias}{rounded}:", f"{formula} = 0"
