"""The plan of a training: which worker's turn it is never matters, because the plan depends on the data alone."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rosenblatt.errors import BadParameter
from rosenblatt.read.file_parts import FilePart, parts_of, version_of
from rosenblatt.read.open_batches import Batches
from rosenblatt.read.urls import is_url

# A file may be sorted by its labels; so a shard has parts of it from about as many places.
PARTS_PER_SHARD = 8
LEAST_BYTES, MOST_BYTES = 2**14, 2**26  # of a part
BYTES_PER_SHARD = 2**28  # by default
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
    n_shards : no more than there are parts.
    hash : of all of these, and of how the training is to go.
    """

    files: tuple[str, ...]
    versions: tuple[str, ...]
    options: dict[str, Any]
    parts: tuple[FilePart, ...]
    n_shards: int
    hash: str

    def parts_of_shard(self, shard: int) -> range:
        """Return the numbers of the parts of a shard: each n-th part, of n shards."""
        return range(shard, len(self.parts), self.n_shards)

    def name_of_part(self, part: int) -> str:
        """Return the name of a part for messages."""
        one = self.parts[part]
        where = "" if one.begin is None else f", part {one.begin:,} to {one.end:,}"
        return f"{self.files[one.file]}{where}"

    def name_of_shard(self, shard: int) -> str:
        """Return the name of a shard for messages."""
        parts = self.parts_of_shard(shard)
        more = f" and {len(parts) - 1} more" if len(parts) > 1 else ""
        return f"shard {shard} of {self.n_shards} ({self.name_of_part(parts[0])}{more})"


def make_plan(batches: Batches, options: Mapping[str, Any], shards: int | None, how: Sequence[Any]) -> Plan:
    """Divide files into parts, and deal them out to shards.

    Parameters
    ----------
    batches : the open files, whose order is that of the rows.
    options : with which they were opened.
    shards : how many; None for one per 256 MiB, from 8 to 1024.
    how : everything else that the training depends on.
    """
    if shards is not None and (not isinstance(shards, int) or isinstance(shards, bool) or shards < 1):
        raise BadParameter(f"`shards=` must be a whole number of at least 1, or None, got {shards!r}")
    versions = tuple(map(version_of, batches.sources))
    wholes = [parts_of(source, file, batches.format, 2**62)[0] for file, source in enumerate(batches.sources)]
    n_bytes = sum(part.n_bytes for part in wholes)
    wanted = shards or min(MOST_SHARDS, max(LEAST_SHARDS, n_bytes // BYTES_PER_SHARD))
    most = min(MOST_BYTES, max(LEAST_BYTES, n_bytes // (wanted * PARTS_PER_SHARD)))
    parts = tuple(
        part for file, source in enumerate(batches.sources) for part in parts_of(source, file, batches.format, most)
    )
    files = tuple(_absolute(source.name) for source in batches.sources)
    n_shards = min(wanted, len(parts))
    facts = [files, versions, dict(options), parts, n_shards, *how]
    digest = hashlib.sha256(json.dumps(facts, default=str).encode()).hexdigest()
    return Plan(files, versions, dict(options), parts, n_shards, digest)


def _absolute(name: str) -> str:
    return name if is_url(name) else str(Path(name).resolve())
