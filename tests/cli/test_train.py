"""``rosenblatt train``."""

import csv
import json
import os
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

import rosenblatt as rb
from rosenblatt.cli.training.options import LEARNERS

UNSPLIT = {"group": None, "time": None, "file": None}  # by no column


def test_a_file_becomes_a_model_that_predicts(run, films, tmp_path):
    model = tmp_path / "films.model"
    result = run("train", films, "--label", "verdict", "-o", model)
    table = {"review": ["dull then", "funny then"], "minutes": [84.0, None], "genre": ["war", None]}

    assert result.exit_code == 0, result.output
    assert rb.load(model).predict(pa.table(table)).tolist() == ["bad", "good"]


def test_it_says_what_it_read_how_it_went_and_how_good_the_outcome_is(run, films, tmp_path):
    model = tmp_path / "films.model"
    lines = run("train", films, "--label", "verdict", "-o", model).stdout.splitlines()
    cells = [line.split() for line in lines]

    assert lines[0] == f"{films}: 40 rows, 3 columns of features"
    assert ["review", "text", "0"] in [line[:3] for line in cells]
    assert ["minutes", "number", "1", "7", "80,", "81"] in cells
    assert ["genre", "category", "1", "2", "love,", "war"] in cells
    assert ["good", "20", "50.0", "%"] in cells
    assert ["epoch", "mistakes", "updates"] in cells
    assert any(line.endswith(" on all 40 rows, after choosing in 10 folds") for line in lines)
    assert "100.0 % right on 38 rows that were held out, in 10 folds (95 % interval: 90.8 % to 100.0 %)" in lines
    assert any(
        line.endswith("would be right by always predicting bad, the most common class of these") for line in lines
    )
    assert any(line.startswith("speaks for bad: review:dull +") for line in lines)
    assert lines[-1].startswith(f"model: {model}, ")
    assert "\x1b" not in "".join(lines)


def test_json_is_one_document_with_all_of_it_and_the_model_keeps_it(run, films, tmp_path):
    model = tmp_path / "films.model"
    said = json.loads(run("train", films, "--label", "verdict", "-o", model, "--json", "--seed", 3).stdout)

    assert said.pop("model") == str(model)
    assert said.pop("model_bytes") == model.stat().st_size
    assert said == rb.saved_facts(model)
    assert said["rows"] == 40
    assert said["seed"] == 3
    assert said["columns"] == {"review": "text", "minutes": "number", "genre": "category"}
    assert said["missing"] == {"review": 0, "minutes": 1, "genre": 1}
    assert said["classes"] == [{"label": "bad", "rows": 20}, {"label": "good", "rows": 20}]
    assert said["split"] == UNSPLIT | {"choosing": 30, "judging": 38, "folds": 10}
    assert said["held_out"]["rows"] == 38
    assert said["epochs"][0]["seen"] == 40
    assert len(said["epochs"]) == said["n_epochs"]


def test_quiet_says_nothing(run, films, tmp_path):
    result = run("train", films, "--label", "verdict", "-o", tmp_path / "m", "--quiet")

    assert (result.exit_code, result.output) == (0, "")


