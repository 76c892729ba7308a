"""The plan of a training: which worker's turn it is never matters, because the plan depends on the data alone."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from rosenblatt.distribute.data_frame import OrderedRows, refuse_missing_rows
from rosenblatt.errors import BadParameter
from rosenblatt.read.file_parts import FilePart, parts_of, row_parts, version_of
from rosenblatt.read.open_batches import Batches
from rosenblatt.read.urls import is_url

# A file may be sorted by its labels; so a shard has parts of it from about as many places.
PARTS_PER_SHARD = 8
LEAST_BYTES, MOST_BYTES = 2**14, 2**26  # of a part
BYTES_PER_SHARD, ROWS_PER_SHARD = 2**28, 2**20  # by default, of files and of DataFrames
LEAST_ROWS = 64  # of a part of a DataFrame
LEAST_SHARDS, MOST_SHARDS = 8, 1024


@dataclass(frozen=True)
class Plan:
    """Parts of files, dealt out to shards.

    Attributes
    ----------
    files : absolute paths, or URLs.
    versions : of each file, that which must be found.
    options : with which `open_batches` opens them.
    parts : in the order of the rows.
    turns : of each part, the number by which it is dealt out: parts of the same turn come into the same shard.
    n_shards : no more than there are turns.
    hash : of all of these, and of how the training is to go.
    frame : the name of the DataFrame that the files hold the rows of, if it is one.
    """

    files: tuple[str, ...]
    versions: tuple[str, ...]
    options: dict[str, Any]
    parts: tuple[FilePart, ...]
    turns: tuple[int, ...]
    n_shards: int
    hash: str
    frame: str | None = None

    def parts_of_shard(self, shard: int) -> list[int]:
        """Return the numbers of the parts of a shard: those of each n-th turn, of n shards."""
        return self._dealt_out[shard]

    def with_parts(self, parts: Sequence[FilePart]) -> Plan:
        """Return the plan with other parts, no more than there were, each with a turn of its own."""
        turns, n_shards = tuple(range(len(parts))), min(self.n_shards, len(parts))
        return replace(self, parts=tuple(parts), turns=turns, n_shards=n_shards, hash=_digest([self.hash, parts]))

    @cached_property
    def _dealt_out(self) -> list[list[int]]:
        shards: list[list[int]] = [[] for _ in range(self.n_shards)]
        for part, turn in enumerate(self.turns):
            shards[turn % self.n_shards].append(part)
        return shards

    def name_of_part(self, part: int) -> str:
        """Return the name of a part for messages."""
        one = self.parts[part]
        if self.frame is not None:
            begin = sum(before.n_rows or 0 for before in self.parts[:part])
            return f"{self.frame}, rows {begin + 1:,} to {begin + (one.n_rows or 0):,}"
        where = "" if one.begin is None else f", part {one.begin:,} to {one.end:,}"
        return f"{self.files[one.file]}{where}"

    def name_of_shard(self, shard: int) -> str:
        """Return the name of a shard for messages."""
        parts = self.parts_of_shard(shard)
        more = f" and {len(parts) - 1} more" if len(parts) > 1 else ""
        return f"shard {shard} of {self.n_shards} ({self.name_of_part(parts[0])}{more})"


def make_plan(batches: Batches, options: Mapping[str, Any], shards: int | None, how: Sequence[Any]) -> Plan:
    """Divide files into parts, and deal them out to shards; those of CSV may yet begin within quotes.

    Parameters
    ----------
    batches : the open files, whose order is that of the rows.
    options : with which they were opened.
    shards : how many; None for one per 256 MiB, from 8 to 1024.
    how : everything else that the training depends on.
    """
    _refuse_shards(shards)
    wholes = [parts_of(source, file, batches.format, 2**62)[0] for file, source in enumerate(batches.sources)]
    n_bytes = sum(part.n_bytes for part in wholes)
    wanted = shards or _n_shards(n_bytes // BYTES_PER_SHARD)
    most = min(MOST_BYTES, max(LEAST_BYTES, n_bytes // (wanted * PARTS_PER_SHARD)))
    parts = tuple(
        part for file, source in enumerate(batches.sources) for part in parts_of(source, file, batches.format, most)
    )
    n_shards = min(wanted, len(parts))
    files, versions = _files(batches), _versions(batches)
    digest = _digest([files, versions, dict(options), parts, n_shards, *how])
    return Plan(files, versions, dict(options), parts, tuple(range(len(parts))), n_shards, digest)


def plan_rows(
    batches: Batches, rows: OrderedRows, options: Mapping[str, Any], shards: int | None, how: Sequence[Any]
) -> Plan:
    """Divide the rows of a DataFrame by their numbers, and deal them out to shards.

    Parameters
    ----------
    batches : the open files: first that of the first rows, which is not divided, and then those of all rows.
    rows : what is known of these.
    options, how : as for `make_plan`.
    shards : how many; None for one per 2^20 rows, from 8 to 1024.
    """
    _refuse_shards(shards)
    wanted = shards or _n_shards(rows.n_rows // ROWS_PER_SHARD)
    n_rows = max(LEAST_ROWS, -(-rows.n_rows // (wanted * PARTS_PER_SHARD)))
    found, turns = row_parts(batches.sources[1:], n_rows)
    refuse_missing_rows(rows, sum(part.n_rows or 0 for part in found))
    parts = tuple(part._replace(file=part.file + 1) for part in found)
    n_shards = min(wanted, turns[-1] + 1)
    digest = _digest([rows.version, dict(options), n_rows, n_shards, *how])
    return Plan(_files(batches), _versions(batches), dict(options), parts, tuple(turns), n_shards, digest, rows.name)


def _refuse_shards(shards: int | None) -> None:
    if shards is not None and (not isinstance(shards, int) or isinstance(shards, bool) or shards < 1):
        raise BadParameter(f"`shards=` must be a whole number of at least 1, or None, got {shards!r}")


def _n_shards(by_size: int) -> int:
    return min(MOST_SHARDS, max(LEAST_SHARDS, by_size))


def _files(batches: Batches) -> tuple[str, ...]:
    return tuple(_absolute(source.name) for source in batches.sources)


def _versions(batches: Batches) -> tuple[str, ...]:
    return tuple(map(version_of, batches.sources))


def _digest(facts: Sequence[Any]) -> str:
    return hashlib.sha256(json.dumps(facts, default=str).encode()).hexdigest()


def _absolute(name: str) -> str:
    return name if is_url(name) else str(Path(name).resolve())
