"""Items that are produced ahead of the consumer."""

import itertools
import signal
from threading import Event, get_ident

import pytest

from rosenblatt.read.prefetch import DEPTH, Prefetched


def test_items_come_in_order_and_an_exception_where_it_was():
    def items():
        yield from range(3)
        raise ValueError("here")

    taken = []
    with Prefetched(items()) as ahead, pytest.raises(ValueError, match="here"):
        taken.extend(iter(ahead))

    assert taken == [0, 1, 2]


def test_work_is_done_before_it_is_asked_for_but_not_without_end():
    made, is_full = [], Event()

    def items():
        for number in itertools.count():
            made.append(number)
            if len(made) == DEPTH + 1:
                is_full.set()
            yield number

    with Prefetched(items()) as ahead:
        assert is_full.wait(60)
        assert next(iter(ahead)) == 0
    n_made = len(made)

    assert DEPTH < n_made <= 2 * DEPTH + 2
    assert not ahead._thread.is_alive()


def test_a_signal_that_another_thread_receives_ends_the_wait_for_an_item():
    is_asked, is_over, in_time = Event(), Event(), []

    def items():
        is_asked.wait(60)
        signal.pthread_kill(get_ident(), signal.SIGINT)
        in_time.append(is_over.wait(20))  # an item would end the wait as well
        yield 0

    with Prefetched(items()) as ahead:
        with pytest.raises(KeyboardInterrupt):
            _ask(ahead, is_asked)
        is_over.set()

    assert in_time == [True]


def _ask(ahead, is_asked):
    is_asked.set()
    next(iter(ahead))
