"""``rosenblatt train`` leaves out columns that cannot help, and says so."""

import json

import pytest

import rosenblatt as rb


@pytest.fixture
def visits(written):
    """An id, a constant and a number that decides."""
    lines = [f"u{row},Oslo,{row % 17},{'yes' if row % 17 > 8 else 'no'}" for row in range(200)]
    return written("\n".join(["user,town,pages,bought", *lines]) + "\n", "visits.csv")


def test_ids_and_constants_are_left_out_with_a_line_each(run, visits, tmp_path):
    model = tmp_path / "m"
    lines = run("train", visits, "--label", "bought", "-o", model).stdout.splitlines()

    assert lines[0] == f"{visits}: 200 rows, 1 columns of features"
    assert "left out: user, because all its values are different; --keep user learns from it" in lines
    assert "left out: town, because all its values are the same; --keep town learns from it" in lines
    assert list(rb.load(model).steps[0][1].kinds_) == ["pages"]


def test_a_model_needs_no_column_that_was_left_out(run, visits, written, tmp_path):
    model = tmp_path / "m"
    said = json.loads(run("train", visits, "--label", "bought", "-o", model, "--json").stdout)

    assert said["columns"] == {"pages": "number"}
    assert said["left_out"] == {"user": "all its values are different", "town": "all its values are the same"}
    new = written("pages\n1\n16\n", "new.csv")
    assert run("predict", model, new).stdout.split() == ["prediction", "no", "yes"]
    assert run("evaluate", model, visits, "--label", "bought").exit_code == 0
    assert run("train", visits, "--label", "bought", "--resume", model, "-o", tmp_path / "more").exit_code == 0


def test_keep_overrides(run, visits, tmp_path):
    model = tmp_path / "m"
    result = run("train", visits, "--label", "bought", "-o", model, "--keep", "user", "--keep", "town")

    assert "left out" not in result.stdout
    assert list(rb.load(model).steps[0][1].kinds_) == ["user", "town", "pages"]


def test_a_column_to_keep_must_exist(run, visits, tmp_path):
    result = run("train", visits, "--label", "bought", "-o", tmp_path / "m", "--keep", "userr")

    assert result.exit_code == 1
    assert "--keep userr names no column; there are user, town, pages" in result.stderr


def test_a_file_of_nothing_else_is_learned_from(run, written, tmp_path):
    file = written("a,y\n" + "".join(f"{row},{row > 60}\n" for row in range(120)), "rows.csv")

    assert "left out" not in run("train", file, "--label", "y", "-o", tmp_path / "m").stdout
