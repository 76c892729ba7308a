"""An external shuffle: every block of a file becomes a random sample of all rows.

Files are often ordered by class, and folders of texts always are; an epoch mixes only the blocks that fit into memory
together. Two passes suffice: the rows of each group of blocks that fits into memory are dealt at random into pieces of
equal size, as many as there are groups; then the first pieces of all groups are shuffled together, the second pieces,
and so on.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from rosenblatt import _core
from rosenblatt.rows import Indices
from rosenblatt.train._block_arrays import Arrays, FileBlocks

_ARRAYS_OF_SPARSE = 5  # values, columns, lengths, codes and parts; those of dense rows are values, codes and parts
# Blocks that a group takes for each of its own: its rows, the rows in another order, and the numbers of the entries.
_COPIES = 3


def mix_rows(blocks: FileBlocks, folder: Path, at_once: int, random: _core.Random) -> FileBlocks:
    """Return the same rows in random order, in as many blocks; the given ones are closed.

    Parameters
    ----------
    blocks : the rows.
    folder : the folder of the temporary files.
    at_once : the number of blocks that fit into memory together.
    random : decides where each row goes.
    """
    per_group = max(1, at_once // _COPIES)
    groups = [list(range(k, min(k + per_group, blocks.n_blocks))) for k in range(0, blocks.n_blocks, per_group)]
    pieces = FileBlocks(tempfile.TemporaryFile(dir=folder))  # noqa: SIM115  closed below
    for group in groups:
        _deal(blocks.read(group), len(groups), random, pieces)
    blocks.close()
    mixed = FileBlocks(tempfile.TemporaryFile(dir=folder))  # noqa: SIM115  closed by the row store
    for number, group in enumerate(groups):
        numbers = list(range(number, len(groups) ** 2, len(groups)))
        _deal(pieces.read(numbers), len(group), random, mixed)
    pieces.close()
    return mixed


def _deal(arrays: Arrays, n_parts: int, random: _core.Random, to: FileBlocks) -> None:
    """Shuffle rows, and write them as `n_parts` blocks of equal size."""
    order = np.arange(len(arrays[-1]))
    random.shuffle(order)
    for part in np.array_split(order, n_parts):
        to.append(_rows_of(arrays, part))


def _rows_of(arrays: Arrays, rows: Indices) -> Arrays:
    """Copy some rows, in this order."""
    if len(arrays) < _ARRAYS_OF_SPARSE:
        return [array[rows] for array in arrays]
    values, columns, lengths, *of_rows = arrays
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths, dtype=np.int64)])
    chosen = lengths[rows]
    ends = np.cumsum(chosen, dtype=np.int64)
    entries = np.repeat(starts[rows] - (ends - chosen), chosen) + np.arange(ends[-1] if len(ends) else 0)
    return [values[entries], columns[entries], chosen, *(numbers[rows] for numbers in of_rows)]
