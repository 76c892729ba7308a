"""The learners and their options in the form of the page."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from rosenblatt.errors import BadParameter
from rosenblatt.learn.base import Classifier
from rosenblatt.learn.catalogue import CATALOGUE
from rosenblatt.learn.conventions import CONVENTIONS
from rosenblatt.learn.learner_names import TITLES
from rosenblatt.playground.limits import MAX_BUDGET, MAX_EPOCHS

# Options that are not in the form: they are fixed by the name of the learner, or make no sense on a board.
NOT_IN_FORM = {"final", "variant", "warm_start", "n_jobs", "verbose", "class_weight", "early_stopping"}
NOT_IN_FORM |= {"validation_fraction", "weight_tol"}


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of the form.

    Parameters
    ----------
    kind : ``"number"``, ``"whole"``, ``"choice"`` or ``"flag"``.
    words : a short description.
    group : the section of the form: ``"rule"``, ``"walk"`` or ``"stop"``.
    choices : values of a choice; a number may also have one of these values.
    least, most : limits of a number.
    may_be_none : whether the field may be empty.
    """

    kind: str
    words: str
    group: str
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    may_be_none: bool = False


OPTIONS = {
    "kernel": FormField(
        "choice", "kernel function, in place of u·v", "rule", choices=("rbf", "poly", "linear", "sigmoid")
    ),
    "degree": FormField("whole", "power of the poly kernel", "rule", least=1, most=10),
    "gamma": FormField(
        "number", "width of the kernel: a number, scale or auto", "rule", choices=("scale", "auto"), least=0
    ),
    "coef0": FormField("number", "constant that poly and sigmoid add to u·v", "rule"),
    "step": FormField("choice", "rule for the size of an update", "rule", choices=("perceptron", "pa", "pa-1", "pa-2")),
    "C": FormField("number", "limit on the size of an update", "rule", least=0),
    "r": FormField("number", "of AROW: the larger, the less one row changes", "rule", least=0),
    "confidence": FormField("number", "of SCW and CW: probability of being right", "rule", least=0.5, most=1),
    "covariance": FormField("choice", "variances of weights, alone or in pairs", "rule", choices=("diagonal", "full")),
    "learning_rate": FormField("number", "factor of the row in an update", "rule", least=0),
    "margin": FormField("number", "update when y·a is at most this", "rule", least=0),
    "fit_intercept": FormField("flag", "learn a bias", "rule"),
    "trigger": FormField("choice", "condition for an update", "rule", choices=("margin", "mistake")),
    "tie": FormField("choice", "predicted class when a = 0", "rule", choices=("negative", "positive")),
    "multiclass": FormField("choice", "method for more than two classes", "rule", choices=("joint", "ovr", "ovo")),
    "init": FormField("choice", "initial weights", "walk", choices=("zeros", "normal")),
    "init_scale": FormField("number", "spread of random initial weights", "walk", least=0),
    "order": FormField(
        "choice", "order of the rows", "walk", choices=("cyclic", "shuffled", "random", "misclassified")
    ),
    "random_state": FormField("whole", "seed of the random numbers", "walk", least=0, most=2**31 - 1),
    "budget": FormField("whole", "limit on the rows that are kept", "walk", least=1, most=MAX_BUDGET, may_be_none=True),
    "forget": FormField("choice", "how to stay within the budget", "walk", choices=("project", "random", "oldest")),
    "max_iter": FormField("whole", "limit on epochs", "stop", least=1, most=MAX_EPOCHS),
    "max_updates": FormField("whole", "limit on updates", "stop", least=1, may_be_none=True),
    "tolerated_mistakes": FormField("whole", "stop after an epoch with this few mistakes", "stop", least=0),
    "tol": FormField("number", "stalled: mistakes fall by less than this share", "stop", least=0, may_be_none=True),
    "n_iter_no_change": FormField("whole", "within this many epochs", "stop", least=1),
    "when_stalled": FormField("choice", "action when stalled", "stop", choices=("prove", "stop")),
}

# For stepping through a run: rows in their order, and the same run each time.
_PAGE_DEFAULTS = {"order": "cyclic", "random_state": 0, "max_iter": 100}


def form() -> dict[str, Any]:
    """Return each learner with its options and their defaults, and the conventions of textbooks."""
    learners = [{"name": name, "title": TITLES[name], "options": _fields(make)} for name, make in CATALOGUE.items()]
    conventions = [{"name": name, "options": options} for name, options in CONVENTIONS.items()]
    return {"learners": learners, "conventions": conventions}


def settings_of(convention: str) -> dict[str, Any]:
    """Return the perceptron with those options of a textbook that differ from the defaults of the page."""
    defaults = _defaults(CATALOGUE["perceptron"])
    differing = {name: value for name, value in CONVENTIONS[convention].items() if defaults[name] != value}
    return {"learner": "perceptron", "options": differing}


def make_learner(name: str, options: dict[str, Any]) -> Classifier:
    """Make a learner by name; the learner checks the values of its options."""
    if name not in CATALOGUE:
        raise BadParameter(f"learner must be one of {', '.join(CATALOGUE)}, got {name[:80]!r}")
    allowed = _defaults(CATALOGUE[name])
    for option, value in options.items():
        if option not in allowed:
            raise BadParameter(f"{name} has no option {option[:80]!r}; its options are {', '.join(allowed)}")
        if isinstance(value, (list, dict)):
            raise BadParameter(
                f"{option} must be one value on this page, not {'a list' if isinstance(value, list) else 'an object'}; "
                "there is no such limit in Python"
            )
        most = OPTIONS[option].most
        if most is not None and isinstance(value, (int, float)) and value > most:
            raise BadParameter(
                f"{option} must be at most {most} on this page, got {value}; there is no such limit in Python"
            )
    return CATALOGUE[name](**{**allowed, **options})


def _defaults(make: Callable[..., Classifier]) -> dict[str, Any]:
    defaults = {
        name: one.default for name, one in inspect.signature(make).parameters.items() if name not in NOT_IN_FORM
    }
    return {**defaults, **{name: value for name, value in _PAGE_DEFAULTS.items() if name in defaults}}


def _fields(make: Callable[..., Classifier]) -> list[dict[str, Any]]:
    defaults = _defaults(make)
    return [
        {"name": name, "default": defaults[name], **asdict(option)}
        for name, option in OPTIONS.items()
        if name in defaults
    ]
