"""Turns of requests: the server computes one at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from rosenblatt.playground.limits import MAX_WAITING


class TurnLost(Exception):
    """A request that is not computed, and why."""


class Turns:
    """The running request and those that wait: of each client and kind, the newest."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._is_running = False
        self._waiting: dict[tuple[str, str], object] = {}

    @contextmanager
    def turn(self, client: str, kind: str) -> Iterator[None]:
        """Wait until no other request is computed; raise `TurnLost` if a newer one of this kind takes the place."""
        self._begin((client, kind))
        try:
            yield
        finally:
            with self._changed:
                self._is_running = False
                self._changed.notify_all()

    def _begin(self, key: tuple[str, str]) -> None:
        ticket = object()
        with self._changed:
            if key not in self._waiting and len(self._waiting) >= MAX_WAITING:
                raise TurnLost("the server is busy with other pages; try again in a few seconds")
            self._waiting[key] = ticket
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._is_next(key) or self._waiting.get(key) is not ticket)
            if self._waiting.get(key) is not ticket:
                raise TurnLost("a newer request of this page took the place of this one")
            del self._waiting[key]
            self._is_running = True

    def _is_next(self, key: tuple[str, str]) -> bool:
        return not self._is_running and next(iter(self._waiting), None) == key
