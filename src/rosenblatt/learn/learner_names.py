"""The learners by the names that commands use, with titles; imports no learner, so that ``--help`` is quick."""

from __future__ import annotations

LINEAR_TITLES = {
    "perceptron": "Perceptron",
    "averaged-perceptron": "Averaged perceptron",
    "pocket-perceptron": "Pocket perceptron",
    "voted-perceptron": "Voted perceptron",
    "pa": "Passive-aggressive (PA)",
    "pa-1": "Passive-aggressive (PA-I)",
    "pa-2": "Passive-aggressive (PA-II)",
    "averaged-pa-1": "Averaged passive-aggressive (PA-I)",
    "averaged-pa-2": "Averaged passive-aggressive (PA-II)",
    "arow": "Confidence-weighted (AROW)",
    "averaged-arow": "Averaged confidence-weighted (AROW)",
    "scw-1": "Confidence-weighted (SCW-I)",
    "scw-2": "Confidence-weighted (SCW-II)",
    "cw": "Confidence-weighted (CW)",
}
TITLES = {**LINEAR_TITLES, "kernel-perceptron": "Kernel perceptron"}
