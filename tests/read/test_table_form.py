"""How tables are written: what is detected, what is asked for, and what options set."""

import csv
import io

import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.errors import BadData, BadParameter
from rosenblatt.read.table_form import MISSING_NUMBERS, TableForm, form_of_facts


def rows_of(batches):
    return [list(row.values()) for batch in batches for row in batch.data.to_pylist()]


fields = st.text(st.sampled_from("ab1é ,;|\t\"'\n"), max_size=6)
tables = st.integers(2, 4).flatmap(lambda n: st.lists(st.lists(fields, min_size=n, max_size=n), min_size=1, max_size=8))
styles = st.fixed_dictionaries(
    {
        "delimiter": st.sampled_from(",;|\t:"),
        "quoting": st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]),
        "lineterminator": st.sampled_from(["\n", "\r\n"]),
        "quotechar": st.sampled_from("\"'"),
    }
)


@given(tables, styles, st.booleans())
def test_a_table_of_python_comes_back_as_it_was(tmp_path_factory, rows, style, header):
    stream = io.StringIO()
    writer = csv.writer(stream, **style)
    names = [f"name {place}" for place in range(len(rows[0]))]
    writer.writerows([names, *rows] if header else rows)
    path = tmp_path_factory.mktemp("python") / "table.csv"
    path.write_bytes(stream.getvalue().encode())
    known = {"delimiter": style["delimiter"], "quote": style["quotechar"], "header": header, "keep_spaces": True}
    batches = rb.open_batches(path, **known, text=[str(place) for place in range(1, len(names) + 1)])

    assert [[value or "" for value in row] for row in rows_of(batches)] == rows
    assert list(batches.kinds) == (names if header else [f"column {place}" for place in range(1, len(names) + 1)])


numbers = st.one_of(st.none(), st.integers(-99, 9999).map(float), st.floats(-9, 9).map(lambda x: round(x, 3)))
words = st.sampled_from(["red", "blue", "he said, no", 'a "b" c', "x;y"])


@pytest.mark.parametrize("by", ["pandas", "polars"])
@given(
    st.lists(st.tuples(numbers, words), min_size=1, max_size=8),
    st.tuples(st.sampled_from(",;|\t"), st.booleans(), st.sampled_from(MISSING_NUMBERS[1:]), st.booleans()),
)
def test_a_frame_comes_back_as_it_was(tmp_path_factory, by, rows, style):
    delimiter, header, mark, quotes_all = style
    path = tmp_path_factory.mktemp(by) / "table.csv"
    columns = {"height": [row[0] for row in rows], "colour": [row[1] for row in rows]}
    if by == "pandas":
        quoting = csv.QUOTE_ALL if quotes_all else csv.QUOTE_MINIMAL
        pd.DataFrame(columns).astype({"height": float}).to_csv(
            path, sep=delimiter, header=header, index=False, na_rep=mark, quoting=quoting
        )
    else:
        frame = pl.DataFrame(columns, schema={"height": pl.Float64, "colour": pl.String})
        style = "always" if quotes_all else "necessary"
        frame.write_csv(path, separator=delimiter, include_header=header, null_value=mark, quote_style=style)
    batches = rb.open_batches(path, delimiter=delimiter, header=header, numeric="1", categorical="2")

    assert rows_of(batches) == [list(row) for row in rows]
    assert next(iter(batches.missing.values())) == sum(row[0] is None for row in rows)


