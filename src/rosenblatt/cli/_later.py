"""Packages that others load at their own start though no command needs them: they stay away, or wait until asked for.

scikit-learn loads scipy.stats and, as pyarrow does, pandas if there is one. That takes longer than to train on a small
file.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any


class Later(ModuleType):
    """Stands for a module until somebody wants something of it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__path__":
            raise AttributeError(name)  # whoever looks through all modules asks for these
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(importlib.import_module(self.__name__), name)


class Away:
    """Finds no pandas, as if it were not installed."""

    def find_spec(self, name: str, *_: object) -> None:
        """Refuse one name, and leave the others to whoever comes next."""
        if name == "pandas":
            raise ModuleNotFoundError("no command needs pandas", name=name)


def start_quickly(command: str) -> None:
    """Let scipy.stats wait, and do without pandas, but for the command that writes a pipeline for frames."""
    sys.modules.setdefault("scipy.stats", Later("scipy.stats"))
    if command != "export":
        sys.meta_path.insert(0, Away())
