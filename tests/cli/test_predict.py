"""``rosenblatt predict``."""

import csv
import io
import json
import subprocess
import sys

import numpy as np
import pyarrow.parquet as pq
import pytest

import rosenblatt as rb

HEADER = "review,minutes,genre\n"
ROWS = 'dull,84,war\n"funny, a joy",,\n"",80,war\n"two\nlines, dull",81,never met\n'


def test_there_is_one_line_a_row_in_order_odd_rows_too(run, model, written):
    result = run("predict", model, written(HEADER + ROWS))
    header, *lines = result.stdout.splitlines()

    assert result.exit_code == 0, result.output
    assert header == "prediction"
    assert len(lines) == 4
    assert (lines[0], lines[1], lines[3]) == ("bad", "good", "bad")


def test_a_file_of_many_batches_has_a_line_a_row(run, model, written):
    verdicts = ["bad", "good"] * 10_001
    rows = "".join(f"{'dull' if verdict == 'bad' else 'a funny joy'},84,war\n" for verdict in verdicts)

    assert run("predict", model, written(HEADER + rows)).stdout.splitlines()[1:] == verdicts


def test_standard_input_to_standard_output(run, model):
    result = run("predict", model, "-", "--format", "csv", stdin="id," + HEADER + "7,dull,84,war\n")

    assert result.stdout == "prediction\nbad\n"


def test_scores_are_those_of_the_model_one_a_class(run, model, films):
    rows = list(csv.DictReader(io.StringIO(run("predict", model, films, "--scores").stdout)))
    pipeline = rb.load(model)
    table = next(iter(rb.open_batches(films, label="verdict"))).data

    assert [row["prediction"] for row in rows] == pipeline.predict(table).tolist()
    assert [float(row["score:good"]) for row in rows] == pipeline.decision_function(table).tolist()
    assert all(float(row["score:good"]) == -float(row["score:bad"]) for row in rows)


def test_json_lines_come_out_by_ending_and_from_json_lines(run, model, written, tmp_path):
    out = tmp_path / "out.jsonl"
    from_csv = run("predict", model, written(HEADER + "dull,84,war\n"), "-o", out, "--scores")
    row = json.loads(out.read_text(encoding="utf-8"))
    lines = written('{"review": "a funny joy", "minutes": null, "genre": "war"}\n', "rows.jsonl")

    assert (from_csv.exit_code, from_csv.output) == (0, "")
    assert row["prediction"] == "bad"
    assert row["scores"]["bad"] == -row["scores"]["good"] > 0
    assert run("predict", model, lines).stdout == '{"prediction": "good"}\n'


def test_several_classes_of_a_matrix_have_a_score_each(run, written, tmp_path):
    path = written("".join(f"{row % 3} {row % 3 + 1}:1\n" for row in range(30)), "rows.svm")
    run("train", path, "-o", tmp_path / "m", "--quiet")
    printed = io.StringIO(run("predict", tmp_path / "m", path, "--scores").stdout)
    rows = np.genfromtxt(printed, delimiter=",", names=True)

    assert rows.dtype.names == ("prediction", "score0", "score1", "score2")
    assert rows["prediction"].tolist() == [0, 1, 2] * 10


def test_blank_and_bad_lines_have_a_line_each_in_their_places(run, model, written):
    """A blank line is a row of missing values; one that cannot be read has no prediction."""
    text = HEADER + "dull,84,war\n\ndull,long,war\njoy\n\n\nfunny a joy,84,war\nx\n"
    result = run("predict", model, written(text))
    of_nothing = run("predict", model, written(HEADER + ",,\n", "nothing.csv")).stdout.splitlines()[1]
    odd = of_nothing or '""'

    assert result.exit_code == 0
    assert result.stdout.splitlines()[1:] == ["bad", odd, '""', '""', odd, odd, "good", '""']
    assert result.stderr.startswith("3 lines have no prediction; the first: ")
    assert "data.csv:4: column 'minutes' holds 'long'; a number column must hold numbers" in result.stderr


def test_odd_lines_keep_their_places_over_batches_files_and_formats(run, model, tmp_path):
    rows, expected = [], []
    for row in range(10_500):
        verdict = ("bad", "good")[row % 2]
        rows.append({"review": "dull" if verdict == "bad" else "a funny joy", "minutes": 84, "genre": "war"})
        expected.append({"prediction": verdict})
    lines = [json.dumps(row) for row in rows]
    for place in (0, 1, 9_999, 10_000, 10_400, 10_500):
        lines.insert(place, "not json")
        expected.insert(place, {"prediction": None})
    for part, text in enumerate(("\n".join(lines) + "\n", "\n".join(lines))):
        (tmp_path / f"part{part}.jsonl").write_text(text)
    result = run("predict", model, tmp_path / "part*.jsonl")

    assert [json.loads(line) for line in result.stdout.splitlines()] == expected * 2
    assert result.stderr.startswith("12 lines have no prediction")


