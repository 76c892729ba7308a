"""Shards whose rows are in memory, and an engine on which everything goes wrong that may."""

import pickle
import random
from dataclasses import dataclass

import numpy as np

from rosenblatt.distribute.sharded_rows import Sharding, fit_shards
from rosenblatt.distribute.tasks import run_all
from rosenblatt.learn.fitting.blocks import LabelledRows


@dataclass(frozen=True)
class MemoryShard:
    """A `Shard` with its rows, which are also its `Blocks`."""

    number: int
    X: object
    codes: object
    names: object

    n_blocks = at_once = 1

    @property
    def n_rows(self):
        return len(self.codes)

    def open(self, part):
        return self

    def read(self, blocks):
        return LabelledRows(self.X, self.codes, self.names)


@dataclass
class MemoryTasks:
    """Runs functions on shards in memory."""

    engine: object
    shards: list

    def run(self, function, call):
        return run_all(self.engine, function, self.shards, call)


def fit_in_shards(engine, learner, X, y, n_shards, *, mix="uniform", mixes=1):
    """Fit a learner to rows that are dealt out to shards."""
    names, codes = np.unique(y, return_inverse=True)
    parts = [slice(number, None, n_shards) for number in range(n_shards)]
    shards = [MemoryShard(number, X[part], codes[part], names) for number, part in enumerate(parts)]
    fit_shards(learner, Sharding(MemoryTasks(engine, shards), names, X.shape[1], mix, mixes), None)
    return learner


class Chaos:
    """An engine that reorders results, sends them twice, sends those of earlier calls, and computes some again."""

    def __init__(self, seed):
        self._random = random.Random(seed)
        self._earlier = []

    def map(self, function, items, shared):
        sent = pickle.dumps(shared)
        results = []
        for place, item in enumerate(items):
            for _ in range(self._random.choice([1, 1, 2, 3])):  # a worker died after its walk, or was thought to
                results.append((place, function(pickle.loads(pickle.dumps(item)), pickle.loads(sent))))
        results += self._random.sample(self._earlier, min(3, len(self._earlier)))
        self._random.shuffle(results)
        self._earlier += results
        yield from results

    def close(self):
        pass
