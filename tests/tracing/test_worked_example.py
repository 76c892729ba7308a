"""The worked example in Markdown and as a page."""

import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest
import scipy.sparse as sp

import rosenblatt as rb
from rosenblatt.learn.catalogue import CATALOGUE
from rosenblatt.learn.conventions import options_of
from rosenblatt.tracing import page as pages

REVIEWS = [[1, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1]]
WORDS = ["movie", "good", "bad", "not"]


def lecture(X=REVIEWS, y=(1, -1, -1), **names):
    return rb.trace(rb.Perceptron(**options_of("lecture")), X, y, **names)


def test_the_lecture_is_worked_out_as_it_is_by_hand():
    text = lecture(feature_names=WORDS, row_names=["movie good", "movie bad", "not good"]).to_markdown()

    assert text.count("## Epoch") == 3
    for line in [
        "1. **movie good**: y = +1, `x = [1, 1, 0, 0]`",
        "- `a = w·x = 0·1 + 0·1 + 0·0 + 0·0 = 0`",
        "- `w = [0, 0, 0, 0] + 1·[1, 1, 0, 0] = [1, 1, 0, 0]`",
        "- `a = w·x = 1·1 + 1·0 + 0·1 + 0·0 = 1`",
        "- `w = [1, 1, 0, 0] - 1·[1, 0, 1, 0] = [0, 1, -1, 0]`",
        "- `a = w·x = 0·0 + 1·1 - 1·0 + 0·1 = 1`",
        "- `w = [0, 1, -1, 0] - 1·[0, 1, 0, 1] = [0, 0, -1, -1]`",
        "- `w = [0, 0, -1, -1] + 1·[1, 1, 0, 0] = [1, 1, -1, -1]`",
        "- `a = w·x = 1·1 + 1·0 - 1·1 - 1·0 = 0`",
        "- `a = w·x = 1·1 + 1·1 - 1·0 - 1·0 = 2`",
    ]:
        assert line.replace("- `w", "- update `w") in text


def test_a_row_of_one_half_moves_a_weight_by_one_and_a_row_of_two_by_four():
    """Both are predicted as -1 while they are +1: eta (y - prediction) x is 2 * 0.5 and 2 * 2."""
    learner = rb.Perceptron(**options_of("mcculloch-pitts"))
    text = rb.trace(learner, [[0.0], [0.5], [0.25], [2.0]], [-1, 1, -1, 1]).to_markdown()

    assert "`w = [0] + 2·[0.5] = [0] + [1] = [1], b = -2 + 2 = 0`" in text
    assert "`w = [0.5] + 2·[2] = [0.5] + [4] = [4.5], b = -2 + 2 = 0`" in text


def test_exclusive_or_is_worked_out_with_a_kernel():
    """k(u, v) = (u.v + 1)^2 + 1; the coefficients are of rows."""
    xor, learner = [[0, 0], [0, 1], [1, 0], [1, 1]], rb.KernelPerceptron(kernel="poly", degree=2, gamma=1, coef0=1)
    text = rb.trace(learner.set_params(order="cyclic"), xor, [-1, 1, 1, -1]).to_markdown()

    assert "1. **row 0**: y = -1, `x = [0, 0]`" in text
    assert "- `a = sum of c·k(row, x) = 0`" in text
    assert "- update `c(row 0) = 0 - 1 = -1`" in text
    assert "- `c: row 0 -1`" in text
    assert "- `a = sum of c·k(row, x) = -1·2 = -2`" in text
    assert "- update `c(row 1) = 0 + 1 = 1`" in text
    assert "- `a = sum of c·k(row, x) = -1·2 + 1·2 = 0`" in text
    assert "Training stopped (converged)" in text
    assert "The coefficients after the last step predict." in text


def test_a_budget_names_the_row_that_it_drops():
    X = [[0.0, 1.0], [1.0, 0.0], [2.0, 1.0], [1.0, 3.0]]
    learner = rb.KernelPerceptron(budget=1, forget="random", order="cyclic", max_iter=2, random_state=0)
    text = rb.trace(learner, X, [-1, 1, -1, 1]).to_markdown()

    assert "- update `c(row 1) = 0 + 1 = 1; also row 0 -1 → 0`" in text


