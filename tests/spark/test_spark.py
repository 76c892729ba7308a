"""What every engine must do, on Spark: with workers that die, and with the bits of `Sequential`."""

import json

import pytest
from click.testing import CliRunner

import rosenblatt as rb
from rosenblatt.cli.app import app
from rosenblatt.distribute.engine import MOST_TRIES
from rosenblatt.errors import TaskFailed
from tests.distribute import files, tasks
from tests.distribute.deadly import Deadly
from tests.distribute.tasks import SUMS, items

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas:FutureWarning")


def test_every_item_has_its_result_also_if_there_are_more_items_than_workers(classic):
    assert dict(classic.map(tasks.add, items(), 10)) == SUMS


def test_no_items_have_no_results(classic):
    assert list(classic.map(tasks.add, [], 10)) == []


def test_a_task_that_raises_once_is_tried_again(classic, tmp_path):
    assert dict(classic.map(tasks.raise_once, items(tmp_path), 10)) == SUMS


def test_a_task_that_always_raises_ends_with_its_place_and_the_reason(classic, tmp_path):
    with pytest.raises(TaskFailed, match=r"^item 3: tried 3 times: OSError: the network is away$") as caught:
        list(classic.map(tasks.raise_on_three, items(tmp_path), 10))

    assert caught.value.place == 3
    assert tasks.n_tries(tmp_path, 3) == MOST_TRIES


def test_a_task_that_always_kills_its_worker_ends_with_its_place(classic, tmp_path):
    with pytest.raises(TaskFailed, match=r"^item 3: tried 4 times: its worker died$") as caught:
        list(classic.map(tasks.die_on_three, items(tmp_path), 10))

    assert caught.value.place == 3
    assert tasks.n_tries(tmp_path, 3) == 4


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    return files.write_json(tmp_path_factory.mktemp("rows") / "rows.jsonl", 1500)


def test_a_training_has_the_bits_of_one_process_also_if_workers_die(classic, rows, tmp_path):
    options = {"label": "mood", "shards": 3, "epochs": 1, "learner": "averaged-perceptron"}
    deadly = Deadly(classic, str(tmp_path))
    found, _ = rb.train_on(deadly, rows, **options)
    expected, _ = rb.train_on(rb.engines.Sequential(), rows, **options)

    assert files.digest(found) == files.digest(expected)
    assert [path.read_text(encoding="utf-8") for path in tmp_path.iterdir()] == ["2"] * (deadly.n_calls // 2)


def test_the_command_uses_the_session_of_its_program(classic, rows, tmp_path):
    words = ["train", rows, "--label", "mood", "--epochs", 1, "--shards", 2, "--json", "-o", tmp_path / "model"]
    result = CliRunner().invoke(app, [*map(str, words), "--on", "spark"])

    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["engine"]["shards"] == 2
    assert dict(classic.map(tasks.add, items(), 10)) == SUMS  # the session is still open
