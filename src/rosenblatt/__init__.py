"""The perceptron family of linear and kernel classifiers, with a C++ core.

Public names are imported on first use, so that ``import rosenblatt`` is quick.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from rosenblatt.version import __version__ as __version__

_HOMES = {
    "Bracket": "rosenblatt.geometry.certificate",
    "ConfidenceWeighted": "rosenblatt.learn.confidence_weighted",
    "Hyperplane": "rosenblatt.geometry.hyperplane",
    "Inseparable": "rosenblatt.geometry.certificate",
    "KernelInseparable": "rosenblatt.geometry.kernel_certificate",
    "KernelPerceptron": "rosenblatt.learn.kernel_perceptron",
    "KernelSeparable": "rosenblatt.geometry.kernel_certificate",
    "LinearMachine": "rosenblatt.geometry.joint_certificate",
    "MistakeBound": "rosenblatt.geometry.mistake_bound",
    "NearestSeparable": "rosenblatt.geometry.nearest_separable",
    "NoLinearMachine": "rosenblatt.geometry.joint_certificate",
    "PassiveAggressive": "rosenblatt.learn.passive_aggressive",
    "Perceptron": "rosenblatt.learn.perceptron",
    "Separable": "rosenblatt.geometry.certificate",
    "TableFeatures": "rosenblatt.featurise.table_features",
    "TextFeatures": "rosenblatt.featurise.text_features",
    "Trace": "rosenblatt.tracing.trace",
    "Undecided": "rosenblatt.geometry.certificate",
    "VotedPerceptron": "rosenblatt.learn.voted_perceptron",
    "animate": "rosenblatt.show.animate",
    "calibrate": "rosenblatt.learn.calibrate",
    "certify": "rosenblatt.geometry.certify",
    "engines": "rosenblatt.distribute",
    "from_json": "rosenblatt.geometry.certificate_json",
    "hinge_gradient": "rosenblatt.learn.losses",
    "hinge_loss": "rosenblatt.learn.losses",
    "load": "rosenblatt.model_files.model_file",
    "margin": "rosenblatt.geometry.padding",
    "mistake_bound": "rosenblatt.geometry.mistake_bound",
    "nearest_separable": "rosenblatt.geometry.nearest_separable",
    "open_batches": "rosenblatt.read.open_batches",
    "pad": "rosenblatt.geometry.padding",
    "perceptron_gradient": "rosenblatt.learn.losses",
    "perceptron_loss": "rosenblatt.learn.losses",
    "plot_boundary": "rosenblatt.show.plot_boundary",
    "plot_certificate": "rosenblatt.show.plot_certificate",
    "plot_convergence": "rosenblatt.show.plot_convergence",
    "plot_margins": "rosenblatt.show.plot_margins",
    "plot_mistakes": "rosenblatt.show.plot_mistakes",
    "plot_precision_recall": "rosenblatt.show.plot_precision_recall",
    "plot_reliability": "rosenblatt.show.plot_reliability",
    "plot_weights": "rosenblatt.show.plot_weights",
    "save": "rosenblatt.model_files.model_file",
    "saved_facts": "rosenblatt.model_files.model_file",
    "separates": "rosenblatt.geometry.padding",
    "signed_rows": "rosenblatt.geometry.padding",
    "trace": "rosenblatt.tracing.trace",
    "train_on": "rosenblatt.distribute.train_on",
    "verify": "rosenblatt.geometry.verify",
}

__all__ = [
    "Bracket",
    "ConfidenceWeighted",
    "Hyperplane",
    "Inseparable",
    "KernelInseparable",
    "KernelPerceptron",
    "KernelSeparable",
    "LinearMachine",
    "MistakeBound",
    "NearestSeparable",
    "NoLinearMachine",
    "PassiveAggressive",
    "Perceptron",
    "Separable",
    "TableFeatures",
    "TextFeatures",
    "Trace",
    "Undecided",
    "VotedPerceptron",
    "animate",
    "calibrate",
    "certify",
    "engines",
    "from_json",
    "hinge_gradient",
    "hinge_loss",
    "load",
    "margin",
    "mistake_bound",
    "nearest_separable",
    "open_batches",
    "pad",
    "perceptron_gradient",
    "perceptron_loss",
    "plot_boundary",
    "plot_certificate",
    "plot_convergence",
    "plot_margins",
    "plot_mistakes",
    "plot_precision_recall",
    "plot_reliability",
    "plot_weights",
    "save",
    "saved_facts",
    "separates",
    "signed_rows",
    "trace",
    "train_on",
    "verify",
]

if TYPE_CHECKING:
    from rosenblatt.distribute import engines
    from rosenblatt.distribute.train_on import train_on
    from rosenblatt.featurise.table_features import TableFeatures
    from rosenblatt.featurise.text_features import TextFeatures
    from rosenblatt.geometry.certificate import Bracket, Inseparable, Separable, Undecided
    from rosenblatt.geometry.certificate_json import from_json
    from rosenblatt.geometry.certify import certify
    from rosenblatt.geometry.hyperplane import Hyperplane
    from rosenblatt.geometry.joint_certificate import LinearMachine, NoLinearMachine
    from rosenblatt.geometry.kernel_certificate import KernelInseparable, KernelSeparable
    from rosenblatt.geometry.mistake_bound import MistakeBound, mistake_bound
    from rosenblatt.geometry.nearest_separable import NearestSeparable, nearest_separable
    from rosenblatt.geometry.padding import margin, pad, separates, signed_rows
    from rosenblatt.geometry.verify import verify
    from rosenblatt.learn.calibrate import calibrate
    from rosenblatt.learn.confidence_weighted import ConfidenceWeighted
    from rosenblatt.learn.kernel_perceptron import KernelPerceptron
    from rosenblatt.learn.losses import hinge_gradient, hinge_loss, perceptron_gradient, perceptron_loss
    from rosenblatt.learn.passive_aggressive import PassiveAggressive
    from rosenblatt.learn.perceptron import Perceptron
    from rosenblatt.learn.voted_perceptron import VotedPerceptron
    from rosenblatt.model_files.model_file import load, save, saved_facts
    from rosenblatt.read.open_batches import open_batches
    from rosenblatt.show.animate import animate
    from rosenblatt.show.plot_boundary import plot_boundary
    from rosenblatt.show.plot_certificate import plot_certificate
    from rosenblatt.show.plot_convergence import plot_convergence
    from rosenblatt.show.plot_margins import plot_margins
    from rosenblatt.show.plot_mistakes import plot_mistakes
    from rosenblatt.show.plot_precision_recall import plot_precision_recall
    from rosenblatt.show.plot_reliability import plot_reliability
    from rosenblatt.show.plot_weights import plot_weights
    from rosenblatt.tracing.trace import Trace, trace


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'rosenblatt' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
