"""``open_batches``: any file as a stream of batches, in bounded memory."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from rosenblatt.errors import BadData
from rosenblatt.read._column_kinds import Kind, chosen_kinds, names_in
from rosenblatt.read._formats import detect_format, verify_format
from rosenblatt.read._label_values import map_labels
from rosenblatt.read._readers import TEXT_TABLES, make_reader
from rosenblatt.read._table import TableReader
from rosenblatt.read.bad_lines import BadLines, OddLine, OddLines
from rosenblatt.read.endings import ARCHIVES
from rosenblatt.read.file_source import FileSource
from rosenblatt.read.read_options import ColumnChoice, ReadOptions, name_of
from rosenblatt.read.rebatch import rebatch
from rosenblatt.read.remote_source import RemoteSource, expanded_url
from rosenblatt.read.source import Source, utf8_or_other
from rosenblatt.read.stream_source import StreamSource, is_stream
from rosenblatt.read.table_form import FormOptions, TableForm, given_form
from rosenblatt.read.urls import is_url
from rosenblatt.rows import FileLabels, RawBatch

if TYPE_CHECKING:
    from typing_extensions import Unpack

_MOST_LISTED = 30
PathLike: TypeAlias = "str | os.PathLike[str]"


def open_batches(
    path: PathLike | Sequence[PathLike],
    *,
    label: str | int | None = None,
    format: str | None = None,  # noqa: A002
    batch_rows: int = 10_000,
    encoding: str | None = None,
    text: str | Sequence[str] = (),
    numeric: str | Sequence[str] = (),
    categorical: str | Sequence[str] = (),
    ignore: str | Sequence[str] = (),
    zero_based: bool = False,
    n_features: int | None = None,
    skip_bad: int = 0,
    only_named: bool = False,
    every_line: bool = False,
    skip_unlabelled: bool = False,
    map_label: Mapping[str, str] | None = None,
    like: Mapping[str, Any] | None = None,
    table: str | None = None,
    query: str | None = None,
    sheet: str | int | None = None,
    **form: Unpack[FormOptions],
) -> Batches:
    r"""Open files as one stream of batches that know the path and the line of each row.

    Memory stays bounded, whatever the size of the files. ``docs/reading.md`` describes each format.

    Parameters
    ----------
    path : a file, a folder of texts, a pattern with ``*``, a URL, several of these, a pipe, or ``"-"``: standard input.
    label, map_label : the column of the label, by name or number (1: the first, -1: the last); labels to replace.
    format, encoding : of the files, as `docs/reading.md` lists them; None to detect the format, and for UTF-8.
    batch_rows : rows per batch; fewer at the end of a file or beyond 64 MiB. With 1, a row is yielded as it arrives.
    text, numeric, categorical, ignore : columns whose kind is given instead of inferred, and columns to leave out.
    zero_based, n_features : count svmlight features from 0; their number, None for as many as were seen so far.
    skip_bad, skip_unlabelled : how many bad lines to skip before raising; whether to leave out rows without a label.
    only_named : leave out all columns but those named in `label`, `text`, `numeric` and `categorical`.
    every_line : skip any number of bad lines and report them, and blank ones, by ``take_odd_lines``.
    like : the ``understood`` of other batches, mostly for files of its format; what is given here takes precedence.
    table, query, sheet : table, view or SELECT of SQLite, sheet of a workbook; by default the only table, first sheet.
    form : attributes of `TableForm`, as ``delimiter=";"``, of text tables; what is not given is detected.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (path := pathlib.Path(folder, "fruit.csv")).write_text("width,fruit\n7.5,apple\n5.5,lemon\n")
    ...     batches = open_batches(path, label="fruit")
    >>> batches.kinds, batches.label
    ({'width': 'number'}, 'fruit')
    """
    kinds = chosen_kinds({"text": text, "number": numeric, "category": categorical})
    columns = ColumnChoice(label=_text(label), kinds=kinds, ignored=names_in(ignore), only_named=only_named)
    rows: dict[str, Any] = {"batch_rows": batch_rows, "skip_bad": skip_bad, "every_line": every_line}
    parts: dict[str, Any] = {"zero_based": zero_based, "n_features": n_features, "table": table, "query": query}
    parts |= {"skip_unlabelled": skip_unlabelled, "map_label": map_label or {}, "sheet": _text(sheet)}
    form_given, used = given_form("open_batches", form), utf8_or_other(encoding)
    options = ReadOptions(columns=columns, format=format, encoding=used, form=form_given, **rows, **parts)
    return Batches(_sources(path, options), options, like)


class Batches:
    """A stream of batches that can be read any number of times; standard input and pipes only once.

    Attributes
    ----------
    format, sources : the format of the files, and the files.
    paths : the files, in the order in which they are read.
    kinds : ``"number"``, ``"category"``, ``"date"`` or ``"text"`` for each feature column; empty if rows are a matrix.
    label : the name of the column that holds the label, if one does.
    form : how a text table is written, as given or detected; None of other files.
    bad_lines, missing : the lines that the last pass skipped, and its number of missing values by column.
    codes : the columns of numbers that begin with 0, as codes do, each with one of them.
    n_unlabelled : the number of rows without a label that the last pass left out.
    extras : the signs and separators that the last pass left out of numbers, by column.
    share_read : the share of the files that the current pass has read, from 0 to 1; None if it is not known.
    """

    def __init__(self, sources: Sequence[Source], options: ReadOptions, like: Mapping[str, Any] | None = None) -> None:
        self.sources = sources
        self.paths = [source.name for source in sources]
        first = sources[0]
        like = like or {}
        self.format = options.format or detect_format(first, like.get("format"))
        verify_format(first, self.format)
        is_same = like.get("format") == self.format
        self._options = options = options.like(like) if is_same else options.like_other(like)
        for source in sources:
            source.encoding = options.encoding or "utf-8"
        self._reader = make_reader(self.format, first, options)
        self._table = self._reader if isinstance(self._reader, TableReader) else None
        self.label = None if self._table is None else self._table.label
        self.form = None if self._table is None or self.format not in TEXT_TABLES else self._table.form
        self._bad = self._no_bad_lines()
        self._n_read, self._reading = 0, first

    @property
    def kinds(self) -> dict[str, Kind]:
        """The kind of each feature column."""
        return dict(self._reader.kinds)

    @property
    def missing(self) -> dict[str, int]:
        """The number of missing values in the last pass, by column."""
        return dict(self._reader.missing)

    @property
    def extras(self) -> dict[str, str]:
        """The signs and separators that the last pass left out of numbers, by column."""
        return {} if self._table is None else dict(self._table.extras)

    @property
    def codes(self) -> dict[str, str]:
        """The columns of numbers that begin with 0, as codes do, each with one of them."""
        found = {} if self._table is None else self._table.codes
        return {name: code for name, code in found.items() if self.kinds.get(name) == "number"}

    @property
    def n_unlabelled(self) -> int:
        """The number of rows without a label that the last pass left out."""
        return 0 if self._table is None else self._table.n_unlabelled

    @property
    def understood(self) -> dict[str, Any]:
        """How the files are read, as given and as detected, in the form of JSON; for `like`."""
        how: dict[str, Any] = {
            "format": self.format,
            "encoding": self._options.encoding or "utf-8",
            "label": self.label,
        }
        form = TableForm(**self._options.form) if self._table is None else self._table.form
        how |= {"zero_based": self._options.zero_based, "map_label": dict(self._options.map_label)}
        how |= self._options.parts
        return {**how, **form.to_facts()}

    @property
    def bad_lines(self) -> list[str]:
        """The lines that the last pass skipped, each with its place and the reason."""
        return list(self._bad.found)

    @property
    def share_read(self) -> float | None:
        """The share of the files that was read; every file counts the same."""
        share = self._reading.share_read
        return None if share is None else (self._n_read + share) / len(self.sources)

    def make_repeatable(self) -> None:
        """Let every pass yield the same rows: record standard input and pipes, and refuse files that change."""
        for source in self.sources:
            source.make_repeatable()

    def as_numbers(self) -> Batches:
        """Return the same files, with numbers in all feature columns; a pass over these batches must not have begun."""
        columns = replace(self._options.columns, kinds=dict.fromkeys(self.kinds, "number"))
        return Batches(self.sources, replace(self._options, columns=columns, format=self.format), self.understood)

    def name_of(self, asked: str) -> str:
        """Return the name of a column that is asked for by name or number."""
        return asked if self._table is None else name_of(asked, self._table.names)

    def labels_of(self, batch: RawBatch) -> FileLabels:
        """Return the labels of a batch; raise if no column holds them."""
        if batch.labels is None:
            remedy = f"name the column that holds the label with `label=`{self._listed_columns()}"
            raise BadData(f"{self.paths[0]}: {remedy}")
        return batch.labels

    def _listed_columns(self) -> str:
        """List the columns by number and name, each with a value of the first rows."""
        if self._table is None:
            return ""
        shown = list(self._table.examples.items())[:_MOST_LISTED]
        lines = [f"  {place:2}  {name}: {value}" for place, (name, value) in enumerate(shown, 1)]
        more = len(self._table.examples) - len(shown)
        return "\n".join(["; the columns are", *lines, *([f"  and {more:,} more"] if more else [])])

    def take_odd_lines(self) -> list[OddLine]:
        """Return the lines that are not rows and were read since the last call; none without `every_line`."""
        if not isinstance(self._bad, OddLines):
            return []
        lines, self._bad.lines = self._bad.lines, []
        return lines

    def _with_labels(self, batch: RawBatch) -> RawBatch:
        mapping = self._options.map_label
        return (
            replace(batch, labels=map_labels(batch.labels, mapping)) if mapping and batch.labels is not None else batch
        )

    def _no_bad_lines(self) -> BadLines:
        return OddLines() if self._options.every_line else BadLines(self._options.skip_bad)

    def __iter__(self) -> Iterator[RawBatch]:
        self._bad = self._no_bad_lines()
        self._reader.start()
        for place, source in enumerate(self.sources):
            self._n_read, self._reading = place, source
            yield from self._rows_of(source)

    def read_part(self, source: Source) -> Iterator[RawBatch]:
        """Begin a new pass, over the rows of one file or of a part of one."""
        self._bad = self._no_bad_lines()
        self._reader.start()
        return self._rows_of(source)

    def _rows_of(self, source: Source) -> Iterator[RawBatch]:
        try:
            if not source.is_part:
                verify_format(source, self.format)
            pieces = rebatch(self._reader.pieces(source, self._bad), self._options.batch_rows)
            yield from map(self._with_labels, pieces)
        except BadData:
            source.refuse_change()
            raise


def _text(label: str | int | None) -> str | None:
    return None if label is None else str(label)


def _sources(path: PathLike | Sequence[PathLike], options: ReadOptions) -> list[Source]:
    asked = [path] if isinstance(path, (str, os.PathLike)) else list(path)
    names = [name for one in asked for name in _expanded(os.fspath(one))]
    if not names:
        raise BadData("open_batches: path must name at least one file, got none")
    streams = [os.path.realpath(name) for name in names if is_stream(name)]
    twice = next((name for place, name in enumerate(streams) if name in streams[:place]), None)
    if twice is not None:
        raise BadData(f"{twice}: this is no file, but a stream, which cannot be read twice; name it once")
    return [_source(name, options) for name in names]


def _source(name: str, options: ReadOptions) -> Source:
    kind = RemoteSource if is_url(name) else StreamSource if is_stream(name) else FileSource
    return kind(name, options.encoding or "utf-8", options.batch_rows, unpacks=options.format not in ARCHIVES)


def _expanded(name: str) -> list[str]:
    """Return the files that a pattern matches, in the order of their names; the name of a file matches itself."""
    if is_url(name):
        return expanded_url(name)
    if not glob.has_magic(name) or Path(name).exists():
        return [name]
    found = sorted(glob.glob(name, recursive=True))  # noqa: PTH207  Path.glob refuses absolute patterns
    if not found:
        raise BadData(f"{name}: no file matches this pattern")
    return found
