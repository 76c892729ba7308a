"""Training on engines: one shard has the bits of one machine, and any engine those of any other."""

import csv
import json
import os
import shutil
import signal
import subprocess
import sys

import numpy as np
import pytest
from click.testing import CliRunner

import rosenblatt as rb
from rosenblatt.cli.app import app
from rosenblatt.distribute import plan, racing, stored_shard
from rosenblatt.distribute.checkpoints import Checkpoints
from rosenblatt.distribute.engine import MOST_TRIES
from rosenblatt.distribute.tasks import _answer, _Call, _Item, run_all
from rosenblatt.errors import BadData, BadModelFile, BadParameter, RosenblattError, TaskFailed
from rosenblatt.train import sampled_rows, train
from tests.distribute import files, tasks
from tests.distribute.deadly import Deadly
from tests.distribute.memory_shards import Chaos

HERE = rb.engines.Sequential()
LEARNERS = {"uniform": "averaged-perceptron", "precision": "averaged-arow"}
FAST = {"epochs": 3, "learner": "averaged-perceptron"}


@pytest.fixture(scope="module")
def matrix(tmp_path_factory):
    return files.write_matrix(tmp_path_factory.mktemp("matrix") / "rows.svm")


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    return files.write_json(tmp_path_factory.mktemp("table") / "rows.jsonl")


