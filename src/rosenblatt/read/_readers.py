"""One reader per format, imported when a file needs it: each brings its own part of pyarrow or SciPy."""

# ruff: noqa: PLC0415

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Protocol

from rosenblatt.errors import BadData
from rosenblatt.read._column_kinds import LABEL, TEXT, Kind, NoSuchColumn
from rosenblatt.read._table import TableFormat, TableReader
from rosenblatt.read.bad_lines import BadLines
from rosenblatt.read.read_options import ColumnChoice, ReadOptions
from rosenblatt.read.source import Source
from rosenblatt.read.table_form import BLANKS, TableForm
from rosenblatt.rows import RawBatch

MATRICES = ("svmlight", "npy", "npz")
TEXT_TABLES = ("csv", "tsv")
SHEETS = ("xlsx", "ods")


class Reader(Protocol):
    """Reads files of one format."""

    kinds: dict[str, Kind]
    missing: dict[str, int]

    def start(self) -> None:
        """Begin a new pass over the files."""

    def pieces(self, source: Source, bad: BadLines) -> Iterator[RawBatch]:
        """Yield all rows of a file, in pieces of any size."""


def make_reader(file_format: str, first: Source, options: ReadOptions) -> Reader:
    """Make the reader of a format; the first file decides about names and kinds of columns."""
    _refuse_parts(file_format, first.name, options)
    columns = options.columns
    if file_format in MATRICES:
        _refuse_columns(columns, file_format, first.name)
        return _matrix_reader(file_format, options)
    if file_format in ("fasttext", "labelled", "folder", "tar"):
        kinds: dict[str, Kind] = {LABEL: "category", TEXT: "text", **columns.kinds}
        columns = replace(columns, label=columns.label or LABEL, kinds=kinds)
    if file_format in TEXT_TABLES:
        return _csv_reader(file_format, first, columns, options)
    if file_format in SHEETS:
        return _sheet_reader(first, columns, options)
    form, table_format = TableForm(**options.form), _table_format(file_format, options)
    return TableReader(table_format, first, columns, form, skip_unlabelled=options.skip_unlabelled)


def _csv_reader(file_format: str, first: Source, columns: ColumnChoice, options: ReadOptions) -> Reader:
    from rosenblatt.read._detect_form import detect_form, read_head, tabs_are_blanks
    from rosenblatt.read._remedies import options_instead, why_no_column
    from rosenblatt.read.csv_file import CsvFormat

    head, given = read_head(first), options.form
    if head.separator is not None and "delimiter" in options.taken:
        given = {**given, "delimiter": head.separator}
    if file_format == "tsv" and "delimiter" not in given and head.separator is None:
        given = {**given, "delimiter": BLANKS if tabs_are_blanks(head, given) else "\t"}
    form = detect_form(head, given, columns.names, options.may_lack)
    table_format = CsvFormat(form)

    def detect(given: Mapping[str, Any]) -> TableForm:
        return detect_form(head, given, columns.names)

    with _remedy_named(lambda: options_instead(detect, form, options), lambda: why_no_column(head, form, given)):
        reader = TableReader(table_format, first, columns, form, skip_unlabelled=options.skip_unlabelled)
    reader.codes = table_format.codes
    return reader


def _sheet_reader(first: Source, columns: ColumnChoice, options: ReadOptions) -> Reader:
    from rosenblatt.read._remedies import options_instead, why_no_name
    from rosenblatt.read.excel_file import ExcelFormat

    sheet = ExcelFormat(options.sheet)
    sheet.form = form = sheet.detect_form(first, options.form, columns.names, options.may_lack)

    def detect(given: Mapping[str, Any]) -> TableForm:
        return sheet.detect_form(first, given, columns.names)

    with _remedy_named(lambda: options_instead(detect, form, options), lambda: why_no_name(form, options.form)):
        return TableReader(sheet, first, columns, form, skip_unlabelled=options.skip_unlabelled)


@contextmanager
def _remedy_named(if_refused: Callable[[], str], if_no_column: Callable[[], str]) -> Iterator[None]:
    """Add a remedy to the error of a table that cannot be read, or else to that of a column that is not there."""
    try:
        yield
    except NoSuchColumn as error:
        raise BadData(f"{error}{if_refused() or if_no_column()}") from None
    except BadData as error:
        raise BadData(f"{error}{if_refused()}") from None


def _matrix_reader(file_format: str, options: ReadOptions) -> Reader:
    if file_format == "svmlight":
        from rosenblatt.read.svmlight import SvmlightReader

        return SvmlightReader(options.zero_based, options.n_features)

    from rosenblatt.read.numpy_file import NumpyReader

    return NumpyReader(options.columns.label)


def _table_format(file_format: str, options: ReadOptions) -> TableFormat:
    if file_format in ("jsonl", "json", "arff", "fasttext", "labelled"):
        return _text_format(file_format)
    if file_format == "sqlite":
        from rosenblatt.read.sqlite_file import SqliteFormat

        return SqliteFormat(options.table, options.query)
    if file_format == "tar":
        from rosenblatt.read.tar_file import TarFormat

        return TarFormat()
    if file_format == "folder":
        from rosenblatt.read.folder import FolderFormat

        return FolderFormat()

    from rosenblatt.read.arrow_file import ArrowFormat

    return ArrowFormat("Parquet" if file_format == "parquet" else "Arrow")


def _text_format(file_format: str) -> TableFormat:
    if file_format == "arff":
        from rosenblatt.read.arff import ArffFormat

        return ArffFormat()
    if file_format in ("fasttext", "labelled"):
        from rosenblatt.read.fasttext import FastTextFormat

        return FastTextFormat() if file_format == "fasttext" else FastTextFormat(prefix="")

    from rosenblatt.read.json_lines import JsonLinesFormat

    return JsonLinesFormat(is_array=file_format == "json")


def _refuse_parts(file_format: str, path: str, options: ReadOptions) -> None:
    """Refuse options that choose a part of a file that has none."""
    for name, formats in {"table": ("sqlite",), "query": ("sqlite",), "sheet": SHEETS}.items():
        if getattr(options, name) is not None and file_format not in formats:
            raise BadData(
                f"{path}: `{name}=` is for {' and '.join(formats)} files, and this is {file_format}; leave it out"
            )


def _refuse_columns(asked: ColumnChoice, file_format: str, path: str) -> None:
    """Refuse options that name columns of a file that holds a matrix."""
    if asked.kinds and asked.only_named:
        names = ", ".join(map(repr, asked.kinds))
        raise BadData(f"{path}: this file holds a matrix, and the columns {names} are asked for by name")
    if asked.kinds or asked.ignored:
        parameters = "`text=`, `numeric=`, `categorical=` and `ignore=`"
        raise BadData(f"{path}: {file_format} has no named columns; leave out {parameters}")
    if file_format == "svmlight" and asked.label is not None:
        raise BadData(f"{path}: in svmlight the label comes first in each line; leave out `label=`")
