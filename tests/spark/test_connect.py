"""The same adapter with Spark Connect, which has no context, no RDDs and no broadcasts."""

import pytest

import rosenblatt as rb
from rosenblatt.errors import TaskFailed
from tests.distribute import files, tasks
from tests.distribute.tasks import Item
from tests.spark import frames

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")


def test_tasks_whose_workers_die_are_tried_again(connect, tmp_path):
    items = [Item(number, str(tmp_path)) for number in range(3)]

    assert dict(connect.map(tasks.die_once, items, 10)) == {0: 10, 1: 11, 2: 12}


def test_a_task_that_always_kills_its_worker_ends_with_its_place(connect, tmp_path):
    with pytest.raises(TaskFailed, match=r"^item 1: tried 4 times: its worker died$"):
        list(connect.map(tasks.die_on_three, [Item(number, str(tmp_path)) for number in (2, 3)], 10))


def test_a_data_frame_has_the_bits_of_a_file_with_its_rows_in_order(connect, tmp_path):
    here, options = rb.engines.Sequential(), {"label": "mood", "epochs": 1, "mixes": 1, "shards": 3}
    expected, _ = rb.train_on(here, frames.write_parts(tmp_path), **options)
    found, _ = rb.train_on(here, frames.frame(connect._session, 2), order_by="id", **options)

    assert files.digest(found) == files.digest(expected)
