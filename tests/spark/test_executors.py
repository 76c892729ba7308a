"""Executors that are killed: with them die their workers, and what they have in memory."""

import pytest

import rosenblatt as rb
from tests.distribute import files
from tests.distribute.deadly import Deadly
from tests.spark.executors import kill_executor, wait_until_gone

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")


def test_a_training_has_the_bits_of_one_process_also_if_executors_die(executors, tmp_path):
    rows, counts = files.write_json(tmp_path / "rows.jsonl", 1500), tmp_path / "counts"
    counts.mkdir()
    options = {"label": "mood", "shards": 3, "epochs": 1, "mixes": 2, "learner": "averaged-perceptron"}
    deadly = Deadly(executors, str(counts), kill_executor)
    found, _ = rb.train_on(deadly, rows, **options)
    expected, _ = rb.train_on(rb.engines.Sequential(), rows, **options)
    killed = [int(path.read_text(encoding="utf-8")) for path in counts.glob("*.killed")]
    for process_id in killed:
        wait_until_gone(process_id)

    assert files.digest(found) == files.digest(expected)
    assert len(set(killed)) == deadly.n_calls // 2
