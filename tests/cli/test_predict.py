"""``rosenblatt predict``."""

import csv
import io
import json

import numpy as np
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


def test_a_bad_row_ends_with_its_line_and_no_file(run, model, written, tmp_path):
    out = tmp_path / "out.csv"
    out.write_text("of before")
    result = run("predict", model, written(HEADER + "dull,84,war\ndull,long,war\n"), "-o", out)

    assert result.exit_code == 1
    assert "data.csv:3: column 'minutes' holds 'long'; a number column must hold numbers" in result.stderr
    assert out.read_text() == "of before"
    assert not list(tmp_path.glob("*.part"))


def test_columns_that_the_model_does_not_know_may_hold_anything(run, model, written):
    text = "notes," + HEADER + "1,dull,84,war\n" * 10_000 + "many,dull,84,war\n"

    assert run("predict", model, written(text)).stdout == "prediction\n" + "bad\n" * 10_001


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (("review,genre\ndull,war\n", "data.csv"), "there is no column 'minutes'; there are review, genre"),
        (("1 1:1\n", "data.svm"), "learned from named columns, and this file holds a matrix"),
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

    assert "out.xls: guesses can be written to a file that ends with .csv, .jsonl, .ndjson" in ending.stderr
    assert "guesses would replace what they are made from" in itself.stderr
    assert "films.csv: this is no model file" in no_model.stderr
    assert "a model to use on files is a learner, alone or after TableFeatures" in no_learner.stderr
    assert {ending.exit_code, itself.exit_code, no_model.exit_code, no_learner.exit_code} == {1}
