"""Every command takes every kind of file, with the outcome that the same rows have as CSV."""

import json
import sqlite3
import tarfile
import zipfile
from contextlib import closing

import pytest

from tests.read.sheets import as_xlsx
from tests.read.web import serving

ROWS = [{"width": i % 7 + 0.5, "height": i % 5 - i % 2 * 9.0, "fruit": ("apple", "lemon")[i % 2]} for i in range(40)]


def as_csv(path):
    lines = [",".join(map(str, row)) for row in [ROWS[0].keys(), *(row.values() for row in ROWS)]]
    path.write_text("\n".join(lines) + "\n")


def as_json_array(path):
    path.write_text(json.dumps(ROWS, indent=1))


def as_zip(path):
    as_csv(path.with_suffix(".csv"))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(path.with_suffix(".csv"), "rows.csv")


def as_arff(path):
    kinds = {"width": "real", "height": "real", "fruit": "{apple,lemon}"}
    header = ["@relation rows", *(f"@attribute {name} {kind}" for name, kind in kinds.items()), "@data"]
    path.write_text("\n".join([*header, *(",".join(map(str, row.values())) for row in ROWS)]))


def as_sqlite(path):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE fruit (width, height, fruit)")
        connection.executemany("INSERT INTO fruit VALUES (:width, :height, :fruit)", ROWS)
        connection.execute("CREATE TABLE other (id)")


def as_workbook(path):
    others = {"rows": [list(ROWS[0]), *(list(row.values()) for row in ROWS)]}
    path.write_bytes(as_xlsx([["other"], [1]], others=others))


FILES = {
    "rows.xlsx": (as_workbook, ["--sheet", "rows"]),
    "rows.db": (as_sqlite, ["--table", "fruit"]),
    "rows.sqlite": (as_sqlite, ["--query", "SELECT * FROM fruit WHERE width > 0"]),
    "rows.arff": (as_arff, []),
    "rows.zip": (as_zip, []),
    "rows.json": (as_json_array, []),
}


def outcomes(run, path, options, tmp_path, name):
    """What each command says about a file, but for the places of rows."""
    model = tmp_path / f"{name}.model"
    trained = run("train", path, "--label", "fruit", "--learner", "pa-1", "-o", model, "--json", *options)
    assert trained.exit_code == 0, trained.output
    predicted = run("predict", model, path, "-o", tmp_path / "out.jsonl", *options)
    assert predicted.exit_code == 0, predicted.output
    evaluated = run("evaluate", model, path, "--json", *options)
    certified = run("certify", path, "--label", "fruit", *options)
    traced = run("trace", path, "--label", "fruit", "--epochs", 2, "--csv", *options)
    return (
        [json.loads(trained.stdout)[key] for key in ("columns", "classes", "epochs", "held_out")],
        (tmp_path / "out.jsonl").read_text(),
        json.loads(evaluated.stdout),
        certified.stdout.splitlines()[:3],
        [line.split(",")[4:] for line in traced.stdout.splitlines()],
    )


@pytest.mark.parametrize("name", FILES)
def test_every_command_takes_every_file(run, tmp_path, name):
    write, options = FILES[name]
    as_csv(tmp_path / "plain.csv")
    write(tmp_path / name)

    plain = outcomes(run, tmp_path / "plain.csv", [], tmp_path, "plain")
    assert outcomes(run, tmp_path / name, options, tmp_path, name) == plain


@pytest.mark.parametrize("name", ["rows.xlsx", "rows.db", "rows.sqlite"])
def test_a_model_knows_which_part_of_a_file_it_was_trained_on(run, tmp_path, name):
    write, options = FILES[name]
    write(tmp_path / name)
    run("train", tmp_path / name, "--label", "fruit", "-o", tmp_path / "model", "--quiet", *options)

    assert json.loads(run("evaluate", tmp_path / "model", tmp_path / name, "--json").stdout)["right"] == 40
    assert len(run("predict", tmp_path / "model", tmp_path / name).stdout.splitlines()) == 41
    other = ["--sheet", "Sheet"] if name == "rows.xlsx" else ["--table", "other"]
    refused = run("evaluate", tmp_path / "model", tmp_path / name, *other)
    assert refused.exit_code == 1
    assert "there is no column" in refused.output


def test_an_archive_of_texts_is_what_its_folder_is(run, tmp_path):
    for place in range(20):
        for label, words in {"good": "a joy, funny", "bad": "dull and long"}.items():
            (tmp_path / "texts" / label).mkdir(parents=True, exist_ok=True)
            (tmp_path / "texts" / label / f"{place}.txt").write_text(f"{words} {place}")
    with tarfile.open(tmp_path / "texts.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "texts", "texts")
    for name in ("texts", "texts.tar.gz"):
        trained = run("train", tmp_path / name, "-o", tmp_path / f"{name}.model", "--learner", "pa-1", "--quiet")
        assert trained.exit_code == 0, trained.output
        evaluated = run("evaluate", tmp_path / f"{name}.model", tmp_path / "texts.tar.gz", "--json")
        assert json.loads(evaluated.stdout)["right"] == 40
        assert len(run("predict", tmp_path / f"{name}.model", tmp_path / name).stdout.splitlines()) == 41


def test_every_command_takes_a_url(run, tmp_path, monkeypatch):
    pytest.importorskip("aiohttp", reason="URLs are an extra: pip install 'rosenblatt[remote]'")
    monkeypatch.chdir(tmp_path)
    as_csv(tmp_path / "plain.csv")
    with serving() as site:
        site.files["/rows.csv"] = (tmp_path / "plain.csv").read_bytes()
        url = f"{site.url}/rows.csv"
        found = outcomes(run, url, [], tmp_path, "url")
        assert run("train", f"{url}?key=secret", "--label", "fruit", "--quiet").exit_code == 0

    assert found == outcomes(run, tmp_path / "plain.csv", [], tmp_path, "plain")
    assert (tmp_path / "rows.rosenblatt").exists()
    assert b"secret" not in (tmp_path / "rows.rosenblatt").read_bytes()
