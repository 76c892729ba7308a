"""Every command reads a pipe as it reads a file, whatever the pipe is called."""

import gzip
import io
import json
import os
import subprocess
import sys
import threading

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

import rosenblatt as rb
from tests.streams import LONGEST_READ, bounded, named_pipe, open_file

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes")

COMMAND = [sys.executable, "-m", "rosenblatt.cli.app"]
WAYS = ("-", "open file", "named pipe")
N = 400
NOISE = np.random.default_rng(0).normal(size=(N, 2)).round(3)
LABELS = (NOISE.sum(axis=1) > 0).astype(int)
COLUMNS = {"a": NOISE[:, 0], "b": NOISE[:, 1], "y": LABELS}


def as_text(line):
    return "".join(line(a, b, y) for (a, b), y in zip(NOISE.tolist(), LABELS.tolist(), strict=True)).encode()


def as_parquet():
    out = io.BytesIO()
    pa.parquet.write_table(pa.table(COLUMNS), out)
    return out.getvalue()


def as_npz():
    out = io.BytesIO()
    np.savez(out, X=NOISE, y=LABELS)
    return out.getvalue()


CSV = b"a,b,y\n" + as_text(lambda a, b, y: f"{a},{b},{y}\n")
WORDS = ("dull", "fine")
FILES = {
    "csv": (CSV, ["--label", "y"]),
    "csv.gz": (gzip.compress(CSV), ["--label", "y"]),
    "jsonl": (as_text(lambda a, b, y: json.dumps({"a": a, "b": b, "y": y}) + "\n"), ["--label", "y"]),
    "parquet": (as_parquet(), ["--label", "y"]),
    "svm": (as_text(lambda a, b, y: f"{y} 1:{a} 2:{b}\n"), []),
    "ft": (as_text(lambda a, b, y: f"__label__{y} it was {WORDS[y]} for {round(a)} days\n"), []),
    "npz": (as_npz(), []),
}


@pytest.fixture
def hand_over(run, tmp_path):
    """Run a command with a stream in the place of its file."""

    def invoke(way, data, *words):
        def command(name):
            return run(*(name if word == "FILE" else word for word in words), stdin=data if name == "-" else None)

        if way == "named pipe":
            with named_pipe(tmp_path / "pipe", data) as name:
                return bounded(lambda: command(name))
        if way == "-":
            return bounded(lambda: command("-"))
        with open_file(data) as name:
            return bounded(lambda: command(name))

    return invoke


@pytest.fixture
def trained(run, tmp_path):
    """Train on a file of each format; return the file, the model and the words that name the label."""

    def train(ending):
        data, label = FILES[ending]
        path, model = tmp_path / f"rows.{ending}", tmp_path / "model"
        path.write_bytes(data)
        result = run("train", path, *label, "-o", model, "--quiet")
        assert result.exit_code == 0, result.output
        return path, model, label

    return train


def same_model(one, other):
    first, second = rb.load(one), rb.load(other)
    first, second = (model[-1] if hasattr(model, "steps") else model for model in (first, second))
    return np.array_equal(first.coef_, second.coef_) and np.array_equal(first.intercept_, second.intercept_)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("ending", FILES)
