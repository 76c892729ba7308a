"""Rows of shards on a worker: which of them stay in memory."""

import os
import stat
import time

import numpy as np
import pytest

from rosenblatt import _core
from rosenblatt.coded_rows import CodedRows
from rosenblatt.distribute import stored_shard
from rosenblatt.distribute.stored_shard import ShardRows, StoredShard


@pytest.fixture
def reads(tmp_path, monkeypatch):
    """The shards that were read from the disk, by a process with memory for two of them."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(stored_shard, "_KEPT", {})
    monkeypatch.setattr(stored_shard, "MOST_BYTES", 2 * rows_of(0).n_bytes)
    read, found = stored_shard._read, []
    monkeypatch.setattr(stored_shard, "_read", lambda path, labels: [found.append(path.stem), read(path, labels)][1])
    return found


def rows_of(number):
    codes = np.zeros(5, np.int32)
    return ShardRows(np.full((5, 3), float(number)), codes, codes.astype(np.int8), np.array(["a"]), np.array([5]))


def stored(key, n_shards):
    shards = [StoredShard(number, key, ("a",)) for number in range(n_shards)]
    for shard in shards:
        shard.store(rows_of(shard.number))
    return shards


def test_rounds_over_more_shards_than_memory_has_room_for_read_only_the_rest(reads):
    shards = stored("one", 3)
    for _ in range(3):
        assert [shard.load().X[0, 0] for shard in shards] == [0.0, 1.0, 2.0]

    assert reads == ["2", "2", "2"]


def test_shards_of_another_training_make_room(reads):
    one, two = stored("one", 2), stored("two", 2)
    for shard in [*two, *one, *one]:
        shard.load()

    assert reads == ["0", "1"]


def test_each_user_of_a_machine_has_a_folder_that_no_other_can_read(reads, monkeypatch):
    (shard,) = stored("one", 1)
    folders = shard.path.parents[:2]
    monkeypatch.setattr("os.getuid", lambda: 4321)

    assert {stat.S_IMODE(folder.stat().st_mode) for folder in folders} == {0o700}
    assert shard.path.parents[1] != folders[1]
    assert shard.path.parents[2] == folders[1].parent


def test_shards_that_no_training_deleted_are_deleted_after_a_day(reads):
    """A new training deletes them, and leaves alone what may still be in use."""
    old, recent = stored("old", 1) + stored("recent", 1)
    for shard, hours in ((old, 25), (recent, 23)):
        when = time.time() - 3600 * hours
        os.utime(shard.path.parent, (when, when))
    new = stored("new", 2)

    assert [shard.path.exists() for shard in (old, recent, *new)] == [False, True, True, True]
    assert not old.path.parent.exists()


def test_coded_rows_are_read_as_they_were_written(reads):
    layout = _core.CodeLayout([(0, 2, [0, 1, 0]), (2, 3, [0, 1, 1, 2])], [(0, 1, 5, 3)])
    X = CodedRows(np.array([[0, 2], [1, 9]], np.uint16), layout, layout.n_columns)
    shard = StoredShard(0, "coded", ("a",))
    shard.store(ShardRows(X, np.zeros(2, np.int32), np.zeros(2, np.int8), np.array(["a"]), np.array([2])))
    stored_shard._KEPT.clear()
    found = shard.load().X

    assert reads == ["0"]
    assert found.codes.tolist() == [[0, 2], [1, 9]]
    assert found.to_csr().indices.tolist() == X.to_csr().indices.tolist()
    assert found.shape == (2, 11)