@pytest.mark.parametrize("name", ["rows.csv", "rows.data"])
@pytest.mark.parametrize(
    ("text", "form", "kinds"),
    [
        # adult: no header line, spaces after commas
        ("39, State-gov, 77516, <=50K\n50, Private, 83311, <=50K\n38, Private, 2, >50K\n", {"header": False}, "ncnc"),
        # Skin: tabs
        ("74\t85\t123\t1\r\n73\t84\t122\t1\r\n72\t83\t121\t2\r\n", {"header": False, "delimiter": "\t"}, "nnnn"),
        # horse-colic: missing numbers
        ("2,1,38.50,?,00000\n1,?,39.2,2,02208\n2,1,38.3,1,00000\n", {"header": False}, "nnnnn"),
        # mammography: labels in other quotes
        ("0.23,5.07,'-1'\n0.15,-0.16,'-1'\n-0.78,-0.44,'1'\n", {"header": False}, "nnc"),
        # iris, wdbc
        ("5.1,3.5,Iris-setosa\n4.9,3.0,Iris-setosa\n6.3,3.3,Iris-virginica\n", {"header": False}, "nnc"),
        ("842302,M,17.99\n842517,M,20.57\n84300903,B,19.69\n", {"header": False}, "ncn"),
        # spam: tabs, texts with quotes that are not closed, or not at the end
        ('ham\tOk lar\nspam\t"Free entry\nham\t"U dun" say so early\n', {"header": False, "quote": ""}, "ct"),
        # exports of spreadsheets
        ("name;size\nred;1,5\nblue;2,25\nred;1.234,5\n", {"delimiter": ";", "decimal": ","}, "cn"),
        ('name,pay\nAda,"$1,234.50"\nBob,$2\n', {}, "cn"),
        ("name|share\nred|12 %\nblue|7.5%\nred|-\n", {"delimiter": "|"}, "cn"),
        # columns that are aligned by eye
        ("  1.5   2.5  yes\n -1.0  12.25 no\n", {"header": False, "delimiter": " "}, "nnc"),
        ('size "a, name"  y\n1 "b c"  0\n2  "d"  1\n', {"delimiter": " "}, "ntn"),
        # auto-mpg: spaces, and a tab before the name
        (
            '18.0   8   307.0   130.0\t"chevrolet chevelle"\n15.0   8   350.0   ?\t"buick skylark"\n17 4 9 7\t"saab"\n',
            {"header": False, "delimiter": "\t "},
            "nnnnt",
        ),
        ("1.5\t 2  yes\n2.5  3\tno \n 3.5 4 yes\n", {"header": False, "delimiter": "\t "}, "nnc"),
        ("pay\tday\n1 234\t2024 01 02\n5 678\t2024 01 03\n", {"delimiter": "\t"}, "nt"),
        ("0,1.5\n1,2.5\n", {"header": False}, "nn"),
        ("id,2020,2021\nFrance,1,2\nSpain,3,4\nFrance,5,6\nSpain,7,8\n", {}, "cnn"),
    ],
)
def test_the_form_is_detected(written, text, form, kinds, name):
    batches = rb.open_batches(written(text, name))
    found = {name: getattr(batches.form, name) for name in form}
    expected = {"n": "number", "c": "category", "t": "text"}

    assert found == form
    assert list(batches.kinds.values()) == [expected[kind] for kind in kinds]
    assert sum(map(len, batches)) == len(text.splitlines()) - batches.form.header


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "1,2\n3,4\n",
            "data.csv:1: this line may name the columns or be a row: 1, 2; pass `header=True` if it does, else",
        ),
        ("name,2020,2021\nAda,1,2\nBob,3,4\n", "this line may name the columns or be a row: name, 2020, 2021"),
        ("unknown,2.5\n1,3.5\n2,4.5\n", "this line may name the columns or be a row: unknown, 2.5"),
        ("a,b;c\nd,e;f\n", "commas or semicolons may separate the fields; pass `delimiter=','` or `delimiter=';'`"),
        ('n,pay\na,"1,234"\nb,"2,345"\n', "'1,234' may be 1234 or 1.234; pass `decimal='.'` or `decimal=','`"),
    ],
)
def test_what_the_rows_leave_open_is_asked_for(written, text, words):
    with pytest.raises(BadData) as raised:
        rb.open_batches(written(text))
    assert words in str(raised.value)


def test_an_answer_settles_what_the_rows_leave_open(written):
    years = written("name,2020,2021\nAda,1,2\nBob,3,4\n")

    assert list(rb.open_batches(years, header=True).kinds) == ["name", "2020", "2021"]
    assert list(rb.open_batches(years, label="name").kinds) == ["2020", "2021"]
    assert list(rb.open_batches(years, header=False).kinds) == ["column 1", "column 2", "column 3"]
    pay = written('n,pay\na,"1,234"\nb,"2,345"\n')
    assert rows_of(rb.open_batches(pay, decimal=",")) == [["a", 1.234], ["b", 2.345]]
    assert rows_of(rb.open_batches(pay, decimal=".")) == [["a", 1234.0], ["b", 2345.0]]


