"""SQLite files: tables, views and queries, read without a trace in the file or beside it."""

import sqlite3
import sys
import tempfile
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.errors import BadData, BadParameter
from rosenblatt.read import sqlite_file
from tests.streams import open_file


@pytest.fixture
def made(tmp_path):
    """Run statements on a new file and return its path."""

    def make(*statements, rows=(), name="data.sqlite"):
        path = tmp_path / name
        with closing(sqlite3.connect(path)) as connection, connection:
            for statement in statements:
                connection.execute(statement)
            for row in rows:
                connection.execute(f"INSERT INTO t VALUES ({', '.join('?' * len(row))})", row)
        return path

    return make


def read(path, **options):
    batches = rb.open_batches(path, **options)
    return [row for batch in batches for row in batch.data.to_pylist()], batches


def test_rows_by_hand(made):
    rows = [(1, 2.5, "red", "2024-03-09"), (None, 7, "", None), (3, None, "blue", "2024-03-10")]
    path = made('CREATE TABLE t (id INTEGER, "size, cm" REAL, colour TEXT, day TEXT)', rows=rows)
    found, batches = read(path)

    assert batches.format == "sqlite"
    assert batches.kinds == {"id": "number", "size, cm": "number", "colour": "category", "day": "date"}
    assert [tuple(row.values()) for row in found] == [
        (1, 2.5, "red", rows[0][3]),
        (None, 7, None, None),
        (3, None, "blue", rows[2][3]),
    ]
    assert batches.missing == {"id": 1, "size, cm": 1, "colour": 1, "day": 1}
    assert [line for batch in batches for line in batch.lines.tolist()] == [1, 2, 3]


cells = st.none() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False)


@given(
    rows=st.lists(
        st.tuples(cells, st.none() | st.text(alphabet=st.characters(codec="utf-8"))), min_size=1, max_size=99
    ),
    batch_rows=st.sampled_from([1, 7, 1000]),
)
def test_any_rows_come_back(tmp_path_factory, rows, batch_rows):
    path = tmp_path_factory.mktemp("sqlite") / "data.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE t (a, b)")
        connection.executemany("INSERT INTO t VALUES (?, ?)", rows)
    found, _ = read(path, numeric="a", text="b", batch_rows=batch_rows)

    assert [tuple(row.values()) for row in found] == [(a if a is None else float(a), b or None) for a, b in rows]


def test_a_table_a_view_or_a_query_is_read(made):
    path = made(
        'CREATE TABLE "odd ""name" (a, y)',
        "CREATE TABLE t (a, y)",
        "CREATE VIEW v AS SELECT a * 10 AS b, y FROM t",
        """INSERT INTO "odd ""name" VALUES (7, 'x')""",
        rows=[(1, "no"), (2, "yes")],
    )

    assert read(path, table="t")[0] == [{"a": 1, "y": "no"}, {"a": 2, "y": "yes"}]
    assert read(path, table='odd "name')[0] == [{"a": 7, "y": "x"}]
    assert read(path, table="v")[0] == [{"b": 10, "y": "no"}, {"b": 20, "y": "yes"}]
    assert read(path, query="SELECT max(a) AS most FROM t")[0] == [{"most": 2}]


def test_the_only_table_is_read_beside_views_and_indices(made):
    path = made(
        "CREATE TABLE t (a INTEGER PRIMARY KEY AUTOINCREMENT)",
        "CREATE VIEW v AS SELECT 1",
        "CREATE INDEX i ON t (a)",
        rows=[(1,)],
    )

    assert read(path)[0] == [{"a": 1}]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "name the table with `table=`, or its rows with `query=`; the tables are t, u"),
        ({"table": "x"}, "there is no table 'x'; there are t, u"),
        ({"table": "t; DROP TABLE u"}, "there is no table 't; DROP TABLE u'; there are t, u"),
        ({"query": "DELETE FROM t"}, "`query=` must be one SELECT, got 'DELETE FROM t'"),
        ({"query": "ATTACH 'other.db' AS o"}, "`query=` must be one SELECT, got "),
        ({"query": "PRAGMA journal_mode"}, "`query=` must be one SELECT, got "),
        ({"query": "SELECT 1; SELECT 2"}, "`query=` must be one SELECT, got "),
        ({"query": ""}, "name the table with `table=`"),
        ({"query": "-- nothing"}, "`query=` must be one SELECT, got '-- nothing'"),
        ({"query": "SELECT x FROM t"}, "SQLite refuses the query: no such column: x"),
        ({"query": "SELECT a, a FROM t"}, "two columns are called 'a'; each needs a name of its own"),
        ({"query": "SELECT load_extension('x') FROM t"}, "`query=` must be one SELECT, got "),
    ],
)
def test_a_bad_choice_is_refused(made, options, words):
    path = made("CREATE TABLE t (a)", "CREATE TABLE u (a)", rows=[(1,)])

    with pytest.raises(BadData) as refused:
        read(path, **options)
    assert str(refused.value).startswith(f"{path}: {words}")


