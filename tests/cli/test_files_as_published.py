"""Tables as they are published: trained on and evaluated as they are, with at most two options."""

import json
import shlex

import pytest

import rosenblatt as rb
from tests.read.sheets import as_xlsx

ADULT = "".join(
    f"{20 + row % 30}, {('State-gov', '?')[row % 2]}, {7000 + row}, {('<=50K', '>50K')[row % 3 == 0]}\n"
    for row in range(60)
)
SKIN = "".join(f"{row}\t{200 - row}\t{1 + row // 30}\r\n" for row in range(60))
COLIC = "".join(f"{row % 3 + 1},?,{38 + row / 10:.2f},{'?' if row == 7 else 1 + row // 30}\n" for row in range(60))
SPAM = 'ham\tok, see you\nspam\t"Free entry\n' * 30
SHEET = "name;pay;share;y\n" + "".join(f"n{row % 5};{row},5;{row} %;{'ab'[row // 30]}\n" for row in range(60))


@pytest.mark.parametrize(
    ("text", "options", "line"),
    [
        (ADULT, ("--label", "-1"), "read with no header line (--header)"),
        (SKIN, ("--label", "3"), "read with no header line (--header)"),
        (COLIC, ("--label", "4", "--skip-bad", "0"), "1 row without a label left out"),
        (SPAM, ("--label", "1"), "tabs between fields (--delimiter), no quotes (--quote)"),
        (SHEET, ("--label", "y"), "semicolons between fields (--delimiter), commas before fractions (--decimal)"),
        (SHEET, ("--label", "y"), "numbers of share are read without   %; --categorical share reads it as words"),
        (SHEET.replace(";", "\t"), ("--label", "y", "--numeric", "pay"), "read with tabs between fields (--delimiter)"),
    ],
)
def test_a_table_is_trained_on_and_evaluated_as_it_is(run, tmp_path, text, options, line):
    path, model = tmp_path / "table.csv", tmp_path / "m"
    path.write_bytes(text.encode())
    trained = run("train", path, "-o", model, *options)

    assert trained.exit_code == 0, trained.output
    assert line in trained.stdout
    evaluated = run("evaluate", model, path, "--json")
    assert json.loads(evaluated.stdout)["rows"] == 60 - text.count(",?\n"), evaluated.output
    assert len(run("predict", model, path).stdout.splitlines()) == 1 + 60


def test_rows_without_the_label_are_predicted_by_their_place(run, written, tmp_path):
    table = written("".join(f"{'ab'[row % 2]},{row % 2},{row}\n" for row in range(60)), "table.csv")
    run("train", table, "--label", "1", "-o", tmp_path / "m", "--quiet")
    new = written("1,7\n0,8\n", "new.csv")

    assert run("predict", tmp_path / "m", new).stdout.splitlines()[1:] == ["b", "a"]


def test_what_was_understood_is_stored_and_options_override_it(run, written, tmp_path):
    table = written("".join(f"{row};{'ab'[row // 30]}\n" for row in range(60)), "table.csv")
    model = tmp_path / "m"
    run("train", table, "--label", "2", "-o", model, "--quiet", "--na", "none", "--comment", "#")
    reading = rb.saved_facts(model)["reading"]

    assert (reading["delimiter"], reading["header"], reading["na"], reading["comment"]) == (";", False, ["none"], "#")
    assert rb.saved_facts(model)["label_column"] == "column 2"
    commas = written("# rows\n1,a\nnone,a\n59,b\n", "other.csv")
    refused = run("evaluate", model, commas)
    assert refused.exit_code == 1
    assert "other.csv:2: 1 fields, and there are 2 --names; each column needs one" in refused.stderr
    assert refused.stderr.endswith("; the file is written in another way: pass --delimiter ,\n")
    assert json.loads(run("evaluate", model, commas, "--delimiter", ",", "--json").stdout)["rows"] == 3


def test_a_header_line_in_rows_to_predict_is_pointed_out(run, written, tmp_path):
    rows = "".join(f"{row},{'ab'[row // 30]}\n" for row in range(60))
    run("train", written(rows, "table.csv"), "--label", "2", "-o", tmp_path / "m", "--quiet")
    headed = written(f"size,kind\n{rows}", "new.csv")

    assert "pass --header if this line names the columns" in run("predict", tmp_path / "m", headed).stderr
    assert len(run("predict", tmp_path / "m", headed, "--header").stdout.splitlines()) == 1 + 60


