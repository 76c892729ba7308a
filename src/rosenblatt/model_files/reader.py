"""What an object puts into a model file, and how it is taken out again with every number checked.

Whoever is kept in a file writes a `Filing`: facts, which become JSON, and arrays, both by name. To be read, it is
handed a `Filed`, asks for each thing by its name and says what it must be; only then is an array loaded.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray

from rosenblatt.errors import BadModelFile, BadParameter

MOST = 2**62  # what a count may be at most


@dataclass
class Filing:
    """What an object writes; `attributes` are those of its own that are in there, besides its options.

    `format` is that of the first version that can read it.
    """

    facts: dict[str, Any] = field(default_factory=dict)
    arrays: dict[str, NDArray[Any]] = field(default_factory=dict)
    attributes: Collection[str] = ()
    format: int = 1

    def number(self, name: str, value: float) -> None:
        """Write a number that may be infinite, which JSON has no word for."""
        self.facts[name] = value if math.isfinite(value) else str(float(value))

    def array(self, name: str, values: Any, dtype: DTypeLike) -> None:
        """Write numbers, in rows one after another."""
        self.arrays[name] = np.ascontiguousarray(values, dtype=dtype)

    def text(self, name: str, text: str) -> None:
        """Write text that may be long."""
        self.array(name, np.frombuffer(text.encode(), dtype=np.uint8), np.uint8)

    def texts(self, name: str, texts: Sequence[str]) -> None:
        """Write texts that may be many: their bytes, and where each ends."""
        pieces = [text.encode() for text in texts]
        self.array(name, np.frombuffer(b"".join(pieces), dtype=np.uint8), np.uint8)
        self.array(f"{name}/ends", np.cumsum([len(piece) for piece in pieces]), np.int64)

    def add(self, name: str, part: Filing) -> None:
        """Write a part, which has names of its own."""
        self.facts[name] = part.facts
        self._take_arrays(name, part)

    def add_all(self, name: str, parts: Iterable[Filing]) -> None:
        """Write a list of parts."""
        self.facts[name] = []
        for place, part in enumerate(parts):
            self.facts[name].append(part.facts)
            self._take_arrays(f"{name}/{place}", part)

    def _take_arrays(self, name: str, part: Filing) -> None:
        self.arrays.update({f"{name}/{inner}": array for inner, array in part.arrays.items()})
        self.format = max(self.format, part.format)


def refuse_others(owner: object, known: Collection[str]) -> None:
    """Raise if an object has an attribute that its file would lose."""
    for name in vars(owner):
        if name not in known:
            raise BadParameter(
                f"{type(owner).__name__}: a model file has no place for the attribute {name!r}; delete it first"
            )


class Arrays(Protocol):
    """The arrays of a file."""

    def about(self, name: str) -> tuple[DTypeLike, tuple[int, ...]] | None:
        """Say of what type and shape an array is; None if there is none of that name."""

    def load(self, name: str) -> NDArray[Any]:
        """Load an array."""


class Filed:
    """What an object finds in a file; whatever is not as it must be is answered with a sentence."""

    def __init__(self, facts: Any, arrays: Arrays, place: str = "") -> None:
        self._arrays, self._place = arrays, place
        if not isinstance(facts, dict):
            raise BadModelFile(f"{place.rstrip('/') or 'the header'} must be an object, got {_short(facts)}")
        self.facts: Mapping[str, Any] = facts

    def refuse(self, name: str, must: str, got: object = None) -> NoReturn:
        """Raise the one sentence about something that is not as it must be."""
        shown = self.facts.get(name, "nothing") if got is None else got
        raise BadModelFile(f"{self._place}{name} must be {must}, got {_short(shown)}")

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
        """A number, perhaps infinite."""
        value: Any = self.facts.get(name)
        is_whole = type(value) is int and abs(value) <= MOST
        if not (is_whole or isinstance(value, float) or value in ("inf", "-inf", "nan")):
            self.refuse(name, "a number")
        return float(value)

    def string(self, name: str) -> str:
        """Some text."""
        value = self.facts.get(name)
        if not isinstance(value, str):
            self.refuse(name, "a string")
        return value

    def choice(self, name: str, options: Collection[str]) -> str:
        """One of a few words."""
        value = self.string(name)
        if value not in options:
            self.refuse(name, "one of " + ", ".join(repr(option) for option in options))
        return value

    def strings(self, name: str) -> list[str]:
        """A list of texts."""
        values = self.facts.get(name)
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            self.refuse(name, "a list of strings")
        return values

    def wholes(self, name: str, count: int, most: int = MOST) -> list[int]:
        """A list of so many whole numbers of at least 0."""
        values: Any = self.facts.get(name)
        is_list = isinstance(values, list) and len(values) == count
        if not is_list or not all(type(value) is int and 0 <= value <= most for value in values):
            self.refuse(name, f"a list of {count} whole numbers from 0 to {most}")
        return list(values)

    # Parts

    def part(self, name: str) -> Filed:
        """A part with names of its own."""
        return Filed(self.facts.get(name), self._arrays, f"{self._place}{name}/")

    def parts(self, name: str, count: int | None = None) -> list[Filed]:
        """A list of parts, of so many if a count is given."""
        values = self.facts.get(name)
        if not isinstance(values, list) or (count is not None and len(values) != count):
            self.refuse(name, "a list" if count is None else f"a list of {count}")
        return [Filed(value, self._arrays, f"{self._place}{name}/{place}/") for place, value in enumerate(values)]

    # Arrays

    def has_array(self, name: str) -> bool:
        """Whether there is an array of that name."""
        return self._arrays.about(f"{self._place}{name}") is not None

    def array(self, name: str, dtype: DTypeLike, shape: Sequence[int | None]) -> NDArray[Any]:
        """An array of a type and shape, where None stands for any length."""
        place = f"{self._place}{name}"
        about = self._arrays.about(place)
        if about is None or about[0] != dtype or not _fits(about[1], shape):
            lengths = " x ".join("any" if length is None else str(length) for length in shape)
            got = "none" if about is None else f"{about[0]}, {' x '.join(map(str, about[1]))}"
            self.refuse(name, f"an array of {np.dtype(dtype)}, {lengths}", got)
        return self._arrays.load(place)

    def places(self, name: str, dtype: DTypeLike, length: int | None, most: int) -> NDArray[Any]:
        """A list of whole numbers from 0 up to, but not with, `most`."""
        values = self.array(name, dtype, (length,))
        if len(values) and not (values.min() >= 0 and values.max() < most):
            self.refuse(name, f"whole numbers from 0 to {most - 1}", f"{values.min()} to {values.max()}")
        return values

    def text(self, name: str) -> str:
        """Text that may be long."""
        try:
            return self.array(name, np.uint8, (None,)).tobytes().decode()
        except UnicodeDecodeError:
            self.refuse(name, "UTF-8", "other bytes")

    def texts(self, name: str) -> list[str]:
        """Texts that may be many."""
        data = self.array(name, np.uint8, (None,)).tobytes()
        ends = self.places(f"{name}/ends", np.int64, None, len(data) + 1).tolist()
        if ends != sorted(ends) or ends[-1:] != [len(data)][: len(ends)] or (data and not ends):
            self.refuse(f"{name}/ends", f"numbers that rise to {len(data)}", "others")
        try:
            return [data[begin:end].decode() for begin, end in zip([0, *ends], ends, strict=False)]
        except UnicodeDecodeError:
            self.refuse(name, "UTF-8", "other bytes")


def _fits(found: tuple[int, ...], shape: Sequence[int | None]) -> bool:
    return len(found) == len(shape) and all(want in (None, is_) for want, is_ in zip(shape, found, strict=True))


def _short(value: object) -> str:
    shown = value if isinstance(value, str) else repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
