"""What is wrong with which lines, and how many of them may be left out."""

from __future__ import annotations

from rosenblatt.errors import BadData

Faults = list[tuple[int, str]]  # line, and what is wrong with it


class BadLines:
    """Collects what is wrong; raises it once there is more than is allowed."""

    def __init__(self, allowed: int) -> None:
        self.allowed = allowed
        self.found: list[str] = []

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
