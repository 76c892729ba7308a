"""``rosenblatt evaluate``."""

import json

ROWS = "review,minutes,genre,verdict\ndull,84,war,bad\ndull,84,war,good\na funny joy,80,war,good\ndull,,,so-so\n"


def test_guesses_are_compared_with_labels_and_unknown_labels_are_mistakes(run, model, written):
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

    assert "data.csv: there are no rows to judge by" in no_rows.stderr
    assert "there is no column 'verdict'" in no_column.stderr
    assert (no_rows.exit_code, no_column.exit_code) == (1, 1)
