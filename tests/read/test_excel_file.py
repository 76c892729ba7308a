"""Workbooks of Excel and LibreOffice: one sheet, whose first row names the columns or is the first of the rows."""

import datetime
import io
import sys
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.utils import get_column_letter

import rosenblatt as rb
from rosenblatt.errors import BadData, MissingPackage
from rosenblatt.read import _sheet_limits
from tests.read.archives import zipped
from tests.read.sheets import as_ods, as_xlsx, ods_of, with_part

pytest.importorskip("python_calamine", reason="workbooks are an extra: pip install 'rosenblatt[excel]'")
SHEET = "xl/worksheets/sheet1.xml"
WRITERS = {"data.xlsx": as_xlsx, "data.ods": as_ods}


def read(path, **options):
    batches = rb.open_batches(path, **options)
    return [tuple(row.values()) for batch in batches for row in batch.data.to_pylist()], batches


@pytest.mark.parametrize("name", WRITERS)
def test_rows_by_hand(written, name):
    rows = [["size", "colour", None, 2024], [7.5, "red", 1, None], [None, None, None, None], [-2, None, 3, 1e300]]
    found, batches = read(written(WRITERS[name](rows), name))

    assert batches.format == name.partition(".")[2]
    assert batches.kinds == {"size": "number", "colour": "category", "column 3": "number", "2024": "number"}
    assert found == [(7.5, "red", 1, None), (-2, None, 3, 1e300)]
    assert [line for batch in batches for line in batch.lines.tolist()] == [2, 4]
    assert batches.missing == {"size": 0, "colour": 1, "column 3": 0, "2024": 1}


numbers = st.none() | st.integers(-(10**9), 10**9) | st.floats(-1e12, 1e12).map(lambda value: float(f"{value:.12g}"))
texts = st.none() | st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=9)


@pytest.mark.parametrize("name", WRITERS)
@given(rows=st.lists(st.tuples(numbers, texts.filter(lambda one: one is None or one == one.strip())), min_size=1))
def test_any_rows_come_back(tmp_path_factory, name, rows):
    path = tmp_path_factory.mktemp("sheets") / name
    rows = [(a, None if b is None or b.startswith("=") else b) for a, b in rows]
    path.write_bytes(WRITERS[name]([["a", "b"], *rows]))
    found, _ = read(path, numeric="a", text="b")
    expected = [row for row in rows if row != (None, None)]

    assert found == [(None if a is None else float(a), b) for a, b in expected]


def test_dates_times_and_truth_are_strings_or_numbers(written):
    values = [datetime.date(2024, 3, 9), datetime.datetime(2024, 3, 9, 17, 5), True, datetime.timedelta(hours=30)]
    path = written(as_xlsx([["day", "moment", "is", "lasts"], values]), "x.xlsx")
    found, batches = read(path)

    assert batches.kinds == {"day": "date", "moment": "date", "is": "category", "lasts": "number"}
    assert found == [("2024-03-09", "2024-03-09T17:05:00", "true", 108000.0)]


def test_whole_numbers_are_written_without_a_point(written):
    path = written(as_xlsx([["zip", "y"], [10115, "a"], ["0815", "b"]]), "x.xlsx")

    assert read(path, categorical="zip")[0] == [("10115", "a"), ("0815", "b")]


def test_a_sheet_is_chosen_by_name_or_number(written):
    others = {"2": [["b"], [2]], "more": [["c"], [3]]}
    path = written(as_xlsx([["a"], [1]], "first", others), "x.xlsx")

    assert [list(read(path, sheet=sheet)[1].kinds) for sheet in (None, "first", 1, "2", "more", 3)] == [
        ["a"],
        ["a"],
        ["a"],
        ["b"],
        ["c"],
        ["c"],
    ]
    with pytest.raises(BadData, match=r"x.xlsx: there is no sheet 'none'; there are first, 2, more"):
        read(path, sheet="none")
    with pytest.raises(BadData, match=r"data.csv: `sheet=` is for xlsx and ods files, and this is csv; leave it out"):
        rb.open_batches(written("a\n1\n"), sheet="first")


