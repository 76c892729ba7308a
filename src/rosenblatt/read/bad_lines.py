"""What is wrong with which lines, and how many of them may be left out."""

from __future__ import annotations

from sys import maxsize
from typing import NamedTuple

from rosenblatt.errors import BadData
from rosenblatt.rows import Indices

Faults = list[tuple[int, str]]  # line, and what is wrong with it


class OddLine(NamedTuple):
    """A line that is no row: what is wrong with it, or None if it is blank."""

    path: str
    line: int
    what: str | None


class BadLines:
    """Collects what is wrong; raises it once there is more than is allowed."""

    notes_all = False

    def __init__(self, allowed: int) -> None:
        self.allowed = allowed
        self.found: list[str] = []

    def add_blank(self, path: str, lines: Indices) -> None:
        """Take no note of blank lines."""

    def enough(self, faults: Faults) -> bool:
        """Whether these faults end the reading, so that looking for more is idle."""
        return len(self.found) + len(faults) > self.allowed

    def add(self, path: str, faults: Faults) -> None:
        """Note faults of one file in the order of its lines."""
        for line, what in sorted(faults):
            self.say(f"{path}:{line}: {what}")

    def say(self, sentence: str) -> None:
        """Note one fault, or raise it."""
        if len(self.found) == self.allowed:
            count = f" (this is bad line {self.allowed + 1}, and skip_bad={self.allowed})" if self.allowed else ""
            raise BadData(sentence + count)
        self.found.append(sentence)


class OddLines(BadLines):
    """Notes every line that is no row, so that someone can account for each; takes any number of them."""

    notes_all = True

    def __init__(self) -> None:
        super().__init__(maxsize)
        self.noted: list[OddLine] = []

    def add(self, path: str, faults: Faults) -> None:
        """Note faults of one file."""
        self.noted += [OddLine(path, line, what) for line, what in faults]

    def add_blank(self, path: str, lines: Indices) -> None:
        """Note blank lines."""
        self.noted += [OddLine(path, line, None) for line in lines.tolist()]
