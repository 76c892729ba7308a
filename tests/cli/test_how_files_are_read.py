"""Options that say how a file is read, in every command that reads rows for a model."""

import json

import rosenblatt as rb


def test_other_encodings_are_read_by_every_command(run, tmp_path):
    rows = tmp_path / "rows.csv"
    rows.write_bytes("\n".join(["texte,avis", *["très bon,oui", "très mauvais,non"] * 20]).encode("latin-1"))
    model, how = tmp_path / "m", ("--encoding", "latin-1")
    trained = run("train", rows, "--label", "avis", "--text", "texte", "-o", model, *how)

    assert trained.exit_code == 0, trained.output
    assert "texte:très" in rb.load(model).steps[0][1].get_feature_names_out()
    assert run("predict", model, rows, *how).stdout.splitlines()[1:3] == ["oui", "non"]
    assert json.loads(run("evaluate", model, rows, "--json", *how).stdout)["right"] == 40
    assert run("train", rows, "--label", "avis", "-o", tmp_path / "other").exit_code == 1


def test_features_counted_from_zero_are_read_by_every_command(run, tmp_path):
    rows = tmp_path / "rows.svm"
    rows.write_text("1 0:1\n2 1:1\n" * 20)
    model = tmp_path / "m"

    assert run("train", rows, "-o", model, "--zero-based").exit_code == 0
    assert run("predict", model, rows, "--zero-based").stdout.splitlines()[1:3] == ["1", "2"]
    assert json.loads(run("evaluate", model, rows, "--zero-based", "--json").stdout)["right"] == 40
    refused = run("train", rows, "-o", tmp_path / "other")
    assert refused.exit_code == 1
    assert "rows.svm:1: " in refused.output


def test_texts_keep_their_length_if_asked_to(run, films, tmp_path):
    for name, options in {"long": ("--no-normalise",), "short": ()}.items():
        run("train", films, "--label", "verdict", "-o", tmp_path / name, "--text", "review", *options)
    texts = {name: rb.load(tmp_path / name).steps[0][1].text for name in ("long", "short")}

    assert (texts["long"].normalise, texts["short"].normalise) == (False, True)
