"""What every engine must do, on Ray: with workers that die, and with the bits of `Sequential`."""

import json
import os
import subprocess
import sys
import tempfile

import numpy as np
import pytest
from click.testing import CliRunner

import rosenblatt as rb
from rosenblatt.cli.app import app
from rosenblatt.distribute.engine import MOST_TRIES
from rosenblatt.distribute.open_engine import open_engine
from rosenblatt.errors import TaskFailed
from tests.distribute import files, tasks
from tests.distribute.deadly import Deadly
from tests.distribute.tasks import SUMS, items

OPTIONS = {"label": "mood", "shards": 3, "epochs": 1, "mixes": 2, "learner": "averaged-perceptron"}
WORDS = ["--label", "mood", "--shards", "3", "--epochs", "1", "--mixes", "2", "--learner", "averaged-perceptron"]


@pytest.fixture(scope="module")
def rows(tmp_path_factory):
    return files.write_json(tmp_path_factory.mktemp("rows") / "rows.jsonl", 1500)


@pytest.fixture(scope="module")
def expected(rows):
    """The model of one process."""
    return rb.train_on(rb.engines.Sequential(), rows, **OPTIONS)[0]


def weights(model):
    return model.steps[-1][1].coef_.tobytes()


def trained_by_command(rows, engine, folder, **environment):
    """Run the command in a process of its own, and return its model after it has ended."""
    command = [sys.executable, "-m", "rosenblatt.cli.app", "train", rows, "--on", engine, *WORDS, "--json"]
    command += ["-o", folder / "model"]
    run = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )

    assert (run.returncode, run.stderr) == (0, "")
    assert json.loads(run.stdout)["engine"]["shards"] == 3
    return rb.load(folder / "model")


def test_every_item_has_its_result_also_if_there_are_more_items_than_workers(engine):
    assert dict(engine.map(tasks.add, items(), 10)) == SUMS
    assert list(engine.map(tasks.add, [], 10)) == []


def test_each_task_may_write_into_its_own_copy_of_what_is_shared(engine):
    """Arrays from Ray's own store are read-only, and all workers of a machine see the same."""
    results = dict(engine.map(tasks.add_in_place, items(), np.zeros(100_000)))

    assert {place: set(values) for place, values in results.items()} == {place: {place} for place in range(5)}


def test_tasks_that_raise_once_are_tried_again(engine, tmp_path):
    assert dict(engine.map(tasks.raise_once, items(tmp_path), 10)) == SUMS


def test_tasks_whose_workers_die_are_tried_again(engine, tmp_path):
    assert dict(engine.map(tasks.die_once, items(tmp_path), 10)) == SUMS


def test_a_task_that_always_raises_ends_with_its_place_and_the_reason(engine, tmp_path):
    with pytest.raises(TaskFailed, match=r"^item 3: tried 3 times: OSError: the network is away$") as caught:
        list(engine.map(tasks.raise_on_three, items(tmp_path), 10))

    assert caught.value.place == 3
    assert tasks.n_tries(tmp_path, 3) == MOST_TRIES


def test_a_task_that_always_kills_its_worker_ends_with_its_place(engine, tmp_path):
    with pytest.raises(TaskFailed, match=r"^item 3: tried 3 times: its worker died each time$") as caught:
        list(engine.map(tasks.die_on_three, items(tmp_path), 10))

    assert caught.value.place == 3
    assert tasks.n_tries(tmp_path, 3) == MOST_TRIES


def test_a_training_has_the_bits_of_one_process_also_if_workers_die(engine, rows, expected, tmp_path):
    deadly = Deadly(engine, str(tmp_path))
    found, _ = rb.train_on(deadly, rows, **OPTIONS)

    assert files.digest(found) == files.digest(expected)
    assert [path.read_text(encoding="utf-8") for path in tmp_path.iterdir()] == ["2"] * (deadly.n_calls // 2)


def test_the_command_uses_the_connection_of_its_program(engine, rows, expected, tmp_path):
    words = ["train", str(rows), *WORDS, "--on", "ray", "--json", "-o", str(tmp_path / "model")]
    result = CliRunner().invoke(app, words)

    assert result.exit_code == 0, result.output
    assert weights(rb.load(tmp_path / "model")) == weights(expected)
    assert dict(engine.map(tasks.add, items(), 10)) == SUMS  # it is still open


def test_what_ray_prints_does_not_go_where_the_report_goes(engine, capsys):
    with open_engine("ray"):
        print("printed by Ray")
    print("the report")

    assert capsys.readouterr() == ("the report\n", "printed by Ray\n")


def test_the_command_trains_on_the_cluster_that_the_environment_names(engine, cluster, rows, expected, tmp_path):
    model = trained_by_command(rows, "ray", tmp_path, RAY_ADDRESS=cluster)

    assert weights(model) == weights(expected)
    assert dict(engine.map(tasks.add, items(), 10)) == SUMS  # the cluster goes on


def test_without_a_cluster_the_command_starts_one_and_ends_it(rows, expected, tmp_path, settings):
    with tempfile.TemporaryDirectory(prefix="ray") as folder:
        model = trained_by_command(rows, "ray", tmp_path, RAY_TMPDIR=folder)
        processes = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout

    assert weights(model) == weights(expected)
    assert folder not in processes
