"""What every engine must do, on engines of this machine."""

import os
import subprocess
import sys

import pytest

import rosenblatt as rb
from rosenblatt.distribute.engine import MOST_TRIES
from rosenblatt.errors import BadParameter, RosenblattError, TaskFailed
from tests.distribute import tasks
from tests.distribute.tasks import SUMS, items


@pytest.fixture(scope="module", params=["sequential", "processes"])
def engine(request):
    """Return an engine that all tests of this module share."""
    engine = rb.engines.Sequential() if request.param == "sequential" else rb.engines.Processes(2)
    yield engine
    engine.close()


@pytest.fixture(scope="module")
def processes():
    with rb.engines.Processes(2) as engine:
        yield engine


def test_every_item_has_its_result_also_if_there_are_more_items_than_workers(engine):
    assert dict(engine.map(tasks.add, items(), 10)) == SUMS


def test_each_call_shares_its_own_value(engine):
    first, second = (dict(engine.map(tasks.add, items()[:1], shared)) for shared in (10, 20))

    assert (first, second) == ({0: 10}, {0: 20})


def test_no_items_have_no_results(engine):
    assert list(engine.map(tasks.add, [], 10)) == []


def test_a_task_that_raises_once_is_tried_again(engine, tmp_path):
    assert dict(engine.map(tasks.raise_once, items(tmp_path), 10)) == SUMS


def test_a_task_that_always_raises_ends_with_its_place_and_the_reason(engine, tmp_path):
    with pytest.raises(TaskFailed, match=r"^item 3: tried 3 times: OSError: the network is away$") as caught:
        list(engine.map(tasks.raise_on_three, items(tmp_path), 10))

    assert caught.value.place == 3
    assert tasks.n_tries(tmp_path, 3) == MOST_TRIES


def test_an_engine_goes_on_after_a_failure(engine, tmp_path):
    with pytest.raises(TaskFailed):
        list(engine.map(tasks.raise_on_three, items(tmp_path), 10))

    assert dict(engine.map(tasks.add, items(), 10)) == SUMS


def test_tasks_whose_processes_die_are_tried_on_new_ones(processes, tmp_path):
    assert dict(processes.map(tasks.die_once, items(tmp_path), 10)) == SUMS


def test_a_task_that_always_kills_its_process_ends_with_its_place_and_the_exit_code(processes, tmp_path):
    with pytest.raises(TaskFailed, match=r"^item 3: tried 3 times: its process ended with the exit code -9$"):
        list(processes.map(tasks.die_on_three, items(tmp_path), 10))

    assert tasks.n_tries(tmp_path, 3) == MOST_TRIES


def test_what_a_task_prints_does_not_disturb_its_result(processes):
    assert dict(processes.map(tasks.print_and_add, items(), 10)) == SUMS


def test_processes_stay_for_the_next_call_and_end_with_close():
    engine = rb.engines.Processes(1)
    ((_, first),) = engine.map(tasks.process_id, items()[:1], None)
    ((_, second),) = engine.map(tasks.process_id, items()[:1], None)
    engine.close()

    assert first == second != os.getpid()
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)


def test_a_caller_that_stops_early_ends_the_processes():
    engine = rb.engines.Processes(1)
    results = engine.map(tasks.process_id, items(), None)
    _, process = next(results)
    results.close()

    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_a_script_without_a_guard_of_its_main_part_can_use_processes(tmp_path):
    script = tmp_path / "script.py"
    lines = ["import operator", "import rosenblatt as rb", "engine = rb.engines.Processes(2)"]
    lines += ["print(sorted(engine.map(operator.add, [1, 2], 10)))", "engine.close()"]
    script.write_text("\n".join(lines), encoding="utf-8")
    run = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)

    assert (run.stdout, run.stderr) == ("[(0, 11), (1, 12)]\n", "")


@pytest.mark.parametrize("n", [0, -1, 1.5, "two"])
def test_a_bad_number_of_processes_is_named_with_the_value_that_came(n):
    with pytest.raises(BadParameter, match=r"^Processes: n must be a whole number of at least 1, got "):
        rb.engines.Processes(n)


class EndedSession:
    """A session of Spark whose cluster has ended."""

    def range(self, *_):
        return self

    def mapInArrow(self, *_):  # noqa: N802  as of Spark
        return self

    def collect(self):
        raise ConnectionError("An error occurred\nwhile calling o14.get")


def test_spark_that_fails_itself_is_named_and_no_item_is_blamed():
    expected = r"^Spark failed: An error occurred while calling o14.get; a training with `checkpoint=` goes on from"
    with pytest.raises(RosenblattError, match=expected):
        list(rb.engines.Spark(EndedSession()).map(tasks.add, items(), 10))
