"""What a display learns of a training on an engine."""

from itertools import groupby

import pytest

import rosenblatt as rb
from rosenblatt.distribute.tasks import run_all
from rosenblatt.distribute.train_steps_on import train_steps_on
from rosenblatt.errors import BadParameter
from rosenblatt.train.progress import row_counter
from tests.distribute import files
from tests.distribute.options import options


class Updates:
    """Records progress updates."""

    def __init__(self):
        self.all = []

    def update(self, stage, share, n_rows):
        self.all.append((stage, share, n_rows))

    def by_stage(self):
        """The updates of each stage, in their order; a stage may come several times."""
        return [(stage, [one[1:] for one in group]) for stage, group in groupby(self.all, key=lambda one: one[0])]


@pytest.fixture
def path(tmp_path):
    return files.write_matrix(tmp_path / "rows.svm")


def train(path, **changes):
    updates = Updates()
    train_steps_on(rb.engines.Sequential(), path, options(**changes), updates)
    return updates


def test_each_shard_and_each_round_is_reported_until_all_is_done(path):
    updates = train(path, epochs=2, shards=3, mixes=4).by_stage()
    n_updates = [(stage, len(of_stage)) for stage, of_stage in updates]
    attempt, final = (of_stage for _, of_stage in updates[2:])

    assert n_updates == [("reading", 3), ("encoding", 3), ("2 epochs at most", 8), ("final fit", 8)]
    for _, of_stage in updates:
        assert of_stage == sorted(of_stage)
        assert of_stage[-1][0] == 1.0
    assert attempt[-1][1] < final[-1][1] == 2 * 2500
    assert [of_stage[-1][1] for _, of_stage in updates[:2]] == [2500, 2500]


def test_epochs_that_are_restored_are_reported_as_one_each(path, tmp_path):
    how = {"epochs": 2, "shards": 2, "mixes": 2, "checkpoint": str(tmp_path / "state")}
    first, second = (train(path, **how).by_stage() for _ in range(2))

    assert second[:2] == first[:2]
    assert [updates for _, updates in second[2:]] == [updates[1::2] for _, updates in first[2:]]


def test_a_round_without_rows_is_not_reported():
    updates = Updates()
    on_rows = row_counter(updates, 3, None)
    for n_rows in (0, 1, 0, 2, 1):
        on_rows(n_rows)

    assert updates.all == [("epoch 1", 1 / 3, 1), ("epoch 1", 1.0, 3), ("epoch 2", 1 / 3, 1)]


def refuse_ones(item, shared):
    if item == 1:
        raise BadParameter("there is nothing to do")
    return item


def test_an_error_of_a_task_is_no_result():
    found = []
    with pytest.raises(BadParameter, match=r"^there is nothing to do$"):
        run_all(rb.engines.Sequential(), refuse_ones, [0, 1, 2], None, on_result=found.append)

    assert found == [0, 2]
