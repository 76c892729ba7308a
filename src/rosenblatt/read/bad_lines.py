"""Lines that cannot be read, and how many of them may be skipped."""

from __future__ import annotations

from sys import maxsize
from typing import NamedTuple

from rosenblatt.errors import BadData
from rosenblatt.rows import Indices

Faults = list[tuple[int, str]]  # line and reason


class OddLine(NamedTuple):
    """A line that is not a row, with the reason; the reason is None if it is blank."""

    path: str
    line: int
    what: str | None


class BadLines:
    """Collects bad lines; raises on the first one beyond the number allowed."""

    keeps_all = False

    def __init__(self, allowed: int) -> None:
        self.allowed = allowed
        self.found: list[str] = []

    def add_blank(self, path: str, lines: Indices) -> None:
        """Ignore blank lines."""

    def enough(self, faults: Faults) -> bool:
        """Whether these faults exceed the number allowed, so that there is no need to find more."""
        return len(self.found) + len(faults) > self.allowed

    def add(self, path: str, faults: Faults) -> None:
        """Record faults of one file, in the order of its lines."""
        for line, what in sorted(faults):
            self.record(f"{path}:{line}: {what}")

    def record(self, message: str) -> None:
        """Store the message, or raise it if no more bad lines are allowed."""
        if len(self.found) == self.allowed:
            count = f" (this is bad line {self.allowed + 1}, and `skip_bad={self.allowed}`)" if self.allowed else ""
            raise BadData(message + count)
        self.found.append(message)


class OddLines(BadLines):
    """Collects every line that is not a row, bad or blank, without a limit."""

    keeps_all = True

    def __init__(self) -> None:
        super().__init__(maxsize)
        self.lines: list[OddLine] = []

    def add(self, path: str, faults: Faults) -> None:
        self.lines += [OddLine(path, line, what) for line, what in faults]

    def add_blank(self, path: str, lines: Indices) -> None:
        self.lines += [OddLine(path, line, None) for line in lines.tolist()]
