"""``rosenblatt train --plot``."""

import json
import sys

import numpy as np
import pytest
from PIL import Image

import rosenblatt as rb
from rosenblatt.train.rows_to_draw import rows_to_draw


@pytest.fixture
def points(tmp_path):
    """Rows of three numbers; the third tells nothing."""
    X = np.random.default_rng(0).standard_normal((60, 3)).round(3)
    lines = [f"{a},{b},{c},{'up' if a + 2 * b > 0 else 'down'}" for a, b, c in X.tolist()]
    path = tmp_path / "points.csv"
    path.write_text("\n".join(["a,b,c,side", *lines]) + "\n")
    return path


def test_it_draws_four_pictures_and_names_them(run, points, tmp_path):
    folder = tmp_path / "new" / "plots"
    said = json.loads(run("train", points, "--label", "side", "-o", tmp_path / "m", "--plot", folder, "--json").stdout)

    assert [folder / name for name in ("mistakes.png", "weights.png", "margins.png", "boundary.png")] == [
        folder.joinpath(path) for path in said["plots"]
    ]
    for path in folder.iterdir():
        with Image.open(path) as picture:
            assert picture.width > 300
    assert len(list(folder.iterdir())) == 4


def test_of_many_columns_no_two_are_chosen(run, films, tmp_path, monkeypatch):
    monkeypatch.setattr("rosenblatt.show.training_plots.MOST_COLUMNS", 2)
    result = run("train", films, "--label", "verdict", "-o", tmp_path / "m", "--plot", tmp_path / "plots")

    assert result.exit_code == 0, result.output
    assert {path.name for path in (tmp_path / "plots").iterdir()} == {"mistakes.png", "weights.png", "margins.png"}


def test_what_is_there_is_replaced_only_by_force(run, points, tmp_path):
    arguments = ("train", points, "--label", "side", "-o", tmp_path / "m", "--plot", tmp_path)
    (tmp_path / "margins.png").write_text("mine")
    refused = run(*arguments)

    assert refused.exit_code == 1
    assert "margins.png already exists; use --force to replace it" in refused.output
    assert (tmp_path / "margins.png").read_text() == "mine"
    assert not (tmp_path / "m").exists()
    assert run(*arguments, "--force").exit_code == 0
    assert (tmp_path / "margins.png").read_bytes()[:4] == b"\x89PNG"


def test_a_file_is_no_folder(run, points, tmp_path):
    result = run("train", points, "--label", "side", "-o", tmp_path / "m", "--plot", points)

    assert result.exit_code == 1
    assert "--plot wants a folder, and this is a file" in result.output


def test_without_matplotlib_it_says_what_to_install_before_it_learns(run, points, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    result = run("train", points, "--label", "side", "-o", tmp_path / "m", "--plot", tmp_path / "plots")

    assert result.exit_code == 1
    assert 'pip install "rosenblatt[plot]"' in result.output
    assert not (tmp_path / "m").exists()


@pytest.mark.parametrize("batch_rows", [7, 1000])
def test_one_row_in_ten_is_drawn_whatever_the_size_of_batches(run, tmp_path, batch_rows):
    path = tmp_path / "wide.svm"
    path.write_text("".join(f"{i % 2} 1:{i} {2 + i % 9}:1\n" for i in range(100)))
    run("train", path, "-o", tmp_path / "m", "--seed", 4)
    batches = rb.open_batches(path, batch_rows=batch_rows)
    X, labels = rows_to_draw(batches, rb.load(tmp_path / "m"), seed=4)

    rows = X.toarray()[:, 0].astype(int)
    assert X.shape == (10, 10)
    assert (rows // 10).tolist() == list(range(10))
    assert labels.tolist() == (rows % 2).tolist()
