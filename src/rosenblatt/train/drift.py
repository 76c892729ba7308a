"""Whether the end of a file is harder to predict than rows drawn from all of it."""

from __future__ import annotations

import math

import numpy as np

from rosenblatt.train.attempt import try_recipes
from rosenblatt.train.choose import Tried
from rosenblatt.train.encode import Storage
from rosenblatt.train.progress import Progress
from rosenblatt.train.report import Drift
from rosenblatt.train.sampled_rows import SampledRows

LEAST_ROWS = 100  # of those that choose
# Standard errors: a smaller difference would be reported of one file in a few hundred that are in no order at all.
MANY = 3.0


def find_drift(sample: SampledRows, chosen: Tried, storage: Storage, progress: Progress) -> Drift | None:
    """Fit the chosen recipe to the first nine tenths of a sample, and compare its error on the last tenth.

    Return None unless that is higher than the error on random rows, by more than chance.

    Parameters
    ----------
    sample : rows in the order of the file.
    chosen : the recipe, with its wrong predictions for random rows.
    storage, progress : as in `train`.
    """
    if len(chosen.wrong) < LEAST_ROWS:
        return None
    (attempt,) = try_recipes(sample.last_tenth_chooses(), [chosen.recipe], storage, progress)
    last, random = float(np.mean(attempt.wrong)), float(np.mean(chosen.wrong))
    variance = last * (1 - last) / len(attempt.wrong) + random * (1 - random) / len(chosen.wrong)
    return Drift(last, random) if last - random > MANY * math.sqrt(variance) else None