def test_train_predict_and_evaluate(run, hand_over, trained, ending, way):
    path, model, label = trained(ending)
    data, other = path.read_bytes(), path.with_name("other")
    predicted, scores = run("predict", model, path), run("evaluate", model, path, "--json")
    learned = hand_over(way, data, "train", "FILE", *label, "-o", other)
    found = hand_over(way, data, "predict", model, "FILE")

    assert learned.exit_code == 0, learned.output
    assert same_model(model, other)
    assert len(predicted.stdout.splitlines()) == N + (ending != "jsonl")
    assert (found.exit_code, found.stdout, found.stderr) == (0, predicted.stdout, "")
    assert hand_over(way, data, "evaluate", model, "FILE", "--json").stdout == scores.stdout
    assert json.loads(scores.stdout)["rows"] == N


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "words", [["--memory", "0"], ["--grid"], ["--resume", "MODEL"], ["--plot", "PLOTS"]], ids=lambda words: words[0]
)
def test_every_way_to_train_reads_a_pipe(run, hand_over, trained, words, way):
    path, model, label = trained("csv")
    folder, results = path.parent, []
    for number in range(2):
        places = {"MODEL": model, "PLOTS": folder / f"plots{number}"}
        options = [places.get(word, word) for word in words] + ["-o", folder / f"m{number}", *label]
        train = run if number == 0 else lambda *words: hand_over(way, path.read_bytes(), *words)
        results.append(train("train", path if number == 0 else "FILE", *options))

    assert [result.exit_code for result in results] == [0, 0], results[-1].output
    assert same_model(folder / "m0", folder / "m1")
    if "PLOTS" in words:
        assert len(list((folder / "plots1").iterdir())) == len(list((folder / "plots0").iterdir())) > 0


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("ending", ["csv", "csv.gz", "jsonl", "svm"])
def test_certify_trace_and_progressive_evaluation(run, hand_over, trained, ending, way):
    path, model, label = trained(ending)
    data, proof = path.read_bytes(), path.with_name("proof.json")
    certify, trace = ["certify", "FILE", *label], ["trace", "FILE", *label, "--epochs", "1", "--csv"]
    progressive = ["evaluate", model, "FILE", "--progressive", "--json"]
    for words in ([*certify, "--json", proof], [*certify, "--verify", proof], trace, progressive):
        expected = run(*(path if word == "FILE" else word for word in words))
        found = hand_over(way, data, *words)
        name = {"-": "-", "named pipe": str(path.with_name("pipe"))}.get(way, "")

        assert (found.exit_code, found.stderr) == (expected.exit_code, expected.stderr)
        assert len(found.stdout) > 10
        assert found.stdout == expected.stdout.replace(str(path), name) or "holds for /dev/fd/" in found.stdout


@pytest.mark.parametrize("way", WAYS)
def test_texts_are_traced_from_a_pipe(run, hand_over, films, way):
    words = ["trace", "FILE", "--label", "verdict", "--text", "review", "--epochs", "1", "--csv"]

    assert hand_over(way, films.read_bytes(), *words).stdout == run(words[0], films, *words[2:]).stdout != ""


def predict_from(stdin, model, name):
    command = [*COMMAND, "predict", str(model), name]
    return subprocess.run(command, stdin=stdin, capture_output=True, text=True, timeout=LONGEST_READ, check=False)


@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
@pytest.mark.parametrize("ending", ["jsonl", "svm", "parquet"])
def test_standard_input_of_a_process_is_read_whole_by_any_name(trained, run, ending, name):
    path, model, _ = trained(ending)
    with path.open("rb") as file, subprocess.Popen(["cat"], stdin=file, stdout=subprocess.PIPE) as cat:
        ended = predict_from(cat.stdout, model, name)

    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == run("predict", model, path).stdout


def test_a_file_behind_standard_input_is_read_whole(trained, run):
    path, model, _ = trained("csv")
    for name in ("-", "/dev/stdin"):
        with path.open("rb") as file:
            ended = predict_from(file, model, name)

        assert ended.stdout == run("predict", model, path).stdout


def test_a_model_is_not_named_after_an_open_file(hand_over, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refused = hand_over("open file", CSV, "train", "FILE", "--label", "y")

    assert refused.exit_code == 1
    assert "the model needs a file name, and '/dev/fd/" in refused.stderr
    assert hand_over("named pipe", CSV, "train", "FILE", "--label", "y").exit_code == 0
    assert os.listdir(tmp_path) == ["pipe.rosenblatt"]  # noqa: PTH208


@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
@pytest.mark.parametrize("ending", ["csv", "jsonl", "svm", "ft"])
def test_rows_of_any_stream_are_answered_as_they_come(trained, run, ending, name):
    """Every answer is read before the next row is written; the run is ended if an answer does not come."""
    path, model, _ = trained(ending)
    lines = path.read_bytes().splitlines(keepends=True)
    n_header, n_title = int(ending == "csv"), int(ending != "jsonl")
    rows = [b"".join(lines[: n_header + 1]), *lines[n_header + 1 : n_header + 9]]
    expected = run("predict", model, path).stdout.encode().splitlines(keepends=True)[: n_title + 9]
    command = [*COMMAND, "predict", str(model), name, "--line-buffered"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as child:
        bound = threading.Timer(LONGEST_READ, child.kill)
        bound.start()
        answers = []
        for row in rows:
            child.stdin.write(row)
            answers += [child.stdout.readline() for _ in range(1 if answers else 1 + n_title)]
        child.stdin.close()
        rest = child.stdout.read()
        bound.cancel()

    assert answers == expected
    assert (rest, child.returncode) == (b"", 0)
