"""One section of a model file while it is written: facts, which become JSON, and arrays, both by name."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from rosenblatt.errors import BadParameter

COUNT_TYPES = (np.dtype(np.uint8), np.dtype(np.uint16), np.dtype(np.uint32), np.dtype(np.int64))


@dataclass
class SectionWriter:
    """Collects what one object stores; `reader.SectionReader` reads it.

    `attributes` names the object's attributes that are in the section, besides its options; `format` is the lowest
    format of a file that can hold the section.
    """

    facts: dict[str, Any] = field(default_factory=dict)
    arrays: dict[str, NDArray[Any]] = field(default_factory=dict)
    attributes: Collection[str] = ()
    format: int = 1

    def number(self, name: str, value: float) -> None:
        """Write a number that may be infinite, which JSON cannot express."""
        self.facts[name] = value if math.isfinite(value) else str(float(value))

    def array(self, name: str, values: Any, dtype: DTypeLike) -> None:
        """Write an array in C order."""
        self.arrays[name] = np.ascontiguousarray(values, dtype=dtype)

    def text(self, name: str, text: str) -> None:
        """Write a text that may be long."""
        self.array(name, np.frombuffer(text.encode(), dtype=np.uint8), np.uint8)

    def texts(self, name: str, texts: Sequence[str]) -> None:
        """Write any number of texts, as their bytes and the end of each."""
        pieces = [text.encode() for text in texts]
        self.array(name, np.frombuffer(b"".join(pieces), dtype=np.uint8), np.uint8)
        self.array(f"{name}/ends", np.cumsum([len(piece) for piece in pieces]), np.int64)

    def section(self, name: str, inner: SectionWriter) -> None:
        """Write a section inside this one."""
        self.facts[name] = inner.facts
        self._add_arrays(name, inner)

    def sections(self, name: str, several: Iterable[SectionWriter]) -> None:
        """Write a list of sections inside this one."""
        self.facts[name] = []
        for place, inner in enumerate(several):
            self.facts[name].append(inner.facts)
            self._add_arrays(f"{name}/{place}", inner)

    def merge(self, other: SectionWriter) -> None:
        """Add the contents of another section under their own names."""
        self.facts.update(other.facts)
        self.arrays.update(other.arrays)
        self.format = max(self.format, other.format)

    def _add_arrays(self, name: str, inner: SectionWriter) -> None:
        self.arrays.update({f"{name}/{key}": array for key, array in inner.arrays.items()})
        self.format = max(self.format, inner.format)


def smallest_type(values: NDArray[np.int64]) -> DTypeLike:
    """Return the smallest type that holds these numbers, of which none is negative."""
    most = int(values.max(initial=0))
    return next(kind for kind in COUNT_TYPES if most <= np.iinfo(kind).max)


def refuse_other_attributes(owner: object, known: Collection[str]) -> None:
    """Raise if an object has an attribute that its file would lose."""
    for name in vars(owner):
        if name not in known:
            raise BadParameter(
                f"{type(owner).__name__}: a model file has no place for the attribute {name!r}; delete it first"
            )