def test_the_model_is_named_after_the_file(run, films, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("train", films, "--label", "verdict")

    assert (tmp_path / "films.rosenblatt").is_file()


def test_a_model_that_is_there_is_replaced_only_by_force(run, films, tmp_path):
    model = tmp_path / "m"
    model.write_text("mine")
    refused = run("train", films, "--label", "verdict", "-o", model)

    assert refused.exit_code == 1
    assert f"Error: {model} already exists; use --force to replace it" in refused.stderr
    assert model.read_text() == "mine"
    assert run("train", films, "--label", "verdict", "-o", model, "--force").exit_code == 0
    assert rb.saved_facts(model)["rows"] == 40


@pytest.mark.parametrize("learner", LEARNERS)
def test_every_learner_of_the_catalogue_learns(run, films, tmp_path, learner):
    said = run("train", films, "--label", "verdict", "--learner", learner, "-o", tmp_path / "m", "--json")

    assert json.loads(said.stdout)["held_out"]["accuracy"] >= 36 / 38  # all but the first of each class are judged


def test_the_same_rows_in_any_format_and_from_standard_input_are_the_same_model(run, films, written, tmp_path):
    with films.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["minutes"] = float(row["minutes"]) if row["minutes"] else None
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "films.parquet")
    as_json = written("".join(json.dumps(row) + "\n" for row in rows), "films.jsonl")
    run("train", films, "--label", "verdict", "-o", tmp_path / "csv")
    run("train", as_json, "--label", "verdict", "-o", tmp_path / "jsonl")
    run("train", tmp_path / "films.parquet", "--label", "verdict", "-o", tmp_path / "parquet")
    options = ("--format", "csv", "--label", "verdict", "-o", tmp_path / "stdin")
    run("train", "-", *options, stdin=films.read_text(encoding="utf-8"))
    first, *others = (rb.load(tmp_path / name) for name in ("csv", "jsonl", "parquet", "stdin"))

    for other in others:
        assert other[0].get_feature_names_out().tolist() == first[0].get_feature_names_out().tolist()
        assert np.array_equal(other[-1].coef_, first[-1].coef_)
        assert np.array_equal(other[-1].intercept_, first[-1].intercept_)


@pytest.mark.parametrize("order", ["cyclic", "shuffled"])
def test_rows_on_the_disk_give_the_model_of_rows_in_memory(run, films, tmp_path, order):
    """In the order of the file to the bit; shuffled too here, where one block holds all rows."""
    options = ("--label", "verdict", "--order", order, "--json")
    said = [
        json.loads(run("train", films, *options, "--memory", memory, "-o", tmp_path / memory).stdout)
        for memory in ("1GB", "0")
    ]
    in_memory, on_disk = (rb.load(tmp_path / memory) for memory in ("1GB", "0"))

    assert (said[0]["rows_on_disk"], said[1]["rows_on_disk"] > 0) == (0, True)
    assert said[0]["epochs"] == said[1]["epochs"]
    assert said[0]["held_out"] == said[1]["held_out"]
    assert np.array_equal(in_memory[-1].coef_, on_disk[-1].coef_)
    assert in_memory[0].get_feature_names_out().tolist() == on_disk[0].get_feature_names_out().tolist()
    assert {path.name for path in tmp_path.iterdir()} == {"films.csv", "1GB", "0"}


