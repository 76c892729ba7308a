"""Training on a real Dask cluster of this machine, whose workers are killed, join and leave."""

import json
import os
import signal
from collections import Counter

import dask
import pytest
from click.testing import CliRunner
from distributed import Client, LocalCluster

import rosenblatt as rb
from rosenblatt.cli.app import app
from rosenblatt.errors import BadData, RosenblattError, TaskFailed
from tests.distribute import files, tasks
from tests.distribute.tasks import SUMS, items

pytestmark = pytest.mark.long(60)

OPTIONS = {"learner": "averaged-arow", "epochs": 2, "shards": 7, "mixes": 2}


def local_cluster():
    return LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0")


@pytest.fixture(scope="module")
def client():
    with local_cluster() as cluster, Client(cluster) as client:
        yield client


@pytest.fixture
def engine(client):
    return rb.engines.Dask(client)


@pytest.fixture
def mortal():
    """A client whose workers a test may kill: a nanny that has to restart many gives up now and then."""
    with local_cluster() as cluster, Client(cluster) as client:
        yield client


@pytest.fixture(scope="module")
def matrix(tmp_path_factory):
    return files.write_matrix(tmp_path_factory.mktemp("matrix") / "rows.svm", 1200)


@pytest.fixture(scope="module")
def expected(matrix):
    """The model of one process."""
    return files.digest(rb.train_on(rb.engines.Sequential(), matrix, **OPTIONS)[0])


class Disturbed:
    """An engine on which something happens once, after the first result of the n-th walk."""

    def __init__(self, engine, what, nth=2):
        self.engine, self.what, self.nth, self.n_walks = engine, what, nth, 0

    def map(self, function, items, shared):
        results = self.engine.map(function, items, shared)
        self.n_walks += shared.function.__name__ == "walk_shard"
        for number, result in enumerate(results):
            if number == 0 and self.n_walks == self.nth:
                self.what()
                self.nth = -1
            yield result


def kill_workers(client):
    for process in client.run(os.getpid).values():
        os.kill(process, signal.SIGKILL)


def test_every_item_has_its_result_also_if_there_are_more_items_than_workers(engine):
    assert dict(engine.map(tasks.add, items(), 10)) == SUMS
    assert list(engine.map(tasks.add, [], 10)) == []


def test_workers_share_the_items_evenly_and_each_item_returns_to_its_worker():
    """Without stealing, so that where items run depends on nothing but the engine."""
    with (
        dask.config.set({"distributed.scheduler.work-stealing": False}),
        local_cluster() as cluster,
        Client(cluster) as client,
    ):
        engine = rb.engines.Dask(client)
        first, *others = [dict(engine.map(tasks.process_id, range(6), 10)) for _ in range(6)]

    assert sorted(Counter(first.values()).values()) == [3, 3]
    assert others == [first] * 5


def test_tasks_that_raise_once_are_tried_again(engine, tmp_path):
    assert dict(engine.map(tasks.raise_once, items(tmp_path), 10)) == SUMS


def test_a_task_that_always_raises_ends_with_its_place_and_the_reason(engine, tmp_path):
    with pytest.raises(TaskFailed, match=r"^item 3: tried 3 times: OSError: the network is away$"):
        list(engine.map(tasks.raise_on_three, items(tmp_path), 10))


def test_a_task_that_always_kills_its_worker_ends_with_its_place(mortal, tmp_path):
    with pytest.raises(TaskFailed, match=r"^item 3: tried 3 times: its worker died each time$"):
        list(rb.engines.Dask(mortal).map(tasks.die_on_three, items(tmp_path), 10))


def test_more_shards_than_workers_result_in_the_same_file(engine, matrix, expected):
    assert files.digest(rb.train_on(engine, matrix, **OPTIONS)[0]) == expected


def test_all_workers_killed_in_a_round_change_no_bit(mortal, matrix, expected):
    disturbed = Disturbed(rb.engines.Dask(mortal), lambda: kill_workers(mortal))

    assert files.digest(rb.train_on(disturbed, matrix, **OPTIONS)[0]) == expected
    assert disturbed.nth == -1


def test_a_worker_that_stops_in_a_round_is_replaced_and_changes_no_bit(matrix, expected):
    """A stopped process answers nothing and does not end; the scheduler waits for it as long as worker-ttl says."""
    with (
        dask.config.set({"distributed.scheduler.worker-ttl": "1 s"}),
        local_cluster() as cluster,
        Client(cluster) as client,
    ):
        stopped = next(iter(client.run(os.getpid).values()))
        disturbed = Disturbed(rb.engines.Dask(client), lambda: os.kill(stopped, signal.SIGSTOP))
        model, _ = rb.train_on(disturbed, matrix, **OPTIONS)
        workers = client.run(os.getpid).values()

    assert files.digest(model) == expected
    assert disturbed.nth == -1
    assert stopped not in workers


def test_workers_that_join_and_leave_change_no_bit(mortal, matrix, expected):
    grows = Disturbed(rb.engines.Dask(mortal), lambda: mortal.cluster.scale(3))
    disturbed = Disturbed(grows, lambda: mortal.cluster.scale(1), nth=4)
    model, _ = rb.train_on(disturbed, matrix, **OPTIONS)

    assert files.digest(model) == expected
    assert disturbed.nth == disturbed.engine.nth == -1


def test_a_cluster_that_ends_is_named_and_no_shard_is_blamed(matrix, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # of workers, which delete nothing any more
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "1 s"}),
        local_cluster() as cluster,
        Client(cluster) as client,
        pytest.raises(RosenblattError, match=r"^Dask failed: .*; a training with `checkpoint=` goes on from its last"),
    ):
        rb.train_on(Disturbed(rb.engines.Dask(client), cluster.close), matrix, **OPTIONS)


def test_the_first_bad_line_of_the_file_is_raised(engine, tmp_path):
    lines = [json.dumps({"x": number, "y": number % 2}) + "\n" for number in range(3000)]
    lines[700] = lines[2500] = "{\n"
    path = tmp_path / "bad.jsonl"
    path.write_text("".join(lines), encoding="utf-8")

    with pytest.raises(BadData, match=r"bad.jsonl:701: this is not JSON"):
        rb.train_on(engine, path, label="y", shards=4)


def test_a_file_that_changes_during_the_training_is_refused(client, engine, tmp_path):
    """A worker that lost its shards encodes them again, and finds another file."""
    path = files.write_matrix(tmp_path / "rows.svm", 1200)

    def change_the_file_and_lose_all_shards():
        path.write_text("1 1:1\n0 1:2\n", encoding="utf-8")
        client.run(tasks.lose_shards)

    with pytest.raises(BadData, match=r"rows.svm: the file changed after the training had begun"):
        rb.train_on(Disturbed(engine, change_the_file_and_lose_all_shards), path, **OPTIONS)


def test_the_command_trains_on_the_cluster_that_it_is_told(client, matrix, tmp_path):
    address = client.scheduler_info()["address"].replace("tcp://", "dask://")
    words = ["train", str(matrix), "--on", address, "--shards", "7", "--mixes", "2", "--epochs", "2"]
    words += ["--learner", "averaged-arow", "-o", str(tmp_path / "model"), "--json"]
    result = CliRunner().invoke(app, words)
    here = rb.train_on(rb.engines.Sequential(), matrix, **OPTIONS)[0].steps[-1][1]

    assert result.exit_code == 0, result.output
    assert rb.load(tmp_path / "model").steps[-1][1].coef_.tobytes() == here.coef_.tobytes()
