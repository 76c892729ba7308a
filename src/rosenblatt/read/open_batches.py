"""``open_batches``: any file as a stream of batches, in bounded memory."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, TypeAlias, cast

from rosenblatt import checks
from rosenblatt.errors import BadData
from rosenblatt.read import _column_kinds, _formats
from rosenblatt.read._column_kinds import LABEL, TEXT, Kind
from rosenblatt.read._table import TableReader
from rosenblatt.read.bad_lines import BadLines, OddLine, OddLines
from rosenblatt.read.rebatch import rebatch
from rosenblatt.read.source import STANDARD_INPUT, Source, StandardInput, utf8_or_other
from rosenblatt.rows import Labels, RawBatch

PathLike: TypeAlias = "str | os.PathLike[str]"

# What makes tables of each format, and how.
_TABLES = {
    "csv": ("csv_file.CsvFormat", ","),
    "tsv": ("csv_file.CsvFormat", "\t"),
    "jsonl": ("json_lines.JsonLinesFormat",),
    "parquet": ("arrow_file.ArrowFormat", "Parquet"),
    "arrow": ("arrow_file.ArrowFormat", "Arrow"),
    "fasttext": ("fasttext.FastTextFormat",),
    "folder": ("folder.FolderFormat",),
}


class Reader(Protocol):
    """What reads files of one format."""

    kinds: dict[str, Kind]
    missing: dict[str, int]

    def start(self) -> None:
        """Begin a new walk over the files."""

    def pieces(self, source: Source, bad: BadLines) -> Iterator[RawBatch]:
        """All rows of a file, as they come."""


def open_batches(
    path: PathLike | Sequence[PathLike],
    *,
    label: str | None = None,
    format: str | None = None,  # noqa: A002  the word that fits
    batch_rows: int = 10_000,
    encoding: str = "utf-8",
    text: str | Sequence[str] = (),
    numeric: str | Sequence[str] = (),
    categorical: str | Sequence[str] = (),
    ignore: str | Sequence[str] = (),
    zero_based: bool = False,
    n_features: int | None = None,
    skip_bad: int = 0,
    only_named: bool = False,
    every_line: bool = False,
) -> Batches:
    r"""Open files as one stream of batches that know the path and the line of each row.

    Memory stays bounded, however large the files are. What each format does is said in ``docs/reading.md``.

    Parameters
    ----------
    path : a file, a folder of texts, a pattern with ``*``, several of these, or ``"-"`` for standard input.
    label : the column that holds the label; None: there is none, or the format says which it is.
    format : ``"csv"``, ``"tsv"``, ``"jsonl"``, ``"parquet"``, ``"arrow"``, ``"svmlight"``, ``"fasttext"``, ``"npy"``,
        ``"npz"`` or ``"folder"``; None: told by the ending of the first file, and checked by the content of each.
    batch_rows : rows of a batch; the last one of a file may have fewer, and so may a batch of more than 64 MiB. With 1,
        a row is given as soon as it has come.
    encoding : of text files.
    text, numeric, categorical : columns whose kind is not to be guessed.
    ignore : columns to leave out.
    zero_based : svmlight features are counted from 0.
    n_features : columns of svmlight rows; None: as many as were seen so far.
    skip_bad : how many bad lines to leave out before giving up; ``bad_lines`` lists them.
    only_named : leave out all columns but those named in `label`, `text`, `numeric` and `categorical`.
    every_line : leave out any number of bad lines, and note these and blank ones for ``take_odd_lines``, so that every
        line can be accounted for; there may be batches without a row.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> folder = tempfile.TemporaryDirectory()
    >>> path = pathlib.Path(folder.name, "fruit.csv")
    >>> _ = path.write_text("width,colour,fruit\n7.5,red,apple\n5.5,yellow,lemon\n")
    >>> batches = open_batches(path, label="fruit")
    >>> batches.kinds
    {'width': 'number', 'colour': 'category'}
    >>> [batch.labels.tolist() for batch in batches]
    [['apple', 'lemon']]
    >>> folder.cleanup()
    """
    return Batches(
        path,
        label,
        format,
        batch_rows,
        encoding,
        text,
        numeric,
        categorical,
        ignore,
        zero_based,
        n_features,
        skip_bad,
        only_named,
        every_line,
    )


class Batches:
    """A stream of batches that can be walked over again and again; standard input only once.

    Attributes
    ----------
    format : the format of the files.
    paths : the files, in the order in which they are read.
    kinds : ``"number"``, ``"category"`` or ``"text"`` for each feature column; empty if rows are a matrix.
    bad_lines, missing : what the last walk left out, and what it found missing by column.
    share_read : how much of the files the walk has read, from 0 to 1; None if that cannot be said.
    """

    def __init__(  # noqa: PLR0917  made by open_batches only
        self,
        path: PathLike | Sequence[PathLike],
        label: str | None,
        format: str | None,  # noqa: A002
        batch_rows: int,
        encoding: str,
        text: str | Sequence[str],
        numeric: str | Sequence[str],
        categorical: str | Sequence[str],
        ignore: str | Sequence[str],
        zero_based: bool,
        n_features: int | None,
        skip_bad: int,
        only_named: bool,
        every_line: bool,
    ) -> None:
        self.batch_rows, self.skip_bad, self.n_features = batch_rows, skip_bad, n_features
        checks.whole(self, "batch_rows", 1)
        checks.whole(self, "skip_bad", 0)
        checks.whole_or_none(self, "n_features", 1)
        self._sources = _sources(path, utf8_or_other(encoding))
        self.paths = [source.name for source in self._sources]
        first = self._sources[0]
        self.format = format if format is not None else _formats.tell(first)
        checks.choice(self, "format", _formats.FORMATS)
        if isinstance(first, StandardInput) and self.format in _formats.NEED_A_FILE:
            raise BadData(f"{first.name}: {self.format} needs a file that one can go back and forth in")
        _formats.check(first, self.format)
        chosen = _column_kinds.chosen_kinds({"text": text, "number": numeric, "category": categorical})
        for source in self._sources:
            source.batch_rows = batch_rows
        self._only_named, self._every_line = only_named, every_line
        self._reader = self._make_reader(label, chosen, _column_kinds.names_in(ignore), zero_based)
        self._bad = self._no_bad_lines()
        self._n_read, self._reading = 0, self._sources[0]

    @property
    def kinds(self) -> dict[str, Kind]:
        """The kind of each feature column."""
        return dict(self._reader.kinds)

    @property
    def missing(self) -> dict[str, int]:
        """How many values were missing in the last walk, by column."""
        return dict(self._reader.missing)

    @property
    def bad_lines(self) -> list[str]:
        """What was wrong with the lines that the last walk left out."""
        return list(self._bad.found)

    @property
    def share_read(self) -> float | None:
        """How much of the files was read; each counts the same."""
        share = self._reading.share_read
        return None if share is None else (self._n_read + share) / len(self._sources)

    def keep_standard_input(self) -> None:
        """Keep standard input in a temporary file, so that it too can be walked over again and again."""
        for source in self._sources:
            if isinstance(source, StandardInput):
                source.keep_all()

    def labels_of(self, batch: RawBatch) -> Labels:
        """Return the labels of a batch; raise if no column holds them."""
        if batch.labels is None:
            there_are = f"; there are {', '.join(self.kinds)}" if self.kinds else ""
            raise BadData(f"{self.paths[0]}: say which column holds the label, with --label{there_are}")
        return batch.labels

    def take_odd_lines(self) -> list[OddLine]:
        """Give the lines that are no rows, with `every_line`: those that were met since the last call."""
        if not isinstance(self._bad, OddLines):
            return []
        taken, self._bad.noted = self._bad.noted, []
        return taken

    def _no_bad_lines(self) -> BadLines:
        return OddLines() if self._every_line else BadLines(self.skip_bad)

    def __iter__(self) -> Iterator[RawBatch]:
        self._bad = self._no_bad_lines()
        self._reader.start()
        for place, source in enumerate(self._sources):
            self._n_read, self._reading = place, source
            _formats.check(source, self.format)
            yield from rebatch(self._reader.pieces(source, self._bad), self.batch_rows)

    def _make_reader(self, label: str | None, chosen: dict[str, Kind], ignored: list[str], zero_based: bool) -> Reader:
        is_matrix = self.format in ("svmlight", "npy", "npz")
        if is_matrix and self._only_named and chosen:
            asked = ", ".join(map(repr, chosen))
            raise BadData(f"{self.paths[0]}: this file holds a matrix, and the columns {asked} are asked for by name")
        if is_matrix and (chosen or ignored):
            where = "text=, numeric=, categorical= or ignore="
            raise BadData(f"{self.paths[0]}: {self.format} has no columns to name in {where}")
        if self.format == "svmlight" and label is not None:
            raise BadData(f"{self.paths[0]}: in svmlight the label comes first in each line; leave label= out")
        if is_matrix:
            is_text = self.format == "svmlight"
            options: tuple[Any, ...] = (zero_based, self.n_features) if is_text else (label,)
            return cast(Reader, _made("svmlight.SvmlightReader" if is_text else "numpy_file.NumpyReader", *options))
        if self.format in ("fasttext", "folder"):
            label, chosen = label or LABEL, {LABEL: "category", TEXT: "text", **chosen}
        table_format, first = _made(*_TABLES[self.format]), self._sources[0]
        return TableReader(table_format, first, label, chosen, ignored, only_named=self._only_named)


def _made(name: str, *options: Any) -> Any:
    """Make what reads a format, which is loaded only now: each brings its own part of pyarrow."""
    module, kind = name.split(".")
    return getattr(import_module(f"rosenblatt.read.{module}"), kind)(*options)


def _sources(path: PathLike | Sequence[PathLike], encoding: str) -> list[Source]:
    asked = [path] if isinstance(path, (str, os.PathLike)) else list(path)
    names = [name for one in asked for name in _expanded(os.fspath(one))]
    if not names:
        raise BadData("open_batches: there must be a path at least, got none")
    return [StandardInput(encoding) if name == STANDARD_INPUT else Source(name, encoding) for name in names]


def _expanded(name: str) -> list[str]:
    """The files that a pattern matches, in the order of their names; a name of a file is that file."""
    if not glob.has_magic(name) or Path(name).exists():
        return [name]
    found = sorted(glob.glob(name, recursive=True))  # noqa: PTH207  Path.glob knows no absolute patterns
    if not found:
        raise BadData(f"{name}: no file matches this pattern")
    return found
