"""Certificates of all kinds, read from JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeAlias

from rosenblatt.errors import BadCertificate
from rosenblatt.geometry._certificate_base import FORMAT, fraction, fractions, read_label, same, wholes
from rosenblatt.geometry.certificate import Bracket, Certificate, Inseparable, Separable, Undecided
from rosenblatt.geometry.joint_certificate import JointCertificate, LinearMachine, NoLinearMachine
from rosenblatt.geometry.kernel_certificate import KernelCertificate, KernelInseparable, KernelSeparable
from rosenblatt.geometry.kernel_function import KernelFunction

AnyCertificate: TypeAlias = "Certificate | JointCertificate | KernelCertificate"


def _bracket(values: list[float]) -> Bracket:
    low, high = values
    return Bracket(low, high)


def _labels(values: list[Any]) -> tuple[Any, ...]:
    return tuple(read_label(value) for value in values)


_SEPARABLE: dict[str, Callable[[Any], Any]] = {"multipliers": fractions, "margin": _bracket, "support": tuple}
_INSEPARABLE: dict[str, Callable[[Any], Any]] = {"multipliers": wholes, "rows": tuple}
_JOINT: dict[str, Callable[[Any], Any]] = {"classes": _labels, "rivals": _labels}
_KERNEL: dict[str, Callable[[Any], Any]] = {"kernel": lambda values: KernelFunction(*values), "rivals": _labels}

_READ: dict[tuple[str, str], tuple[type[AnyCertificate], dict[str, Callable[[Any], Any]]]] = {
    ("plane", "separable"): (Separable, {**_SEPARABLE, "weights": fractions, "bias": fraction}),
    ("plane", "inseparable"): (Inseparable, {**_INSEPARABLE, "point": tuple}),
    ("plane", "undecided"): (Undecided, {"margin": _bracket}),
    ("joint", "separable"): (
        LinearMachine,
        {**_SEPARABLE, **_JOINT, "weights": lambda rows: tuple(map(fractions, rows)), "biases": fractions},
    ),
    ("joint", "inseparable"): (NoLinearMachine, {**_INSEPARABLE, **_JOINT}),
    ("kernel", "separable"): (KernelSeparable, {**_SEPARABLE, **_KERNEL}),
    ("kernel", "inseparable"): (KernelInseparable, {**_INSEPARABLE, **_KERNEL}),
}


def from_json(text: str) -> AnyCertificate:
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
        kind, readers = _READ[values.pop("question", "plane"), values.pop("verdict")]
        for side in ("positive", "negative"):
            values[side] = read_label(values[side])
        return kind(**{name: readers.get(name, same)(value) for name, value in values.items()})
    except (KeyError, TypeError, AttributeError, ValueError, ZeroDivisionError) as error:
        raise BadCertificate(f"this is not a certificate that to_json wrote: {error!r}") from None
