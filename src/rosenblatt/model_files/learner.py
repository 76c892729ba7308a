"""What all learners keep in a model file: classes, columns, counts, and how training went."""

from __future__ import annotations

import numpy as np

from rosenblatt.learn.base import Classifier, Solved
from rosenblatt.learn.fitting.multiclass import DIVISIONS, Division, Joint
from rosenblatt.model_files.history import certificates_from, file_certificates, file_history, histories_from
from rosenblatt.model_files.labels import classes_from, file_classes
from rosenblatt.model_files.reader import Filed, Filing

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
)
_COLUMNS = ("n_features_in_", "feature_names_in_")


def file_learner(model: Classifier, *own: str) -> Filing:
    """Write what all learners keep; `own` names the attributes of which the learner itself takes care."""
    model._refuse_unfitted()
    filing = Filing(attributes=(*COUNTS, *_OTHERS, *_COLUMNS, *own))
    file_classes(filing, model.classes_)
    filing.facts["division"] = next(name for name, kind in DIVISIONS.items() if type(model._division) is kind)
    filing.facts["columns"] = int(model.n_features_in_)
    if hasattr(model, "feature_names_in_"):
        filing.facts["names"] = model.feature_names_in_.tolist()
    filing.facts.update({name: int(getattr(model, name)) for name in COUNTS})
    filing.add("training", _training(model))
    if hasattr(model, "problems_"):
        filing.add("problems", _problems(model))
    return filing


def _training(model: Classifier) -> Filing:
    filing = Filing({"stop_reason": getattr(model, "stop_reason_", None)})
    file_history(filing, [model.history_])
    file_certificates(filing, [getattr(model, "certificate_", None)])
    return filing


def _problems(model: Classifier) -> Filing:
    places = {label: place for place, label in enumerate(model.classes_.tolist())}
    solved = model.problems_
    against_rest = [one.negative is None for one in solved]
    filing = Filing({"stop_reasons": [one.stop_reason for one in solved]})
    filing.facts["positive"] = [places[one.positive] for one in solved]
    filing.facts["negative"] = None if any(against_rest) else [places[one.negative] for one in solved]
    file_history(filing, [one.history for one in solved])
    file_certificates(filing, [one.certificate for one in solved])
    return filing


def learner_from(model: Classifier, filed: Filed) -> None:
    """Read what all learners keep."""
    model.classes_ = classes_from(filed)
    model._division = _division_from(filed, len(model.classes_))
    model.n_features_in_ = filed.whole("columns", 1)
    if "names" in filed.facts:
        names = filed.strings("names")
        if len(names) != model.n_features_in_:
            filed.refuse("names", f"{model.n_features_in_} names", f"{len(names)}")
        model.feature_names_in_ = np.array(names, dtype=object)
    for name in COUNTS:
        setattr(model, name, filed.whole(name))
    training = filed.part("training")
    (model.history_,) = histories_from(training, 1)
    (certificate,) = certificates_from(training, 1)
    if training.facts.get("stop_reason") is not None:
        model.stop_reason_ = training.string("stop_reason")
        model.converged_ = model.stop_reason_ == "converged"
        model.certificate_ = certificate
    if "problems" in filed.facts:
        _problems_from(model, filed.part("problems"))


def _division_from(filed: Filed, n_classes: int) -> Division:
    kind = DIVISIONS[filed.choice("division", DIVISIONS)]
    if n_classes <= 2 and kind is not Joint:
        filed.refuse("division", "'joint' for two classes")
    return kind(n_classes)


def _problems_from(model: Classifier, filed: Filed) -> None:
    reasons = filed.strings("stop_reasons")
    count, most = len(reasons), len(model.classes_) - 1
    positive = [model.classes_[place] for place in filed.wholes("positive", count, most)]
    negative = [None] * count
    if filed.facts.get("negative") is not None:
        negative = [model.classes_[place] for place in filed.wholes("negative", count, most)]
    histories, certificates = histories_from(filed, count), certificates_from(filed, count)
    model.problems_ = [Solved(*one) for one in zip(positive, negative, reasons, histories, certificates, strict=True)]
