"""``rosenblatt train`` with bins and crosses."""

import csv
import json

import numpy as np
import pytest

import rosenblatt as rb

WAYS = (("--numbers", "standard"), ("--numbers", "bins"), ("--cross", "all"))


def rows_of_a_ring(n_rows=400):
    """Two numbers, and whether they lie far from the middle, which no line can tell."""
    X = np.random.default_rng(0).normal(size=(n_rows, 2)).round(3)
    return X, np.where((X**2).sum(axis=1) > 1.4, "far", "near")


@pytest.fixture
def ring(written):
    X, labels = rows_of_a_ring()
    lines = [f"{a},{b},{label}" for (a, b), label in zip(X.tolist(), labels, strict=True)]
    return written("\n".join(["a,b,place", *lines]) + "\n", "ring.csv")


@pytest.fixture
def matrix(written):
    """The same rows in svmlight; the last column is in the last row alone."""
    X, labels = rows_of_a_ring()
    lines = [f"{int(label == 'far')} 1:{a} 2:{b}" for (a, b), label in zip(X.tolist(), labels, strict=True)]
    return written("\n".join([*lines[:-1], f"{lines[-1]} 3:1"]) + "\n", "ring.svm")


def accuracy(result):
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)["held_out"]["accuracy"]


def test_bins_learn_what_no_line_can(run, ring, tmp_path):
    learn = ("train", ring, "--label", "place", "--force", "--json", "-o", tmp_path / "m")
    standard, bins, crossed = (accuracy(run(*learn, *more)) for more in WAYS)

    assert standard < 0.75
    assert bins > 0.85
    assert crossed > 0.85


def test_the_model_evaluates_explains_and_names_its_features(run, ring, tmp_path):
    model = tmp_path / "ring.model"
    run("train", ring, "--label", "place", "--numbers", "bins", "--cross", "b,a", "-o", model)

    assert run("evaluate", model, ring, "--label", "place").exit_code == 0
    names = rb.load(model).steps[0][1].get_feature_names_out().tolist()
    shown = run("inspect", model).stdout
    assert sum(name in shown for name in names) > 3
    assert any(" in [" in name and " & " in name for name in names)


def test_a_matrix_is_put_into_bins_too(run, matrix, tmp_path):
    model = tmp_path / "ring.model"
    learn = ("train", matrix, "--json", "-o", model, "--force")

    assert accuracy(run(*learn, "--numbers", "standard")) < 0.75
    assert accuracy(run(*learn, "--numbers", "bins", "--cross", "all")) > 0.85
    said = json.loads(run("evaluate", model, matrix, "--json").stdout)
    assert said["rows"] == 400
    assert rb.saved_facts(model)["n_columns"] == 3
    features = rb.load(model).steps[0][1]
    assert (features.n_features_in_, features.crosses_) == (3, [("x0", "x1"), ("x0", "x2"), ("x1", "x2")])
    assert run("predict", model, matrix).stdout.splitlines()[1] in ("0", "1")


def test_a_matrix_of_many_columns_is_refused(run, written, tmp_path):
    wide = written("".join(f"{row % 2} {row % 5 + 1}:1 61:2\n" for row in range(50)), "wide.svm")
    result = run("train", wide, "--numbers", "bins", "-o", tmp_path / "m")

    assert result.exit_code == 1
    assert "a sparse matrix may have up to 60 columns, and this one has 61" in result.stderr


def test_a_model_with_bins_is_resumed_plotted_and_exported_or_refused(run, ring, matrix, tmp_path):
    model = tmp_path / "ring.model"
    for file, label in ((ring, ("--label", "place")), (matrix, ())):
        learn = ("train", file, *label, "--cross", "all", "--numbers", "both", "-o", model, "--force")
        assert run(*learn, "--plot", tmp_path / "plots").exit_code == 0
        more = run("train", file, "--resume", model, "-o", tmp_path / "more", "--force")
        assert more.exit_code == 0, more.output
        width = sum(rb.load(model).steps[0][1].widths_)
        assert sum(rb.load(tmp_path / "more").steps[0][1].widths_) == width

    csv_file, other = tmp_path / "m.csv", tmp_path / "m.joblib"
    assert run("export", model, "--to", "csv", "-o", csv_file).exit_code == 0
    with csv_file.open() as lines:
        assert any(" & " in line[0] for line in csv.reader(lines))
    refused = run("export", model, "--to", "sklearn", "-o", other)
    assert (refused.exit_code, other.exists()) == (1, False)
    assert "train with --numbers standard --cross none" in refused.stderr


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--numbers", "ranks"), "--numbers must be one of 'standard', 'products', 'bins', 'both', got 'ranks'"),
        (("--cross", "a"), "--cross must be all, none, or two columns as in age,job, got 'a'"),
        (("--cross", "a,c"), "there is no column 'c'; there are 'a', 'b'"),
        (("--cross", "a,a"), "'a' and 'a' cannot be crossed"),
    ],
    ids=repr,
)
def test_bad_options_end_with_a_sentence(run, ring, tmp_path, options, words):
    result = run("train", ring, "--label", "place", "-o", tmp_path / "m", *options)

    assert result.exit_code in (1, 2)
    assert words in result.stderr
    assert not (tmp_path / "m").exists()
