"""Epoch after epoch over the same rows, until a stopping rule holds."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple, Protocol

from rosenblatt import _core
from rosenblatt.errors import Overflowed
from rosenblatt.geometry.certificate import Certificate
from rosenblatt.learn.fitting.order import Order
from rosenblatt.learn.fitting.prove import Prover
from rosenblatt.learn.fitting.stopping import Epoch, StoppingRules
from rosenblatt.learn.weights.solution import Kept, Model, See, Tally
from rosenblatt.rows import Batch

# Seconds. The system may hand Ctrl-C to any thread, and a main thread that waits without end would never hear of it.
HEARING = 0.1


class Trained(NamedTuple):
    """What training left behind besides the weights: a record an epoch, why it ended, and a proof if one was asked."""

    history: list[Epoch]
    reason: str
    certificate: Certificate | None


class Watch(Protocol):
    """Someone who wants to see every step."""

    def of_epoch(self, epoch: int) -> See | None:
        """Give who sees every row of an epoch; None if that was enough, and it may be walked without a pause."""


class Scored(Protocol):
    """Rows to score a model by."""

    def error(self, model: Model) -> float:
        """Share of wrong guesses."""


@dataclass
class Task:
    """All that one learner needs to be trained."""

    learning: _core.Learning
    batch: Batch
    kept: Kept
    order: Order
    stopping: StoppingRules
    learned: Scored
    held_out: Scored | None
    prove: Prover | None
    watch: Watch | None = None


def train(task: Task, report: Callable[[Epoch], None]) -> Trained:
    """Learn until a stopping rule holds."""
    learning, batch, kept, held_out = task.learning, task.batch, task.kept, task.held_out
    history: list[Epoch] = []
    certificate = None
    reason = None
    while reason is None:
        start = time.perf_counter()
        kept.begin_epoch()
        see = None if task.watch is None else task.watch.of_epoch(len(history) + 1)
        tally = task.order.walk(learning, batch, kept, task.stopping.updates_left, see=see)
        refuse_overflow(tally, f"epoch {len(history) + 1}")
        kept.weigh(task.learned.error)
        history.append(
            Epoch(
                epoch=len(history) + 1,
                seen=tally.seen,
                mistakes=tally.mistakes,
                updates=tally.updates,
                loss=tally.loss / max(1, tally.seen),
                weight_change=kept.weight_change(),
                validation_error=None if held_out is None else held_out.error(kept.model()),
                seconds=time.perf_counter() - start,
            )
        )
        report(history[-1])
        is_converged = tally.updates == 0 and task.order.met_all(learning, batch, kept)
        reason = task.stopping.reason(history[-1], is_converged)
        if reason == "no_improvement" and task.prove is not None:
            certificate = task.prove(_work(batch, history))
            reason = task.stopping.reason_given(certificate, history[-1])
    return Trained(history, reason, certificate)


def train_all(tasks: list[Task], n_threads: int, report: Callable[[Epoch], None]) -> list[Trained]:
    """Train learners that know nothing of one another, several at a time; the result does not depend on how many.

    Threads suffice, because the core works without Python's lock. What ends one ends all: only the main thread
    hears Ctrl-C, so it tells the others.
    """
    if n_threads == 1 or len(tasks) == 1:
        return [train(task, report) for task in tasks]

    from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait  # noqa: PLC0415  slow to load

    pool = ThreadPoolExecutor(min(n_threads, len(tasks)))
    try:
        running = [pool.submit(train, task, report) for task in tasks]
        while wait(running, HEARING, FIRST_EXCEPTION).not_done and not any(map(_has_failed, running)):
            pass
        return [task.result() for task in running]
    except BaseException:
        tasks[0].learning.stop()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _has_failed(task: Any) -> bool:
    return task.done() and task.exception() is not None


def together(trained: list[Trained]) -> Trained:
    """Add up what several learners did, epoch by epoch, over those that were still learning.

    The reason is "converged" if all did; else it is that of the one that went on longest of those that did not.
    """
    if len(trained) == 1:
        return trained[0]
    unfinished = [one for one in trained if one.reason != "converged"]
    longest = max(unfinished or trained, key=lambda one: len(one.history))
    epochs = zip_longest(*(one.history for one in trained))
    history = [_added_up([epoch for epoch in those if epoch is not None]) for those in epochs]
    return Trained(history, longest.reason, None)


def _added_up(epochs: list[Epoch]) -> Epoch:
    seen = sum(epoch.seen for epoch in epochs)
    errors = [epoch.validation_error for epoch in epochs if epoch.validation_error is not None]
    return Epoch(
        epoch=epochs[0].epoch,
        seen=seen,
        mistakes=sum(epoch.mistakes for epoch in epochs),
        updates=sum(epoch.updates for epoch in epochs),
        loss=sum(epoch.loss * epoch.seen for epoch in epochs) / max(1, seen),
        weight_change=max(epoch.weight_change for epoch in epochs),
        validation_error=sum(errors) / len(errors) if errors else None,
        seconds=sum(epoch.seconds for epoch in epochs),
    )


def _work(batch: Batch, history: list[Epoch]) -> int:
    """Multiply-adds so far: each row seen is multiplied with the weights, each update adds one to them."""
    rows = sum(epoch.seen + epoch.updates for epoch in history)
    return rows * batch.rows.entries // batch.rows.n_rows


def refuse_overflow(tally: Tally, when: str) -> None:
    """Raise if a walk met a number that is no longer finite."""
    if tally.overflowed_at >= 0:
        raise Overflowed(
            f"weights or activations grew past the largest float in {when}, at row {tally.overflowed_at}; "
            "scale the columns or lower learning_rate"
        )
