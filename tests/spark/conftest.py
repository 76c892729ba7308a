"""Spark sessions for the tests of this folder, which `make test-engines` runs; without Java 17 they are skipped.

A process can have sessions of one kind only, so `test_connect.py` and `test_executors.py` have one each.
"""

import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

import rosenblatt as rb

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="session")
def classic(tmp_path_factory):
    """An engine on a session of two slots that tries a task up to four times."""
    with spark_engine(lambda builder: builder.master("local[2,4]"), tmp_path_factory.mktemp("spark")) as engine:
        yield engine


@pytest.fixture(scope="session")
def connect(tmp_path_factory):
    """The same, as a client of Spark Connect, with a server that it starts."""
    with spark_engine(lambda builder: builder.remote("local[2,4]"), tmp_path_factory.mktemp("spark")) as engine:
        yield engine


@pytest.fixture(scope="session")
def executors(tmp_path_factory):
    """The same on a cluster of two executors with one slot each, which are processes of their own."""
    home = tmp_path_factory.mktemp("home")  # Spark writes the logs of executors here
    distribution = Path(pytest.importorskip("pyspark").__file__).parent
    for name in ("bin", "jars"):
        (home / name).symlink_to(distribution / name)

    def choose(builder):
        return builder.master("local-cluster[2,1,512]").config("spark.executor.memory", "512m")

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPARK_HOME", str(home))
        with spark_engine(choose, tmp_path_factory.mktemp("spark")) as engine:
            yield engine


@contextmanager
def spark_engine(choose, folder):
    """Start Spark on this machine, which talks to this machine only."""
    sql = pytest.importorskip("pyspark.sql", reason="pyspark is not installed; run `make test-engines`")
    version = java_version()
    if version is None or version < 17:
        pytest.skip(f"Spark needs Java 17 or later, found {version or 'none'}; install it or set JAVA_HOME")
    options = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.local.dir": str(folder),
        "spark.log.level": "OFF",
    }
    lines = [f"{name} {value}\n" for name, value in options.items()]
    (folder / "spark-defaults.conf").write_text("".join(lines), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPARK_CONF_DIR", str(folder))
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("TMPDIR", str(folder))  # of workers
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        patch.setenv("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1")  # Java starts sooner
        patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
        session = choose(sql.SparkSession.builder.appName("rosenblatt")).getOrCreate()
        try:
            yield rb.engines.Spark(session)
        finally:
            session.stop()


def java_version():
    """The major version of the Java that Spark would start, or None."""
    home = os.environ.get("JAVA_HOME")
    command = [f"{home}/bin/java" if home else "java", "-version"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    except (OSError, subprocess.CalledProcessError):
        return None
    found = re.search(r'version "(\d+)', said)
    return int(found[1]) if found else None