def test_reviews_that_no_plane_separates_end_with_the_proof_and_pairs_of_words_separate_them():
    single = lecture([[1, 0, 0], [0, 1, 0], [1, 0, 1], [0, 1, 1]], (1, -1, -1, 1))
    pairs = lecture([[1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [1, 0, 1, 1, 0], [0, 1, 1, 0, 1]], (1, -1, -1, 1))

    assert "it is proven that no plane separates these rows" in single.to_markdown()
    assert "Training stopped (converged)" in pairs.to_markdown()


def test_a_right_prediction_within_the_margin_says_why_there_is_an_update():
    text = rb.trace(rb.Perceptron(order="cyclic"), REVIEWS, ["good", "bad", "bad"]).to_markdown()

    assert "predicted bad (-1): right, but its margin of 0 is too small" in text


def test_a_negative_number_of_a_row_is_in_brackets():
    text = rb.trace(rb.Perceptron(order="cyclic"), [[1, -2], [-1, 3]], [1, -1]).to_markdown()

    assert "`a = w·x + b = 1·(-1) - 2·3 + 1 = -6`" in text


def test_several_classes_show_the_true_one_and_its_rival():
    text = rb.trace(rb.Perceptron(order="cyclic"), [[1, 0], [0, 1], [1, 1]], list("xyz")).to_markdown()

    assert "`a(y) = -1·0 + 0·1 - 1 = -1`" in text
    assert "predicted x: a mistake; the strongest rival is x: `m = a(y) - a(x) = -2`" in text
    assert "- update y `w = [-1, 0] + 1·[0, 1] = [-1, 1], b = -1 + 1 = 0`" in text
    assert "- update x `w = [1, 0] - 1·[0, 1] = [1, -1], b = 1 - 1 = 0`" in text


def test_of_many_columns_those_of_the_row_are_named():
    X = sp.csr_array((np.arange(1.0, 31.0), np.arange(30) % 15 * 3, [0, 15, 30]), shape=(2, 50))
    text = rb.trace(rb.Perceptron(order="cyclic"), X, ["a", "b"]).to_markdown()

    assert "`x: x0 1, x3 2, x6 3, x9 4, x12 5, x15 6, x18 7, x21 8, x24 9, x27 10, x30 11, x33 12, … 3 more`" in text
    assert "`w - 1·x: x0 0 → -1, x3 0 → -2," in text
    assert "+ … 3 more" in text


def test_each_problem_of_two_classes_has_a_heading():
    learner = rb.Perceptron(order="cyclic", multiclass="ovr")
    text = rb.trace(learner, [[1, 0], [0, 1], [1, 1]], list("xyz")).to_markdown()

    assert [line for line in text.splitlines() if line.startswith("## ")] == [
        "## x against the rest",
        "## y against the rest",
        "## z against the rest",
        "## What was learned",
    ]
    assert "z against the rest: `w = " in text


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("perceptron", "The weights after the last step predict."),
        ("averaged-perceptron", "The average of the weights after every step predicts."),
        ("pocket-perceptron", "The weights with the fewest mistakes at the end of an epoch predict."),
        ("voted-perceptron", "Every model since the start votes; this is the average of their weights."),
    ],
)
def test_it_says_which_weights_predict(name, words):
    assert words in rb.trace(CATALOGUE[name](order="cyclic"), REVIEWS, [1, -1, -1]).to_markdown()


HOSTILE = "<b>|*`_\n# [x](y)&amp;"


def test_names_are_never_read_as_markup():
    trace = lecture(row_names=[HOSTILE, "b", "c"], feature_names=[HOSTILE, "b", "c", "d"])
    lines = trace.to_markdown().splitlines()

    assert "1. **\\<b\\>\\|\\*\\`\\_ \\# \\[x\\](y)&amp;**: y = +1, `x = [1, 1, 0, 0]`" in lines
    assert [line.count(" | ") for line in lines if line.startswith("|")] == [5] * 5


class Page(HTMLParser):
    """Checks that every tag is closed, and collects the text."""

    def __init__(self):
        super().__init__()
        self.open, self.text, self.links = [], "", []

    def handle_starttag(self, tag, attributes):
        self.links += [value for name, value in attributes if name in ("src", "href")]
        if tag not in ("meta", "link", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_a_page_needs_nothing_else_and_shows_names_as_they_are(tmp_path):
    trace = lecture(row_names=[HOSTILE, "b", "c"])
    trace.to_html(tmp_path / "page.html")
    source = (tmp_path / "page.html").read_text(encoding="utf-8")
    page = Page()
    page.feed(source)

    assert page.open == []
    outside = [link for link in page.links if not link.startswith("#")]  # the others are places of the page itself
    assert [link.partition(",")[0] for link in outside] == ["data:image/svg+xml"]
    assert set(re.findall(r"https?://[\w.]+", source)) == {"http://www.w3.org"}  # names of XML languages
    assert HOSTILE in page.text
    assert "w = [0, 0, 0, 0] + 1·[1, 1, 0, 0] = [1, 1, 0, 0]" in page.text
    assert "prefers-color-scheme: dark" in source
    assert source.count('<li class="wrong">') == 4
    assert [one.name for one in tmp_path.iterdir()] == ["page.html"]


def recording_in(source):
    """Return the recording in a page."""
    return json.loads(re.search(r'id="recording">(.*?)</script>', source, flags=re.DOTALL)[1])


def test_a_page_plays_the_trace_and_nothing_in_it_can_end_the_recording(tmp_path):
    trace = lecture(row_names=["</script><script>alert(1)</script>", "b", "c"], feature_names=["<!--", "b", "c", "d"])
    trace.to_html(tmp_path / "page.html")
    source = (tmp_path / "page.html").read_text(encoding="utf-8")
    recording = recording_in(source)

    assert "alert(1)</script>" not in source
    assert recording["names"][0] == "</script><script>alert(1)</script>"
    assert recording["parts"][0]["steps"]["row"] == [step.row for step in trace.steps]


def test_a_long_run_is_played_but_not_written_out(tmp_path, monkeypatch):
    monkeypatch.setattr(pages, "_MAX_WORKED_STEPS", 8)
    trace = lecture()
    trace.to_html(tmp_path / "page.html")
    source = (tmp_path / "page.html").read_text(encoding="utf-8")

    assert "<ol>" not in source
    assert len(recording_in(source)["parts"][0]["steps"]["row"]) == 9


def test_a_page_that_cannot_be_written_leaves_what_was_there(tmp_path, monkeypatch):
    path = tmp_path / "page.html"
    path.write_text("before", encoding="utf-8")
    monkeypatch.setattr("pathlib.Path.replace", lambda *_: (_ for _ in ()).throw(OSError("full")))

    with pytest.raises(OSError, match="full"):
        lecture().to_html(path)
    assert path.read_text(encoding="utf-8") == "before"
    assert [one.name for one in tmp_path.iterdir()] == ["page.html"]