@pytest.mark.parametrize("name", WRITERS)
def test_a_first_row_like_the_others_names_no_columns(written, name):
    rows = [[5.1, "red", 0], [4.9, "blue", 1], [None, "red", 1]]
    path = written(WRITERS[name](rows), name)
    found, batches = read(path, label=-1)

    assert found == [(5.1, "red"), (4.9, "blue"), (None, "red")]
    assert (batches.label, list(batches.kinds)) == ("column 3", ["column 1", "column 2"])
    assert [batch.labels.tolist() for batch in batches] == [[0, 1, 1]]
    assert list(read(path, header=True)[1].kinds) == ["5.1", "red", "0"]
    assert list(read(path, names=["size", "colour", "y"])[1].kinds) == ["size", "colour", "y"]
    with pytest.raises(BadData, match=r":1: 3 cells, and there are 2 `names=`; each column needs one"):
        read(path, names=["size", "colour"])


@pytest.mark.parametrize(("years", "is_known"), [((2024, 2025), False), (("2024", "2025"), True)])
def test_years_name_columns_if_they_are_strings(written, years, is_known):
    path = written(as_xlsx([["place", *years], ["Rome", 7, 8], ["Oslo", 9, 10]]), "x.xlsx")

    if is_known:
        assert list(read(path)[1].kinds) == ["place", "2024", "2025"]
        return
    with pytest.raises(BadData, match=r"x.xlsx:1: this line may name the columns or be a row: place, 2024, 2025; pass"):
        read(path)
    assert list(read(path, header=True)[1].kinds) == ["place", "2024", "2025"]


def test_other_sheets_are_read_in_the_same_form(written):
    like = read(written(as_xlsx([[1, "a"], [2, "b"]]), "x.xlsx"), label=2)[1].understood

    assert (like["header"], like["names"]) == (False, ["column 1", "column 2"])
    assert read(written(as_xlsx([["x", "y"], [3, "a"]]), "new.xlsx"), like={**like, "header": True})[0] == [(3, "a")]
    assert read(written(as_xlsx([[3], [4]]), "rows.xlsx"), like=like)[0] == [(3,), (4,)]
    named = {**like, "header": True, "names": []}
    with pytest.raises(
        BadData, match="no column 'x'; there are 3, 9; the file is written in another way: pass `header="
    ):
        read(written(as_xlsx([[3, 9], [5, 7]]), "new.xlsx"), like=named, label="x")


def test_a_table_may_begin_anywhere(written):
    path = written(as_xlsx([[], [], [None, None, "a", "b"], [None, None, 1, "x"]]), "x.xlsx")
    found, batches = read(path)

    assert found == [(1, "x")]
    assert [batch.where(0) for batch in batches] == [f"{path}:4"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (as_xlsx([]), ": the sheet is empty; its first row must name the columns"),
        (as_xlsx([["a", "a"], [1, 2]]), ":1: two columns are called 'a'; each needs a name of its own"),
        (as_xlsx([["a"], [1], ["red"]]), ":3: column 'a' holds 'red'; a number column must hold numbers"),
        (as_xlsx([["a"]])[:-40], ": this is not a whole archive: "),
        (zipped({"xl/workbook.xml": "<", "[Content_Types].xml": ""}), ": this is not a whole workbook: "),
    ],
    ids=["empty", "two of a name", "no number", "cut off", "no workbook"],  # no bytes with the time
)
def test_what_is_no_table_is_refused(written, content, words):
    path = written(content, "x.xlsx")

    with pytest.raises(BadData) as refused:
        read(path, numeric="a")
    assert str(refused.value).startswith(f"{path}{words}")


