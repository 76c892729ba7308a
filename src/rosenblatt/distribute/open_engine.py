"""Engines by their names on the command line."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress

from rosenblatt.distribute.engine import Engine, in_one_line
from rosenblatt.distribute.engines.dask import Dask
from rosenblatt.distribute.engines.processes import Processes
from rosenblatt.distribute.engines.ray import Ray
from rosenblatt.distribute.engines.spark import Spark
from rosenblatt.errors import BadParameter, MissingPackage, RosenblattError

NAMES = "processes:N, dask://HOST:PORT, ray, spark or sc://HOST:PORT"


@contextmanager
def open_engine(name: str) -> Iterator[Engine]:
    """Start processes, or connect to a cluster; what was started ends with the block.

    Parameters
    ----------
    name : ``processes:4``; ``dask://scheduler:8786``; ``ray`` for the Ray of this program, or what ``ray.init`` finds
        or starts; ``spark`` for the session of this program or a new one, as ``spark-submit`` configures it, or
        ``sc://server:15002`` for Spark Connect.

    Examples
    --------
    >>> from rosenblatt.distribute.open_engine import open_engine
    >>> with open_engine("processes:2") as engine:
    ...     engine.n
    2
    """
    kind, _, rest = name.partition(":")
    is_url = rest.startswith("//") and rest.strip("/") != ""
    if kind == "processes" and rest.isdecimal() and int(rest) > 0:
        with Processes(int(rest)) as engine:
            yield engine
    elif kind == "dask" and is_url:
        with _dask(f"tcp:{rest}", name) as engine:
            yield engine
    elif name == "ray":
        with _ray() as engine:
            yield engine
    elif name == "spark" or (kind == "sc" and is_url):
        with _spark(name) as engine:
            yield engine
    else:
        raise BadParameter(f"`on=` must be {NAMES}, got {name!r}")


@contextmanager
def _dask(address: str, name: str) -> Iterator[Engine]:
    try:
        from distributed import Client  # noqa: PLC0415  an extra
    except ImportError:
        raise MissingPackage(f'{name} needs more packages: pip install "rosenblatt[dask]"') from None
    try:
        client = Client(address)
    except OSError as error:
        raise RosenblattError(f"{name}: no scheduler answers there: {error}") from None
    with client:
        yield Dask(client)


@contextmanager
def _ray() -> Iterator[Engine]:
    try:
        import ray  # noqa: PLC0415  an extra
    except ImportError:
        raise MissingPackage('ray needs more packages: pip install "rosenblatt[ray]"') from None
    is_running = ray.is_initialized()
    # Ray prints to standard output which workers died, and the report goes there.
    with redirect_stdout(sys.stderr):
        if not is_running:
            _init_ray()
        try:
            yield Ray()
        finally:
            if not is_running:
                ray.shutdown()


def _init_ray() -> None:
    import ray  # noqa: PLC0415

    handler = signal.getsignal(signal.SIGTERM)
    quiet = {"include_dashboard": False, "log_to_driver": False, "logging_level": logging.ERROR}
    try:
        ray.init(**quiet)
    except Exception as error:  # of gRPC or Ray
        raise RosenblattError(f"Ray does not answer: {in_one_line(error)}") from error
    finally:
        with suppress(ValueError):  # Ray replaces the handler in the main thread, where alone it can be put back
            signal.signal(signal.SIGTERM, handler)


@contextmanager
def _spark(name: str) -> Iterator[Engine]:
    try:
        from pyspark.sql import SparkSession  # noqa: PLC0415  an extra
    except ImportError:
        raise MissingPackage(f'{name} needs more packages: pip install "rosenblatt[spark]"') from None
    active = SparkSession.getActiveSession() if name == "spark" else None
    builder = SparkSession.builder if name == "spark" else SparkSession.builder.remote(name)
    try:
        session = active or builder.getOrCreate()
    except Exception as error:  # of Py4J, gRPC or Spark
        raise RosenblattError(f"{name}: Spark does not answer: {in_one_line(error)}") from error
    try:
        yield Spark(session)
    finally:
        if active is None:
            with suppress(Exception):  # it may have ended; then that is the error to show
                session.stop()
