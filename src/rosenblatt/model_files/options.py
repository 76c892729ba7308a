"""Options of an estimator as JSON; what JSON cannot express is an object such as ``{"$tuple": [1, 2]}``."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from numbers import Integral, Real
from typing import Any, TypeAlias

import numpy as np

from rosenblatt.errors import BadModelFile, BadParameter
from rosenblatt.model_files.reader import SectionReader
from rosenblatt.model_files.writer import SectionWriter

# An option may be an estimator: from the name of its class to the class, and from an object to that name, or None.
ClassNamed: TypeAlias = Callable[[str], type]
NameOf: TypeAlias = Callable[[object], "str | None"]

_RANDOM_NUMBERS = 624  # of the state of NumPy's RandomState


def write_options(options: Mapping[str, Any], owner: str, name_of: NameOf) -> SectionWriter:
    """Write all options of an estimator."""
    writer = SectionWriter()
    for name, value in options.items():
        try:
            writer.facts[name] = _Encoder(writer, name, name_of).encode(value)
        except _Unknown as unknown:
            raise BadParameter(
                f"{owner}: {name} holds a {unknown}, which a model file cannot hold; use numbers, strings, lists, "
                "dicts or NumPy arrays of whole numbers"
            ) from None
    return writer


class _Unknown(Exception):
    pass


class _Encoder:
    def __init__(self, writer: SectionWriter, name: str, name_of: NameOf) -> None:
        self.writer, self.name, self.name_of = writer, name, name_of

    def encode(self, value: Any) -> Any:
        if value is None or isinstance(value, (str, bool, np.bool_, Real)):
            return _encode_scalar(value)
        if isinstance(value, (list, tuple)):
            values = [self.encode(one) for one in value]
            return values if isinstance(value, list) else {"$tuple": values}
        if isinstance(value, Mapping):
            return self._encode_mapping(value)
        if isinstance(value, np.ndarray) and value.dtype.kind in "iu" and value.ndim == 1:
            self.writer.array(self.name, value, np.int64)
            return {"$array": len(value)}
        name = self.name_of(value)
        if name is not None:
            return {"$class": name, "options": self._encode_mapping(value.get_params(deep=False))}
        if isinstance(value, np.random.RandomState):  # last, because NumPy imports its random numbers at first use
            return self._encode_random_state(value)
        raise _Unknown("function" if callable(value) else type(value).__name__)

    def _encode_mapping(self, value: Mapping[Any, Any]) -> Any:
        if all(isinstance(key, str) and not key.startswith("$") for key in value):
            return {str(key): self.encode(one) for key, one in value.items()}
        return {"$dict": [[self.encode(key), self.encode(one)] for key, one in value.items()]}

    def _encode_random_state(self, value: np.random.RandomState) -> Any:
        state: Any = value.get_state(legacy=False)
        if state["bit_generator"] != "MT19937":
            raise _Unknown(f"RandomState of {state['bit_generator']}")
        self.writer.array(self.name, state["state"]["key"], np.uint32)
        return {"$random": [int(state["state"]["pos"]), int(state["has_gauss"]), float(state["gauss"])]}


def _encode_scalar(value: Any) -> Any:
    if value is None or isinstance(value, str):
        return None if value is None else str(value)
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, Integral):
        return int(value)
    number = float(value)
    return number if math.isfinite(number) else {"$float": str(number)}


def read_options(reader: SectionReader, class_named: ClassNamed) -> dict[str, Any]:
    """Read all options of an estimator."""
    return {name: _Decoder(reader, name, class_named).decode(value) for name, value in reader.facts.items()}


class _Decoder:
    def __init__(self, reader: SectionReader, name: str, class_named: ClassNamed) -> None:
        self.reader, self.name, self.class_named = reader, name, class_named

    def decode(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self.decode(one) for one in value]
        if not isinstance(value, dict):
            return value
        kind = next(iter(value), "")
        if not kind.startswith("$"):
            return {key: self.decode(one) for key, one in value.items()}
        try:
            return _DECODE[kind](self, value[kind], value)
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            if isinstance(error, BadModelFile):
                raise
            self.reader.refuse(self.name, "an option that this version can read")

    def _float(self, value: Any, _: Any) -> float:
        return float({"inf": "inf", "-inf": "-inf", "nan": "nan"}[value])

    def _tuple(self, value: Any, _: Any) -> tuple[Any, ...]:
        return tuple(self.decode(list(value)))

    def _dict(self, value: Any, _: Any) -> dict[Any, Any]:
        return {self.decode(key): self.decode(one) for key, one in value}

    def _array(self, value: Any, _: Any) -> Any:
        return self.reader.array(self.name, np.int64, (value,))

    def _random(self, value: Any, _: Any) -> np.random.RandomState:
        position, has_gauss, gauss = value
        if type(position) is not int or not 0 <= position <= _RANDOM_NUMBERS or has_gauss not in (0, 1):
            raise ValueError
        random = np.random.RandomState(0)
        key = self.reader.array(self.name, np.uint32, (_RANDOM_NUMBERS,))
        random.set_state(("MT19937", key, position, has_gauss, float(gauss)))
        return random

    def _class(self, value: Any, whole: Any) -> Any:
        options = {name: self.decode(one) for name, one in dict(whole["options"]).items()}
        return self.class_named(value)(**options)


_DECODE: dict[str, Callable[[_Decoder, Any, Any], Any]] = {
    "$float": _Decoder._float,
    "$tuple": _Decoder._tuple,
    "$dict": _Decoder._dict,
    "$array": _Decoder._array,
    "$random": _Decoder._random,
    "$class": _Decoder._class,
}