def test_an_empty_sheet_is_refused_with_the_others(written):
    path = written(as_xlsx([], "notes", {"rows": [["a"], [1]]}), "x.xlsx")

    with pytest.raises(BadData, match=r"the sheet is empty; .* the columns; choose another with `sheet=`: rows$"):
        read(path)


@given(
    cells=st.lists(st.tuples(st.integers(1, 40), st.integers(1, 900), st.booleans()), min_size=1, max_size=20),
    at_once=st.sampled_from([7, 60, 2**20]),
)
def test_the_reach_of_a_sheet_is_never_too_small(tmp_path_factory, cells, at_once):
    """Cells with places in the usual form or another, in any order."""
    written = "".join(_cell(row, get_column_letter(column), is_usual) for row, column, is_usual in cells)
    data = with_part(as_xlsx([["a"]]), SHEET, lambda _: f"<worksheet><sheetData>{written}</sheetData></worksheet>")
    path = tmp_path_factory.mktemp("reach") / "x.xlsx"
    path.write_bytes(data)
    with pytest.MonkeyPatch.context() as patch, path.open("rb") as file:
        patch.setattr(_sheet_limits, "_BYTES_AT_ONCE", at_once)
        patch.setattr(_sheet_limits, "MOST_CELLS", 0)
        with pytest.raises(BadData) as refused:
            _sheet_limits.refuse_large(file, "x", set())

    n_rows, n_columns = max(row for row, _, _ in cells), max(column for _, column, _ in cells)
    assert str(refused.value).startswith(
        f"x: a sheet reaches to row {n_rows:,} and column {n_columns:,}, and may have 0"
    )


def _cell(row, letters, is_usual):
    place = f'r="{letters}{row}" t="n"' if is_usual else f"t='n'  r = '{letters}{row}'"
    return f'<row r="{row}"><c {place}><v>1</v></c></row>'


def far(sheet):
    return sheet.replace(b"</sheetData>", b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>')


def test_sheets_that_claim_billions_of_cells_are_refused(written):
    path = written(with_part(as_xlsx([["a"], [1]]), SHEET, far), "x.xlsx")

    what = "a sheet reaches to row 1,048,576 and column 16,384, and may have 33,554,432 cells; delete what is far from"
    with pytest.raises(BadData, match=f"x.xlsx: {what}"):
        read(path)


def instead(cell):
    return lambda sheet: sheet.replace(b'<c r="A2"', cell)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (instead(b'<c r="aryBeloB1"'), "there is no cell 'aryBeloB1'"),
        (instead(b'<c r="A99999999999"'), "there is no cell 'A99999999999'"),
        (instead(b"<c r=ZZZZZZ9"), "xl/worksheets/sheet1.xml has a tag that cannot be read: "),
        (instead(b'<c x="<" r="ZZZZZZ9"'), "there is no cell 'ZZZZZZ9'"),
        (instead(b"<c x='>' r='ZZZZZZ9'"), "there is no cell 'ZZZZZZ9'"),
        (lambda sheet: sheet.decode().encode("utf-16"), "xl/worksheets/sheet1.xml is not UTF-8"),
    ],
)
def test_places_that_only_the_reader_might_understand_are_refused(written, change, words):
    path = written(with_part(as_xlsx([["a"], [1]]), SHEET, change), "x.xlsx")

    with pytest.raises(BadData) as refused:
        read(path)
    assert str(refused.value).startswith(f"{path}: this is not a whole workbook: {words}")


