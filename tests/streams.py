"""Bytes that are handed over as streams. Writers end by themselves, and a reader that waits in vain fails the test."""

import contextlib
import os
import sys
import threading
from concurrent.futures import Future
from concurrent.futures import TimeoutError as TookTooLong
from pathlib import Path
from types import SimpleNamespace

import pytest

LONGEST_READ = 120  # seconds: a bound for readers that wait in vain, which no test reaches


@contextlib.contextmanager
def open_file(data):
    """Yield the name of a file that is open, as a shell's ``<(cat data)`` is; it ends after the data."""
    reader, writer = os.pipe()
    thread = threading.Thread(target=_write, args=(writer, data), daemon=True)
    thread.start()
    try:
        yield f"/dev/fd/{reader}"
    finally:
        os.close(reader)  # a writer whose reader had enough ends
        _join(thread)


@contextlib.contextmanager
def named_pipe(path, data):
    """Yield the name of a pipe in the file system, which one writer opens once."""
    os.mkfifo(path)
    thread = threading.Thread(target=_open_and_write, args=(path, data), daemon=True)
    thread.start()
    try:
        yield str(path)
    finally:
        os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))  # the writer ends, even if no reader has come
        _join(thread)
        path.unlink()


@contextlib.contextmanager
def standard_input(data):
    """Yield ``-``, with the data on standard input."""
    with open_file(data) as name, Path(name).open("rb") as buffer, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", SimpleNamespace(buffer=buffer))
        yield "-"


def bounded(read):
    """Read in a thread; fail if that takes too long, as when a named pipe is opened again after its writer."""
    outcome = Future()
    thread = threading.Thread(target=_settle, args=(outcome, read), daemon=True)
    thread.start()
    try:
        return outcome.result(LONGEST_READ)
    except TookTooLong:
        pytest.fail("reading did not end")


def _settle(outcome, read):
    try:
        outcome.set_result(read())
    except BaseException as error:
        outcome.set_exception(error)


def _join(writer):
    writer.join(LONGEST_READ)
    if writer.is_alive():
        pytest.fail("the writer did not end")


def _open_and_write(path, data):
    _write(os.open(path, os.O_WRONLY), data)


def _write(number, data):
    with contextlib.suppress(BrokenPipeError), os.fdopen(number, "wb", buffering=0) as pipe:
        view = memoryview(data)
        while view:
            view = view[pipe.write(view) :]
