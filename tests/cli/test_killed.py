"""Whatever ends a run, there is no half of a model, and nothing that the next run would trip over.

The second file of the data is a named pipe: a run that has opened it has read the first file, and goes on to encode its
rows. So it can be ended while it waits for the rest.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import rosenblatt as rb

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs named pipes and /proc")

ROWS = "0 1:1.5\n1 2:2.5\n" * 200
COMMAND = [sys.executable, "-m", "rosenblatt.cli.app"]


@contextlib.contextmanager
def waiting(arguments, pipe):
    """Start a run, and hold it where it has opened the pipe, which does not end."""
    command = COMMAND + list(map(str, arguments))
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as child:
        opener = threading.Thread(target=open_when_ended, args=(child, pipe))
        opener.start()
        with pipe.open("wb", buffering=0) as stream:
            assert child.poll() is None, child.stderr.read()
            stream.write(b"0 1:1\n")
            yield child
    opener.join()


def open_when_ended(child, pipe):
    """Open the pipe in the place of a run that ended without it, so that the other side waits no longer."""
    child.wait()
    with contextlib.suppress(FileNotFoundError):
        os.close(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK))


def wait_until(happened, child):
    """Wait for what a run does; fail if the run ends before."""
    while not happened():
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(timeout=0.01)
            pytest.fail(f"the run ended: {child.stderr.read()}")


@pytest.fixture
def parts(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "part1.svm").write_text(ROWS)
    os.mkfifo(folder / "part2.svm")
    return folder / "part*.svm", folder / "part2.svm"


def train(files, model):
    return ["train", files, "--memory", "0", "-o", model]


def open_files_without_a_name(pid):
    names = []
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # it was closed meanwhile
            names.append(str(link.readlink()))
    return [name for name in names if name.endswith("(deleted)")]


def test_a_killed_training_leaves_nothing_and_the_next_one_works(run, parts, tmp_path):
    files, pipe = parts
    (tmp_path / "out").mkdir()
    with waiting(train(files, tmp_path / "out" / "m"), pipe) as child:
        wait_until(lambda: open_files_without_a_name(child.pid), child)  # there will be a cache
        child.kill()
        child.wait()

        assert list((tmp_path / "out").iterdir()) == []
    pipe.unlink()
    assert run(*train(files, tmp_path / "out" / "m")).exit_code == 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["m"]


def test_a_killed_training_leaves_the_model_that_was_there(parts, tmp_path):
    files, pipe = parts
    model = tmp_path / "m"
    rb.save(rb.Perceptron().fit([[0], [1]], ["a", "b"]), model)
    before = model.read_bytes()
    with waiting([*train(files, model), "--force"], pipe) as child:
        child.kill()
        child.wait()

        assert model.read_bytes() == before


def test_ctrl_c_ends_with_130_says_what_was_done_and_leaves_nothing(parts, tmp_path):
    files, pipe = parts
    (tmp_path / "out").mkdir()
    with waiting(train(files, tmp_path / "out" / "m"), pipe) as child:
        child.send_signal(signal.SIGINT)
        _, said = child.communicate()

    assert child.returncode == 130
    assert said == "Interrupted: no model was written.\n"
    assert list((tmp_path / "out").iterdir()) == []


def test_predictions_that_were_never_finished_are_not_there_and_do_not_bother_the_next_run(run, parts, tmp_path):
    files, pipe = parts
    run("train", files.parent / "part1.svm", "-o", tmp_path / "m", "--quiet")
    out = tmp_path / "out.csv"
    with waiting(["predict", tmp_path / "m", files, "-o", out], pipe) as child:
        child.kill()
        child.wait()

        assert not out.exists()
    pipe.unlink()
    assert run("predict", tmp_path / "m", files, "-o", out).exit_code == 0
    assert len(out.read_text().splitlines()) == 401
    assert not list(tmp_path.glob("out.csv.*"))


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_terminated_run_removes_what_it_began(run, parts, tmp_path, number, code):
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip(f"{number.name} is ignored here, as under nohup, and by the runs that are started")
    files, pipe = parts
    (tmp_path / "out").mkdir()
    run("train", files.parent / "part1.svm", "-o", tmp_path / "m", "--quiet")
    with waiting(["predict", tmp_path / "m", files, "-o", tmp_path / "out" / "x.csv"], pipe) as child:
        wait_until(lambda: list((tmp_path / "out").iterdir()), child)  # its temporary file
        child.send_signal(number)
        child.communicate()

    assert child.returncode == code
    assert list((tmp_path / "out").iterdir()) == []


def test_a_run_that_never_opens_the_pipe_fails_the_test(parts, tmp_path):
    with pytest.raises(AssertionError, match="No such option"), waiting(["train", "--nonsense"], parts[1]):
        pass


# After the rename: standard output is a pipe that is full, so a command that prints is still there


@contextlib.contextmanager
def printing_into_a_full_pipe(arguments):
    """Start a run that ends only when it is ended, since what it prints finds no room."""
    reader, writer = os.pipe()
    try:
        os.set_blocking(writer, False)
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(writer, b" " * 4096)
        os.set_blocking(writer, True)
        command = COMMAND + list(map(str, arguments))
        with subprocess.Popen(command, stdout=writer, stderr=subprocess.PIPE, text=True) as child:
            yield child
    finally:
        os.close(reader)
        os.close(writer)


def is_printing(child):
    """Whether a run waits for room in its standard output.

    Before, it may be importing, where Python reports and then ignores a signal that comes in a callback.
    """
    call = Path(f"/proc/{child.pid}/syscall").read_text().split()  # the number of the system call, and its arguments
    return len(call) > 1 and call[1] == "0x1"


ENDS = [(signal.SIGINT, "Interrupted", 130), (signal.SIGTERM, "Terminated", 143)]


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("has_old", [False, True])
def test_a_model_that_was_written_before_the_interrupt_is_said_to_be_there(parts, tmp_path, end, has_old):
    number, word, code = end
    model, before = tmp_path / "m", None
    if has_old:
        rb.save(rb.Perceptron().fit([[0], [1]], ["a", "b"]), model)
        before = model.read_bytes()
    rows = parts[0].parent / "part1.svm"
    with printing_into_a_full_pipe(["train", rows, "-o", model, "--force"]) as child:
        wait_until(lambda: model.exists() and model.read_bytes() != before and is_printing(child), child)
        child.send_signal(number)
        _, said = child.communicate()

    assert said == f"{word}: the model was written to {model}; its report may be incomplete.\n"
    assert child.returncode == code
    assert rb.load(model) is not None


@pytest.mark.parametrize("end", ENDS)
def test_an_export_that_was_written_before_the_interrupt_is_said_to_be_there(run, parts, tmp_path, end):
    number, word, code = end
    run("train", parts[0].parent / "part1.svm", "-o", tmp_path / "m", "--quiet")
    out = tmp_path / "m.csv"
    with printing_into_a_full_pipe(["export", tmp_path / "m", "--to", "csv", "-o", out]) as child:
        wait_until(lambda: out.exists() and is_printing(child), child)
        child.send_signal(number)
        _, said = child.communicate()

    assert (said, child.returncode) == (f"{word}: the model was exported to {out}.\n", code)
