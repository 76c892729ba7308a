"""``fit_blocks``: what ``fit`` does, on rows that may be more than fit into memory."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.errors import BadParameter
from rosenblatt.learn.base import Classifier
from rosenblatt.learn.fitting.blocks import Blocks, Buffers, InFileOrder, Mixed, ScoredBlocks
from rosenblatt.learn.fitting.loop import Task, train
from rosenblatt.learn.fitting.multiclass import Together, make_division
from rosenblatt.learn.input.labels import classes_in
from rosenblatt.learn.input.random_state import make_random
from rosenblatt.rows import Batch, view_rows


def fit_blocks(
    learner: Classifier,
    learned: Blocks,
    held_out: Blocks,
    classes: NDArray[Any],
    *,
    goes_on: bool = False,
    told: Callable[[int], None] = lambda n_rows: None,
) -> None:
    """Learn from blocks of rows, epoch after epoch, until a stopping rule holds.

    With ``order="cyclic"`` the model does not depend on how many blocks fit into memory; with ``"shuffled"`` it is
    that of ``fit`` if all do.

    Parameters
    ----------
    learner : what learns; several classes jointly, and every row counts the same.
    learned, held_out : rows to learn from, and rows that are scored after each epoch.
    classes : the labels that there are, in sorted order.
    goes_on : go on from what the learner knows; it takes in classes that are new to it.
    told : is called with the number of rows that were learned from since the last call.
    """
    with learner._all_or_nothing():
        learning, random = learner._learning(), make_random(learner, learner.random_state)
        if goes_on:
            learner._detach()
            learner._know(np.union1d(learner.classes_, classes))
            classes, division = learner.classes_, learner._division
        else:
            division = make_division(learner, len(classes_in(learner, classes)))
        if not isinstance(division, Together) or learner.order not in ("shuffled", "cyclic"):
            raise BadParameter(
                f"{type(learner).__name__}: rows in blocks are learned with multiclass 'joint' and order 'shuffled' or "
                f"'cyclic', got {learner.multiclass!r} and {learner.order!r}"
            )
        learning.gathers = learner.order == "shuffled" and (os.cpu_count() or 1) > 1
        rows, scored = Buffers(learner, learned, classes, is_new=not goes_on), Buffers(learner, held_out, classes)
        first = rows.first()
        n_columns = first.rows.n_columns
        (kept,) = learner._to_go_on() if goes_on else learner._begin(division, first, random)
        del first  # it may take much memory
        order = InFileOrder(rows, told) if learner.order == "cyclic" else Mixed(rows, told, random)
        last_wins = learner.tie == "positive"
        none = Batch(view_rows(np.zeros((0, n_columns))), np.zeros(0, np.int8))
        task = Task(
            learning,
            none,
            kept,
            order,
            learner._stopping_rules(),
            learned=ScoredBlocks(rows, last_wins),
            held_out=ScoredBlocks(scored, last_wins),
            prove=None,
        )
        trained = train(task, lambda epoch: None)
        kept.leave()

        learner.classes_, learner._division = classes, division
        learner._take([kept])
        learner._record([trained])
