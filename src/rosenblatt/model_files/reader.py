"""One section of a model file while it is read: every fact and array is checked before it is returned.

The caller asks for each entry by name and states what it must be; only then is an array loaded.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NoReturn, Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray

from rosenblatt.checks import shortened
from rosenblatt.errors import BadModelFile
from rosenblatt.model_files.writer import COUNT_TYPES

MOST = 2**62  # the largest count


class Arrays(Protocol):
    """The arrays of an open file."""

    def about(self, name: str) -> tuple[DTypeLike, tuple[int, ...]] | None:
        """Return the type and the shape of an array; None if there is none of that name."""

    def load(self, name: str) -> NDArray[Any]:
        """Load an array."""


class SectionReader:
    """Reads what a `writer.SectionWriter` collected; raises `BadModelFile` for whatever is not as stated."""

    def __init__(self, facts: Any, arrays: Arrays, place: str = "") -> None:
        self._arrays, self._place = arrays, place
        if not isinstance(facts, dict):
            raise BadModelFile(f"{place.rstrip('/') or 'the header'} must be an object, got {shortened(repr(facts))}")
        self.facts: Mapping[str, Any] = facts

    def refuse(self, name: str, must: str, got: object = None) -> NoReturn:
        """Raise the error about an entry that is not what it must be."""
        shown = self.facts.get(name, "nothing") if got is None else got
        raise BadModelFile(f"{self._place}{name} must be {must}, got {shortened(str(shown))}")

    # Facts

    def flag(self, name: str) -> bool:
        """True or False."""
        value = self.facts.get(name)
        if not isinstance(value, bool):
            self.refuse(name, "true or false")
        return value

    def whole(self, name: str, least: int = 0, most: int = MOST) -> int:
        """A whole number within bounds."""
        value: int = self.facts.get(name, "nothing")
        if type(value) is not int or not least <= value <= most:
            self.refuse(name, f"a whole number from {least} to {most}")
        return value

    def number(self, name: str) -> float:
        """A number, finite or not."""
        value: Any = self.facts.get(name)
        is_whole = type(value) is int and abs(value) <= MOST
        if not (is_whole or isinstance(value, float) or value in ("inf", "-inf", "nan")):
            self.refuse(name, "a number")
        return float(value)

    def string(self, name: str) -> str:
        """A string."""
        value = self.facts.get(name)
        if not isinstance(value, str):
            self.refuse(name, "a string")
        return value

    def choice(self, name: str, options: Collection[str]) -> str:
        """One of the given strings."""
        value = self.string(name)
        if value not in options:
            self.refuse(name, "one of " + ", ".join(repr(option) for option in options))
        return value

    def strings(self, name: str) -> list[str]:
        """A list of strings."""
        values = self.facts.get(name)
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            self.refuse(name, "a list of strings")
        return values

    def wholes(self, name: str, count: int, most: int = MOST) -> list[int]:
        """A list of `count` whole numbers from 0 to `most`."""
        values: Any = self.facts.get(name)
        is_list = isinstance(values, list) and len(values) == count
        if not is_list or not all(type(value) is int and 0 <= value <= most for value in values):
            self.refuse(name, f"a list of {count} whole numbers from 0 to {most}")
        return list(values)

    # Sections

    def section(self, name: str) -> SectionReader:
        """A section inside this one."""
        return SectionReader(self.facts.get(name), self._arrays, f"{self._place}{name}/")

    def sections(self, name: str, count: int) -> list[SectionReader]:
        """A list of `count` sections inside this one."""
        values = self.facts.get(name)
        if not isinstance(values, list) or len(values) != count:
            self.refuse(name, f"a list of {count}")
        return [SectionReader(one, self._arrays, f"{self._place}{name}/{place}/") for place, one in enumerate(values)]

    # Arrays

    def has_array(self, name: str) -> bool:
        """Whether there is an array of that name."""
        return self._arrays.about(f"{self._place}{name}") is not None

    def type_of(self, name: str) -> DTypeLike | None:
        """The type of an array; None if there is none of that name."""
        about = self._arrays.about(f"{self._place}{name}")
        return None if about is None else about[0]

    def array(self, name: str, dtype: DTypeLike, shape: Sequence[int | None]) -> NDArray[Any]:
        """An array of this type and shape, in which None is any length."""
        place = f"{self._place}{name}"
        about = self._arrays.about(place)
        if about is None or about[0] != dtype or not _fits(about[1], shape):
            lengths = " x ".join("any" if length is None else str(length) for length in shape)
            got = "none" if about is None else f"{about[0]}, {' x '.join(map(str, about[1]))}"
            self.refuse(name, f"an array of {np.dtype(dtype)}, {lengths}", got)
        return self._arrays.load(place)

    def indices(self, name: str, dtype: DTypeLike, length: int | None, stop: int) -> NDArray[Any]:
        """An array of whole numbers from 0 to `stop` - 1."""
        values = self.array(name, dtype, (length,))
        if len(values) and not (values.min() >= 0 and values.max() < stop):
            self.refuse(name, f"whole numbers from 0 to {stop - 1}", f"{values.min()} to {values.max()}")
        return values

    def counts(self, name: str, length: int | None, most: int = MOST) -> NDArray[np.int64]:
        """An array of whole numbers up to `most`, of any type that `writer.smallest_type` returns."""
        kind = next((kind for kind in COUNT_TYPES if kind == self.type_of(name)), np.dtype(np.int64))
        values: NDArray[np.int64] = self.indices(name, kind, length, most + 1).astype(np.int64, copy=False)
        return values

    def text(self, name: str) -> str:
        """A text that may be long."""
        try:
            return self.array(name, np.uint8, (None,)).tobytes().decode()
        except UnicodeDecodeError:
            self.refuse(name, "UTF-8", "other bytes")

    def texts(self, name: str) -> list[str]:
        """Any number of texts."""
        data = self.array(name, np.uint8, (None,)).tobytes()
        ends = self.indices(f"{name}/ends", np.int64, None, len(data) + 1).tolist()
        if ends != sorted(ends) or ends[-1:] != [len(data)][: len(ends)] or (data and not ends):
            self.refuse(f"{name}/ends", f"numbers that rise to {len(data)}", "others")
        try:
            return [data[begin:end].decode() for begin, end in zip([0, *ends], ends, strict=False)]
        except UnicodeDecodeError:
            self.refuse(name, "UTF-8", "other bytes")


def _fits(found: tuple[int, ...], shape: Sequence[int | None]) -> bool:
    return len(found) == len(shape) and all(want in (None, is_) for want, is_ in zip(shape, found, strict=True))