def test_columns_have_names_numbers_or_names_that_are_given(written):
    path = written("1.5,red,yes\n2.5,blue,no\n3.5,red,no\n")
    batches = rb.open_batches(path, label=-1, ignore="1")

    assert (batches.label, batches.kinds) == ("column 3", {"column 2": "category"})
    assert [batch.labels.tolist() for batch in batches] == [["yes", "no", "no"]]
    named = rb.open_batches(path, names=["size", "colour", "ripe"], label="ripe", categorical="1")
    assert named.kinds == {"size": "category", "colour": "category"}
    assert list(rb.open_batches(written("a,b\n1,2.5\n3,4.5\n"), names=["c", "d"]).kinds) == ["c", "d"]
    with pytest.raises(BadData, match=r"data.csv:1: 2 fields, and there are 3 `names=`; each column needs one"):
        rb.open_batches(written("a,b\n1,2\n"), names=["c", "d", "e"])
    with pytest.raises(BadData, match="there is no column '4'; there are column 1, column 2, column 3"):
        rb.open_batches(written("1.5,red,yes\n2.5,blue,no\n3.5,red,no\n"), label=4)


def test_words_for_missing_values_hold_in_every_column(written):
    batches = rb.open_batches(written("a,b,c\n1,none,x y\n-999,red,\n-999.0,red,none\n"), na=["none", "-999"], text="c")

    assert rows_of(batches) == [[1.0, None, "x y"], [None, "red", None], [None, "red", None]]
    assert batches.missing == {"a": 2, "b": 1, "c": 2}


def test_marks_of_missing_numbers_may_have_spaces_around_them(written):
    batches = rb.open_batches(written("a,b\n1, ?\n ? ,2\n NA,3\n"))

    assert rows_of(batches) == [[1.0, None], [None, 2.0], [None, 3.0]]


def test_spaces_around_fields_are_left_out_unless_they_are_kept(written):
    path = written('a, b ,c\n1, "x, y" ,z \n2,red ,"z"\n3,red, z\n')

    assert rows_of(rb.open_batches(path)) == [[1.0, "x, y", "z"], [2.0, "red", "z"], [3.0, "red", "z"]]
    assert list(rb.open_batches(path, keep_spaces=True, skip_bad=1).kinds) == ["a", " b ", "c"]
    text = rows_of(rb.open_batches(path, categorical=["a", "b", "c"]))
    assert text == [["1", "x, y", "z"], ["2", "red", "z"], ["3", "red", "z"]]


def test_comments_are_left_out_and_lines_still_count(written):
    path = written("# a comment, with more\na,b\n1,x\n#\n# 2,y\n\n3,z\n4\n")
    batches = rb.open_batches(path, comment="#", skip_bad=1)
    (batch,) = batches

    assert (rows_of([batch]), batch.lines.tolist()) == ([[1.0, "x"], [3.0, "z"]], [3, 7])
    assert batches.bad_lines == [f"{path}:8: 1 fields; the header names 2"]


def test_numbers_may_have_signs_and_separators_that_are_reported(written):
    path = written('pay,share,n\n"$1,234.50",12%,1\n-$7,7.5 %,2\n"€ 2,000",,+3\n')
    batches = rb.open_batches(path)

    assert rows_of(batches) == [[1234.5, 12.0, 1.0], [-7.0, 7.5, 2.0], [2000.0, None, 3.0]]
    assert batches.extras == {"pay": " $,€", "share": " %"}
    assert batches.missing == {"pay": 0, "share": 1, "n": 0}
    with pytest.raises(BadData, match=r"data.csv:3: column 'pay' holds '\$x'; a number column must hold numbers"):
        list(rb.open_batches(written("pay\n$1\n$x\n"), numeric="pay"))


def test_rows_without_a_label_are_counted_if_they_may_be_left_out(written):
    path = written("a,y\n1,1\n2,?\n3,\n4,0\n")
    batches = rb.open_batches(path, label="y", skip_unlabelled=True)

    assert [batch.labels.tolist() for batch in batches] == [[1, 0]]
    assert batches.n_unlabelled == 2
    with pytest.raises(BadData, match=r"data.csv:3: the label, column 'y', is missing"):
        list(rb.open_batches(path, label="y"))