def test_rows_without_a_label_and_bad_lines_are_counted_by_evaluate(run, model, written):
    rows = written("review,minutes,genre,verdict\na joy,80,war,good\ndull,x,war,bad\ndull,80,war,\n", "more.csv")
    result = run("evaluate", model, rows, "--skip-bad", "1")

    assert result.exit_code == 0, result.output
    assert "1 row without a label left out" in result.stdout
    assert "1 bad lines left out, the first: " in result.stdout
    counted = json.loads(run("evaluate", model, rows, "--skip-bad", "1", "--json").stdout)
    assert (counted["rows"], counted["unlabelled"], len(counted["bad_lines"])) == (1, 1, 1)


def test_names_come_from_a_list_or_a_file(run, written, tmp_path):
    table = written("".join(f"{row},{'ab'[row // 30]}\n" for row in range(60)), "table.csv")
    names = written("size\nkind\n", "names.txt")
    for given in ("size, kind", names):
        trained = run("train", table, "--names", given, "--label", "kind", "-o", tmp_path / "m", "--force")
        assert trained.exit_code == 0, trained.output
        assert rb.saved_facts(tmp_path / "m")["columns"] == {"size": "number"}
    twice = run("train", table, "--names", "a,a", "--label", "a", "-o", tmp_path / "m", "--force")
    assert "--names has 'a' twice; each column needs a name of its own" in twice.stderr


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (
            "5.1,red,yes\n4.9,blue,no\n4.7,red,no\n",
            (),
            "--label; the columns are\n   1  column 1: 5.1\n   2  column 2: red",
        ),
        ("1,2\n3,4\n", ("--label", "2"), "pass --header if it does, else --no-header"),
        ("a,b;c\nd,e;f\n", ("--label", "2"), "pass --delimiter , or --delimiter ';'"),
        ("a,b\tc\nd,e\tf\n", ("--label", "2"), "pass --delimiter , or --delimiter tab"),
        ("a,b\n1,2\n", ("--label", "b", "--delimiter", "ab"), "--delimiter must be one ASCII character, got 'ab'"),
        ('a,b\n"1,2\n3\n', ("--label", "b"), "close it with a quote, or pass --quote '' if quotes are"),
        ("a,b\n1,2\n", ("--label", "7"), "there is no column '7'; there are a, b"),
    ],
)
def test_a_refusal_names_the_option_that_helps(run, written, text, options, words):
    path = written(text)
    result = run("train", path, "-o", path.with_suffix(".m"), *options)

    assert result.exit_code == 1
    assert words in result.stderr


