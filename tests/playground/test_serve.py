"""``rosenblatt play``: a real server, reached as a browser reaches it."""

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


def test_it_prints_its_address_serves_this_machine_only_and_ends_with_ctrl_c():
    command = [sys.executable, "-m", "rosenblatt.cli.app", "play", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        try:
            said = server.stdout.readline()
            address = re.search(r"http://127\.0\.0\.1:\d+/", said)[0]
            with urllib.request.urlopen(address, timeout=20) as answer:
                assert b"rosenblatt play" in answer.read()
            with urllib.request.urlopen(f"{address}api/form", timeout=20) as answer:
                assert json.load(answer)["learners"]
        finally:
            server.send_signal(signal.SIGINT)
            _, errors = server.communicate(timeout=20)

    assert server.returncode == 0
    assert errors == ""


def test_a_browser_is_opened_unless_one_is_not_wanted(monkeypatch):
    opened, said = [], []
    monkeypatch.setattr("uvicorn.Server.run", lambda *_, sockets: said.append(sockets[0].getsockname()[0]))
    monkeypatch.setattr(serve.threading, "Thread", Started)
    monkeypatch.setattr(serve.webbrowser, "open", opened.append)
    serve.serve(0, True, said.append)
    serve.serve(0, False, said.append)

    assert len(opened) == 1
    assert f"rosenblatt play is at {opened[0]} (Ctrl-C ends it)" in said
    assert said.count("127.0.0.1") == 2


class Started:
    """A thread that does its work when it is started."""

    def __init__(self, *, target, args, daemon):
        self.start = lambda: target(*args)


def test_a_port_that_is_taken_is_refused_with_a_sentence():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = CliRunner().invoke(app, ["play", "--no-browser", "--port", str(port)])

    assert result.exit_code == 1
    assert f"--port {port} cannot be had" in result.stderr


def test_without_the_extra_the_answer_is_how_to_install_it(monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name == "uvicorn":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    result = CliRunner().invoke(app, ["play", "--no-browser"])

    assert result.exit_code == 1
    assert 'pip install "rosenblatt[play]"' in result.stderr
