"""All learners, by the names that the command line uses."""

from __future__ import annotations

from collections.abc import Callable

from rosenblatt.learn.base import Classifier
from rosenblatt.learn.kernel_perceptron import KernelPerceptron
from rosenblatt.learn.linear_catalogue import LINEAR

CATALOGUE: dict[str, Callable[..., Classifier]] = {**LINEAR, "kernel-perceptron": KernelPerceptron}
