"""What others load at their own start though hardly a command needs it: it stays away, or waits until asked for.

All of it takes several times as long as to train on a small file. scikit-learn is met through a light door of our own;
pyarrow loads pandas if it is installed; SciPy's sparse rows load what NumPy has for testing and for Fortran.
"""

from __future__ import annotations

import importlib
import os
import sys
from types import ModuleType
from typing import Any

NEED_ALL = ("export", "play")  # they hand over, or ask for, what belongs to scikit-learn


class Later(ModuleType):
    """Stands for a module until somebody wants something of it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__path__":
            raise AttributeError(name)  # whoever looks through all modules asks for these
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(importlib.import_module(self.__name__), name)


class Quicker:
    """Is asked for every package before it is loaded."""

    def find_spec(self, name: str, *_: object) -> None:
        """Refuse pandas, as if it were not installed; SciPy may come, but what it would bring waits."""
        if name == "pandas":
            raise ModuleNotFoundError("no command needs pandas", name=name)
        if name == "scipy":
            for part in ("testing", "f2py", "ma"):
                whole = f"numpy.{part}"
                setattr(importlib.import_module("numpy"), part, sys.modules.setdefault(whole, Later(whole)))


def start_quickly(command: str) -> None:
    """Make a command start without what it does not need.

    pyarrow takes its memory where all others do: what one gives back, another uses again, and fresh memory is slow.
    """
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    if command not in NEED_ALL:
        sys.meta_path.insert(0, Quicker())
        sys.modules["rosenblatt._scikit"] = Later("rosenblatt._scikit_light")
