"""Options of a training on an engine, as `train_on` passes them."""

from rosenblatt.distribute.options import Options

DEFAULTS = {
    "label": None,
    "learner": "perceptron",
    "epochs": 1,
    "seed": 0,
    "shards": 2,
    "mix": None,
    "mixes": 1,
    "checkpoint": None,
    "recipe": {},
    "given": ["learner", "numbers"],
    "keep": (),
    "held_out": None,
    "group": None,
    "time": None,
    "metric": "accuracy",
    "reading": {},
}


def options(**changes):
    """Return quick ones, with changes."""
    return Options(**DEFAULTS | changes)
