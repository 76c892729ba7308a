"""Tar archives of a folder of texts: the rows of the folder, whatever program has made the archive."""

import gzip
import io
import tarfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.errors import BadData

TEXTS = {"neg/1.txt": "dull", "neg/2.txt": "", "pos/1.txt": "a joy,\nand more", "pos/20.txt": "ünlike"}


def tarred(files, form=tarfile.PAX_FORMAT, mode="w", folders=()):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode, format=form) as archive:
        for name in folders:
            info = tarfile.TarInfo(name)
            info.type = tarfile.DIRTYPE
            archive.addfile(info)
        for name, text in files.items():
            data = text if isinstance(text, bytes) else text.encode()
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def rows_of(path, **options):
    batches = rb.open_batches(path, **options)
    return [
        (label, text, batch.where(row).removeprefix(str(path)))
        for batch in batches
        for row, (label, text) in enumerate(zip(batch.labels.tolist(), batch.data["text"].to_pylist(), strict=True))
    ]


EXPECTED = [(name.split("/")[0], text or None, f"/{name}") for name, text in TEXTS.items()]


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
@pytest.mark.parametrize("root", ["", "reviews/", "./", "a/" * 80, "reviews with ünusual name/"])
def test_the_rows_are_those_of_the_folder(written, tmp_path, form, root):
    path = written(tarred({root + name: text for name, text in TEXTS.items()}, form), "reviews.tar")
    for name, text in TEXTS.items():
        written(text, f"folder/{name}")
    found = rows_of(path)

    assert [row[:2] for row in found] == [row[:2] for row in rows_of(tmp_path / "folder")]
    assert [place for _, _, place in found] == [f"/{root.removeprefix('./')}{name}" for name in TEXTS]


@pytest.mark.parametrize(
    ("name", "mode"),
    [("x.tar", "w"), ("x.tar.gz", "w:gz"), ("x.tgz", "w:gz"), ("x.tar.xz", "w:xz"), ("x.tbz2", "w:bz2")],
)
def test_archives_may_be_compressed(written, name, mode):
    path = written(tarred(TEXTS, mode=mode), name)

    assert rb.open_batches(path).format == "tar"
    assert rows_of(path) == EXPECTED


def test_the_content_tells_that_it_is_an_archive(written):
    assert rows_of(written(tarred(TEXTS), "data")) == EXPECTED
    with pytest.raises(BadData, match=r"data.csv: by its first bytes this is tar, not csv; rename it or pass"):
        rb.open_batches(written(tarred(TEXTS), "data.csv"))


def test_files_beside_the_classes_and_hidden_ones_are_left_out(written):
    more = {"reviews/README": "?", "reviews/._pos": "?", "reviews/pos/.DS_Store": "?", "reviews/a.txt": "?"}
    files = more | {f"reviews/{name}": text for name, text in TEXTS.items()}
    path = written(tarred(files, folders=["reviews", "reviews/pos", "reviews/neg", "reviews/empty"]), "x.tar")

    assert [row[:2] for row in rows_of(path)] == [row[:2] for row in EXPECTED]


def test_an_archive_of_one_class_is_read(written):
    path = written(tarred({"all/spam/1.txt": "buy", "all/spam/2.txt": "now"}), "x.tar")

    assert rows_of(path) == [("spam", "buy", "/all/spam/1.txt"), ("spam", "now", "/all/spam/2.txt")]


def test_other_encodings_are_read(written):
    path = written(tarred({"a/1": "grün".encode("latin-1"), "b/1": b"x"}), "x.tar")

    assert [row[:2] for row in rows_of(path, encoding="latin-1")] == [("a", "grün"), ("b", "x")]
    with pytest.raises(BadData, match=r"x.tar/a/1: byte 0xfc is not UTF-8"):
        rows_of(path)
    assert [row[:2] for row in rows_of(path, skip_bad=1)] == [("b", "x")]


def linked():
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        info = tarfile.TarInfo("pos/2.txt")
        info.type, info.linkname = tarfile.SYMTYPE, "1.txt"
        archive.addfile(info)
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (tarred({}), ": there are no texts; an archive must have one subfolder of text files per class"),
        (tarred({"a.txt": "x"}), ": there are no texts; an archive must have one subfolder of text files per class"),
        (tarred({"a/b/c/1": "x", "a/d/2": "y"}), ": a/b/c/1 is not in a folder of its class, as others are; unpack it"),
        (tarred(TEXTS)[:3000], ": the tar archive is cut off after 3,000 bytes"),
        (
            tarred(TEXTS).replace(b"neg/2.txt", b"neg/3.txt"),
            ": the tar archive is damaged after 1,536 bytes: bad ",
        ),
        (linked(), ": pos/2.txt is a link or a file with holes, which is not read; unpack it, and name the folder"),
    ],
    ids=["empty", "no folder", "deeper", "cut off", "damaged", "link"],
)
def test_what_is_no_folder_of_texts_is_refused(written, content, words):
    path = written(content, "x.tar")

    with pytest.raises(BadData) as refused:
        rows_of(path)
    assert str(refused.value).startswith(f"{path}{words}")


def test_a_text_that_is_too_long_is_refused(written):
    path = written(gzip.compress(tarred({"a/1": bytes(2**24 + 1), "b/1": b""})), "x.tar.gz")

    with pytest.raises(BadData, match=r"x.tar.gz/a/1: a text may have at most 16 MiB"):
        rows_of(path)


@given(
    files=st.dictionaries(
        st.tuples(st.sampled_from(["pos", "neg", "é" * 99]), st.text("abcü", min_size=1, max_size=150)),
        st.text(alphabet=st.characters(codec="utf-8"), max_size=600),
        min_size=1,
    ),
    form=st.sampled_from([tarfile.GNU_FORMAT, tarfile.PAX_FORMAT]),
)
def test_names_and_texts_of_any_length_come_back(tmp_path_factory, files, form):
    path = tmp_path_factory.mktemp("tar") / "x.tar"
    path.write_bytes(tarred({f"root/{label}/{name}": text for (label, name), text in files.items()}, form))

    assert [row[:2] for row in rows_of(path)] == [
        (label, text.removeprefix("\ufeff") or None) for (label, _), text in files.items()
    ]
