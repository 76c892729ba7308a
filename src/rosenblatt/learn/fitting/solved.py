"""The outcome of one binary problem of several classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from rosenblatt.learn.fitting.stopping import Epoch

if TYPE_CHECKING:
    from rosenblatt.geometry.certificate import Certificate


class Solved(NamedTuple):
    """How the fit of one binary problem of several classes went; `negative` is None for all other classes."""

    positive: Any
    negative: Any
    stop_reason: str
    history: list[Epoch]
    certificate: Certificate | None
