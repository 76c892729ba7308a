"""``rosenblatt play``: a real server, with requests like those of a browser."""

import builtins
import json
import re
import signal
import socket
import subprocess
import sys
import urllib.request

import pytest
from click.testing import CliRunner

from rosenblatt.cli.app import app
from rosenblatt.playground import serve

pytest.importorskip("uvicorn", reason="the page is an extra: pip install 'rosenblatt[play]'")


def test_it_prints_its_address_serves_on_loopback_and_stops_on_ctrl_c():
    command = [sys.executable, "-m", "rosenblatt.cli.app", "play", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        try:
            line = server.stdout.readline()
            address = re.search(r"http://127\.0\.0\.1:\d+/", line)[0]
            with urllib.request.urlopen(address, timeout=20) as answer:
                assert b"rosenblatt play" in answer.read()
            with urllib.request.urlopen(f"{address}api/form", timeout=20) as answer:
                assert json.load(answer)["learners"]
        finally:
            server.send_signal(signal.SIGINT)
            _, errors = server.communicate(timeout=20)

    assert server.returncode == 0
    assert errors == ""


def test_a_browser_is_opened_unless_switched_off(monkeypatch):
    opened, printed = [], []
    monkeypatch.setattr("uvicorn.Server.run", lambda *_, sockets: printed.append(sockets[0].getsockname()[0]))
    monkeypatch.setattr(serve.threading, "Thread", Started)
    monkeypatch.setattr(serve.webbrowser, "open", opened.append)
    serve.serve(0, True, printed.append)
    serve.serve(0, False, printed.append)

    assert len(opened) == 1
    assert f"rosenblatt play is at {opened[0]} (Ctrl-C ends it)" in printed
    assert printed.count("127.0.0.1") == 2


class Started:
    """A thread that runs its target at once."""

    def __init__(self, *, target, args, daemon):
        self.start = lambda: target(*args)


def test_a_taken_port_is_rejected_with_a_sentence():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = CliRunner().invoke(app, ["play", "--no-browser", "--port", str(port)])

    assert result.exit_code == 1
    assert f"--port {port} is not available" in result.stderr


def test_without_the_extra_the_error_says_how_to_install_it(monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name == "uvicorn":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    result = CliRunner().invoke(app, ["play", "--no-browser"])

    assert result.exit_code == 1
    assert 'pip install "rosenblatt[play]"' in result.stderr