def test_many_batches_from_any_file_in_memory_or_not_are_the_same_model(run, written, tmp_path):
    """Several batches, kinds and formats; words, values and rows that come late; numbers with fractions."""
    random = np.random.default_rng(0)
    words = np.array([f"word{k}" for k in range(3000)])
    rows = [
        {
            "text": " ".join(random.choice(words[: 30 + row // 10], 6)),
            "size": None if row % 97 == 0 else round(float(random.normal()), 3),
            "colour": f"colour {row // 4000}",
            "y": ["no", "yes"][int(random.random() < 0.5)],
        }
        for row in range(21_000)
    ]
    for row in rows:
        row["text"] += " good" if row["y"] == "yes" else " bad"
    table = pa.Table.from_pylist(rows)
    pa.csv.write_csv(table, tmp_path / "rows.csv")
    pq.write_table(table, tmp_path / "rows.parquet")
    written("".join(json.dumps(row) + "\n" for row in rows), "rows.jsonl")
    models = []
    for name, memory in [("rows.csv", "1GB"), ("rows.csv", "0"), ("rows.jsonl", "0"), ("rows.parquet", "1MB")]:
        options = ("--order", "cyclic", "--epochs", 3, "--memory", memory, "--force", "--quiet")
        result = run("train", tmp_path / name, "--label", "y", "-o", tmp_path / "m", *options)
        assert result.exit_code == 0, result.output
        models.append(rb.load(tmp_path / "m"))

    for model in models[1:]:
        assert np.array_equal(model[-1].coef_, models[0][-1].coef_)
        assert np.array_equal(model[-1].intercept_, models[0][-1].intercept_)
        assert np.array_equal(model[0].get_feature_names_out(), models[0][0].get_feature_names_out())


def test_of_more_ngrams_than_a_million_the_most_frequent_are_learned(run, films, tmp_path, monkeypatch):
    monkeypatch.setattr("rosenblatt.train.frequent_ngrams.MOST", 12)
    said = json.loads(run("train", films, "--label", "verdict", "-o", tmp_path / "m", "--json").stdout)
    model = rb.load(tmp_path / "m")
    counts = model[0].columns_[0].features._vocabulary.counts()

    assert model[-1].coef_.shape[1] == len(counts) + 4 == 12 + 4
    assert said["rare_ngrams"] > 0
    assert said["held_out"]["accuracy"] >= 36 / 38


def test_how_to_learn_can_be_chosen(run, films, tmp_path):
    options = ("--ngrams", 1, "--bits", 8, "--epochs", 2, "--learner", "pa-2", "-C", 0.25)
    said = json.loads(run("train", films, "--label", "verdict", "-o", tmp_path / "m", *options, "--json").stdout)
    features, learner = (step for _, step in rb.load(tmp_path / "m").steps)

    assert len(said["epochs"]) <= 2
    assert (learner.C, learner.variant, learner.max_iter) == (0.25, "PA-II", 2)
    assert (features.text.ngrams, features.text.bits) == ((1, 1), 8)


def test_rows_of_a_matrix_need_no_label_column_and_features_have_numbers(run, written, tmp_path):
    lines = [f"{'+1' if row % 2 else '-1'} {3 if row % 2 else 2}:1" for row in range(20)]
    said = json.loads(run("train", written("\n".join(lines), "rows.svm"), "-o", tmp_path / "m", "--json").stdout)

    assert said["n_columns"] == 3
    assert [(one["label"], one["features"][0]["name"]) for one in said["strongest"]] == [
        (-1, "column 2"),
        (1, "column 3"),
    ]


def test_a_class_of_one_row_is_learned_not_held_out(run, written, tmp_path):
    for rare in range(10):
        lines = ["x,y"] + [f"{row},{'rare' if row == rare else 'ab'[row % 2]}" for row in range(20)]
        said = run("train", written("\n".join(lines)), "--label", "y", "-o", tmp_path / "m", "--force", "--json")

        assert [one["label"] for one in json.loads(said.stdout)["strongest"]] == ["a", "b", "rare"]


def test_kinds_can_be_said_columns_ignored_and_bad_lines_left_out(run, written, tmp_path):
    lines = ["id,size,y"] + [f"{row},{row % 2},{'ab'[row % 2]}" for row in range(20)] + ["20,1"]
    options = ("--label", "y", "--ignore", "id", "--categorical", "size", "--skip-bad", 1, "-o", tmp_path / "m")
    said = run("train", written("\n".join(lines)), *options, "--json")
    report = json.loads(said.stdout)

    assert report["columns"] == {"size": "category"}
    assert len(report["bad_lines"]) == 1
    assert "data.csv:22: 2 fields; the header names 3" in report["bad_lines"][0]


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (
            "x,y\n1,a\n",
            (),
            "data.csv: name the column that holds the label with --label; the columns are   1  x: 1   2  y: a",
        ),
        ("x,verdict\n1,a\n", ("--label", "verdit"), "did you mean 'verdict'?"),
        ("x,y\n", ("--label", "y"), "data.csv: there are no rows to learn from"),
        ("x,y\n1,a\n2,b\n3,a\n", ("--label", "y"), "there must be at least 10"),
        ("x,y\n" + "1,a\n" * 20, ("--label", "y"), "y holds only one class, 'a'"),
        ("x,y\n" + "1,a\n2,b\n3\n" * 20, ("--label", "y"), "data.csv:4: 1 fields; the header names 2"),
        ("x,y\n1,a\n", ("--label", "y", "--learner", "svm"), "--learner must be one of perceptron, averaged-percep"),
        ("x,y\n1,a\n", ("--label", "y", "-o", "no/such/folder"), "-o must be a file in an existing folder"),
        ("x,y\n1,a\n", ("--lable", "y"), "--label"),
        ("x,y\n1,a\n", ("--label", "y", "--seed", "-1"), "--seed"),
        (
            "x,y\n1,a\n",
            ("--label", "y", "-C", "2"),
            "-C is for pa-1, pa-2, averaged-pa-1, averaged-pa-2, scw-1, scw-2; ",
        ),
        ("x,y\n1,a\n", ("--label", "y", "--order", "x"), "--order must be one of 'shuffled', 'cyclic', got 'x'"),
        (
            "x,y\n1,a\n",
            ("--label", "y", "--memory", "much"),
            "--memory must be a size such as 500MB or 2GiB",
        ),
    ],
)
def test_what_is_wrong_ends_with_code_1_and_a_sentence_and_leaves_no_file(run, written, text, options, words):
    path = written(text)
    result = run("train", path, "-o", path.parent / "m", *options)

    assert result.exit_code == 1
    assert words in result.stderr.replace("\n", "")
    assert list(path.parent.iterdir()) == [path]


def test_a_file_that_is_not_there_and_input_without_a_name(run, tmp_path):
    missing = run("train", tmp_path / "none.csv", "--label", "y", "-o", tmp_path / "m")
    nameless = run("train", "-", "--label", "y", stdin="x,y\n")

    assert "none.csv: there is no such file or folder" in missing.stderr
    assert "the model needs a file name" in nameless.stderr
    assert (missing.exit_code, nameless.exit_code) == (1, 1)


def test_an_interrupted_training_ends_with_130_and_leaves_nothing(run, films, tmp_path, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("rosenblatt.learn.base.Classifier._fit_blocks", interrupted)
    result = run("train", films, "--label", "verdict", "-o", tmp_path / "m")

    assert result.exit_code == 130
    assert result.stderr == "Interrupted: no model was written.\n"
    assert not (tmp_path / "m").exists()


def test_the_program_itself_ends_with_these_codes(films, tmp_path):
    command = [sys.executable, "-m", "rosenblatt.cli.app"]
    wrong_data = subprocess.run([*command, "train", films, "--label", "x", "-o", tmp_path / "m"], check=False)
    wrong_word = subprocess.run([*command, "trian"], check=False)

    assert (wrong_data.returncode, wrong_word.returncode) == (1, 1)


def test_a_terminal_sees_the_bar_on_standard_error_only(films, tmp_path):
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "rosenblatt.cli.app", "train", films, "--label", "verdict", "-o", tmp_path / "m"]
    with subprocess.Popen(command, stderr=theirs, stdout=subprocess.PIPE, env={**os.environ, "TERM": "xterm"}) as child:
        os.close(theirs)
        printed = child.stdout.read()
        seen = os.read(ours, 2**16)
    os.close(ours)

    assert child.returncode == 0
    assert b"rows/s" in seen
    assert b"rows/s" not in printed
    assert b"\x1b" not in printed


@pytest.mark.parametrize("learner", ["averaged-perceptron", "pa-1", "arow"])
def test_files_ordered_by_class_are_learned_out_of_core_as_well_as_in_memory(run, written, tmp_path, learner):
    random = np.random.default_rng(0)
    X = random.normal(size=(6000, 8))
    y = (X @ np.arange(1, 9) + 6 * random.normal(size=6000) > 0).astype(int)
    for number, part in enumerate(np.array_split(np.argsort(y, kind="stable"), 6)):  # each file is a block
        rows = (f"{y[i]} " + " ".join(f"{k}:{v:.3f}" for k, v in enumerate(X[i], 1)) for i in part)
        written("\n".join(rows) + "\n", f"{number}.svm")
    scores = {}
    command = ("train", tmp_path / "*.svm", "--learner", learner, "-o", tmp_path / "model", "--force", "--json")
    for memory in ("1GB", "0"):
        result = run(*command, "--memory", memory)
        scores[memory] = json.loads(result.stdout)["held_out"]["accuracy"]

    # 600 held-out rows: the standard deviation of a difference is below 2.2 points.
    assert scores["0"] > scores["1GB"] - 0.06
    assert scores["1GB"] > 0.75
