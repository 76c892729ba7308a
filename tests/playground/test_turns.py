"""The server computes one request at a time; of those that wait, the newest of each page and kind."""

import threading

import pytest

from rosenblatt.playground.limits import MAX_WAITING
from rosenblatt.playground.turns import TurnLost, Turns


class Request(threading.Thread):
    """A request in a thread of its own, which holds its turn until it is released."""

    def __init__(self, turns, client, kind, log):
        super().__init__(daemon=True)
        self.turns, self.client, self.kind, self.log = turns, client, kind, log
        self.began, self.released, self.error = threading.Event(), threading.Event(), None
        self.start()

    def run(self):
        try:
            with self.turns.turn(self.client, self.kind):
                self.log.append((self.client, self.kind))
                self.began.set()
                self.released.wait(20)
        except TurnLost as error:
            self.error = str(error)


def finish(*requests):
    for request in requests:
        request.released.set()
    for request in requests:
        request.join(20)


class WatchedTurns(Turns):
    """Turns that report when a request begins to wait."""

    def __init__(self):
        super().__init__()
        self.waits = threading.Semaphore(0)
        self._changed.wait_for = self._reported(self._changed.wait_for)

    def _reported(self, wait_for):
        def report(condition):
            self.waits.release()
            return wait_for(condition)

        return report


def test_a_second_request_waits_for_the_first():
    turns, log = WatchedTurns(), []
    first = Request(turns, "a", "trace", log)
    assert turns.waits.acquire(timeout=20)
    assert first.began.wait(20)
    second = Request(turns, "b", "trace", log)
    assert turns.waits.acquire(timeout=20)
    assert log == [("a", "trace")]
    finish(first)
    assert second.began.wait(20)
    finish(second)

    assert log == [("a", "trace"), ("b", "trace")]
    assert first.error is second.error is None


def test_of_those_that_wait_the_newest_of_a_page_and_kind_wins():
    turns, log = WatchedTurns(), []
    first = Request(turns, "a", "trace", log)
    assert turns.waits.acquire(timeout=20)
    assert first.began.wait(20)
    older, other, newer = [], [], []
    for kind, place in (("trace", older), ("certify", other), ("trace", newer)):
        place.append(Request(turns, "a", kind, log))
        assert turns.waits.acquire(timeout=20)
    older[0].join(20)

    assert older[0].error == "a newer request of this page took the place of this one"
    finish(first, *other, *newer)
    assert log == [("a", "trace"), ("a", "trace"), ("a", "certify")]  # in the order in which they came


def test_too_many_pages_at_once_are_told_so():
    turns, log = WatchedTurns(), []
    first = Request(turns, "first", "trace", log)
    assert turns.waits.acquire(timeout=20)
    assert first.began.wait(20)
    waiting = [Request(turns, f"page {k}", "trace", log) for k in range(MAX_WAITING)]
    for _ in range(MAX_WAITING):
        assert turns.waits.acquire(timeout=20)
    with pytest.raises(TurnLost, match="the server is busy with other pages; try again in a few seconds"):
        turns._begin(("one more", "trace"))
    finish(first, *waiting)

    assert len(log) == MAX_WAITING + 1


def test_a_turn_ends_with_an_error():
    turns = Turns()
    with pytest.raises(ZeroDivisionError), turns.turn("a", "trace"):
        raise ZeroDivisionError
    with turns.turn("a", "trace"):
        assert turns._is_running
