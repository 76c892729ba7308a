"""The training loop: epoch after epoch, until a stopping rule holds."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple, Protocol

from rosenblatt import _core
from rosenblatt.errors import Overflowed
from rosenblatt.geometry.certificate import Certificate
from rosenblatt.learn.fitting.prove import Prover
from rosenblatt.learn.fitting.row_source import RowSource, Scorer
from rosenblatt.learn.fitting.stopping import Epoch, StoppingRules
from rosenblatt.learn.weights.solution import Observer, Solution, Tally

# Seconds between two looks at the threads. The system may deliver Ctrl-C to any thread, and a main thread that waits
# without a limit would never notice.
WAIT = 0.1


class Trained(NamedTuple):
    """What training returns besides the weights: one record per epoch, why it ended, and a proof if there is one."""

    history: list[Epoch]
    reason: str
    certificate: Certificate | None


class FitObserver(Protocol):
    """Receives every step of a fit."""

    def of_epoch(self, epoch: int) -> Observer | None:
        """Return the observer of an epoch; None if no more steps are wanted, and the epoch need not pause."""


@dataclass
class Task:
    """All that the training of one problem needs."""

    learning: _core.Learning
    solution: Solution
    rows: RowSource
    stopping: StoppingRules
    held_out: Scorer | None
    prove: Prover | None
    observer: FitObserver | None = None


def train(task: Task, report: Callable[[Epoch], None]) -> Trained:
    """Learn until a stopping rule holds."""
    learning, solution, rows, stopping = task.learning, task.solution, task.rows, task.stopping
    history: list[Epoch] = []
    certificate = None
    reason = None
    restore_best: Callable[[], None] | None = None
    while reason is None:
        start = time.perf_counter()
        solution.begin_epoch()
        observer = None if task.observer is None else task.observer.of_epoch(len(history) + 1)
        tally = rows.walk(solution, learning, stopping.updates_left, observer)
        refuse_overflow(tally, f"epoch {len(history) + 1}")
        solution.end_epoch(rows.error)
        history.append(
            Epoch(
                epoch=len(history) + 1,
                seen=tally.seen,
                mistakes=tally.mistakes,
                updates=tally.updates,
                loss=tally.loss / max(1, tally.seen),
                weight_change=solution.weight_change(),
                validation_error=None if task.held_out is None else task.held_out.error(solution.model()),
                seconds=time.perf_counter() - start,
            )
        )
        report(history[-1])
        # A passive-aggressive step cannot move a row of zeros: there may be mistakes without updates.
        is_converged = tally.updates == tally.mistakes == 0 and rows.covers_all(solution, learning)
        reason = stopping.reason(history[-1], is_converged)
        if stopping.is_best_epoch:
            restore_best = solution.snapshot()
        if reason == "no_improvement" and task.prove is not None:
            # Each row seen is multiplied with the weights, and each update adds one to them.
            certificate = task.prove(sum(epoch.seen + epoch.updates for epoch in history))
            reason = stopping.reason_given(certificate, history[-1])
    if restore_best is not None and not stopping.is_best_epoch:
        restore_best()
    return Trained(history, reason, certificate)


def train_all(tasks: list[Task], n_threads: int, report: Callable[[Epoch], None]) -> list[Trained]:
    """Train independent learners, several at a time; the result does not depend on how many.

    Threads suffice, because the core releases the GIL. What ends one ends all: only the main thread receives Ctrl-C,
    so it stops the others.
    """
    if n_threads == 1 or len(tasks) == 1:
        return [train(task, report) for task in tasks]

    from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait  # noqa: PLC0415  slow to load

    pool = ThreadPoolExecutor(min(n_threads, len(tasks)))
    try:
        running = [pool.submit(train, task, report) for task in tasks]
        while wait(running, WAIT, FIRST_EXCEPTION).not_done and not any(map(_has_failed, running)):
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
    """Add up the counts of several learners, epoch by epoch, over those that were still learning.

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


def refuse_overflow(tally: Tally, when: str) -> None:
    """Raise if a pass met a number that is no longer finite."""
    if tally.overflowed_at >= 0:
        raise Overflowed(
            f"weights or activations grew past the largest float in {when}, at row {tally.overflowed_at}; "
            "scale the columns or lower learning_rate"
        )
