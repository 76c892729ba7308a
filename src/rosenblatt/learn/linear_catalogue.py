"""The linear learners, by the names that the command line uses."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rosenblatt.learn.base import Classifier
from rosenblatt.learn.confidence_weighted import ConfidenceWeighted
from rosenblatt.learn.passive_aggressive import PassiveAggressive
from rosenblatt.learn.perceptron import Perceptron
from rosenblatt.learn.voted_perceptron import VotedPerceptron

LINEAR: dict[str, Callable[..., Classifier]] = {
    "perceptron": Perceptron,
    "averaged-perceptron": partial(Perceptron, final="average"),
    "pocket-perceptron": partial(Perceptron, final="best"),
    "voted-perceptron": VotedPerceptron,
    "pa": partial(PassiveAggressive, variant="PA"),
    "pa-1": partial(PassiveAggressive, variant="PA-I"),
    "pa-2": partial(PassiveAggressive, variant="PA-II"),
    "averaged-pa-1": partial(PassiveAggressive, variant="PA-I", final="average"),
    "averaged-pa-2": partial(PassiveAggressive, variant="PA-II", final="average"),
    "arow": partial(ConfidenceWeighted, variant="AROW"),
    "averaged-arow": partial(ConfidenceWeighted, variant="AROW", final="average"),
    "scw-1": partial(ConfidenceWeighted, variant="SCW-I"),
    "scw-2": partial(ConfidenceWeighted, variant="SCW-II"),
    "cw": partial(ConfidenceWeighted, variant="CW"),
}
