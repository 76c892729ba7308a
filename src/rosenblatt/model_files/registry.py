"""The classes that a model file may hold, each with the functions that write and read what it learned."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.featurise.text_features import TextFeatures
from rosenblatt.learn.passive_aggressive import PassiveAggressive
from rosenblatt.learn.perceptron import Perceptron
from rosenblatt.learn.voted_perceptron import VotedPerceptron
from rosenblatt.model_files.linear import file_linear, linear_from
from rosenblatt.model_files.reader import Filed, Filing
from rosenblatt.model_files.table_features import file_table, table_from
from rosenblatt.model_files.text_features import file_texts, texts_from


class Kind(NamedTuple):
    """A class of estimators, and how what one learned is written, and read into a new one with the same options."""

    of: type
    write: Callable[[Any], Filing]
    read: Callable[[Any, Filed], None]


_KINDS = {
    "PassiveAggressive": Kind(PassiveAggressive, file_linear, linear_from),
    "Perceptron": Kind(Perceptron, file_linear, linear_from),
    "TableFeatures": Kind(TableFeatures, file_table, table_from),
    "TextFeatures": Kind(TextFeatures, file_texts, texts_from),
    "VotedPerceptron": Kind(VotedPerceptron, file_linear, linear_from),
}
_KERNEL = "KernelPerceptron"
CLASSES = sorted([*_KINDS, _KERNEL])


def kind_named(name: str) -> Kind:
    """Return the kind with this class name; raise KeyError if there is none."""
    if name != _KERNEL:
        return _KINDS[name]
    # Kernels take longer to import than all of the above, and few files hold one.
    from rosenblatt.learn.kernel_perceptron import KernelPerceptron  # noqa: PLC0415
    from rosenblatt.model_files.kernel import file_kernel_learner, kernel_learner_from  # noqa: PLC0415

    return Kind(KernelPerceptron, file_kernel_learner, kernel_learner_from)


def kind_of(estimator: object) -> Kind | None:
    """Return the kind of an estimator; None for a class that is not in the list, such as a subclass of one that is."""
    name = type(estimator).__name__
    kind = kind_named(name) if name in CLASSES else None
    return kind if kind is not None and type(estimator) is kind.of else None
