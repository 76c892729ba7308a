"""svmlight: the compiled parser does what the plain one does."""

import math
import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt import _core
from rosenblatt.errors import BadData
from tests.read import oracle

numbers = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.integers(-(10**25), 10**25).map(str),
    st.from_regex(r"[+-]?([0-9]{0,25}\.[0-9]{1,25}|[0-9]{1,3})([eE][+-]?[0-9]{1,3})?", fullmatch=True),
)
words = st.one_of(
    st.tuples(st.integers(0, 30), numbers).map(lambda pair: f"{pair[0]}:{pair[1]}"),
    st.sampled_from(
        ["qid:7", "1", "-1", "#", "7:nan", "inf", "1:", ":1", "1,2", "x", "3:4:5", "5000000000:1", "1:2#3:4"]
    ),
)
lines = st.lists(words, max_size=6).map(" ".join)
good_lines = st.tuples(numbers, st.dictionaries(st.integers(1, 30), numbers, max_size=5)).map(
    lambda row: " ".join([row[0], *(f"{number}:{row[1][number]}" for number in sorted(row[1]))])
)


def parse(text, zero_based=False, n_features=-1):
    """(rows as the oracle gives them, the bad line or None)."""
    rows = _core.read_svmlight(np.frombuffer(text.encode() + b"\n", np.uint8), 1, zero_based, n_features)
    bounds = rows.starts.tolist()
    entries = [
        dict(zip(rows.columns[a:b].tolist(), rows.values[a:b].tolist(), strict=True)) for a, b in pairwise(bounds)
    ]
    found = list(zip(rows.lines.tolist(), rows.labels.tolist(), entries, strict=True))
    return found, rows.next_line - 1 if rows.fault else None


def read(tmp_path, content, **options):
    path = tmp_path / "train.svm"
    path.write_text(content, encoding="utf-8")
    return rb.open_batches(path, **options)


def test_rows_by_hand():
    rows, bad = parse("# a comment\n1 1:0.5 3:-2e1 # another\r\n\n+1 qid:7 2:.25\n-1\n")

    assert rows == [(2, 1.0, {0: 0.5, 2: -20.0}), (4, 1.0, {1: 0.25}), (5, -1.0, {})]
    assert bad is None


@given(st.lists(st.one_of(lines, good_lines), max_size=6).map("\n".join), st.booleans())
@example("1 1:1e400", False)
@example("1 1:-1e-400 2:0." + "0" * 400 + "1 3:" + "0" * 30 + "1", False)
@example("1 1:9007199254740993 2:9007199254740993e-22 3:123456789012345678901234567890", False)
def test_the_parser_agrees_with_the_plain_one_to_the_last_bit(text, zero_based):
    assert parse(text, zero_based) == oracle.svmlight_rows(text, zero_based)


def test_values_are_rounded_as_python_rounds_them():
    generator = random.Random(0)
    values = [
        f"{generator.randrange(10 ** generator.randint(1, 19))}e{generator.randint(-40, 40)}" for _ in range(5000)
    ]
    values += [repr(generator.uniform(-1, 1)) for _ in range(5000)]
    (row,), _ = parse("1 " + " ".join(f"{number}:{value}" for number, value in enumerate(values, 1)))

    assert list(row[2].values()) == [float(value) for value in values]


def test_a_negative_zero_keeps_its_sign():
    (row,), _ = parse("1 1:-0 2:-1e-999")

    assert [math.copysign(1, value) for value in row[2].values()] == [-1, -1]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("1 12:1 7:1", "feature 7 comes after feature 12; feature numbers must rise"),
        ("1 7:1 7:2", "feature 7 comes twice; feature numbers must rise"),
        ("1 0:1", "feature 0, but feature numbers start at 1; set zero_based=True or --zero-based to start at 0"),
        ("1 99999999999:1", "feature 99999999999 is too large; feature numbers go up to 2147483647"),
        ("1 1=2", "'1=2' must be a feature number, a colon and a value, as in 7:0.5"),
        ("1 1:2x", "'1:2x' must be a feature number, a colon and a value, as in 7:0.5"),
        ("1 -1:2", "'-1:2' must be a feature number, a colon and a value, as in 7:0.5"),
        ("1 1:nan", "'1:nan': the value of a feature must be finite"),
        ("1 1:1e999", "'1:1e999': the value of a feature must be finite"),
        ("spam 1:1", "the label 'spam' must be a number, as in 1 7:0.5"),
        ("1e999 1:1", "the label '1e999' must be finite"),
        ("1,2 1:1", "the label '1,2' names several classes; a row must have one"),
    ],
)
def test_a_bad_line_says_where_and_what(tmp_path, line, words):
    batches = read(tmp_path, f"1 1:1\n\n{line}\n-1 1:1\n")

    with pytest.raises(BadData) as raised:
        list(batches)
    assert str(raised.value) == f"{tmp_path / 'train.svm'}:3: {words}"


def test_a_feature_past_the_last_is_named(tmp_path):
    with pytest.raises(BadData, match=r"train.svm:2: feature 4 is past the last one, which is 3$"):
        list(read(tmp_path, "1 3:1\n1 4:1\n", n_features=3))
    with pytest.raises(BadData, match=r"train.svm:2: feature 3 is past the last one, which is 2$"):
        list(read(tmp_path, "1 2:1\n1 3:1\n", n_features=3, zero_based=True))


def test_rows_are_as_wide_as_the_widest_so_far_or_as_said(tmp_path):
    text = "1 2:1\n-1 5:1\n1 1:1\n"

    assert [batch.data.shape for batch in read(tmp_path, text, batch_rows=1, n_features=9)] == [(1, 9)] * 3
    assert [batch.data.shape for batch in read(tmp_path, text)] == [(3, 5)]


def test_options_of_tables_are_refused(tmp_path):
    with pytest.raises(BadData, match=r"train.svm: svmlight has no named columns; leave out `text=`, `numeric=`, "):
        read(tmp_path, "1 1:1\n", text=["a"])
    with pytest.raises(BadData, match=r"train.svm: in svmlight the label comes first in each line; leave out `label=`"):
        read(tmp_path, "1 1:1\n", label="y")


def test_an_empty_file_is_refused(tmp_path):
    with pytest.raises(BadData, match=r"train.svm: the file is empty$"):
        list(read(tmp_path, "\n"))


def test_bad_lines_are_skipped_and_listed(tmp_path):
    batches = read(tmp_path, "1 1:1\nx\n-1 2:1 1:1\n-1 2:1\n", skip_bad=2)
    (batch,) = batches

    assert batch.labels.tolist() == [1, -1]
    assert batch.lines.tolist() == [1, 4]
    assert [line.partition("svm:")[2][:2] for line in batches.bad_lines] == ["2:", "3:"]


def test_labels_are_whole_if_they_can_be(tmp_path):
    (whole,) = read(tmp_path, "+1\n1.0\n-1\n")
    (halves,) = read(tmp_path, "0.5\n1\n")

    assert whole.labels.dtype == np.int64
    assert whole.labels.tolist() == [1, 1, -1]
    assert halves.labels.tolist() == [0.5, 1.0]
