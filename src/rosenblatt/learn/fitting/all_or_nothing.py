"""Attributes that are restored if a call fails, and that one thread changes at a time."""

from __future__ import annotations

import os
from threading import get_ident

from rosenblatt.errors import NotEnoughMemory, RosenblattError
from rosenblatt.memory import not_enough

# The thread that learns in an object, by the id of its attributes. Not an attribute: copies and pickles have none.
_LEARNING: dict[int, int] = {}

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_LEARNING.clear)  # a child has none of the other threads


class AllOrNothing:
    """Context manager that restores the attributes of an object if its block raises.

    While the block runs, another thread that enters it for the same object, or calls `refuse_busy`, gets an error.
    A class, because a generator takes twice the time, on every row of a stream.
    """

    def __init__(self, owner: object) -> None:
        self.owner = owner
        self.attributes = owner.__dict__

    def __enter__(self) -> None:
        here = get_ident()
        self.is_outermost = id(self.attributes) not in _LEARNING
        if _LEARNING.setdefault(id(self.attributes), here) != here:
            _refuse(self.owner)
        self.before = self.attributes.copy()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, *_: object) -> None:
        if kind is not None:
            self.attributes.clear()
            self.attributes.update(self.before)
        if self.is_outermost:
            _LEARNING.pop(id(self.attributes), None)
        if isinstance(error, MemoryError) and not isinstance(error, NotEnoughMemory):
            remedy = "learn from fewer rows, columns or classes"
            raise NotEnoughMemory(not_enough(type(self.owner).__name__, error, remedy)) from None


def refuse_busy(owner: object) -> None:
    """Raise if another thread is learning in this object."""
    if _LEARNING and _LEARNING.get(id(owner.__dict__), get_ident()) != get_ident():
        _refuse(owner)


def _refuse(owner: object) -> None:
    raise RosenblattError(
        f"{type(owner).__name__}: another thread is learning in this model, and until it ends no other may learn, "
        "predict or save; put a lock around these calls, or let each thread have a copy of the model"
    )
