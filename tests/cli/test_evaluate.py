"""``rosenblatt evaluate``."""

import json

import rosenblatt as rb

ROWS = "review,minutes,genre,verdict\ndull,84,war,bad\ndull,84,war,good\na funny joy,80,war,good\ndull,,,so-so\n"


def test_predictions_are_compared_with_labels_and_unknown_labels_are_mistakes(run, model, written):
    said = json.loads(run("evaluate", model, written(ROWS), "--json").stdout)

    assert (said["rows"], said["right"], said["accuracy"]) == (4, 2, 0.5)
    assert [one["label"] for one in said["classes"]] == ["bad", "good", "so-so"]
    assert said["confusion"] == [[1, 0, 0], [1, 1, 0], [1, 0, 0]]
    assert (said["commonest"], said["baseline"]) == ("good", 0.5)


def test_it_says_so_in_words(run, model, written):
    path = written(ROWS)
    result = run("evaluate", model, path)
    cells = [line.split() for line in result.stdout.splitlines()]

    assert result.exit_code == 0
    assert result.stdout.startswith(f"50.0 % right on 4 rows of {path} (95 % interval: 15.0 % to 85.0 %)\n")
    assert ["good", "2", "100.0", "%", "50.0", "%", "66.7", "%"] in cells
    assert ["so-so", "1", "-", "0.0", "%", "0.0", "%"] in cells
    assert ["good", "1", "1", "0"] in cells


def test_labels_keep_their_kind_though_the_rows_at_hand_could_be_read_otherwise(run, written, tmp_path):
    lines = "".join(f"{row % 3},{('1', '2', 'x')[row % 3]}\n" for row in range(60))
    run("train", written("size,y\n" + lines), "--label", "y", "-o", tmp_path / "m", "--categorical", "size", "--quiet")
    said = run("evaluate", tmp_path / "m", written("size,y\n0,1\n1,2\n"), "--json")

    assert json.loads(said.stdout)["accuracy"] == 1.0


def test_another_label_column_can_be_said(run, model, written):
    said = run("evaluate", model, written(ROWS.replace("verdict", "truth")), "--label", "truth", "--json")

    assert json.loads(said.stdout)["right"] == 2


def test_what_is_wrong_ends_with_code_1_and_a_sentence(run, model, written):
    no_rows = run("evaluate", model, written(ROWS.partition("\n")[0] + "\n"))
    no_column = run("evaluate", model, written(ROWS.replace("verdict", "truth")))

    assert "data.csv: there are no rows to evaluate" in no_rows.stderr
    assert "there is no column 'verdict'" in no_column.stderr
    assert (no_rows.exit_code, no_column.exit_code) == (1, 1)


def test_progressive_scores_are_those_of_predicting_each_row_before_learning_it(run, model, films, written):
    rows = films.read_text(encoding="utf-8").splitlines()
    stream = written("\n".join(rows + rows[1:] * 4) + '\n"a tense thriller",90,war,tense\n' * 40, "stream.csv")
    result = run("evaluate", model, stream, "--progressive", "--json")
    said = json.loads(result.stdout)
    features, learner = (step for _, step in rb.load(model).steps)
    batch = next(iter(rb.open_batches(stream, label="verdict")))
    predictions = learner.predict_learn(features.transform(batch.data), batch.labels)

    assert result.exit_code == 0, result.output
    assert said["whole"]["right"] == int((predictions == batch.labels).sum())
    assert [point["rows"] for point in said["points"]] == [100, 200, 240]
    assert "right since the line above" in run("evaluate", model, stream, "--progressive").stdout


def test_a_model_that_cannot_learn_from_a_stream_says_so(run, films, tmp_path):
    run("train", films, "--label", "verdict", "--learner", "pocket-perceptron", "-o", tmp_path / "m", "--quiet")
    result = run("evaluate", tmp_path / "m", films, "--progressive")

    assert result.exit_code == 1
    assert "this Perceptron cannot learn from a stream" in result.stderr
