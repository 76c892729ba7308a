"""Standard streams that are closed, and signals."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a shell of POSIX, and its signals")

ROWS = "x,label\n" + "1,a\n2,b\n" * 20


def in_shell(redirection, *arguments):
    words = [sys.executable, "-m", "rosenblatt.cli.app", *map(str, arguments)]
    return subprocess.run(
        ["/bin/sh", "-c", f'"$@" {redirection}', "sh", *words], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["train", "data.csv", "--label", "label", "-o", "m"]])
def test_a_closed_standard_output_ends_with_a_sentence_before_any_work(tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data.csv").write_text(ROWS)
    ended = in_shell(">&-", *words)

    assert ended.returncode == 1
    assert ended.stderr == "Error: standard output is closed; redirect it to a file or to /dev/null\n"
    assert [path.name for path in tmp_path.iterdir()] == ["data.csv"]


@pytest.mark.parametrize("closed", ["2>&-", "2>&- <&-"])
def test_a_closed_standard_error_changes_nothing_else(tmp_path, closed):
    (tmp_path / "data.csv").write_text(ROWS)
    trained = in_shell(closed, "train", tmp_path / "data.csv", "--label", "label", "-o", tmp_path / "m")
    failed = in_shell(closed, "predict", tmp_path / "m", tmp_path / "missing.csv")

    assert (trained.returncode, failed.returncode) == (0, 1)
    assert f"model: {tmp_path / 'm'}" in trained.stdout


def test_a_closed_standard_input_is_refused_with_a_sentence(tmp_path):
    (tmp_path / "data.csv").write_text(ROWS)
    in_shell("", "train", tmp_path / "data.csv", "--label", "label", "-o", tmp_path / "m", "--quiet")
    ended = in_shell("<&-", "predict", tmp_path / "m", "-", "--format", "csv")

    assert ended.returncode == 1
    assert ended.stderr == "Error: standard input is closed; name a file\n"


def test_a_signal_that_is_ignored_stays_so_as_under_nohup():
    code = "import signal, sys; from rosenblatt.cli._process import end_on_signals; end_on_signals()\n"
    code += "print(signal.getsignal(signal.SIGHUP) is signal.SIG_IGN, callable(signal.getsignal(signal.SIGTERM)))"
    ended = subprocess.run(
        ["/bin/sh", "-c", "trap '' HUP; exec \"$@\"", "sh", sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
    )

    assert ended.stdout == "True True\n"
