"""The learners and their options, as the page's form shows them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from rosenblatt.errors import BadParameter
from rosenblatt.learn.base import Classifier
from rosenblatt.learn.catalogue import CATALOGUE, CONVENTIONS
from rosenblatt.learn.kernel_perceptron import KernelPerceptron
from rosenblatt.playground.limits import MAX_BUDGET, MAX_EPOCHS, MAX_SEEN, MAX_SEEN_BY_KERNEL

TITLES = {
    "perceptron": "Perceptron",
    "averaged-perceptron": "Averaged perceptron",
    "pocket-perceptron": "Pocket perceptron",
    "voted-perceptron": "Voted perceptron",
    "pa": "Passive-aggressive (PA)",
    "pa-1": "Passive-aggressive (PA-I)",
    "pa-2": "Passive-aggressive (PA-II)",
    "kernel-perceptron": "Kernel perceptron",
}

# What the page does not ask: it is fixed by the learner's name, or makes no sense on a board.
NOT_ASKED = {"final", "variant", "warm_start", "n_jobs", "verbose", "class_weight", "early_stopping"}
NOT_ASKED |= {"validation_fraction", "weight_tol"}


@dataclass(frozen=True, slots=True)
class Option:
    """A field of the form.

    Parameters
    ----------
    kind : ``"number"``, ``"whole"``, ``"choice"`` or ``"flag"``.
    words : what it does, in a few words.
    group : under which heading it stands: ``"rule"``, ``"walk"`` or ``"stop"``.
    choices : of a choice; a number may be one of these words too.
    least, most : of a number.
    may_be_none : whether it can be left empty.
    """

    kind: str
    words: str
    group: str
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    may_be_none: bool = False


OPTIONS = {
    "kernel": Option("choice", "what takes the place of u·v", "rule", choices=("rbf", "poly", "linear", "sigmoid")),
    "degree": Option("whole", "power of the poly kernel", "rule", least=1, most=10),
    "gamma": Option(
        "number", "width of the kernel: a number, scale or auto", "rule", choices=("scale", "auto"), least=0
    ),
    "coef0": Option("number", "what poly and sigmoid add to u·v", "rule"),
    "step": Option("choice", "how far an update goes", "rule", choices=("perceptron", "pa", "pa-1", "pa-2")),
    "C": Option("number", "how far one row may pull at most", "rule", least=0),
    "learning_rate": Option("number", "how much of a row an update adds", "rule", least=0),
    "margin": Option("number", "update when y·a is at most this", "rule", least=0),
    "fit_intercept": Option("flag", "learn a bias", "rule"),
    "trigger": Option("choice", "what allows an update", "rule", choices=("margin", "mistake")),
    "tie": Option("choice", "the guess when a = 0", "rule", choices=("negative", "positive")),
    "multiclass": Option("choice", "more than two classes", "rule", choices=("joint", "ovr", "ovo")),
    "init": Option("choice", "the first weights", "walk", choices=("zeros", "normal")),
    "init_scale": Option("number", "spread of random first weights", "walk", least=0),
    "order": Option("choice", "which row is next", "walk", choices=("cyclic", "shuffled", "random", "misclassified")),
    "random_state": Option("whole", "seed of what is random", "walk", least=0, most=2**31 - 1),
    "budget": Option("whole", "rows to hold at most", "walk", least=1, most=MAX_BUDGET, may_be_none=True),
    "forget": Option("choice", "which row goes when there is no room", "walk", choices=("project", "random", "oldest")),
    "max_iter": Option("whole", "epochs at most", "stop", least=1, most=MAX_EPOCHS),
    "max_updates": Option("whole", "updates at most", "stop", least=1, may_be_none=True),
    "tolerated_mistakes": Option("whole", "an epoch with so few mistakes is enough", "stop", least=0),
    "tol": Option("number", "mistakes must fall by this share", "stop", least=0, may_be_none=True),
    "n_iter_no_change": Option("whole", "within so many epochs", "stop", least=1),
    "when_stalled": Option("choice", "what then", "stop", choices=("prove", "stop")),
}

# A person who steps through a run wants to meet the rows one after another, and the same run again.
_HERE = {"order": "cyclic", "random_state": 0, "max_iter": 100}


def form() -> dict[str, Any]:
    """Describe each learner with its options and what they are at first, and the conventions of textbooks."""
    learners = [
        {"name": name, "title": TITLES.get(name, name), "options": _fields(make)} for name, make in CATALOGUE.items()
    ]
    conventions = [{"name": name, "options": options} for name, options in CONVENTIONS.items()]
    return {"learners": learners, "conventions": conventions}


def make_learner(name: str, options: dict[str, Any]) -> Classifier:
    """Make the learner that was asked for; it checks the values of its options itself."""
    if name not in CATALOGUE:
        raise BadParameter(f"learner must be one of {', '.join(CATALOGUE)}, got {name[:80]!r}")
    asked = _defaults(CATALOGUE[name])
    for option, value in options.items():
        if option not in asked:
            raise BadParameter(f"{name} has no option {option[:80]!r}; its options are {', '.join(asked)}")
        most = OPTIONS[option].most
        if most is not None and isinstance(value, (int, float)) and value > most:
            raise BadParameter(f"{option} must be at most {most} here, got {value}; in Python there is no such limit")
    return CATALOGUE[name](**{**asked, **options})


def stop_early(learner: Classifier, n_rows: int) -> str | None:
    """Let a learner go over the rows no more often than there is time for, and say so if it was asked for more."""
    most = MAX_SEEN_BY_KERNEL if isinstance(learner, KernelPerceptron) else MAX_SEEN
    if learner.order == "misclassified":  # every row follows every update
        most //= 3
    epochs = max(1, most // n_rows)
    if not isinstance(learner.max_iter, int) or learner.max_iter <= epochs:
        return None
    learner.max_iter = epochs
    return f"This page lets it go over {n_rows} rows at most {epochs} times; in Python there is no such limit."


def _defaults(make: Callable[..., Classifier]) -> dict[str, Any]:
    given = {name: one.default for name, one in inspect.signature(make).parameters.items() if name not in NOT_ASKED}
    return {**given, **{name: value for name, value in _HERE.items() if name in given}}


def _fields(make: Callable[..., Classifier]) -> list[dict[str, Any]]:
    defaults = _defaults(make)
    return [
        {"name": name, "default": defaults[name], **asdict(option)}
        for name, option in OPTIONS.items()
        if name in defaults
    ]