@pytest.fixture(autouse=True)
def own_temporary_folder(tmp_path, monkeypatch):
    """Shards of one test must not be found by another, nor stay anywhere."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    yield
    assert not list(stored_shard.shards_folder().glob("*/*"))
    monkeypatch.setattr("tempfile.tempdir", None)


def train_by_command(*words):
    result = CliRunner().invoke(app, ["train", *map(str, words), "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def learner_of(model):
    return model.steps[-1][1] if hasattr(model, "steps") else model


@pytest.mark.parametrize(
    ("file", "options"),
    [
        ("matrix", []),
        ("table", ["--label", "mood"]),
        ("matrix", ["--metric", "balanced-accuracy", "--seed", "2"]),
        ("matrix", ["--learner", "averaged-perceptron", "--numbers", "standard"]),
        ("matrix", ["--learner", "arow", "--numbers", "bins"]),
        ("matrix", ["--learner", "averaged-arow", "--numbers", "bins", "--cross", "all"]),
        ("table", ["--label", "mood", "--learner", "arow"]),
        ("table", ["--label", "mood", "--learner", "averaged-pa-1", "--numbers", "bins", "--class-weight", "balanced"]),
        (
            "table",
            ["--label", "mood", "--learner", "pocket-perceptron", "--bits", "10", "--seed", "5"],
        ),
        ("table", ["--label", "mood", "--learner", "arow", "--numbers", "bins", "--group", "age"]),
        ("table", ["--label", "mood", "--learner", "averaged-perceptron", "--numbers", "bins", "--time", "age"]),
        ("table", ["--label", "mood", "--learner", "averaged-perceptron", "--numbers", "bins", "--metric", "log-loss"]),
        (
            "matrix",
            ["--learner", "arow", "--numbers", "bins", "--class-weight", "balanced", "--metric", "f1", "--seed", "3"],
        ),
        ("matrix", ["--learner", "averaged-arow", "--numbers", "bins", "--held-out", "OTHER"]),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, list) else one,
)
def test_one_shard_on_one_process_is_plain_train(request, tmp_path, file, options):
    path = request.getfixturevalue(file)
    other = files.write_matrix(tmp_path / "other.svm", 300)
    options = [other if option == "OTHER" else option for option in options]
    plain = train_by_command(path, *options, "-o", tmp_path / "plain")
    on = train_by_command(path, *options, "-o", tmp_path / "on", "--on", "processes:1", "--shards", "1")
    models = [learner_of(rb.load(tmp_path / name)) for name in ("plain", "on")]

    assert models[0].coef_.tobytes() == models[1].coef_.tobytes()
    assert models[0].intercept_.tobytes() == models[1].intercept_.tobytes()
    assert on.pop("engine")["shards"] == 1
    assert plain.pop("engine") is None
    for one in (plain, on):
        del one["made"], one["model"], one["model_bytes"]
    assert on == plain


@pytest.mark.parametrize(("file", "label"), [("matrix", []), ("table", ["--label", "mood"])])
def test_a_race_on_a_sample_is_that_of_plain_train(request, tmp_path, monkeypatch, file, label):
    for module in (racing, sampled_rows, train):
        monkeypatch.setattr(module, "MOST_ROWS", 600)
    path = request.getfixturevalue(file)
    plain = train_by_command(path, *label, "-o", tmp_path / "plain")
    on = train_by_command(path, *label, "-o", tmp_path / "on", "--on", "processes:2", "--shards", "3")

    assert len(plain["trials"]) > 1
    assert on["trials"] == plain["trials"]
    assert sum(trial["rows"] for trial in on["trials"]) < 100 * len(on["trials"])
    assert on["learner"] == plain["learner"]


@pytest.mark.parametrize("mix", ["uniform", "precision"])
def test_only_learners_that_can_be_mixed_so_take_part_in_the_race(matrix, mix):
    _, report = rb.train_on(HERE, matrix, mix=mix, shards=2, mixes=1, epochs=1)

    assert {trial.recipe.learner for trial in report.trials} == {LEARNERS[mix]}
    assert {trial.recipe.numbers for trial in report.trials} == {"standard", "products", "bins"}
    assert (report.engine.mix, report.learner) == (mix, LEARNERS[mix])


@pytest.mark.parametrize("learner", ["averaged-perceptron", "averaged-arow"])
def test_every_engine_results_in_the_same_file(matrix, learner):
    options = {"learner": learner, "epochs": 3, "shards": 7, "mixes": 2}
    with rb.engines.Processes(1) as one, rb.engines.Processes(3) as three:
        models = [rb.train_on(engine, matrix, **options)[0] for engine in (HERE, one, three, Chaos(1))]

    assert len({files.digest(model) for model in models}) == 1


def test_processes_that_die_after_their_walks_change_no_bit(tmp_path, matrix):
    options = {"learner": "averaged-perceptron", "epochs": 1, "shards": 3, "mixes": 2}
    (counts := tmp_path / "counts").mkdir()
    with rb.engines.Processes(2) as engine:
        deadly = Deadly(engine, str(counts))
        found, _ = rb.train_on(deadly, matrix, **options)
    expected, _ = rb.train_on(HERE, matrix, **options)

    assert files.digest(found) == files.digest(expected)
    assert len(list(counts.iterdir())) == deadly.n_calls // 2 > 3


def test_a_file_sorted_by_label_is_learned_as_well_in_shards(matrix):
    _, alone = rb.train_on(HERE, matrix, shards=1, **FAST)
    _, divided = rb.train_on(HERE, matrix, shards=5, **FAST)

    assert divided.engine.shards == 5
    assert divided.held_out.accuracy > alone.held_out.accuracy - 0.03


def test_many_files_have_the_rows_of_one(tmp_path, table):
    lines = table.read_text(encoding="utf-8").splitlines(keepends=True)
    for number in range(4):
        part = lines[number * 625 : (number + 1) * 625]
        (tmp_path / f"rows-{number}.jsonl").write_text("".join(part), encoding="utf-8")
    one, _ = rb.train_on(HERE, table, label="mood", shards=1, **FAST)
    many, report = rb.train_on(HERE, str(tmp_path / "rows-*.jsonl"), label="mood", shards=1, **FAST)

    assert files.digest(many) == files.digest(one)
    assert report.rows == 2500


def test_too_few_rows_are_refused_with_the_name_that_was_given(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "few.svm").write_text("1 1:1\n0 1:2\n", encoding="utf-8")
    with pytest.raises(BadData, match=r"^few.svm: 2 rows are too few to hold any out; there must be at least 10"):
        rb.train_on(HERE, "few.svm", **FAST)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--shards", "3"], "in 3 shards, mixed 10 times per epoch (touched)"),
        (["--shards", "3", "--mixes", "1", "--mix", "uniform"], "in 3 shards, mixed once per epoch (uniform)"),
        (["--shards", "1"], "in one shard, as on one machine"),
    ],
)
def test_the_summary_says_how_rows_were_divided(matrix, tmp_path, options, sentence):
    words = ["train", str(matrix), "--on", "processes:1", "--learner", "averaged-perceptron", "--epochs", "1"]
    result = CliRunner().invoke(app, [*words, "--numbers", "standard", "-o", str(tmp_path / "model"), *options])

    assert result.exit_code == 0, result.output
    assert sentence in result.stdout.splitlines()


def bad_file(tmp_path):
    lines = [json.dumps({"x": number, "y": number % 2}) + "\n" for number in range(3000)]
    lines[700], lines[2500] = "{\n", '{"x": "many", "y": 1}\n'
    path = tmp_path / "bad.jsonl"
    path.write_text("\n" + "".join(lines), encoding="utf-8")
    return path


def test_the_first_bad_line_of_the_file_is_raised_with_its_place(tmp_path):
    path = bad_file(tmp_path)
    with rb.engines.Processes(2) as engine, pytest.raises(BadData, match=r"bad.jsonl:702: this is not JSON: Expecting"):
        rb.train_on(engine, path, label="y", shards=4)


def test_bad_lines_are_counted_over_all_shards(tmp_path):
    path = bad_file(tmp_path)
    _, report = rb.train_on(HERE, path, label="y", shards=4, skip_bad=2, keep=["x"], **FAST)

    assert [line.split(": ")[0].rsplit("/", 1)[1] for line in report.bad_lines] == ["bad.jsonl:702", "bad.jsonl:2502"]
    assert report.rows == 2998
    with pytest.raises(BadData, match=r"2502: .* \(this is bad line 2, and `skip_bad=1`\)"):
        rb.train_on(HERE, path, label="y", shards=4, skip_bad=1)


def write_csv(path, n_rows=2500):
    """Rows whose texts have line ends, in two files with their columns in different orders."""
    rows = list(files.table_rows(n_rows))
    for number, names in enumerate((["age", "job", "text", "mood"], ["mood", "text", "age", "job"])):
        with (path / f"rows-{number}.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, names)
            writer.writeheader()
            for row in rows[number * n_rows // 2 : (number + 1) * n_rows // 2]:
                writer.writerow({**row, "text": row["text"].replace("day", 'a "day"\n')})
    return str(path / "rows-*.csv")


def test_parts_of_csv_have_the_model_of_whole_files(tmp_path, monkeypatch):
    pattern = write_csv(tmp_path)
    options = {"label": "mood", "shards": 1, **FAST}
    divided, report = rb.train_on(HERE, pattern, **options)
    monkeypatch.setattr(plan, "LEAST_BYTES", 2**30)
    monkeypatch.setattr(plan, "MOST_BYTES", 2**30)
    whole, of_whole = rb.train_on(HERE, pattern, **options)

    assert (report.engine.parts, of_whole.engine.parts) == (8, 2)
    assert files.digest(divided) == files.digest(whole)


def test_the_first_bad_line_of_csv_is_raised_with_its_place(tmp_path):
    rows = [f'{number % 2},"a long text of\r\n{number}",{number / 8}\r\n' for number in range(3000)]
    rows[2000], rows[2001], rows[2900] = "0,x,many\r\n", "1,x\r\n", "0\r\n"
    path = tmp_path / "bad.csv"
    path.write_bytes(("y,x,z\r\n" + "".join(rows)).encode())

    with pytest.raises(BadData, match=r"bad.csv:4002: column 'z' holds 'many'"):
        rb.train_on(HERE, path, label="y", numeric="z", shards=4)
    with pytest.raises(BadData, match=r"bad.csv:4003: 2 fields; the header names 3 \(this is bad line 2, and"):
        rb.train_on(HERE, path, label="y", numeric="z", shards=4, skip_bad=1)


@pytest.mark.parametrize("split", [{"group": "age"}, {"time": "age"}, {"metric": "f1"}], ids=str)
def test_rows_split_by_a_column_are_the_same_in_any_number_of_parts(table, split):
    options = {"label": "mood", "recipe": {"numbers": "bins"}, **FAST, **split}
    _, one = rb.train_on(HERE, table, shards=1, **options)
    first, several = rb.train_on(HERE, table, shards=3, **options)
    again, _ = rb.train_on(Chaos(2), table, shards=3, **options)

    assert several.engine.parts > several.engine.shards == 3
    assert several.split == one.split
    assert files.digest(first) == files.digest(again)


def test_a_value_that_is_no_time_is_named_with_its_line(tmp_path):
    rows = [json.dumps({"when": f"2024-01-{1 + n % 28:02}", "x": n % 5, "y": n % 2}) + "\n" for n in range(3000)]
    rows[2000] = json.dumps({"when": "soon", "x": 1, "y": 1}) + "\n"
    path = tmp_path / "times.jsonl"
    path.write_text("".join(rows), encoding="utf-8")

    with pytest.raises(BadData, match=r"times.jsonl:2001: `time='when'` must hold dates or numbers, got 'soon'"):
        rb.train_on(HERE, path, label="y", time="when", shards=3)


class ChangesTheFile:
    """An engine after whose first calls a file is written again."""

    def __init__(self, path, calls):
        self.path, self.calls = path, calls

    def map(self, function, items, shared):
        yield from HERE.map(function, items, shared)
        self.calls -= 1
        if self.calls == 0:
            with self.path.open("a", encoding="utf-8") as file:
                file.write("1 1:1\n")

    def close(self):
        pass


def test_a_file_that_changes_during_the_training_is_refused(tmp_path):
    path = files.write_matrix(tmp_path / "rows.svm")
    with pytest.raises(BadData, match=r"rows.svm: the file changed after the training had begun"):
        rb.train_on(ChangesTheFile(path, 1), path, shards=3, **FAST)


class Loses:
    """An engine whose workers lose a shard, or find it damaged, before each call."""

    n_calls = 0

    def map(self, function, items, shared):
        stored = sorted(stored_shard.shards_folder().glob("*/*"))
        if stored:
            stored_shard._KEPT.clear()
            path = stored[self.n_calls % len(stored)]
            if self.n_calls % 2:
                path.unlink()
            else:
                path.write_bytes(path.read_bytes()[:-8] + b"damaged!")
            self.n_calls += 1
        yield from HERE.map(function, items, shared)

    def close(self):
        pass


def test_shards_that_are_lost_or_damaged_are_encoded_again(matrix):
    engine = Loses()
    calm, _ = rb.train_on(HERE, matrix, shards=4, **FAST)
    lossy, _ = rb.train_on(engine, matrix, shards=4, **FAST)

    assert engine.n_calls > 6
    assert files.digest(lossy) == files.digest(calm)


class Interrupted(rb.engines.Sequential):
    """An engine on which Ctrl-C comes after the first shard was encoded."""

    def map(self, function, items, shared):
        for result in super().map(function, items, shared):
            yield result
            if shared.function.__name__ == "encode_shard":
                assert list(stored_shard.shards_folder().glob("*/*"))
                raise KeyboardInterrupt


def test_an_interrupted_training_deletes_its_shards(matrix):
    with pytest.raises(KeyboardInterrupt):
        rb.train_on(Interrupted(), matrix, shards=4, **FAST)

    assert not list(stored_shard.shards_folder().glob("*/*"))


class EndsEarly(rb.engines.Sequential):
    """An engine that ends when the model is ready, and the shards are not deleted yet."""

    def map(self, function, items, shared):
        if shared.function.__name__ == "forget_shard":
            raise ConnectionError("the cluster was stopped")
        return super().map(function, items, shared)


def test_a_model_that_is_ready_is_returned_also_if_shards_cannot_be_deleted(matrix):
    expected, _ = rb.train_on(HERE, matrix, shards=4, **FAST)
    found, _ = rb.train_on(EndsEarly(), matrix, shards=4, **FAST)
    shutil.rmtree(stored_shard.shards_folder())

    assert files.digest(found) == files.digest(expected)


RESUMED = """
import sys, os, signal
import rosenblatt as rb
from rosenblatt.distribute.round_record import RoundRecord

