"""fastText lines and folders of texts: a label and a text."""

import gzip

import pytest

import rosenblatt as rb
from rosenblatt.errors import BadData


def read(path, **options):
    return list(rb.open_batches(path, **options))


def test_fasttext_by_hand(written):
    path = written("__label__good  sehr schön \r\n\n\t__label__bad\tnever, __label__again\n__label__good\n", "data.ft")
    batches = rb.open_batches(path)
    (batch,) = batches

    assert batches.kinds == {"text": "text"}
    assert batch.labels.tolist() == ["good", "bad", "good"]
    assert batch.data.to_pydict() == {"text": ["sehr schön", "never, __label__again", None]}
    assert batch.lines.tolist() == [1, 3, 4]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("good text", "a line must begin with its label, as in __label__spam, but begins with 'good'"),
        ("__label__ text", "a line must begin with its label, as in __label__spam, but begins with '__label__'"),
        ("__label__a __label__b text", "__label__a and __label__b are two labels; a row must have one"),
        (b"__label__a \xff", "byte 0xff is not UTF-8; pass the encoding"),
    ],
)
def test_a_bad_line_of_fasttext_is_named(written, line, words):
    path = written(b"__label__a x\n\n" + (line if isinstance(line, bytes) else line.encode()) + b"\n", "data.ft")

    with pytest.raises(BadData) as raised:
        read(path)
    assert f"{path}:3: {words}" in str(raised.value)
    assert [batch.lines.tolist() for batch in rb.open_batches(path, skip_bad=1)] == [[1]]


def test_fasttext_has_its_own_columns(written):
    path = written("__label__1 red\n__label__2 red\n", "data.ft")
    (batch,) = read(path, numeric="label", categorical="text")

    assert batch.labels.tolist() == [1, 2]
    assert batch.data.column("text").dictionary.to_pylist() == ["red"]
    with pytest.raises(BadData, match=r"data.ft: there is no column 'y'; there are label, text"):
        read(path, label="y")


def test_a_folder_has_a_subfolder_a_class(written, tmp_path):
    written("bad\nmovie", "reviews/neg/1.txt")
    written("\ufeffgood movie", "reviews/pos/1.txt")
    written(gzip.compress(b"fine"), "reviews/pos/2.txt.gz")
    written("left alone", "reviews/README")
    written("left alone", "reviews/pos/.hidden")
    (batch,) = read(tmp_path / "reviews")

    assert batch.labels.tolist() == ["neg", "pos", "pos"]
    assert batch.data.to_pydict() == {"text": ["bad\nmovie", "good movie", "fine"]}
    assert [batch.where(row) for row in range(3)] == [
        str(tmp_path / "reviews" / name) for name in ("neg/1.txt", "pos/1.txt", "pos/2.txt.gz")
    ]
    assert [one.where(0) for one in read(tmp_path / "reviews", batch_rows=1)] == [batch.where(row) for row in range(3)]


def test_a_text_that_is_not_utf8_is_named_by_its_file(written, tmp_path):
    bad = written(b"\xff", "reviews/neg/1.txt")
    written("good", "reviews/pos/1.txt")
    batches = rb.open_batches(tmp_path / "reviews", skip_bad=1)

    with pytest.raises(BadData, match=r"neg/1.txt: byte 0xff is not UTF-8; pass the encoding"):
        read(tmp_path / "reviews")
    assert [batch.labels.tolist() for batch in batches] == [["pos"]]
    assert batches.bad_lines[0].startswith(f"{bad}: ")
    assert [batch.labels.tolist() for batch in rb.open_batches(tmp_path / "reviews", encoding="latin-1")] == [
        ["neg", "pos"]
    ]


def test_a_folder_without_texts_is_refused(tmp_path):
    with pytest.raises(BadData, match=r"there are no texts; a folder must have one subfolder of text files per class"):
        rb.open_batches(tmp_path)


def test_a_folder_may_have_one_file_per_class_and_one_text_per_line(written, tmp_path):
    negative = written("dull\n\n a mess \n", "reviews/rt.neg")
    written("a joy\n", "reviews/rt.pos")
    (batch,) = read(tmp_path / "reviews")

    assert batch.labels.tolist() == ["rt.neg", "rt.neg", "rt.pos"]
    assert batch.data.to_pydict() == {"text": ["dull", "a mess", "a joy"]}
    assert batch.where(1) == f"{negative}:3"
    written(b"bad\n\xff\n", "reviews/rt.neg")
    with pytest.raises(BadData, match=r"rt.neg:2: byte 0xff is not UTF-8; pass the encoding"):
        read(tmp_path / "reviews")


def test_a_folder_of_tables_is_no_folder_of_texts(written, tmp_path):
    written("a,b\n1,2\n", "parts/1.csv")
    written("a,b\n1,2\n", "parts/2.csv")

    with pytest.raises(
        BadData, match=r"parts: there are no texts; .*; to read tables, pass a pattern such as .*/\*.csv"
    ):
        read(tmp_path / "parts")


def test_lines_may_begin_with_a_bare_label(written):
    path = written("4 What county is it in ?\n\n5 How far is it\n0\n", "TREC.all")
    (batch,) = read(path, format="labelled")

    assert batch.labels.tolist() == ["4", "5", "0"]
    assert batch.data.to_pydict() == {"text": ["What county is it in ?", "How far is it", None]}
    assert batch.lines.tolist() == [1, 3, 4]
