"""Tasks for engines: functions of a module that any worker of a test can import."""

import os
import shutil
import signal
from pathlib import Path
from typing import NamedTuple

from rosenblatt.distribute import stored_shard


class Item(NamedTuple):
    """A number, and a folder where tasks count how often they were tried."""

    number: int
    folder: str = ""


SUMS = {place: place + 10 for place in range(5)}  # the results of `add` for `items` that share 10


def items(folder=""):
    return [Item(number, str(folder)) for number in range(5)]


def add(item, shared):
    return item.number + shared


def add_in_place(item, shared):
    shared += item.number
    return shared.tolist()


def print_and_add(item, shared):
    print("printed by a task", flush=True)
    return item.number + shared


def process_id(item, shared):
    return os.getpid()


def is_first_try(item):
    """Count this try, and return whether it is the first of its item."""
    path = Path(item.folder) / str(item.number)
    n_tries = int(path.read_text(encoding="utf-8")) if path.exists() else 0
    path.write_text(str(n_tries + 1), encoding="utf-8")
    return n_tries == 0


def n_tries(folder, number):
    return int((Path(folder) / str(number)).read_text(encoding="utf-8"))


def die_once(item, shared):
    if is_first_try(item):
        os.kill(os.getpid(), signal.SIGKILL)
    return item.number + shared


def raise_once(item, shared):
    if is_first_try(item):
        raise OSError("the network was away")
    return item.number + shared


def die_on_three(item, shared):
    if item.number == 3:
        is_first_try(item)
        os.kill(os.getpid(), signal.SIGKILL)
    return item.number + shared


def raise_on_three(item, shared):
    if item.number == 3:
        is_first_try(item)
        raise OSError("the network is away")
    return item.number + shared


def lose_shards():
    """Delete all shards of this machine, and forget those in memory."""
    stored_shard._KEPT.clear()
    shutil.rmtree(stored_shard.shards_folder(), ignore_errors=True)
