"""A Ray cluster for the tests of this folder, which `make test-engines` runs; without Ray they are skipped."""

import importlib.util
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest

import rosenblatt as rb

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="session", autouse=True)
def settings():
    """What Ray reads when it is imported: this machine only, a token of these tests, and no statistics."""
    if importlib.util.find_spec("ray") is None:
        pytest.skip("ray is not installed; run `make test-engines`")
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(prefix="ray") as folder:
        patch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")  # on Linux too, all listen at 127.0.0.1 only
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(16))
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_TMPDIR", folder)  # short, because names of sockets must be
        patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
        yield


@pytest.fixture(scope="session")
def cluster(settings):
    """The address of a cluster of two workers, which ends with its first process."""
    port, client = free_ports(2)
    command = [Path(sys.executable).with_name("ray"), "start", "--head", "--block", "--num-cpus=2"]
    command += [f"--port={port}", "--include-dashboard=false"]
    if importlib.util.find_spec("grpc") is not None:  # then Ray starts a server for clients, by default on a fixed port
        command.append(f"--ray-client-server-port={client}")
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "start_new_session": True}
    with subprocess.Popen(command, **how) as head:
        try:
            printed = []
            for line in head.stdout:
                printed.append(line)
                if "Ray runtime started" in line:
                    break
            assert head.poll() is None, "".join(printed)
            yield f"127.0.0.1:{port}"
        finally:
            head.terminate()
            head.wait()
            with suppress(ProcessLookupError):  # it should have ended its processes
                os.killpg(head.pid, signal.SIGKILL)


@pytest.fixture(scope="session")
def engine(cluster):
    """An engine on the connection of this process."""
    import ray  # noqa: PLC0415  after its settings

    ray.init(cluster, log_to_driver=False, logging_level="error")
    assert [node["NodeManagerAddress"] for node in ray.nodes()] == ["127.0.0.1"]
    yield rb.engines.Ray()
    ray.shutdown()


def free_ports(n):
    """Numbers of ports that are free now."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(n)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports
