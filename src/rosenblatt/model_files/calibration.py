"""The calibration of a learner in a model file."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rosenblatt.learn.calibration.isotonic import Curve, Isotonic
from rosenblatt.learn.calibration.methods import Calibration
from rosenblatt.learn.calibration.online import NUMBERS, OnlineSigmoid
from rosenblatt.learn.calibration.sigmoid import Sigmoid
from rosenblatt.learn.calibration.temperature import Temperature
from rosenblatt.model_files.reader import SectionReader
from rosenblatt.model_files.writer import SectionWriter
from rosenblatt.rows import Floats


def write_calibration(calibration: Calibration) -> SectionWriter:
    """Write a calibration."""
    writer = SectionWriter({"method": calibration.method})
    if isinstance(calibration, Temperature):
        writer.number("factor", calibration.factor)
    elif isinstance(calibration, Sigmoid):
        writer.array("slopes", calibration.slopes, np.float64)
        writer.array("biases", calibration.biases, np.float64)
    elif isinstance(calibration, Isotonic):
        writer.sections("curves", map(_write_curve, calibration.curves))
    elif isinstance(calibration, OnlineSigmoid):
        writer.array("curves", calibration.curves, np.float64)
    return writer


def _write_curve(curve: Curve) -> SectionWriter:
    writer = SectionWriter()
    writer.array("scores", curve.scores, np.float64)
    writer.array("values", curve.values, np.float64)
    return writer


def read_calibration(reader: SectionReader, n_classes: int) -> Calibration:
    """Read a calibration of scores of as many classes."""
    n_curves = n_classes if n_classes > 2 else 1
    read: dict[str, Callable[[SectionReader, int], Calibration]] = {
        "temperature": _read_temperature,
        "sigmoid": _read_sigmoid,
        "isotonic": _read_isotonic,
        "online": _read_online,
    }
    return read[reader.choice("method", read)](reader, n_curves)


def _read_temperature(reader: SectionReader, _: int) -> Temperature:
    factor = reader.number("factor")
    if not 0 <= factor < np.inf:
        reader.refuse("factor", "a finite number, at least 0")
    return Temperature(factor)


def _read_sigmoid(reader: SectionReader, n_curves: int) -> Sigmoid:
    slopes, biases = (_finite(reader, name, n_curves) for name in ("slopes", "biases"))
    _refuse_unless(reader, "slopes", slopes >= 0, "at least 0")
    return Sigmoid(slopes, biases)


def _read_isotonic(reader: SectionReader, n_curves: int) -> Isotonic:
    return Isotonic(tuple(map(_read_curve, reader.sections("curves", n_curves))))


def _read_online(reader: SectionReader, n_curves: int) -> OnlineSigmoid:
    curves: Floats = reader.array("curves", np.float64, (n_curves, len(NUMBERS)))
    slope, _, h_slope, h_mixed, h_bias, mean_square, seen = curves.T
    _refuse_unless(reader, "curves", np.isfinite(curves), "finite numbers")
    _refuse_unless(reader, "curves", np.minimum(slope, np.minimum(mean_square, seen)) >= 0, "at least 0")
    is_definite = (h_slope > 0) & (h_bias > 0) & (h_slope * h_bias > h_mixed**2)
    _refuse_unless(reader, "curves", is_definite, "with a positive definite H")
    return OnlineSigmoid(curves)


def _read_curve(reader: SectionReader) -> Curve:
    scores, values = (_finite(reader, name, None) for name in ("scores", "values"))
    if len(scores) == 0 or len(values) != len(scores):
        reader.refuse("values", "one per score, of which there is at least one", f"{len(values)} and {len(scores)}")
    _refuse_unless(reader, "scores", np.diff(scores) > 0, "numbers that rise")
    _refuse_unless(reader, "values", np.diff(values) >= 0, "numbers that do not fall")
    _refuse_unless(reader, "values", (values > 0) & (values < 1), "between 0 and 1")
    return Curve(scores, values)


def _finite(reader: SectionReader, name: str, length: int | None) -> Floats:
    numbers: Floats = reader.array(name, np.float64, (length,))
    _refuse_unless(reader, name, np.isfinite(numbers), "finite numbers")
    return numbers


def _refuse_unless(reader: SectionReader, name: str, is_right: NDArray[np.bool_], must: str) -> None:
    if not is_right.all():
        reader.refuse(name, must, "others")
