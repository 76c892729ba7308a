"""``open_batches``: any file as a stream of batches, in bounded memory."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from rosenblatt.errors import BadData
from rosenblatt.read import _formats
from rosenblatt.read._column_kinds import Kind, chosen_kinds, names_in
from rosenblatt.read._readers import make_reader
from rosenblatt.read.bad_lines import BadLines, OddLine, OddLines
from rosenblatt.read.read_options import ColumnChoice, ReadOptions
from rosenblatt.read.rebatch import rebatch
from rosenblatt.read.source import STANDARD_INPUT, Source, StandardInput, utf8_or_other
from rosenblatt.rows import Labels, RawBatch

PathLike: TypeAlias = "str | os.PathLike[str]"


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
    kinds = chosen_kinds({"text": text, "number": numeric, "category": categorical})
    columns = ColumnChoice(label=label, kinds=kinds, ignored=names_in(ignore), only_named=only_named)
    options = ReadOptions(
        columns=columns,
        format=format,
        batch_rows=batch_rows,
        encoding=utf8_or_other(encoding),
        zero_based=zero_based,
        n_features=n_features,
        skip_bad=skip_bad,
        every_line=every_line,
    )
    return Batches(path, options)


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

    def __init__(self, path: PathLike | Sequence[PathLike], options: ReadOptions) -> None:
        self._sources = _sources(path, options)
        self.paths = [source.name for source in self._sources]
        first = self._sources[0]
        self.format = options.format or _formats.tell(first)
        if isinstance(first, StandardInput) and self.format in _formats.NEED_A_FILE:
            raise BadData(f"{first.name}: {self.format} needs a file that one can go back and forth in")
        _formats.check(first, self.format)
        self._options = options
        self._reader = make_reader(self.format, first, options)
        self._bad = self._no_bad_lines()
        self._n_read, self._reading = 0, first

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
        return OddLines() if self._options.every_line else BadLines(self._options.skip_bad)

    def __iter__(self) -> Iterator[RawBatch]:
        self._bad = self._no_bad_lines()
        self._reader.start()
        for place, source in enumerate(self._sources):
            self._n_read, self._reading = place, source
            _formats.check(source, self.format)
            yield from rebatch(self._reader.pieces(source, self._bad), self._options.batch_rows)


def _sources(path: PathLike | Sequence[PathLike], options: ReadOptions) -> list[Source]:
    asked = [path] if isinstance(path, (str, os.PathLike)) else list(path)
    names = [name for one in asked for name in _expanded(os.fspath(one))]
    if not names:
        raise BadData("open_batches: there must be a path at least, got none")
    return [_source(name, options) for name in names]


def _source(name: str, options: ReadOptions) -> Source:
    if name == STANDARD_INPUT:
        return StandardInput(options.encoding, options.batch_rows)
    return Source(name, options.encoding, options.batch_rows)


def _expanded(name: str) -> list[str]:
    """The files that a pattern matches, in the order of their names; a name of a file is that file."""
    if not glob.has_magic(name) or Path(name).exists():
        return [name]
    found = sorted(glob.glob(name, recursive=True))  # noqa: PTH207  Path.glob knows no absolute patterns
    if not found:
        raise BadData(f"{name}: no file matches this pattern")
    return found
