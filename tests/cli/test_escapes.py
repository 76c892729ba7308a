"""Control characters of a file are obeyed by no terminal, and reach files and pipes as they are."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")

RED, BACKWARDS = "\x1b[31m", "\N{RIGHT-TO-LEFT OVERRIDE}"
EVIL = f"a{RED}{BACKWARDS}\x9b"
SHOWN = r"a\x1b[31m\u202e\x9b"


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "data.csv"
    rows = "".join(f"{n % 7},{n},{(EVIL, 'b')[n % 2]}\n" for n in range(40))
    path.write_text(f"x{RED},n,label\n{rows}", encoding="utf-8")
    return path


@pytest.fixture
def trained(data, tmp_path):
    shown("train", data, "--label", "label", "-o", tmp_path / "m", "--quiet")
    return tmp_path / "m"


def shown(*words, on_terminal=True):
    """Run a command whose output and errors go to a terminal, or to a pipe, and return what arrived there."""
    import pty  # noqa: PLC0415  which Windows has not
    import tty  # noqa: PLC0415

    reader, writer = pty.openpty() if on_terminal else os.pipe()
    if on_terminal:
        tty.setraw(writer)
    command = [sys.executable, "-m", "rosenblatt.cli.app", *map(str, words)]
    environment = {**os.environ, "TERM": "dumb", "COLUMNS": "200", "PYTHONUTF8": "1"}
    with subprocess.Popen(command, stdout=writer, stderr=writer, env=environment):
        os.close(writer)
        pieces = []
        try:
            while piece := os.read(reader, 4096):
                pieces.append(piece)
        except OSError:  # Linux has it for the end of a terminal
            pass
    os.close(reader)
    return b"".join(pieces).decode()


def commands(data, model):
    return [
        ["predict", model, data],
        ["predict", model, data, "--scores"],
        ["trace", data, "--label", "label", "--epochs", "2"],
        ["trace", data, "--label", "label", "--epochs", "2", "--csv"],
        ["trace", data, "--label", "label", "--epochs", "2", "--markdown"],
        ["certify", data, "--label", "label"],
        ["train", data, "--label", "missing", "-o", model.with_name("new")],
        ["certify", data, "--label", "missing"],
        ["inspect", data.with_name(f"no{RED}")],
        ["inspect", model],
        ["evaluate", model, data],
        ["train", f"--{RED}"],
    ]


@pytest.mark.parametrize("which", range(12))
def test_a_terminal_shows_control_characters_and_does_not_obey_them(data, trained, which):
    text = shown(*commands(data, trained)[which])

    assert text
    assert not {"\x1b[31m", BACKWARDS, "\x9b"} & {text[i : i + n] for n in (1, 5) for i in range(len(text))}


def test_predictions_on_a_terminal_are_escaped_and_in_a_pipe_are_as_they_were(data, trained):
    words = ["predict", trained, data]

    assert shown(*words).replace(SHOWN, EVIL) == shown(*words, on_terminal=False)
    assert SHOWN in shown(*words)
    assert EVIL in shown(*words, on_terminal=False)


def test_an_error_on_a_terminal_shows_the_name_as_it_is_escaped(data, tmp_path):
    words = ["train", data, "--label", "missing", "-o", tmp_path / "new"]

    assert r"there are x\x1b[31m, n, label" in shown(*words)