def test_a_sheet_without_a_header_row_is_trained_on(run, tmp_path):
    pytest.importorskip("python_calamine", reason="workbooks are an extra: pip install 'rosenblatt[excel]'")
    path = tmp_path / "table.xlsx"
    path.write_bytes(as_xlsx([[row, row % 7, "ab"[row // 30]] for row in range(60)]))
    trained = run("train", path, "--label", "-1", "-o", tmp_path / "m")

    assert trained.exit_code == 0, trained.output
    assert "read with no header line (--header)" in trained.stdout
    assert json.loads(run("evaluate", tmp_path / "m", path, "--json").stdout)["rows"] == 60


@pytest.mark.parametrize("command", ["train", "certify", "trace"])
def test_a_file_with_nothing_but_labels_is_refused(run, written, command):
    result = run(command, written("y\na\nb\n"), "--label", "y")

    assert result.exit_code == (2 if command == "certify" else 1)
    assert "data.csv:1: there is no column but the label, 'y'; name a file with more\n" in result.stderr


@pytest.mark.parametrize("command", [("certify",), ("trace",)])
def test_other_commands_take_the_same_options(run, written, command):
    table = written("# points\n0;0,5;no\n1;1,5;yes\n", "points.txt")
    how = ("--label", "-1", "--format", "csv", "--comment", "#", "--delimiter", ";", "--decimal", ",", "--no-header")
    result = run(*command, table, *how)

    assert result.exit_code == 0, result.output


def test_labels_in_another_spelling_are_pointed_out_and_mapped(run, written, tmp_path):
    model, table = tmp_path / "m", written(ADULT, "table.csv")
    run("train", table, "--label", "-1", "-o", model, "--quiet")
    test = written(ADULT.replace("50K\n", "50K.\n"), "test.csv")
    result = run("evaluate", model, test)
    mapping = ("--map-label", "<=50K.", "<=50K", "--map-label", ">50K.", ">50K")

    assert "the model does not know the labels of 60 rows, which count as wrong: <=50K., >50K." in result.stdout
    assert f"pass {shlex.join(mapping)}" in result.stdout
    unknown = json.loads(run("evaluate", model, test, "--json").stdout)["unknown_labels"]
    assert unknown == {"rows": 60, "labels": ["<=50K.", ">50K."], "alike": {"<=50K.": "<=50K", ">50K.": ">50K"}}
    same, mapped = (json.loads(run("evaluate", model, *how, "--json").stdout) for how in ((table,), (test, *mapping)))
    assert mapped == same


def test_a_mapping_of_labels_is_stored_with_the_model(run, written, tmp_path):
    model, table = tmp_path / "m", written("x,y\n" + "".join(f"{row},{row // 20}\n" for row in range(60)), "table.csv")
    trained = run("train", table, "--label", "y", "-o", model, "--map-label", "2", "1")

    assert trained.exit_code == 0, trained.output
    assert rb.load(model).classes_.tolist() == [0, 1]
    assert {one["label"] for one in json.loads(run("evaluate", model, table, "--json").stdout)["classes"]} == {0, 1}


def test_columns_to_keep_and_to_cross_may_be_numbers(run, written, tmp_path):
    table = written("".join(f"{'ab'[row // 30]},7,{'xyz'[row % 3]},{row % 5}\n" for row in range(60)), "table.csv")
    trained = run("train", table, "--label", "1", "--keep", "2", "--cross", "3,4", "-o", tmp_path / "m")

    assert trained.exit_code == 0, trained.output
    names = rb.load(tmp_path / "m").steps[0][1].get_feature_names_out().tolist()
    assert any(name.startswith("column 2") for name in names)
    assert any(name.startswith("column 3=x & column 4") for name in names)


def test_the_summary_shows_what_columns_hold(run, written, tmp_path):
    rows = "".join(
        f"{row % 7}.5,{row % 3:05},{'red,green' if row % 2 else 'blue'},{'ab'[row // 30]}\n" for row in range(60)
    )
    table = written("size,code,colour,y\n" + rows.replace("red,green", '"red, or green as grass in May"'), "table.csv")
    trained = run("train", table, "--label", "y", "-o", tmp_path / "m").stdout

    assert ["size", "number", "0", "7", "0.5,", "1.5"] in [line.split() for line in trained.splitlines()]
    assert "code holds codes such as 00000, which are read as numbers; --categorical code reads them" in trained
    assert "blue, red, or green as gras..." in trained
    values = rb.saved_facts(tmp_path / "m")["values"]
    assert values["code"] == {"different": 3, "examples": ["0", "1"]}
    again = run("train", table, "--label", "y", "--categorical", "code", "-o", tmp_path / "m", "--force").stdout
    assert "holds codes" not in again


def test_values_that_the_model_never_met_are_counted(run, model, written):
    some = "review,minutes,genre,verdict\n" + "a joy,80,war,good\n" * 3 + "dull,80,crime,bad\n"
    result = run("evaluate", model, written(some, "some.csv"))
    assert "1 of 4 values of genre are not known to the model\n" in result.stdout
    counted = json.loads(run("evaluate", model, written(some, "some.csv"), "--json").stdout)
    assert counted["unknown_values"] == {"genre": {"unknown": 1, "values": 4}}
    assert run("predict", model, written(some, "some.csv")).stderr == ""

    strange = written(some.replace("war", "WAR"), "strange.csv")
    line = "4 of 4 values of genre are not known to the model: is it the same column, in the same spelling?\n"
    assert run("predict", model, strange).stderr == line
    assert line in run("evaluate", model, strange).stdout


def test_texts_without_a_known_word_are_counted(run, written, tmp_path):
    table = written("text,y\n" + "so very good it was all day,a\nso very bad it was all day,b\n" * 20, "texts.csv")
    run("train", table, "--label", "y", "--text", "text", "-o", tmp_path / "m", "--quiet")
    other = written("text,y\nxyzzy plugh,a\ngood,a\n", "other.csv")

    assert "1 of 2 values of text are not known to the model" in run("evaluate", tmp_path / "m", other).stdout


def test_texts_beside_other_columns_are_counted_too(run, model, written):
    some = "review,minutes,genre,verdict\n" + "xyzzy plugh,80,war,good\n" * 3 + ",80,war,bad\na joy,80,war,good\n"
    result = run("evaluate", model, written(some, "some.csv"))
    assert "3 of 4 values of review are not known to the model\n" in result.stdout
    strange = written(some.replace("a joy", "frotz"), "strange.csv")
    assert run("predict", model, strange).stderr.startswith("4 of 4 values of review are not known to the model: is it")


def test_a_file_that_judges_is_read_as_the_other_one(run, written, tmp_path):
    table, test = written(ADULT, "table.csv"), written("1, 2, 3, <=50K\n5, 6, 7,\n", "test.csv")
    trained = run("train", table, "--label", "-1", "--held-out", test, "-o", tmp_path / "m", "--json")

    assert trained.exit_code == 0, trained.output
    assert json.loads(trained.stdout)["held_out"]["rows"] == 1
