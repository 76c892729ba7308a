"""Training on engines: overhead of rounds, two workers beside one, killed workers, rivals, and very many shards.

Run by `make bench-engines`; names of parts may follow: rounds, workers, killed, rivals, many.
"""

import json
import os
import pickle
import resource
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from itertools import product
from pathlib import Path

import dask.array as da
import numpy as np
from dask import delayed
from dask_ml.wrappers import Incremental
from distributed import Client, LocalCluster
from pyspark.ml import classification
from pyspark.sql import SparkSession
from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import SGDClassifier

import rosenblatt as rb
from benchmarks.engine_tasks import DrawnShard, nothing, work
from rosenblatt.distribute.sharded_rows import Sharding, fit_shards
from rosenblatt.distribute.tasks import run_all

N_ROWS, N_COLUMNS, N_ENTRIES = 120_000, 100, 30
N_COPIES = 8  # of these rows, so that there is more to do than to start
HERE = "127.0.0.1"


@contextmanager
def dask(n_workers):
    """Start workers of Dask on this machine."""
    options = {"n_workers": n_workers, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with LocalCluster(host=HERE, **options) as cluster, Client(cluster) as client:
        yield rb.engines.Dask(client)


@contextmanager
def spark(n_workers):
    """Start a local session of Spark."""
    builder = SparkSession.builder.master(f"local[{n_workers},4]").config("spark.ui.enabled", "false")
    for name in ("spark.driver.host", "spark.driver.bindAddress"):
        builder = builder.config(name, HERE)
    builder = builder.config("spark.python.unix.domain.socket.enabled", "true")  # MLlib has no Python workers
    session = builder.config("spark.log.level", "OFF").config("spark.driver.memory", "2g").getOrCreate()
    try:
        yield rb.engines.Spark(session)
    finally:
        session.stop()


@contextmanager
def on_ray(n_workers):
    """Start a cluster of Ray on this machine."""
    import ray  # noqa: PLC0415  after its settings, see `main`

    options = {"include_dashboard": False, "log_to_driver": False, "logging_level": "error"}
    with ray.init("local", num_cpus=n_workers, **options):
        yield rb.engines.Ray()


@contextmanager
def processes(n_workers):
    """Start processes."""
    with rb.engines.Processes(n_workers) as engine:
        yield engine


ENGINES = {"processes": processes, "dask": dask, "ray": on_ray, "spark": spark}


def seconds(function):
    """Return how long a call took, and its result."""
    begin = time.perf_counter()
    result = function()
    return time.perf_counter() - begin, result


def rounds():
    """Time eight tasks that do nothing, after warm-up."""
    found = {}
    for name, engine in ENGINES.items():
        with engine(2) as one:
            took = [seconds(lambda one=one: dict(one.map(nothing, range(8), None)))[0] for _ in range(13)]
        found[name] = {"first": took[0], "best": min(took[3:]), "median": float(np.median(took[3:]))}
    return found


def killed():
    """Time eight tasks of one second, without and with a worker that dies half a second into the first."""
    found = {}
    for name, engine in ENGINES.items():
        with engine(2) as one, tempfile.TemporaryDirectory() as folder:
            dict(one.map(nothing, range(8), None))
            calm = seconds(lambda one=one: dict(one.map(work, range(8), None)))[0]
            deadly = seconds(lambda one=one, f=folder: dict(one.map(work, range(8), f"{f}/died")))[0]
        found[name] = {"calm": calm, "killed": deadly, "cost": deadly - calm}
    return found


def write_rows(folder):
    """Write rows to train on, few and many, and rows to judge by, as svmlight."""
    random = np.random.default_rng(0)
    planes = random.normal(size=N_COLUMNS)
    for name, n_rows in (("train", N_ROWS), ("test", N_ROWS // 6)):
        with (folder / f"{name}.svm").open("w", encoding="utf-8") as file:
            for _ in range(n_rows):
                columns = np.sort(random.choice(N_COLUMNS, N_ENTRIES, replace=False))
                values = random.normal(size=N_ENTRIES).round(3)
                label = int(values @ planes[columns] + 2 * random.normal() > 0)
                entries = " ".join(f"{column + 1}:{value}" for column, value in zip(columns, values, strict=True))
                file.write(f"{label} {entries}\n")
    (folder / "many.svm").write_bytes((folder / "train.svm").read_bytes() * N_COPIES)


def read(path):
    """Return rows and labels of a file."""
    return load_svmlight_file(str(path), n_features=N_COLUMNS)


def workers():
    """Train with one process and with two, in turns, on many rows."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        write_rows(folder)
        engines = {n: stack.enter_context(processes(n)) for n in (1, 2)}
        options = {"shards": 8, "epochs": 10, "learner": "averaged-perceptron"}
        took, files = {1: [], 2: []}, set()
        for _ in range(3):
            for n, engine in engines.items():
                spent, (model, _) = seconds(lambda e=engine: rb.train_on(e, folder / "many.svm", **options))
                took[n].append(spent)
                files.add(model[-1].coef_.tobytes())
    return {"one": min(took[1]), "two": min(took[2]), "ratio": min(took[2]) / min(took[1]), "models": len(files)}


def ours(**options):
    """Return a function that trains, and returns weights and bias."""

    def fit(engine, path):
        model, _ = rb.train_on(engine, path, shards=4, learner="averaged-perceptron", **options)
        return model[-1].coef_.ravel(), model[-1].intercept_

    return fit


OURS = {
    "rosenblatt, up to 4 epochs of 10 mixes": ours(epochs=4),
    "rosenblatt, 2 epochs of 1 mix": ours(epochs=2, mixes=1),
}


def incremental(engine, path):
    """The chunks are read on the workers, as dask-ml's users do."""
    n_rows = N_ROWS if path.stem == "train" else N_ROWS * N_COPIES
    rows = delayed(lambda path: read(path)[0].toarray())(str(path))
    labels = delayed(lambda path: read(path)[1])(str(path))
    X = da.from_delayed(rows, (n_rows, N_COLUMNS), float).rechunk((n_rows // 4, N_COLUMNS))
    y = da.from_delayed(labels, (n_rows,), float).rechunk(n_rows // 4)
    model = Incremental(SGDClassifier(random_state=0, average=True), shuffle_blocks=False)
    model.fit(X, y, classes=[0, 1])
    return model.estimator_.coef_.ravel(), model.estimator_.intercept_


def mllib(kind):
    """Return a function that fits a classifier of MLlib with its defaults."""

    def fit(engine, path):
        data = engine._session.read.format("libsvm").option("numFeatures", N_COLUMNS).load(str(path))
        model = getattr(classification, kind)().fit(data)
        return model.coefficients.toArray(), np.array([model.intercept])

    return fit


def rivals():
    """Time files to weights on the same cluster, twice each; the error is that of rows that none has seen."""
    found = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_rows(folder)
        X, y = read(folder / "test.svm")
        on = {
            "dask": {**OURS, "dask_ml Incremental(SGDClassifier)": incremental},
            "spark": {
                **OURS,
                "MLlib LogisticRegression": mllib("LogisticRegression"),
                "MLlib LinearSVC": mllib("LinearSVC"),
            },
        }
        for where, programs in on.items():
            with ENGINES[where](2) as engine:
                dict(engine.map(nothing, range(8), None))
                for (program, fit), file in product(programs.items(), ("train", "many")):
                    path = folder / f"{file}.svm"
                    runs = [seconds(lambda e=engine, fit=fit, path=path: fit(e, path)) for _ in range(2)]
                    (coef, bias), (again, _) = runs[0][1], runs[1][1]
                    error = float(np.mean((X @ coef + bias > 0) != (y > 0)))
                    same = coef.tobytes() == again.tobytes()
                    how = {"first": runs[0][0], "second": runs[1][0], "error": error, "two runs agree": same}
                    found[f"{program} on {where}, {file}"] = how
    return found


class Weighed:
    """Runs a function on shards, and adds up what would be on the wire."""

    def __init__(self, engine, shards):
        self.engine, self.shards, self.rounds = engine, shards, []

    def run(self, function, call):
        results = run_all(self.engine, function, self.shards, call)
        self.rounds.append((len(pickle.dumps(call)), sum(len(pickle.dumps(one)) for one in results)))
        return results


def many():
    """Train 1,000 shards x 2^20 columns on two processes; the memory is that of this process, which drives them."""
    shards = [DrawnShard(number, 1000, 1 << 20) for number in range(1000)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with processes(2) as engine:
        tasks = Weighed(engine, shards)
        learner = rb.Perceptron(final="average", max_iter=3, tol=None)
        spent, _ = seconds(
            lambda: fit_shards(learner, Sharding(tasks, np.array([0, 1]), 1 << 20, "touched", 1, None), None)
        )
    sent, received = (max(sizes) for sizes in zip(*tasks.rounds, strict=True))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {
        "seconds per round": spent / len(tasks.rounds),
        "driver MB before": before / 1024,
        "driver MB at most": peak / 1024,
        "MB sent once per worker and round": sent / 1e6,
        "MB received per round at most": received / 1e6,
    }


def main():
    """Measure, and print one JSON object per part."""
    os.environ["PYTHONPATH"] = str(Path.cwd())
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = HERE
    os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"  # on Linux too, Ray then listens at 127.0.0.1 only
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    parts = {"many": many, "rounds": rounds, "killed": killed, "workers": workers, "rivals": rivals}
    for name in sys.argv[1:] or parts:
        load = os.getloadavg()[0]
        print(json.dumps({"part": name, "load before": round(load, 1), **parts[name]()}, indent=1), flush=True)


if __name__ == "__main__":
    main()
