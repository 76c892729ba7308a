"""What others load at their own start though hardly a command needs it: it stays away, or waits until asked for.

All of it takes several times as long as to train on a small file. scikit-learn and the sparse rows of SciPy are met
through light doors of our own; pyarrow loads pandas and cloudpickle if they are installed; SciPy loads what NumPy has
for testing and for Fortran, and NumPy its masked arrays.
"""

from __future__ import annotations

import importlib
import os
import sys
from types import ModuleType
from typing import Any

NEED_ALL = ("export", "play")  # they hand over, or ask for, what belongs to scikit-learn
NEED_ROWS_ONLY = ("train", "predict", "evaluate")  # and not what else SciPy can do with sparse ones


class Later(ModuleType):
    """Stands for a module until somebody wants something of it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__path__":
            raise AttributeError(name)  # whoever looks through all modules asks for these
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(importlib.import_module(self.__name__), name)


class Words(ModuleType):
    """Stands for a module of types to annotate with, which nobody looks at while a command runs."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Word


class Word:
    """Any type, of anything."""

    def __class_getitem__(cls, _: object) -> type:
        return cls


class Quicker:
    """Is asked for every package before it is loaded."""

    def find_spec(self, name: str, *_: object) -> None:
        """Refuse some, as if they were not installed; SciPy may come, but what it would bring waits."""
        if name in ("pandas", "cloudpickle"):
            raise ModuleNotFoundError(f"no command needs {name}", name=name)
        if name in ("scipy", "pyarrow"):
            numpy = importlib.import_module("numpy")
            for part in ("testing", "f2py", "ma"):
                whole = f"numpy.{part}"
                setattr(numpy, part, sys.modules.setdefault(whole, Later(whole)))
            vars(numpy.ma)["is_masked"] = lambda _: False  # np.unique asks this, and no command masks anything
            vars(numpy)["typing"] = sys.modules["numpy.typing"]


def start_quickly(arguments: list[str]) -> None:
    """Make a command start without what it does not need.

    pyarrow takes its memory where all others do: what one gives back, another uses again, and fresh memory is slow. And
    who multiplies no matrices needs no thread of BLAS, which would spin beside those that work.
    """
    command = "".join(arguments[:1])
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    if command == "train" and not any("voted" in word for word in arguments):
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if command not in NEED_ALL:
        for docstrings in ("numpy._core._add_newdocs", "numpy._core._add_newdocs_scalars"):
            sys.modules[docstrings] = ModuleType(docstrings)  # which no command shows
        sys.meta_path.insert(0, Quicker())
        sys.modules["rosenblatt._scikit"] = Later("rosenblatt._scikit_light")
        sys.modules.setdefault("socket", Later("socket"))
        for types in ("numpy._typing", "numpy.typing"):
            sys.modules[types] = Words(types)
    if command in NEED_ROWS_ONLY:
        sys.modules["rosenblatt._csr"] = Later("rosenblatt._csr_light")
        sys.modules["scipy"], sys.modules["scipy.sparse"] = scipy, sparse = Later("scipy"), Later("scipy.sparse")
        vars(scipy)["sparse"] = sparse