@pytest.mark.parametrize("seed", range(5))
def test_there_are_as_many_answers_as_lines_whatever_they_hold(run, model, written, seed):
    random = np.random.default_rng(seed)
    kinds = ["dull,84,war", "", "x", '"quoted, funny",1,war', "dull,not a number,war", "a,b,c,d", ",,"]
    lines = random.choice(kinds, 200).tolist()
    answers = run("predict", model, written(HEADER + "\n".join(lines) + "\n"), "--scores").stdout.splitlines()[1:]
    unreadable = [line in ("x", "dull,not a number,war", "a,b,c,d") for line in lines]

    assert [answer == ",," for answer in answers] == unreadable


def test_a_blank_line_of_a_matrix_is_a_row_of_zeros(run, written, tmp_path):
    path = written("".join(f"{row % 2} {row % 2 + 1}:1\n" for row in range(30)), "rows.svm")
    run("train", path, "-o", tmp_path / "m", "--quiet")
    answers = run("predict", tmp_path / "m", written("1 2:1\n\n0 1:1\n1 x\n", "odd.svm")).stdout.splitlines()

    assert (answers[1], answers[3], answers[4]) == ("1", "0", '""')
    assert answers[2] in ("0", "1")


def test_parquet_comes_out_with_a_row_a_line_and_whole_or_not_at_all(run, model, written, tmp_path):
    out = tmp_path / "out.parquet"
    file = written(HEADER + "dull,84,war\nodd\nfunny a joy,84,war\n")
    result = run("predict", model, file, "-o", out, "--scores")
    table = pq.read_table(out)

    assert result.exit_code == 0
    assert table.column_names == ["prediction", "score:bad", "score:good"]
    assert table["prediction"].to_pylist() == ["bad", None, "good"]
    assert table["score:good"].to_pylist()[1] is None
    before = out.read_bytes()
    file.write_text(HEADER + 'dull,84,war\n"never ends')
    assert run("predict", model, file, "-o", out).exit_code == 1
    assert out.read_bytes() == before
    assert not list(tmp_path.glob("*.part"))


def test_rows_in_a_pipe_are_answered_as_they_come(model):
    """Every answer is read before the next row is written, so one that waited for more would never come."""
    command = [sys.executable, "-m", "rosenblatt.cli.app", "predict", model, "--format", "csv", "--line-buffered"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as child:
        child.stdin.write(HEADER + "dull,84,war\n")
        child.stdin.flush()
        answers = [child.stdout.readline(), child.stdout.readline()]
        for line in ("funny a joy,84,war", "", "odd", "dull,84,war"):
            child.stdin.write(line + "\n")
            child.stdin.flush()
            answers.append(child.stdout.readline())
        child.stdin.close()
        rest = child.stdout.read()

    assert answers[:3] == ["prediction\n", "bad\n", "good\n"]
    assert answers[3] in ("bad\n", "good\n")
    assert answers[4:] == ['""\n', "bad\n"]
    assert rest == ""
    assert child.returncode == 0


def test_columns_that_the_model_does_not_know_may_hold_anything(run, model, written):
    text = "notes," + HEADER + "1,dull,84,war\n" * 10_000 + "many,dull,84,war\n"

    assert run("predict", model, written(text)).stdout == "prediction\n" + "bad\n" * 10_001


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (("review,genre\ndull,war\n", "data.csv"), "there is no column 'minutes'; there are review, genre"),
        (
            ("1 1:1\n", "data.svm"),
            "this file holds a matrix, and the columns 'review', 'minutes', 'genre' are asked for",
        ),
    ],
)
def test_a_file_of_another_shape_is_refused(run, model, written, file, words):
    result = run("predict", model, written(*file))

    assert result.exit_code == 1
    assert words in result.stderr


def test_what_can_not_be_written_or_read_is_refused(run, model, films, tmp_path):
    ending = run("predict", model, films, "-o", tmp_path / "out.xls")
    itself = run("predict", model, films, "-o", films)
    no_model = run("predict", films, films)
    rb.save(rb.TextFeatures().fit(["a"]), tmp_path / "features")
    no_learner = run("predict", tmp_path / "features", films)

    assert "out.xls: -o must end with one of .csv, .jsonl, .ndjson, .parquet" in ending.stderr
    assert "predictions must not replace the model or FILE" in itself.stderr
    assert "films.csv: this is not a model file" in no_model.stderr
    assert "a model to use on files is a learner, alone or after TableFeatures" in no_learner.stderr
    assert {ending.exit_code, itself.exit_code, no_model.exit_code, no_learner.exit_code} == {1}


def test_two_runs_with_one_output_leave_a_whole_file_of_one_of_them(films, model, tmp_path):
    """Neither can end before both have written the most of it."""
    out = tmp_path / "out.csv"
    command = [sys.executable, "-m", "rosenblatt.cli.app", "predict", model, "-", "--format", "csv", "-o", out]
    runs = [subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    texts = [HEADER + f"{text},90,war\n" * 100_000 for text in ("so funny " * 15, "dull " * 30)]
    for child, text in zip(runs, texts, strict=True):
        child.stdin.write(text)
        child.stdin.flush()
    both = [child.communicate() for child in runs]

    assert [(child.returncode, said) for child, (_, said) in zip(runs, both, strict=True)] == [(0, ""), (0, "")]
    whole = ["prediction\n" + f"{label}\n" * 100_000 for label in ("good", "bad")]
    assert out.read_text(encoding="utf-8") in whole
    assert {path.name for path in tmp_path.iterdir()} == {"films.csv", "films.model", "out.csv"}