def test_options_that_do_not_fit_are_refused(made, written):
    with pytest.raises(BadParameter, match="`table=` and `query=` both choose rows; leave out one of them"):
        rb.open_batches(made("CREATE TABLE t (a)"), table="t", query="SELECT 1")
    with pytest.raises(BadData, match=r"data.csv: `table=` is for sqlite files, and this is csv; leave it out"):
        rb.open_batches(written("a\n1\n"), table="t")


def test_values_of_other_types_are_bad_rows(made):
    path = made("CREATE TABLE t (a, b)", rows=[(1, "x"), ("red", "y"), (3, b"\0"), (4, 5), ("6", "z")])
    found, batches = read(path, numeric="a", text="b", skip_bad=2)

    assert [tuple(row.values()) for row in found] == [(1, "x"), (4, "5"), (6, "z")]
    assert batches.bad_lines == [
        f"{path}:2: column 'a' holds 'red'; a number column must hold numbers",
        f"{path}:3: column 'b' holds bytes; leave it out with `ignore=['b']`",
    ]


def test_text_that_is_no_utf8_is_a_bad_row(made):
    path = made("CREATE TABLE t (a)", "INSERT INTO t VALUES (CAST(x'ff' AS TEXT)), ('x')")

    with pytest.raises(BadData, match=r"data.sqlite:1: column 'a' holds text that is not UTF-8; leave it out with"):
        read(path)


def test_names_that_are_no_utf8_are_refused(made):
    path = made("CREATE TABLE t (abc)", rows=[(1,)])
    path.write_bytes(path.read_bytes().replace(b"(abc)", b"(a\xd7c)"))

    with pytest.raises(BadData, match=r"data.sqlite: SQLite cannot read it: 'utf-8' codec can't decode byte 0xd7"):
        read(path)
    with pytest.raises(BadData, match=r"data.sqlite: SQLite refuses the query: "):
        read(path, query="SELECT '\ud800'")


def test_a_column_of_bytes_is_refused_or_left_out(made):
    path = made("CREATE TABLE t (a, picture)", rows=[(1, b"\x89PNG")])

    with pytest.raises(
        BadData, match="column 'picture' holds binary, which is neither a number nor text; leave it out"
    ):
        read(path)
    assert read(path, ignore="picture")[0] == [{"a": 1}]


def test_nothing_is_written(made, tmp_path):
    path = made("PRAGMA journal_mode = WAL", "CREATE TABLE t (a)", rows=[(1,)])
    before = path.read_bytes()
    files = set(tmp_path.iterdir())

    assert read(path)[0] == [{"a": 1}]
    assert path.read_bytes() == before
    assert set(tmp_path.iterdir()) == files


def test_rows_that_another_program_has_not_yet_moved_into_the_file_are_read(made):
    path = made("CREATE TABLE t (a)", rows=[(1,)])
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("INSERT INTO t VALUES (2)")

        assert read(path)[0] == [{"a": 1}, {"a": 2}]


def test_thousands_of_columns_are_read(made):
    names = [f"c{i}" for i in range(2000)]
    path = made(f"CREATE TABLE t ({', '.join(names)})", "INSERT INTO t (c0, c1999) VALUES (1, 'x')")
    found, batches = read(path)

    assert list(batches.kinds) == names
    assert {name: value for name, value in found[0].items() if value is not None} == {"c0": 1, "c1999": "x"}


def test_long_texts_come_in_small_pieces(made, monkeypatch):
    monkeypatch.setattr(sqlite_file, "_BYTES_AT_ONCE", 2000)
    rows = [(i, "x" * (500 if i > 70 else 1)) for i in range(300)]
    path = made("CREATE TABLE t (a, b)", rows=rows)

    assert [tuple(row.values()) for row in read(path)[0]] == rows


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0" + bytes(84), b"a,b\n1,2\n" * 99])
def test_what_is_no_database_is_refused(written, content):
    none = "name the table with `table=`, or its rows with `query=`; there is no table"
    with pytest.raises(BadData, match=rf"data.db: (SQLite cannot read it: |{none})"):
        read(written(content, "data.db"))


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes, and files that are deleted while they are open")
@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_a_stream_is_copied_to_a_file_without_a_name(made, tmp_path, monkeypatch, mode):
    """So that nothing is left, whatever ends the process."""
    path = made("CREATE TABLE t (a, b)", rows=[(row, "x" * 4000) for row in range(99)])
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA journal_mode = {mode}")
    data = path.read_bytes()
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    with open_file(data) as name:
        batches = iter(rb.open_batches(name, batch_rows=10))
        first = next(batches)
        assert list(folder.iterdir()) == []
        rest = [len(batch) for batch in batches]

    assert data[18:20] == (b"\2\2" if mode == "wal" else b"\1\1")
    assert [first.data["a"][0].as_py(), len(first), sum(rest)] == [0, 10, 89]
    assert list(folder.iterdir()) == []
