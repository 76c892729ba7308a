"""Certificates: proofs as plain data that `certify` returns and `verify` checks, and their JSON form.

Rows are numbered from 0 as in X. Fractions and whole numbers are exact.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from rosenblatt.errors import BadCertificate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rosenblatt.geometry.hyperplane import Hyperplane
    from rosenblatt.geometry.matrix import Label

FORMAT = "rosenblatt certificate 1"


class Bracket(NamedTuple):
    """An interval that contains the true number.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> rb.Bracket(0.25, 0.5).high
    0.5
    """

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class _Certificate:
    verdict: ClassVar[str]
    positive: Label
    negative: Label | None
    fit_intercept: bool

    def to_json(self) -> str:
        """Return all fields as JSON; exact numbers are strings such as ``"-3/4"``."""
        values: dict[str, Any] = {"format": FORMAT, "verdict": self.verdict}
        for name in self.__dataclass_fields__:
            values[name] = _WRITE.get(name, _same)(getattr(self, name))
        return json.dumps(values, indent=1, allow_nan=False)


@dataclass(frozen=True, slots=True)
class Separable(_Certificate):
    """A proof of separability: a plane with every row on its own side, and a bracket of the widest margin.

    Parameters
    ----------
    positive, negative : the label of each side; a `negative` of None stands for all other labels.
    fit_intercept : whether the plane may have a bias; it is then the weight of a column that is always 1.
    weights, bias : the plane, exactly; ``sign * (weights . x + bias) > 0`` for every row. The largest is 1 or -1.
    margin : bracket of the widest margin, gamma = max over |z| = 1 of min <z, a_i>, where a_i = sign_i (x_i, 1).
        The low end is what this plane attains; the high end is the length of a combination of rows.
    support, multipliers : the rows of that combination, and the multiplier of each.
    radius : R = max |(x, 1)|.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> proof = rb.certify([[0], [2]], ["low", "high"])
    >>> proof.positive, proof.negative, proof.support
    ('low', 'high', (0, 1))
    >>> round(float(-proof.bias / proof.weights[0]), 6)  # where the plane is
    1.0
    """

    verdict: ClassVar[str] = "separable"
    weights: tuple[Fraction, ...]
    bias: Fraction
    margin: Bracket
    support: tuple[int, ...]
    multipliers: tuple[Fraction, ...]
    radius: float

    @property
    def coef(self) -> NDArray[np.float64]:
        """The weights, rounded to floats."""
        import numpy as np  # noqa: PLC0415  reading a certificate needs no arrays

        return np.array([float(weight) for weight in self.weights])

    @property
    def intercept(self) -> float:
        """The bias, rounded to a float."""
        return float(self.bias)

    def hyperplane(self) -> Hyperplane:
        """Return the plane with a unit normal."""
        from rosenblatt.geometry.hyperplane import Hyperplane  # noqa: PLC0415

        return Hyperplane.through(self.coef, self.intercept)

    def __repr__(self) -> str:
        return f"Separable(margin=({self.margin.low!r}, {self.margin.high!r}), radius={self.radius!r})"


@dataclass(frozen=True, slots=True)
class Inseparable(_Certificate):
    """A proof of inseparability: rows that cancel out, so that the convex hulls of both classes share a point.

    Parameters
    ----------
    positive, negative, fit_intercept : as for `Separable`.
    rows, multipliers : whole numbers above 0 for at most d + 2 rows, with ``sum multiplier_i a_i = 0`` exactly. Were
        there a z with <z, a_i> > 0 for all of these rows, then 0 = <z, sum multiplier_i a_i> > 0.
    point : where the two classes meet, each coordinate rounded to the nearest float: the mean of the positive rows,
        weighted by their multipliers, which is also that of the negative rows. Without a bias the classes need only
        share a direction, and the point is the weighted sum of the positive rows over the sum of all multipliers.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> proof = rb.certify([[0], [3], [1]], ["out", "out", "in"])
    >>> proof.rows, proof.multipliers, proof.point  # 1 is two thirds of 0 and a third of 3
    ((0, 1, 2), (2, 1, 3), (1.0,))
    """

    verdict: ClassVar[str] = "inseparable"
    rows: tuple[int, ...]
    multipliers: tuple[int, ...]
    point: tuple[float, ...]

    def __repr__(self) -> str:
        return f"Inseparable(rows={self.rows!r})"


@dataclass(frozen=True, slots=True)
class Undecided(_Certificate):
    """The result where a limit was reached before a proof was found.

    Parameters
    ----------
    positive, negative, fit_intercept : as for `Separable`.
    reason : the limit that was reached.
    margin : bracket of the margin reached so far, 0 standing for rows that cannot be separated.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> rb.certify([[0], [3], [1]], ["out", "out", "in"], work_limit=10).reason
    'the work limit of 10 multiply-adds'
    """

    verdict: ClassVar[str] = "undecided"
    reason: str
    margin: Bracket


Certificate: TypeAlias = "Separable | Inseparable | Undecided"

# Decimal digits are easier to read, but Python parses at most 4300 of them, so longer numbers are hexadecimal.
_LONGEST_DECIMAL_BITS = 12_000


def _digits(whole: int) -> str:
    return str(whole) if whole.bit_length() <= _LONGEST_DECIMAL_BITS else hex(whole)


def _text(value: Fraction | int) -> str:
    return _digits(value.numerator) + (f"/{_digits(value.denominator)}" if value.denominator != 1 else "")


def _texts(values: tuple[Fraction | int, ...]) -> list[str]:
    return [_text(value) for value in values]


def _fraction(text: str) -> Fraction:
    numerator, _, denominator = text.partition("/")
    return Fraction(int(numerator, 0), int(denominator or "1", 0))


def _fractions(texts: list[str]) -> tuple[Fraction, ...]:
    return tuple(_fraction(text) for text in texts)


def _wholes(texts: list[str]) -> tuple[int, ...]:
    return tuple(int(text, 0) for text in texts)


def _bracket(values: list[float]) -> Bracket:
    low, high = values
    return Bracket(low, high)


def _label(label: Label | None) -> Any:
    """Return a label as JSON; bytes are an object, so that they are not read back as a string."""
    if isinstance(label, bytes):
        return {"bytes": label.decode("latin-1")}
    if label is not None and type(label) not in (str, int, float, bool):
        raise BadCertificate(
            "a certificate in JSON holds labels that are strings, bytes, whole numbers, floats or booleans; "
            f"{label!r} is a {type(label).__name__}: convert the labels before certify"
        )
    return label


def _read_label(value: Any) -> Any:
    return value["bytes"].encode("latin-1") if isinstance(value, dict) else value


_WRITE: dict[str, Callable[[Any], Any]] = {
    "positive": _label,
    "negative": _label,
    "weights": _texts,
    "bias": _text,
    "multipliers": _texts,
}

_READ: dict[str, tuple[type[Certificate], dict[str, Callable[[Any], Any]]]] = {
    "separable": (
        Separable,
        {"weights": _fractions, "bias": _fraction, "multipliers": _fractions, "margin": _bracket, "support": tuple},
    ),
    "inseparable": (Inseparable, {"rows": tuple, "multipliers": _wholes, "point": tuple}),
    "undecided": (Undecided, {"margin": _bracket}),
}


def from_json(text: str) -> Certificate:
    """Read a certificate that ``to_json`` wrote.

    Examples
    --------
    >>> import rosenblatt as rb
    >>> proof = rb.certify([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])
    >>> rb.from_json(proof.to_json()) == proof
    True
    """
    try:
        values = json.loads(text)
        if values.pop("format") != FORMAT:
            raise ValueError(f"the format must be {FORMAT!r}")
        kind, readers = _READ[values.pop("verdict")]
        for side in ("positive", "negative"):
            values[side] = _read_label(values[side])
        return kind(**{name: readers.get(name, _same)(value) for name, value in values.items()})
    except (KeyError, TypeError, AttributeError, ValueError, ZeroDivisionError) as error:
        raise BadCertificate(f"this is not a certificate that to_json wrote: {error!r}") from None


def _same(value: Any) -> Any:
    return value
