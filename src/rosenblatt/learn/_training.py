"""Epoch after epoch over the same rows, until a stopping rule holds."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import NamedTuple

from rosenblatt import _core
from rosenblatt.batch import Batch
from rosenblatt.errors import Overflowed
from rosenblatt.geometry.certificate import Certificate
from rosenblatt.learn._final import Last, Plane
from rosenblatt.learn._held_out import Scored
from rosenblatt.learn._order import Order
from rosenblatt.learn._prove import Prover
from rosenblatt.learn._stopping import Epoch, StoppingRules


class Trained(NamedTuple):
    """What training left behind besides the weights: a record an epoch, why it ended, and a proof if one was asked."""

    history: list[Epoch]
    reason: str
    certificate: Certificate | None


def train(
    learning: _core.Learning,
    batch: Batch,
    kept: Last,
    *,
    order: Order,
    stopping: StoppingRules,
    learned: Scored,
    held_out: Scored | None,
    prove: Prover | None,
    report: Callable[[Epoch], None],
) -> Trained:
    """Learn until a stopping rule holds."""
    history: list[Epoch] = []
    certificate = None
    reason = None
    while reason is None:
        start = time.perf_counter()
        before = kept.plane.copy()
        tally = order.walk(learning, batch, kept.state(), stopping.updates_left)
        refuse_overflow(tally, f"epoch {len(history) + 1}")
        kept.seen += tally.seen
        kept.weigh(learned.error)
        history.append(
            Epoch(
                epoch=len(history) + 1,
                seen=tally.seen,
                mistakes=tally.mistakes,
                updates=tally.updates,
                loss=tally.loss / max(1, tally.seen),
                weight_change=relative_change(before, kept.plane),
                validation_error=None if held_out is None else held_out.error(kept.result()),
                seconds=time.perf_counter() - start,
            )
        )
        report(history[-1])
        is_converged = tally.updates == 0 and order.met_all(learning, batch, kept.plane)
        reason = stopping.reason(history[-1], is_converged)
        if reason == "no_improvement" and prove is not None:
            certificate = prove(_work(batch, history))
            reason = stopping.reason_given(certificate, history[-1])
    return Trained(history, reason, certificate)


def _work(batch: Batch, history: list[Epoch]) -> int:
    """Multiply-adds so far: each row seen is multiplied with the weights, each update adds one to them."""
    rows = sum(epoch.seen + epoch.updates for epoch in history)
    return rows * batch.rows.entries // batch.rows.n_rows


def relative_change(before: Plane, after: Plane) -> float:
    """Compute |(w, b) - (w, b) before| / |(w, b)|."""
    moved = _length(Plane(after.weights - before.weights, after.bias - before.bias))
    if moved == 0.0:
        return 0.0
    length = _length(after)
    return moved / length if length > 0.0 else math.inf


def refuse_overflow(tally: _core.Tally, when: str) -> None:
    """Raise if a walk met a number that is no longer finite."""
    if tally.overflowed_at >= 0:
        raise Overflowed(
            f"weights or activations grew past the largest float in {when}, at row {tally.overflowed_at}; "
            "scale the columns or lower learning_rate"
        )


def _length(plane: Plane) -> float:
    """By the core's sum and not by BLAS: the same bits on every CPU, and no second thread left spinning."""
    return math.sqrt(_core.norm2(plane.weights) + _core.norm2(plane.bias))
