"""A thousand shards, simulated: the error that many shards cost, and the time that slow and lost workers cost.

``make bench-stragglers`` prints the tables of docs/how-to/cluster.md. The errors are those of real walks and mixes, in
one process. The times are simulated: every round waits for all of its shards, so that slow and lost workers cost time
and change no bit.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from tests.distribute.memory_shards import fit_in_shards

import rosenblatt as rb

N_ROWS, N_TEST, N_COLUMNS, N_ENTRIES, NOISE = 60_000, 20_000, 2**16, 25, 0.05
EPOCHS = 4
SHARDS = (1, 10, 100, 1000)
N_TASKS, N_ROUNDS = 1000, 20
SECONDS = 5.0  # of a walk, on average
START = 30.0  # until a lost worker is replaced
WORKERS = (10, 50, 100, 250, 500, 1000)


def draw_rows():
    """Draw rows of Zipf-distributed columns, whose labels a plane decides, and some of them the noise."""
    random = np.random.default_rng(0)
    n_rows = N_ROWS + N_TEST
    columns = (random.zipf(1.3, size=(n_rows, N_ENTRIES)) * 2654435761 % N_COLUMNS).astype(np.int32)
    starts = np.arange(0, columns.size + 1, N_ENTRIES)
    X = sp.csr_array((np.ones(columns.size), columns.ravel(), starts), shape=(n_rows, N_COLUMNS))
    X.sum_duplicates()
    y = X @ random.normal(size=N_COLUMNS) > 0
    return X, np.where(random.random(n_rows) < NOISE, ~y, y).astype(int)


def errors():
    """Return the error on test rows by the number of shards and of mixes per epoch."""
    X, y = draw_rows()
    found = {}
    for mixes in (1, 10):
        for n_shards in SHARDS:
            learner = rb.Perceptron(final="average", max_iter=EPOCHS, tol=None, when_stalled="stop", random_state=0)
            how = {"mix": "touched", "mixes": mixes}
            fit_in_shards(rb.engines.Sequential(), learner, X[:N_ROWS], y[:N_ROWS], n_shards, **how)
            found[mixes, n_shards] = float(np.mean(learner.predict(X[N_ROWS:]) != y[N_ROWS:]))
    return found


@dataclass(frozen=True)
class Trouble:
    """How uneven walks are, and how often workers are lost.

    Attributes
    ----------
    spread : the standard deviation of the logarithm of the seconds of a walk; their mean stays the same.
    slow : the share of the workers that take three times as long.
    lost : the share of the workers that is lost per hour.
    """

    spread: float = 0.0
    slow: float = 0.0
    lost: float = 0.0


def makespan(n_workers, trouble, random):
    """Simulate rounds, and return the seconds of one divided by those of workers that share the work evenly."""
    factors = np.where(np.arange(n_workers) < trouble.slow * n_workers, 3.0, 1.0)
    rate = trouble.lost / 3600
    dies = random.exponential(1 / rate, n_workers) if rate else np.full(n_workers, np.inf)
    ready = [(0.0, worker) for worker in range(n_workers)]
    now = 0.0
    for _ in range(N_ROUNDS):
        seconds = SECONDS * random.lognormal(-(trouble.spread**2) / 2, trouble.spread, N_TASKS)
        waiting = seconds.tolist()
        ready = [(max(time, now), worker) for time, worker in ready]
        heapq.heapify(ready)
        ends = now
        while waiting:
            time, worker = heapq.heappop(ready)
            task = waiting.pop()
            end = time + task * factors[worker]
            if end > dies[worker]:  # the walk begins again, on any worker
                waiting.append(task)
                end = max(time, dies[worker]) + START
                dies[worker] = end + random.exponential(1 / rate)
            else:
                ends = max(ends, end)
            heapq.heappush(ready, (end, worker))
        now = ends
    return now / N_ROUNDS / (N_TASKS * SECONDS / n_workers)


TROUBLES = {
    "walks of the same length": Trouble(),
    "uneven walks": Trouble(spread=0.5),
    "very uneven walks": Trouble(spread=1.0),
    "a tenth of the workers three times slower": Trouble(spread=0.5, slow=0.1),
    "half of the workers lost per hour": Trouble(spread=0.5, lost=0.5),
    "each worker lost five times per hour": Trouble(spread=0.5, lost=5.0),
}


def table(head, rows):
    """Print a table of Markdown."""
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")
    print()


def main():
    """Print both tables."""
    found = errors()
    rows = [
        [f"{mixes} per epoch", *(f"{100 * found[mixes, n_shards]:.1f}" for n_shards in SHARDS)] for mixes in (1, 10)
    ]
    table(["mixes", *(f"{n:,} shard{'s' * (n > 1)}" for n in SHARDS)], rows)
    random = np.random.default_rng(0)
    rows = [[name, *(f"{makespan(n, trouble, random):.2f}" for n in WORKERS)] for name, trouble in TROUBLES.items()]
    table(["1,000 shards", *(f"{n:,} workers" for n in WORKERS)], rows)


if __name__ == "__main__":
    main()
