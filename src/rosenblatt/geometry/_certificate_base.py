"""What all certificates share: the question, and fields as JSON. Exact numbers are strings such as ``"-3/4"``."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from rosenblatt.errors import BadCertificate

if TYPE_CHECKING:
    from rosenblatt.geometry.matrix import Label

FORMAT = "rosenblatt certificate 1"

# Decimal digits are easier to read, but Python parses at most 4300 of them, so longer numbers are hexadecimal.
_LONGEST_DECIMAL_BITS = 12_000


def _digits(whole: int) -> str:
    return str(whole) if whole.bit_length() <= _LONGEST_DECIMAL_BITS else hex(whole)


def text_of(value: Fraction | int) -> str:
    return _digits(value.numerator) + (f"/{_digits(value.denominator)}" if value.denominator != 1 else "")


def _texts(values: tuple[Any, ...]) -> list[Any]:
    return [_texts(value) if isinstance(value, tuple) else text_of(value) for value in values]


def fraction(text: str) -> Fraction:
    numerator, _, denominator = text.partition("/")
    return Fraction(int(numerator, 0), int(denominator or "1", 0))


def fractions(texts: list[str]) -> tuple[Fraction, ...]:
    return tuple(fraction(text) for text in texts)


def wholes(texts: list[str]) -> tuple[int, ...]:
    return tuple(int(text, 0) for text in texts)


def label(label: Label | None) -> Any:
    """Return a label as JSON; bytes are an object, so that they are not read back as a string."""
    if isinstance(label, bytes):
        return {"bytes": label.decode("latin-1")}
    if label is not None and type(label) not in (str, int, float, bool):
        raise BadCertificate(
            "a certificate in JSON holds labels that are strings, bytes, whole numbers, floats or booleans; "
            f"{label!r} is a {type(label).__name__}: convert the labels before certify"
        )
    return label


def read_label(value: Any) -> Any:
    return value["bytes"].encode("latin-1") if isinstance(value, dict) else value


def _labels(values: tuple[Label, ...]) -> list[Any]:
    return [label(value) for value in values]


_WRITE: dict[str, Callable[[Any], Any]] = {
    "positive": label,
    "negative": label,
    "weights": _texts,
    "bias": text_of,
    "biases": _texts,
    "classes": _labels,
    "rivals": _labels,
    "multipliers": _texts,
}


@dataclass(frozen=True, slots=True)
class BaseCertificate:
    verdict: ClassVar[str]
    question: ClassVar[str] = "plane"
    positive: Label | None
    negative: Label | None
    fit_intercept: bool

    def to_json(self) -> str:
        """Return all fields as JSON; exact numbers are strings such as ``"-3/4"``."""
        values: dict[str, Any] = {"format": FORMAT, "verdict": self.verdict}
        if self.question != "plane":
            values["question"] = self.question
        for name in self.__dataclass_fields__:
            values[name] = _WRITE.get(name, same)(getattr(self, name))
        return json.dumps(values, indent=1, allow_nan=False)


def same(value: Any) -> Any:
    """Return a field that is JSON already."""
    return value
