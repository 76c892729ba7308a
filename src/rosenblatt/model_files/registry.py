"""The classes that a model file may hold, each with the functions that write and read what it learned."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.featurise.text_features import TextFeatures
from rosenblatt.learn.confidence_weighted import ConfidenceWeighted
from rosenblatt.learn.passive_aggressive import PassiveAggressive
from rosenblatt.learn.perceptron import Perceptron
from rosenblatt.learn.voted_perceptron import VotedPerceptron
from rosenblatt.model_files.linear import read_linear, write_linear
from rosenblatt.model_files.reader import SectionReader
from rosenblatt.model_files.table_features import read_table_features, write_table_features
from rosenblatt.model_files.text_features import read_text_features, write_text_features
from rosenblatt.model_files.writer import SectionWriter


class Kind(NamedTuple):
    """A class of estimators; `read` takes a new one with the options of the file, and fills in what was learned."""

    type: type
    write: Callable[[Any], SectionWriter]
    read: Callable[[Any, SectionReader], None]

    @property
    def name(self) -> str:
        """The name of the class in a file."""
        return self.type.__name__


_KINDS = {
    kind.name: kind
    for kind in (
        Kind(ConfidenceWeighted, write_linear, read_linear),
        Kind(PassiveAggressive, write_linear, read_linear),
        Kind(Perceptron, write_linear, read_linear),
        Kind(TableFeatures, write_table_features, read_table_features),
        Kind(TextFeatures, write_text_features, read_text_features),
        Kind(VotedPerceptron, write_linear, read_linear),
    )
}
_KERNEL = "KernelPerceptron"
CLASSES = sorted([*_KINDS, _KERNEL])


def kind_named(name: str) -> Kind:
    """Return the kind with this class name; raise KeyError if there is none."""
    if name != _KERNEL:
        return _KINDS[name]
    # Kernels take longer to import than all other learners together, and few files hold one.
    from rosenblatt.learn.kernel_perceptron import KernelPerceptron  # noqa: PLC0415
    from rosenblatt.model_files.kernel import read_kernel_learner, write_kernel_learner  # noqa: PLC0415

    return Kind(KernelPerceptron, write_kernel_learner, read_kernel_learner)


def kind_of(value: object) -> Kind | None:
    """Return the kind of an estimator; None for an object of any other class, such as a subclass of one of these."""
    name = type(value).__name__
    kind = kind_named(name) if name in CLASSES else None
    return kind if kind is not None and type(value) is kind.type else None


def class_named(name: str) -> type:
    """Return the class of this name; raise KeyError if there is none."""
    return kind_named(name).type


def name_of(value: object) -> str | None:
    """Return the name of an estimator's class; None if no file may hold it."""
    kind = kind_of(value)
    return None if kind is None else kind.name
