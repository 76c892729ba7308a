"""Files at URLs: the rows of the file, fetched once and only when asked for."""

import sys
from uuid import uuid4

import pytest

import rosenblatt as rb
from rosenblatt.errors import BadData, MissingPackage
from tests.read.test_streams import COMPRESSIONS, OPTIONS, READERS, as_rows, outcome
from tests.read.web import serving

fsspec = pytest.importorskip("fsspec", reason="URLs are an extra: pip install 'rosenblatt[remote]'")
pytest.importorskip("aiohttp", reason="URLs are an extra: pip install 'rosenblatt[remote]'")
CSV = b"a,y\n1,no\n2,yes\n"


@pytest.fixture
def site():
    with serving() as site:
        yield site


@pytest.fixture
def memory():
    """A folder of fsspec's memory, and what puts a file there."""
    folder = f"memory://{uuid4()}"
    yield folder, lambda name, data: fsspec.filesystem("memory").pipe(f"{folder}/{name}", data)
    fsspec.filesystem("memory").rm(folder, recursive=True)


@pytest.mark.parametrize("has_ranges", [True, False])
@pytest.mark.parametrize("compression", ["", ".gz", ".zip"])
@pytest.mark.parametrize("name", READERS)
def test_the_same_rows_come_from_a_web_server(tmp_path, site, name, compression, has_ranges):
    data, path = COMPRESSIONS[compression](READERS[name]), tmp_path / f"{name}{compression}"
    path.write_bytes(data)
    name_there = name.replace(" ", "-") + compression
    site.files[f"/{name_there}"], site.has_ranges = data, has_ranges

    assert outcome(f"{site.url}/{name_there}", **OPTIONS.get(name, {})) == outcome(str(path), **OPTIONS.get(name, {}))


@pytest.mark.parametrize("name", READERS)
def test_the_same_rows_come_from_another_file_system(tmp_path, memory, name):
    folder, put = memory
    put(name, READERS[name])
    (tmp_path / name).write_bytes(READERS[name])
    options = OPTIONS.get(name, {})

    assert outcome(f"{folder}/{name}", **options) == outcome(str(tmp_path / name), **options)


@pytest.mark.parametrize("name", ["data.csv", "data.parquet"])
def test_several_passes_fetch_a_file_once(site, name):
    site.files[f"/{name}"] = READERS[name]
    batches = rb.open_batches(f"{site.url}/{name}", label="y")
    site.requests.clear()
    batches.make_repeatable()
    passes = [[as_rows(batch.data) for batch in batches] for _ in range(3)]

    assert passes[0] == passes[1] == passes[2]
    assert site.fetched().count(None) <= 1
    assert len(site.fetched()) <= 2


def test_a_new_iteration_reads_what_is_there_then(site):
    site.files["/rows.csv"] = CSV
    batches = rb.open_batches(f"{site.url}/rows.csv")
    before = [as_rows(batch.data) for batch in batches]
    site.files["/rows.csv"] = CSV + b"3,no\n"

    assert [len(rows) for rows in before] == [2]
    assert [len(batch) for batch in batches] == [3]


def test_a_sequence_of_rows_is_one_request_and_nothing_else_is_fetched(site):
    site.files["/rows.csv"] = CSV

    assert [len(batch) for batch in rb.open_batches(f"{site.url}/rows.csv?key=secret")] == [2]
    assert site.fetched() == [None]
    assert {path for _, path, _ in site.requests} == {"/rows.csv?key=secret"}


def test_only_ranges_of_a_table_that_is_read_out_of_order_are_fetched(site):
    site.files["/data.parquet"] = READERS["data.parquet"]

    assert sum(len(batch) for batch in rb.open_batches(f"{site.url}/data.parquet")) == 300
    assert sum(wanted is not None for wanted in site.fetched()) >= 1


def test_a_file_that_changes_between_two_ranges_is_refused(site):
    site.files["/data.parquet"] = READERS["data.parquet"]
    batches = rb.open_batches(f"{site.url}/data.parquet", batch_rows=10)

    def read():
        for _ in batches:
            site.tag = '"2"'

    with pytest.raises(
        BadData, match=r"/data.parquet: the file changed while it was read; read it once it is complete"
    ):
        read()


def test_the_key_of_a_url_is_not_in_messages(site):
    site.files["/rows.csv"] = b"a,y\n1,2,3\n"
    batches = rb.open_batches(f"{site.url}/rows.csv?key=secret")

    assert batches.paths == [f"{site.url}/rows.csv"]
    with pytest.raises(BadData) as refused:
        list(batches)
    assert "secret" not in str(refused.value)
    assert str(refused.value).startswith(f"{site.url}/rows.csv:2: ")


def test_patterns_are_for_places_that_have_a_list_of_their_files(memory):
    folder, put = memory
    put("part-2.csv", CSV)
    put("part-1.csv", CSV)
    put("other.csv", CSV)

    paths = rb.open_batches(f"{folder}/part-*.csv").paths
    assert [path.rpartition("/")[2] for path in paths] == ["part-1.csv", "part-2.csv"]
    with pytest.raises(BadData, match=r"none-\*.csv: no file matches this pattern"):
        rb.open_batches(f"{folder}/none-*.csv")


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (404, "there is no such file"),
        (403, "access is denied; credentials come from the environment"),
        (401, "access is denied; credentials come from the environment"),
        (500, "it cannot be fetched: 500"),
    ],
)
@pytest.mark.parametrize("name", ["rows.csv", "rows.parquet", "rows"])
def test_an_answer_that_is_no_file_is_refused(site, status, words, name):
    site.status[f"/{name}"] = status

    with pytest.raises(BadData) as refused:
        rb.open_batches(f"{site.url}/{name}")
    assert str(refused.value).startswith(f"{site.url}/{name}: {words}")


def test_an_answer_that_is_cut_off_is_refused(site):
    site.files["/rows.csv"], site.cut = CSV * 1000, 5000

    with pytest.raises(BadData, match=r"/rows.csv: reading stopped: it cannot be fetched: .*5000 of 15000 bytes"):
        list(rb.open_batches(f"{site.url}/rows.csv"))


def test_a_server_that_is_not_there_is_named(site):
    unused = site.url.rpartition(":")[0] + ":1"

    with pytest.raises(BadData, match=r"http://127.0.0.1:1/rows.csv: it cannot be fetched: "):
        rb.open_batches(f"{unused}/rows.csv")


@pytest.mark.parametrize(
    ("url", "words"),
    [
        (
            "ftp://host/rows.csv",
            "ftp://host/rows.csv: ftp:// is not a place that files are read from; the known ones are",
        ),
        ("file:///rows.csv", "file:///rows.csv: file:// is not a place that files are read from"),
        ("https://me:secret@host/rows.csv", "https://host/rows.csv: a URL must not hold a name or a password; put"),
    ],
)
def test_other_urls_are_refused(url, words):
    with pytest.raises(BadData) as refused:
        rb.open_batches(url)
    assert str(refused.value).startswith(words)


@pytest.mark.parametrize(
    ("url", "missing"), [("https://host/rows.csv", "fsspec.core"), ("s3://bucket/rows.csv", "s3fs")]
)
def test_without_the_extra_the_answer_is_what_to_install(url, missing, monkeypatch):
    monkeypatch.setitem(sys.modules, missing, None)

    with pytest.raises(MissingPackage) as refused:
        rb.open_batches(url)
    protocol = url.partition(":")[0]
    assert str(refused.value).startswith(
        f'{url}: {protocol}:// needs more packages: pip install "rosenblatt[remote]" ('
    )
