"""What all learners share in a model file: classes, columns, counts, and the course of training."""

from __future__ import annotations

import numpy as np

from rosenblatt.learn.base import Classifier
from rosenblatt.learn.calibration.online import OnlineSigmoid
from rosenblatt.learn.fitting.multiclass import DIVISIONS, Division, Joint
from rosenblatt.learn.fitting.solved import Solved
from rosenblatt.model_files.calibration import read_calibration, write_calibration
from rosenblatt.model_files.history import read_certificates, read_histories, write_certificates, write_histories
from rosenblatt.model_files.labels import read_labels, write_labels
from rosenblatt.model_files.reader import SectionReader
from rosenblatt.model_files.writer import SectionWriter

COUNTS = ("n_iter_", "n_seen_", "n_mistakes_", "n_updates_")
_OTHERS = (
    "history_",
    "stop_reason_",
    "certificate_",
    "converged_",
    "problems_",
    "classes_",
    "_division",
    "_solutions",
    "_solution_columns",
    "_calibration",
    "_online",
    "_threshold",
    "_named_columns",  # made anew when they are needed
)
_COLUMNS = ("n_features_in_", "feature_names_in_")


def write_learner(model: Classifier, *own: str) -> SectionWriter:
    """Write what all learners share; `own` names the attributes that the caller writes itself."""
    model._refuse_unfitted()
    writer = SectionWriter(attributes=(*COUNTS, *_OTHERS, *_COLUMNS, *own))
    write_labels(writer, model.classes_)
    writer.facts["division"] = next(name for name, kind in DIVISIONS.items() if type(model._division) is kind)
    writer.facts["columns"] = int(model.n_features_in_)
    if hasattr(model, "feature_names_in_"):
        writer.facts["names"] = model.feature_names_in_.tolist()
    writer.facts.update({name: int(getattr(model, name)) for name in COUNTS})
    writer.section("training", _write_training(model))
    if hasattr(model, "problems_"):
        writer.section("problems", _write_problems(model))
    if hasattr(model, "calibration_"):
        writer.section("calibration", write_calibration(model.calibration_))
    if model.threshold_:
        writer.facts["threshold"] = model.threshold_
    if hasattr(model, "_online"):
        writer.section("online", write_calibration(model._online))
    return writer


def _write_training(model: Classifier) -> SectionWriter:
    writer = SectionWriter({"stop_reason": getattr(model, "stop_reason_", None)})
    write_histories(writer, [model.history_])
    write_certificates(writer, [getattr(model, "certificate_", None)])
    return writer


def _write_problems(model: Classifier) -> SectionWriter:
    places = {label: place for place, label in enumerate(model.classes_.tolist())}
    solved = model.problems_
    against_rest = [one.negative is None for one in solved]
    writer = SectionWriter({"stop_reasons": [one.stop_reason for one in solved]})
    writer.facts["positive"] = [places[one.positive] for one in solved]
    writer.facts["negative"] = None if any(against_rest) else [places[one.negative] for one in solved]
    write_histories(writer, [one.history for one in solved])
    write_certificates(writer, [one.certificate for one in solved])
    return writer


def read_learner(model: Classifier, reader: SectionReader) -> None:
    """Read what all learners share."""
    model.classes_ = read_labels(reader)
    model._division = _read_division(reader, len(model.classes_))
    model.n_features_in_ = reader.whole("columns", 1)
    if "names" in reader.facts:
        names = reader.strings("names")
        if len(names) != model.n_features_in_:
            reader.refuse("names", f"{model.n_features_in_} names", f"{len(names)}")
        model.feature_names_in_ = np.array(names, dtype=object)
    for name in COUNTS:
        setattr(model, name, reader.whole(name))
    training = reader.section("training")
    (model.history_,) = read_histories(training, 1)
    (certificate,) = read_certificates(training, 1)
    if training.facts.get("stop_reason") is not None:
        model.stop_reason_ = training.string("stop_reason")
        model.converged_ = model.stop_reason_ == "converged"
        model.certificate_ = certificate
    if "problems" in reader.facts:
        _read_problems(model, reader.section("problems"))
    if "calibration" in reader.facts:
        _read_calibrations(model, reader)
    if "threshold" in reader.facts:
        threshold = reader.number("threshold")
        if len(model.classes_) != 2 or not np.isfinite(threshold):
            reader.refuse("threshold", "a finite number, and absent unless there are two classes")
        model._move_threshold(threshold)


def _read_calibrations(model: Classifier, reader: SectionReader) -> None:
    n_classes = len(model.classes_)
    if n_classes < 2:
        reader.refuse("calibration", "absent where there is one class")
    model._calibrate(read_calibration(reader.section("calibration"), n_classes))
    if "online" in reader.facts:
        online = read_calibration(reader.section("online"), n_classes)
        if not isinstance(online, OnlineSigmoid):
            reader.section("online").refuse("method", "'online'")
        model._online = online


def _read_division(reader: SectionReader, n_classes: int) -> Division:
    kind = DIVISIONS[reader.choice("division", DIVISIONS)]
    if n_classes <= 2 and kind is not Joint:
        reader.refuse("division", "'joint' for two classes")
    return kind(n_classes)


def _read_problems(model: Classifier, reader: SectionReader) -> None:
    reasons = reader.strings("stop_reasons")
    count, most = len(reasons), len(model.classes_) - 1
    positive = [model.classes_[place] for place in reader.wholes("positive", count, most)]
    negative = [None] * count
    if reader.facts.get("negative") is not None:
        negative = [model.classes_[place] for place in reader.wholes("negative", count, most)]
    histories, certificates = read_histories(reader, count), read_certificates(reader, count)
    model.problems_ = [Solved(*one) for one in zip(positive, negative, reasons, histories, certificates, strict=True)]