class Killed(RoundRecord):
    def store(self, solution, now, tally):
        super().store(solution, now, tally)
        if (self.fit, now.epoch, now.part) == {where!r}:
            os.kill(os.getpid(), signal.SIGKILL)

import rosenblatt.distribute.learning as module
module.RoundRecord = Killed
options = {{"shards": 3, "mixes": 2, "epochs": 3, "learner": "averaged-arow"}}
rb.train_on(rb.engines.Sequential(), {path!r}, checkpoint={place!r}, **options)
"""


@pytest.mark.parametrize("where", [("attempt", 1, 0), ("attempt", 1, 1), ("final", 0, 1)], ids=str)
def test_a_killed_driver_goes_on_to_the_same_bits(tmp_path, matrix, where):
    options = {"shards": 3, "mixes": 2, "epochs": 3, "learner": "averaged-arow"}
    place = str(tmp_path / "state")
    script = RESUMED.format(where=where, path=str(matrix), place=place)
    killed = subprocess.run([sys.executable, "-c", script], check=False)
    resumed, _ = rb.train_on(HERE, matrix, **options, checkpoint=place)
    unbroken, _ = rb.train_on(HERE, matrix, **options)

    assert killed.returncode == -signal.SIGKILL
    assert files.digest(resumed) == files.digest(unbroken)


def test_a_run_that_goes_on_walks_only_the_rounds_that_are_missing(tmp_path, matrix):
    class Counts:
        n_walks = 0

        def map(self, function, items, shared):
            self.n_walks += shared.function.__name__ == "walk_shard"
            return HERE.map(function, items, shared)

    first, second = Counts(), Counts()
    for engine in (first, second):
        rb.train_on(engine, matrix, shards=2, checkpoint=tmp_path / "state", **FAST)

    assert (first.n_walks > 3, second.n_walks) == (True, 0)


class NoEngine:
    """An engine that must not be used."""

    def map(self, function, items, shared):
        raise AssertionError("nothing may run")


def test_a_checkpoint_of_another_training_is_refused_before_files_are_read(tmp_path, matrix):
    rb.train_on(HERE, matrix, shards=2, checkpoint=tmp_path, **FAST)
    with pytest.raises(BadModelFile, match="this checkpoint is of another training, or its files have changed; delete"):
        rb.train_on(NoEngine(), matrix, shards=3, checkpoint=tmp_path, **FAST)


def test_a_checkpoint_that_cannot_be_written_is_refused_before_files_are_read(tmp_path, matrix):
    (tmp_path / "file").touch()
    expected = "`checkpoint=` must be a folder or a URL that can be written to, got '.*file': .*File exists"
    with pytest.raises(RosenblattError, match=expected):
        rb.train_on(NoEngine(), matrix, shards=3, checkpoint=tmp_path / "file", **FAST)


def test_a_checkpoint_at_a_url_is_read_as_it_was_written():
    place = Checkpoints("memory://bucket/run", "key")
    place.write("one", {"weights": np.arange(3.0)}, {"seen": 7})
    arrays, facts = place.read("one")
    place.delete("one")

    assert (arrays["weights"].tolist(), facts) == ([0.0, 1.0, 2.0], {"seen": 7})
    assert place.read("one") is None


def test_a_worker_of_another_version_refuses_before_it_starts(tmp_path):
    answer = _answer(_Item(0, tasks.Item(1, str(tmp_path))), _Call(0, "0.0.1", tasks.raise_once, None))

    assert "a worker has rosenblatt" in str(answer.error)
    assert "and the training was started by 0.0.1" in str(answer.error)
    assert not list(tmp_path.iterdir())


def test_a_task_that_kills_every_worker_ends_the_run_with_its_name(tmp_path):
    items = [tasks.Item(number, str(tmp_path)) for number in range(5)]
    with (
        rb.engines.Processes(2) as engine,
        pytest.raises(TaskFailed, match=r"^shard 3: tried 3 times: its process ended with the exit code -9$"),
    ):
        run_all(engine, tasks.die_on_three, items, 10, name_of="shard {}".format)

    assert tasks.n_tries(tmp_path, 3) == MOST_TRIES


def test_the_plan_depends_on_the_files_and_on_how_to_train(tmp_path):
    path = files.write_matrix(tmp_path / "rows.svm", 900)
    hashes = {
        rb.train_on(HERE, path, **{**FAST, **other})[1].engine.plan
        for other in ({}, {}, {"shards": 2}, {"mixes": 2}, {"mix": "uniform"}, {"seed": 1}, {"epochs": 2})
    }
    os.utime(path, ns=(1, 1))
    hashes.add(rb.train_on(HERE, path, **FAST)[1].engine.plan)

    assert len(hashes) == 7


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"shards": 0}, "`shards=` must be a whole number of at least 1, or None, got 0"),
        ({"mixes": 0}, "`mixes=` must be a whole number of at least 1, got 0"),
        ({"mix": "mean"}, "`mix=` must be one of 'uniform'"),
        (
            {"metric": "recall"},
            "`metric=` must be one of 'accuracy', .*, got 'recall'",
        ),
        ({"group": "g", "time": "t"}, "`group=` and `time=` exclude each other; leave out `time=`"),
        ({"learner": "voted-perceptron"}, "an engine trains learners that predict by one set of weights, got votes"),
        ({"recipe": {"depth": 3}}, "`recipe=` has an attribute that no recipe has: .*depth"),
    ],
    ids=str,
)
def test_options_that_cannot_be_are_refused_before_anything_runs(matrix, options, words):
    with pytest.raises(BadParameter, match=words):
        rb.train_on(None, matrix, **options)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            ["--on", "processes:none"],
            "--on must be processes:N, dask://HOST:PORT, ray, spark or sc://HOST:PORT, got",
        ),
        (["--on", "processes:1", "--grid"], "--grid is not for --on; leave it out"),
        (
            ["--on", "processes:1", "--slim"],
            "--slim is not for --on; leave it out, and write the model with",
        ),
        (["--on", "processes:1", "--time", "1", "--group", "2"], "--group and --time exclude each other; leave out"),
        (["--shards", "3"], "--shards is for --on; leave it out"),
        (["--on", "processes:1", "--mix", "mean"], "--mix must be one of"),
    ],
    ids=str,
)
def test_the_command_refuses_options_in_its_own_words(matrix, tmp_path, options, words):
    result = CliRunner().invoke(app, ["train", str(matrix), "-o", str(tmp_path / "model"), *options])

    assert result.exit_code != 0
    assert words in result.stderr
    assert not (tmp_path / "model").exists()
