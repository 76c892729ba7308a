"""Whether the end of a file is harder to predict than rows drawn from all of it."""

from __future__ import annotations

import math
from statistics import median_low

import numpy as np

from rosenblatt.train.choose import Tried
from rosenblatt.train.class_weights import weigh_classes
from rosenblatt.train.encode import EncodedRows
from rosenblatt.train.report import Drift
from rosenblatt.train.row_store import ChosenRows, chosen_rows
from rosenblatt.train.split import JUDGE, ONE_IN

LEAST_ROWS = 100  # of those that choose
# Standard errors: a smaller difference would be reported of one file in a few hundred that are in no order at all.
MANY = 3.0


def find_drift(rows: EncodedRows, chosen: Tried) -> Drift | None:
    """Fit the chosen recipe to the first nine tenths of the rows that do not judge, and predict the last tenth.

    Return None unless its error there is higher than that on random rows, by more than chance, or if rows are on the
    disk, where they are not in the order of the file.

    Parameters
    ----------
    rows : encoded rows.
    chosen : the recipe, with its wrong predictions for random rows.
    """
    if len(chosen.wrong) < LEAST_ROWS or rows.rows.is_on_disk:
        return None
    in_order = rows.rows.places_without(JUDGE)
    first, last = np.split(in_order, [len(in_order) - len(in_order) // ONE_IN])
    learner = chosen.recipe.make_learner()
    learner.set_params(early_stopping=False, tol=None, max_iter=median_low(chosen.best_epochs))
    learned = ChosenRows(rows.rows, first)
    weigh_classes(learner, chosen.recipe, learned, rows.classes)
    learner._fit_blocks(learned, None, rows.classes)
    X, codes, names, _ = rows.rows.read([0])
    wrong = learner.predict(chosen_rows(X, last)) != names[codes[last]]
    last_error, random_error = float(np.mean(wrong)), float(np.mean(chosen.wrong))
    variance = last_error * (1 - last_error) / len(wrong) + random_error * (1 - random_error) / len(chosen.wrong)
    return Drift(last_error, random_error) if last_error - random_error > MANY * math.sqrt(variance) else None
