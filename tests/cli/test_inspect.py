"""``rosenblatt inspect``."""

import json

import pyarrow as pa
import pytest

import rosenblatt as rb


def test_it_says_what_a_model_is_and_what_decides(run, model, films):
    result = run("inspect", model)
    lines = result.stdout.splitlines()

    assert result.exit_code == 0, result.output
    assert lines[0].startswith("ConfidenceWeighted with ")
    assert lines[0].endswith(" features and 2 classes")
    assert lines[1].startswith("made 2")
    assert lines[1].endswith(f" by rosenblatt {rb.__version__} from {films}, 40 rows")
    assert lines[2] == "learner arow, seed 0"
    assert lines[3] == "100.0 % right on 38 held-out rows"
    assert any(line.startswith("speaks for bad: review:dull +") for line in lines)


def test_a_feature_is_found_by_its_name_or_its_word(run, model):
    by_word = run("inspect", model, "--feature", "dull").stdout
    pipeline = rb.load(model)
    weight = pipeline[-1].coef_[0, pipeline[0].get_feature_names_out().tolist().index("review:dull")]

    assert by_word.splitlines()[1].split() == ["review:dull", f"{-weight:+.3g}", f"{weight:+.3g}"]
    assert run("inspect", model, "--feature", "review:dull").stdout == by_word
    assert "genre=war" in run("inspect", model, "--feature", "war").stdout


def test_a_text_is_explained_by_what_each_feature_gives(run, model):
    lines = run("inspect", model, "--explain", "Dull, so dull").stdout.splitlines()
    names = [line.rsplit(maxsplit=1)[0] for line in lines[2:]]

    table = {
        "review": ["Dull, so dull"],
        "minutes": pa.array([None], pa.float64()),
        "genre": pa.array([None], pa.string()),
    }
    lead = -2 * rb.load(model).decision_function(pa.table(table))[0]

    assert lines[0] == f"bad, ahead of good by {lead:.3g}"
    assert lines[-1].split() == ["bias", f"{-2 * rb.load(model)[-1].intercept_[0]:+.3g}"]
    assert {"review:dull", "review:so"} <= set(names)
    assert names[-1] == "bias"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--feature", "dul"), "no feature is called 'dul'; did you mean 'dull'?"),
        (("--feature", "dull", "--explain", "dull"), "--feature and --explain exclude each other"),
    ],
)
def test_what_is_wrong_ends_with_code_1_and_a_sentence(run, model, options, words):
    result = run("inspect", model, *options)

    assert result.exit_code == 1
    assert words in result.stderr


def test_models_without_texts_or_weights_say_so(run, tmp_path):
    rb.save(rb.Perceptron().fit([[0, 1], [1, 0]], ["a", "b"]), tmp_path / "plain")
    rb.save(rb.KernelPerceptron().fit([[0, 1], [1, 0]], ["a", "b"]), tmp_path / "kernel")

    lines = run("inspect", tmp_path / "plain").stdout.splitlines()

    assert lines[:2] == ["Perceptron with 2 features and 2 classes", ""]
    assert lines[2].startswith("speaks for a: ")
    assert "a model with one text column; this one has 0" in run("inspect", tmp_path / "plain", "--explain", "x").stderr
    assert "this KernelPerceptron has no weights per class to show" in run("inspect", tmp_path / "kernel").stderr


@pytest.fixture
def hashed(run, written, tmp_path):
    """A model with hashed words, whose strongest ones come only after the rows from which all names are learned."""
    lines = [f"{('good', 'bad')[row * row % 7 % 2]},word{row % 50} again" for row in range(5_100)]
    lines += [f"{('good,splendid', 'bad,dreadful')[row % 2]} day" for row in range(400)]
    file = written("verdict,review\n" + "\n".join(lines) + "\n", "hashed.csv")
    options = ("--label", "verdict", "--text", "review", "--bits", "14", "-o", tmp_path / "hashed.model")
    return run("train", file, *options), tmp_path / "hashed.model"


def test_the_strongest_hashed_features_have_names(run, hashed):
    result, model = hashed
    shown = run("inspect", model).stdout

    assert result.exit_code == 0, result.output
    for output in (result.stdout, shown):
        assert "review:splendid" in output
        assert "review:dreadful" in output
        assert "hash_" not in output


def test_an_explanation_names_only_what_the_text_holds(run, hashed):
    _, model = hashed
    lines = run("inspect", model, "--explain", "A splendid motorcycle").stdout.splitlines()
    names = {line.rsplit(maxsplit=1)[0].split(" (+")[0].strip() for line in lines[2:]}

    own = ["a", "splendid", "motorcycle", "a splendid", "splendid motorcycle"]
    assert {"bias", "review:splendid"} <= names <= {"bias", *(f"review:{ngram}" for ngram in own)}


def test_a_hashed_word_is_found_without_a_list(run, hashed):
    _, model = hashed
    pipeline = rb.load(model)
    weight = pipeline[-1].coef_[0, pipeline[0].transform({"review": ["splendid"]}).indices[0]]

    found = run("inspect", model, "--feature", "Splendid").stdout.splitlines()[1].split()
    assert found == ["review:splendid", f"{-weight:+.3g}", f"{weight:+.3g}"]
    assert run("inspect", model, "--feature", "motorcycle").exit_code == 0
    assert "no feature is called 'one two three'" in run("inspect", model, "--feature", "one two three").stderr


def test_the_walk_for_names_leaves_the_report_of_the_whole_file(run, written, tmp_path):
    plain = [f"{('good', 'bad')[row * row % 7 % 2]},word{row % 50} again" for row in range(5_100)]
    strong = [f"{('good,splendid', 'bad,dreadful')[row % 2]} day" for row in range(400)]
    for part, lines in enumerate([[*plain, *strong], *[plain[:50]] * 20, ["bad,", "good,one,two"]]):
        written("verdict,review\n" + "\n".join(lines) + "\n", f"part-{part:02}.csv")
    how = ("--label", "verdict", "--text", "review", "--bits", "14", "--skip-bad", "1", "--memory", "1kB", "--json")
    report = json.loads(run("train", tmp_path / "part-*.csv", *how, "-o", tmp_path / "m").stdout)

    assert report["missing"] == {"review": 1}
    assert len(report["bad_lines"]) == 1
    assert any("splendid" in feature["name"] for one in report["strongest"] for feature in one["features"])