def test_other_files_are_read_in_the_same_form(written):
    first = rb.open_batches(written("1,5;red;yes\n2,5;blue;no\n2,0;red;no\n", "train.csv"), label=3)
    like = first.understood

    assert like["names"] == ["column 1", "column 2", "column 3"]
    assert (like["delimiter"], like["header"], like["decimal"], like["label"]) == (";", False, ",", "column 3")
    other = rb.open_batches(written("7;red;yes\n", "test.csv"), like=like, label=like["label"])
    assert rows_of(other) == [[7.0, "red"]]
    unlabelled = rb.open_batches(written("7;red\n", "new.csv"), like=like)
    assert list(unlabelled.kinds) == ["column 1", "column 2"]
    renamed = {**like, "header": True, "names": ["size", "colour", "ripe"], "label": "ripe"}
    assert list(rb.open_batches(written("a;b\n7;red\n", "more.csv"), like=renamed).kinds) == ["size", "colour"]
    tabs = rb.open_batches(written("a\tb\n1\t2.5\n", "new.tsv"), like=like)
    assert rows_of(tabs) == [[1.0, 2.5]]


def test_files_of_another_format_have_the_same_labels_and_missing_values(written):
    like = rb.open_batches(written("x,y\n1,Yes\n2,no\n"), label="y", map_label={"Yes": "yes"}, na="-9").understood
    other = rb.open_batches(written('{"x": -9, "y": "Yes"}\n{"x": 1, "y": "no"}\n', "new.jsonl"), label="y", like=like)

    assert [batch.labels.tolist() for batch in other] == [["yes", "no"]]
    assert other.missing == {"x": 1}


WAYS = {
    "a;b;y\n1;red;0\n2;blue;1\n": "`delimiter=';'`",
    "a\tb\ty\n1,5\tred\t0\n2,5\tblue\t1\n": r"`delimiter='\t'` and `decimal=','`",
    "1,red,0\n2,blue,1\n3,red,1\n": "`header=False` and the names of its columns by `names=`",
}


@pytest.mark.parametrize("text", WAYS)
def test_a_file_of_another_form_is_refused_with_the_options_that_read_it(written, text):
    like = rb.open_batches(written("a,b,y\n1.5,red,0\n2,blue,1\n", "train.csv"), label="y").understood

    with pytest.raises(BadData, match=r"new.csv:1: there is no column 'y'; there are ") as refused:
        rb.open_batches(written(text, "new.csv"), label="y", like=like)
    assert str(refused.value).endswith(f"; the file is written in another way: pass {WAYS[text]}")


def test_no_other_form_is_named_where_the_form_is_given_or_unknown(written):
    like = rb.open_batches(written("a,y\n1.5,0\n2,1\n", "train.csv"), label="y").understood

    for text, options in {"a;y\n1;0\n": {"delimiter": ","}, "b,c\n1,0\n": {}, "a,b;c\nd,e;f\n": {}}.items():
        with pytest.raises(BadData) as refused:
            rb.open_batches(written(text, "new.csv"), label="y", like=like, **options)
        assert "written in another way" not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        (
            "a,y\n1,x\n2,y\n",
            {"header": False, "numeric": "1"},
            ":1: column 'column 1' holds 'a'; a number column must "
            "hold numbers; pass `header=True` if this line names the columns",
        ),
        (
            'a,y\n1,x\n"2,5",y\n',
            {"decimal": ".", "numeric": "1"},
            ":3: column 'a' holds '2,5'; a number column must hold numbers; pass `decimal=','` if '2,5' is one",
        ),
        (
            "a;y\n1,5;x\n2.5;y\n",
            {"delimiter": ";", "decimal": ",", "numeric": "1"},
            ":3: column 'a' holds '2.5'; a number column must hold numbers; pass `decimal='.'` if '2.5' is one",
        ),
    ],
)
def test_a_value_that_is_no_number_is_refused_with_the_option_that_reads_it(written, text, options, words):
    path = written(text)

    with pytest.raises(BadData) as refused:
        list(rb.open_batches(path, **options))
    assert str(refused.value) == f"{path}{words}"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", ["rows.csv", "rows.txt"])