def test_a_sheet_may_lie_anywhere_in_a_workbook(written):
    def moved(relations):
        return relations.replace(b"worksheets/sheet1.xml", b"worksheets/../elsewhere.bin")

    workbook = as_xlsx([["a"], [1]])
    with zipfile.ZipFile(io.BytesIO(workbook)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["xl/elsewhere.bin"] = far(parts.pop(SHEET))
    parts["xl/_rels/workbook.xml.rels"] = moved(parts["xl/_rels/workbook.xml.rels"])

    with pytest.raises(BadData, match=r"x.xlsx: a sheet reaches to row 1,048,576 and column 16,384, and may have "):
        read(written(zipped(parts), "x.xlsx"))


@pytest.mark.parametrize(
    "cell",
    [
        '<table:table-cell table:number-columns-repeated="1000000000" office:value-type="float" office:value="1"/>',
        '<table:table-cell table:number-columns-repeated="1000000000"/>'
        "<table:table-cell><text:p>x</text:p></table:table-cell>",
    ],
)
def test_cells_that_are_repeated_too_often_are_refused(written, cell):
    path = written(ods_of(f"<table:table-row>{cell}</table:table-row>"), "x.ods")

    with pytest.raises(BadData, match=r"x.ods: a sheet reaches to row 1 and column 1,000,000,00\d, and may have "):
        read(path)


@pytest.mark.parametrize(("rows", "columns"), [(1, 16_385), (1_048_577, 1)])
def test_sheets_beyond_the_limits_of_the_reader_are_refused(written, rows, columns):
    cell = f'<table:table-cell table:number-columns-repeated="{columns}" office:value-type="float" office:value="1"/>'
    row = f'<table:table-row table:number-rows-repeated="{rows}">{cell}</table:table-row>'

    with pytest.raises(BadData) as refused:
        read(written(ods_of(row), "x.ods"))
    what = f"a sheet reaches to row {rows:,} and column {columns:,}, and may have 1,048,576 rows and 16,384 columns"
    assert str(refused.value).endswith(f"x.ods: {what}; save the sheet as CSV")


@pytest.mark.parametrize("times", ["99999999999999999", "+5", "-1"])
def test_odd_numbers_of_repetitions_are_refused(written, times):
    cell = f'<table:table-cell table:number-columns-repeated="{times}" office:value-type="float" office:value="1"/>'

    with pytest.raises(BadData, match=r"x.ods: this is not a whole workbook: a cell cannot be repeated '.*' times"):
        read(written(ods_of(f"<table:table-row>{cell}</table:table-row>"), "x.ods"))


def test_rows_that_are_repeated_too_often_are_refused(written):
    cell = '<table:table-cell office:value-type="float" office:value="1"/>'
    row = f'<table:table-row table:number-rows-repeated="900000000">{cell}</table:table-row>'

    with pytest.raises(BadData, match=r"x.ods: a sheet reaches to row 900,000,000 and column 1, and may have "):
        read(written(ods_of(row), "x.ods"))


def test_cells_without_places_are_counted(written, monkeypatch):
    def without_places(sheet):
        for place in (b"A1", b"B1", b"A2", b"B2", b"1", b"2"):
            sheet = sheet.replace(b' r="' + place + b'"', b"")
        return sheet

    path = written(with_part(as_xlsx([["a", "b"], [1, 2]]), SHEET, without_places), "x.xlsx")

    assert read(path)[0] == [(1, 2)]
    monkeypatch.setattr(_sheet_limits, "MOST_CELLS", 3)
    with pytest.raises(BadData, match="a sheet reaches to row 2 and column 2, and may have 3 cells"):
        read(path)


def test_a_workbook_that_unpacks_to_too_much_is_refused(written, monkeypatch):
    path = written(as_xlsx([["a"], [1]]), "x.xlsx")
    monkeypatch.setattr(_sheet_limits, "MOST_UNPACKED", 1000)

    with pytest.raises(
        BadData, match=r"x.xlsx: the workbook unpacks to [\d,]+ bytes, and may have 1,000; save its sheet as"
    ):
        read(path)


def test_without_the_extra_the_answer_is_what_to_install(written, monkeypatch):
    monkeypatch.setitem(sys.modules, "python_calamine", None)

    with pytest.raises(
        MissingPackage, match=r'workbooks are read by python-calamine: pip install "rosenblatt\[excel\]"'
    ):
        read(written(as_xlsx([["a"], [1]]), "x.xlsx"))
