"""Attributes that are restored if a call fails."""

from __future__ import annotations

from typing import Any


class AllOrNothing:
    """Context manager that restores attributes if its block raises.

    A class, because a generator takes twice the time, on every row of a stream.
    """

    def __init__(self, attributes: dict[str, Any]) -> None:
        self.attributes = attributes
        self.before = attributes.copy()

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.attributes.clear()
            self.attributes.update(self.before)