def test_utf16_is_read_by_its_byte_order_mark(written, encoding, name):
    """As Excel writes "Unicode text"."""
    text = "size\tcolour\r\n1,5\tré\r\n2,5\tblue\r\n"
    batches = rb.open_batches(written(("\ufeff" + text).encode(encoding), name))

    assert (rows_of(batches), batches.understood["encoding"]) == ([[1.5, "ré"], [2.5, "blue"]], "utf-8")
    with pytest.raises(BadData, match=rf"without a byte order mark; pass `encoding='{encoding}'`"):
        rb.open_batches(written(text.replace("é", "e").encode(encoding), "rows.csv"))


@pytest.mark.parametrize("line", ["sep=;\r\n", '"sep=;"\n', "SEP=;\n"])
@pytest.mark.parametrize("batch_rows", [1, 10])
def test_a_line_that_names_the_delimiter_is_no_row(written, line, batch_rows):
    rows = "a;b\n1;x, y\n\n2;z, y\n"
    batches = rb.open_batches(written(line + rows), batch_rows=batch_rows)

    assert (batches.form.delimiter, list(batches.kinds)) == (";", ["a", "b"])
    assert rows_of(batches) == [[1.0, "x, y"], [2.0, "z, y"]]
    assert [row for batch in batches for row in batch.lines.tolist()] == [3, 5]
    like = rb.open_batches(written("a,b\n1,x\n2,z\n")).understood
    assert rows_of(rb.open_batches(written(line + rows), like=like)) == [[1.0, "x, y"], [2.0, "z, y"]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# by a program\na,y\n1,2.5\n", "; pass `comment='#'` if lines that begin with # are comments"),
        (
            "Sales 2024\n\na,b,y\n1,2.5,x\n2,3.5,z\n",
            "; most lines have 3 fields, from line 3 on: delete the lines above it",
        ),
        ("1.5,x\n2.5,z\n1.5,x\n", "; pass `header=True` if the first line names the columns"),
    ],
)
def test_a_column_that_is_not_there_is_asked_for_with_a_remedy(written, text, words):
    with pytest.raises(BadData, match=r"data.csv:1: there is no column 'y'; there are ") as refused:
        rb.open_batches(written(text), label="y")
    assert str(refused.value).endswith(words)


def test_columns_without_a_name_are_called_by_their_place(written):
    assert list(rb.open_batches(written(",a,\n0,1.5,\n1,2.5,\n")).kinds) == ["column 1", "a", "column 3"]
    with pytest.raises(BadData, match=r"needs a name of its own: pass one for each column with `names=`"):
        rb.open_batches(written("a,a\n1,2.5\n"))
    assert list(rb.open_batches(written("a,a\n1,2.5\n"), names=["a", "b"]).kinds) == ["a", "b"]


def test_a_byte_order_mark_of_utf8_is_left_out_of_single_rows(written):
    batches = rb.open_batches(written("\ufeffa,b\n1,x\n2,y\n"), batch_rows=1)

    assert list(batches.kinds) == ["a", "b"]
    assert rows_of(batches) == [[1.0, "x"], [2.0, "y"]]


def test_blank_lines_before_the_first_one_are_no_part_of_it(written):
    assert list(rb.open_batches(written("\n\na,b\n"), label="b").kinds) == ["a"]
    assert rows_of(rb.open_batches(written("\n1.5,2\n"))) == [[1.5, 2.0]]


def test_a_form_survives_json():
    form = TableForm(delimiter=";", header=False, names=("a", "b"), na=("x",), comment="#")

    assert TableForm(**form_of_facts(form.to_facts())) == form


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"delimiter": "ab"}, "delimiter must be one ASCII character, got 'ab'"),
        ({"delimiter": ""}, "delimiter must be one ASCII character, got ''"),
        ({"quote": "é"}, "quote must be one ASCII character, or empty, got 'é'"),
        ({"decimal": ";"}, "decimal must be one of '.', ',', got ';'"),
        ({"delimiter": "#", "comment": "#"}, "`delimiter=`, `quote=` and `comment=` must be different characters"),
    ],
)
def test_options_that_cannot_be_are_refused(written, options, words):
    with pytest.raises(BadParameter) as raised:
        rb.open_batches(written("a,b\n1,2\n"), **options)
    assert words in str(raised.value)


def test_an_unknown_option_is_refused_by_its_name(written):
    with pytest.raises(TypeError, match=r"open_batches\(\) got an unexpected keyword argument 'separator'"):
        rb.open_batches(written("a,b\n1,2\n"), separator=";")
