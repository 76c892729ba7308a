"""The state after a step does not depend on other threads that use the same part."""

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from rosenblatt.tracing.step import Change, ModelState, Part, StepLog

N_STEPS, N_THREADS, N_CALLS = 300, 8, 400


def part_of_updates():
    """A part whose every step changes a weight of its own, so that no state is like another."""
    changes = {step: Change(np.array([step - 1]), np.ones(1), np.zeros(1)) for step in range(1, N_STEPS + 1)}
    return Part([0, 1], start=ModelState(np.zeros(N_STEPS), np.zeros(1)), log=StepLog(changes=changes))


@pytest.fixture
def eager_switching():
    """Threads take turns as often as the interpreter allows."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("eager_switching")
def test_threads_that_share_a_part_do_not_disturb_one_another():
    part = part_of_updates()
    numbers = np.random.default_rng(0).integers(0, N_STEPS, size=(N_THREADS, N_CALLS))
    numbers[:, ::2] = 0  # back to the start, from where several threads walk on at once

    together = threading.Barrier(N_THREADS)

    def after_each(steps):
        together.wait()
        return [int(part.after(step).weights.sum()) for step in steps.tolist()]

    with ThreadPoolExecutor(N_THREADS) as pool:
        sums = list(pool.map(after_each, numbers))

    assert sums == numbers.tolist()


def test_a_state_that_the_caller_changes_leaves_the_part_as_it_was():
    part = part_of_updates()
    for step in (0, 2, 2):
        part.after(step).weights[:] = 7

    assert part.after(2).weights.sum() == 2
    assert not part.after(0).weights.any()
    assert not part.start.weights.any()
