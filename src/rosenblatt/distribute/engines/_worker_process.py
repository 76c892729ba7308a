"""A process that runs one item at a time, and what the process itself runs: `main`.

Both ends write pickles: the process reads calls and items from its standard input, and writes results to what was its
standard output, so that nothing else can be printed there.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from contextlib import suppress
from typing import IO, Any

from rosenblatt.distribute.engine import pickled


class Died(Exception):
    """The process ended before it had a result."""


class WorkerProcess:
    """A process, started when it is first needed, and anew after it has died."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._call: bytes | None = None  # the last one that was sent
        self._has_ended = False

    def run(self, call: bytes, item: Any) -> Any:
        """Return the result for an item; `call` is the pickled function and what its items share.

        Raises
        ------
        Died : if the process ends before.
        RuntimeError : if the function raises.
        """
        process = self._started()
        stdin, stdout = _pipes(process)
        try:
            if call is not self._call:
                self._call = call
                _send(stdin, call)
            else:
                _send(stdin, b"")
            _send(stdin, pickled(item))
            is_result, value = pickle.load(stdout)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            code = _ended(process)
            self._process = None
            raise Died(f"its process ended with the exit code {code}") from None
        if not is_result:
            raise RuntimeError(value)
        return value

    def end(self) -> None:
        """End the process, also during an item; it is not started again."""
        self._has_ended = True
        if self._process is not None:
            _ended(self._process)
            self._process = None

    def _started(self) -> subprocess.Popen[bytes]:
        if self._has_ended:
            raise Died("it was ended")
        if self._process is None:
            here = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
            command = [sys.executable, "-c", f"from {__name__} import main; main()"]
            # A session of its own: Ctrl-C is for the driver, which then ends its processes.
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=here, start_new_session=True
            )
            self._call = None
        return self._process


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes]]:
    assert process.stdin is not None, "stdin is a pipe"
    assert process.stdout is not None, "stdout is a pipe"
    return process.stdin, process.stdout


def _ended(process: subprocess.Popen[bytes]) -> int:
    process.kill()
    code = process.wait()
    for pipe in _pipes(process):
        with suppress(OSError):  # what was not yet sent cannot be
            pipe.close()
    return code


def _send(stream: IO[bytes], data: bytes) -> None:
    stream.write(len(data).to_bytes(8, "little"))
    stream.write(data)
    stream.flush()


def _received(stream: IO[bytes]) -> bytes | None:
    """Return the next message; None at the end of the stream."""
    head = stream.read(8)
    size = int.from_bytes(head, "little")
    data = stream.read(size)
    return data if len(head) == 8 and len(data) == size else None


def _answer_all(stdin: IO[bytes], stdout: IO[bytes]) -> None:
    function: Any = None
    shared: Any = None
    while (call := _received(stdin)) is not None and (item := _received(stdin)) is not None:
        try:
            if call:
                function, shared = pickle.loads(call)
            answer = pickled((True, function(pickle.loads(item), shared)))
        except Exception as error:
            answer = pickled((False, f"{type(error).__name__}: {error}"))
        stdout.write(answer)
        stdout.flush()


def main() -> None:
    """Answer until the driver closes the pipe or is gone."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        _answer_all(sys.stdin.buffer, answers)
    except BrokenPipeError:
        os._exit(0)
