"""``rosenblatt certify``."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

import rosenblatt as rb
from rosenblatt.cli.app import app
from rosenblatt.playground import limits
from rosenblatt.tracing.verdict import verdicts

XOR = "a,b,y\n0,0,no\n0,1,yes\n1,0,yes\n1,1,no\n"
OR = "a,b,y\n0,0,no\n0,1,yes\n1,0,yes\n1,1,yes\n"
THREE = "x,y\n0,a\n1,b\n2,c\n"


def run(*arguments):
    return CliRunner().invoke(app, ["certify", *map(str, arguments)])


def test_separable_rows_end_with_code_0(written):
    result = run(written(OR), "--label", "y")

    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "separable: 'yes' against 'no'"
    assert "margin   from 0.333333333" in result.stdout
    assert "radius   1.73205081" in result.stdout
    assert "bound    a perceptron makes at most 27 updates" in result.stdout
    assert "support  lines 2, 3, 4" in result.stdout


@pytest.mark.parametrize("seed", range(5))
def test_the_bound_is_the_same_whole_number_in_every_output(written, seed):
    random = np.random.default_rng(seed)
    X = random.normal(size=(30, 2)).round(3)
    y = np.where(X @ [1.0, 2.0] > 0.1, "yes", "no")
    text = "a,b,y\n" + "".join(f"{a},{b},{label}\n" for (a, b), label in zip(X.tolist(), y, strict=True))
    trace = rb.trace(rb.Perceptron(order="cyclic", max_iter=3), X, y)
    (verdict,) = verdicts(trace.model, X, y.tolist(), work_limit=limits.WORK)
    most = trace.bound.most_updates

    assert f"bound    a perceptron makes at most {most:,} updates\n" in run(written(text), "--label", "y").stdout
    assert f"There can be at most {most:,} updates: (R / gamma)²" in trace.to_markdown()
    assert verdict["bound"] == trace.bound.updates
    assert (
        rb.plot_mistakes(trace, cumulative=True)
        .get_legend_handles_labels()[1][-1]
        .startswith(f"bound: at most {most:,} updates")
    )


def test_a_bound_beyond_the_floats_and_one_of_one_update(written):
    assert "at most 1 update\n" in run(written("a,y\n1,p\n-1,n\n"), "--label", "y", "--no-bias").stdout
    far = run(written("a,b,y\n1e-160,1,p\n-1e-160,1,n\n"), "--label", "y", "--no-bias")
    assert far.exit_code == 0
    assert "bound    none, as " in far.stdout


def test_inseparable_rows_end_with_code_1_and_the_lines_that_prove_it(written):
    result = run(written(XOR), "--label", "y")

    assert result.exit_code == 1
    assert [line.split() for line in result.stdout.splitlines()[2:6]] == [
        ["line", "2", "no", "0.25"],
        ["line", "3", "yes", "0.25"],
        ["line", "4", "yes", "0.25"],
        ["line", "5", "no", "0.25"],
    ]
    assert "both classes meet at (0.5, 0.5)" in result.stdout


def test_a_limit_ends_with_code_3(written):
    result = run(written(XOR), "--label", "y", "--work-limit", "1")

    assert result.exit_code == 3
    assert "stopped by the work limit of 1.0 multiply-adds" in result.stdout


def test_svmlight_is_read_without_a_label_column(written):
    result = run(written("# rows\n1 1:1 2:1\n\n+1 1:2 # like the first\n-1 2:-1\n", "data.svm"))

    assert result.exit_code == 0
    assert result.stdout.startswith("separable: 1 against -1")
    assert "support  lines" in result.stdout


def test_several_classes_are_each_set_against_the_rest_or_in_pairs(written):
    path = written(THREE)
    rest, pairs = run(path, "--label", "y"), run(path, "--label", "y", "--multiclass", "ovo")

    assert rest.exit_code == 1
    assert "inseparable: 'b' against the rest" in rest.stdout
    assert pairs.exit_code == 0
    assert "separable: 'c' against 'b'" in pairs.stdout


@pytest.mark.parametrize(("text", "code"), [(OR, 0), (XOR, 1), (THREE, 1)])
def test_a_written_certificate_can_be_verified_later(written, tmp_path, text, code):
    path, proof = written(text), tmp_path / "proof.json"
    assert run(path, "--label", "y", "--json", proof).exit_code == code
    result = run(path, "--label", "y", "--verify", proof)

    assert result.exit_code == code
    assert f"{proof}: holds for {path}" in result.stdout


def test_a_tampered_certificate_is_refused_with_code_2(written, tmp_path):
    path, proof = written(XOR), tmp_path / "proof.json"
    run(path, "--label", "y", "--json", proof)
    content = json.loads(proof.read_text(encoding="utf-8"))
    content["multipliers"][0] = "2"
    proof.write_text(json.dumps(content), encoding="utf-8")
    result = run(path, "--label", "y", "--verify", proof)

    assert result.exit_code == 2
    assert "the same sum; they differ by 1" in result.stderr


@pytest.mark.parametrize(
    ("text", "name", "options", "words"),
    [
        (
            XOR,
            "data.csv",
            [],
            "name the column that holds the label with --label; the columns are\n   1  a: 0\n   2  b: 0\n   3  y: no",
        ),
        (XOR, "data.csv", ["--label", "z"], "data.csv:1: there is no column 'z'; there are a, b, y"),
        ("a,y\n1,no\nred,yes\n", "data.csv", ["--label", "y"], "data.csv:3: column 'a' holds 'red'"),
        ("a,y\n1,no\n1\n", "data.csv", ["--label", "y"], "data.csv:3: 1 fields; the header names 2"),
        ("a,y\n1,no\n", "data.csv", ["--label", "y"], "y holds only one class, 'no'"),
        ("a,y\n", "data.csv", ["--label", "y"], "X has no rows"),
        ("1 1:1\n-1 1=2\n", "data.svm", [], "data.svm:2: '1=2' must be a feature number, a colon and a value"),
        (XOR, "data.csv", ["--label", "y", "--tol", "-1"], "tol must be a number above 0, got -1.0"),
        (XOR, "data.csv", ["--label", "y", "--verify", "none.json"], "none.json"),
    ],
)
def test_an_error_ends_with_code_2_and_says_where(written, text, name, options, words):
    result = run(written(text, name), *options)

    assert result.exit_code == 2
    assert words in result.stderr


def test_a_file_that_is_not_there(tmp_path):
    result = run(tmp_path / "nothing.csv", "--label", "y")

    assert result.exit_code == 2
    assert "nothing.csv" in result.stderr


def test_a_certificate_that_is_not_json(written):
    result = run(written(XOR), "--label", "y", "--verify", written("not json", "proof.json"))

    assert result.exit_code == 2
    assert "proof.json:1: this is not JSON" in result.stderr


def test_a_wrong_option_ends_with_code_2_and_the_nearest_right_one(written):
    result = run(written(XOR), "--lable", "y")

    assert result.exit_code == 2
    assert "--label" in result.stderr


def test_an_interrupted_search_ends_with_130_which_is_no_verdict(written, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("rosenblatt.certify", interrupt, raising=False)

    assert run(written(XOR), "--label", "y").exit_code == 130
