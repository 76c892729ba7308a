"""Engines by their names on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rosenblatt.distribute.engine import Engine
from rosenblatt.distribute.engines.dask import Dask
from rosenblatt.distribute.engines.processes import Processes
from rosenblatt.distribute.engines.spark import Spark
from rosenblatt.errors import BadParameter, MissingPackage, RosenblattError

NAMES = "processes:N, dask://HOST:PORT, spark or sc://HOST:PORT"


@contextmanager
def open_engine(name: str) -> Iterator[Engine]:
    """Start processes, or connect to a cluster; what was started ends with the block.

    Parameters
    ----------
    name : ``processes:4``, ``dask://scheduler:8786``, ``spark`` for the session of this program or a new one, as
        ``spark-submit`` configures it, or ``sc://server:15002`` for Spark Connect.

    Examples
    --------
    >>> from rosenblatt.distribute.open_engine import open_engine
    >>> with open_engine("processes:2") as engine:
    ...     engine.n
    2
    """
    kind, _, rest = name.partition(":")
    if kind == "processes" and rest.isdecimal() and int(rest) > 0:
        with Processes(int(rest)) as engine:
            yield engine
    elif kind == "dask" and rest.startswith("//") and rest.strip("/"):
        with _dask(f"tcp:{rest}", name) as engine:
            yield engine
    elif name == "spark" or (kind == "sc" and rest.startswith("//") and rest.strip("/")):
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
        raise RosenblattError(f"{name}: Spark does not answer: {' '.join(str(error).split())}") from error
    try:
        yield Spark(session)
    finally:
        if active is None:
            session.stop()
