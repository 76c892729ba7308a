"""The process of a command: its standard streams, and the signals that end it."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from types import FrameType

from rosenblatt.cli._command import WRONG, Terminated

_HIGHEST_STANDARD = 2  # the number of standard error


def check_streams() -> None:
    """End with a sentence if standard output is closed; what goes to a closed standard error is dropped.

    The numbers of closed streams are occupied: a file that is opened later would have one of them, and receive what
    libraries print.
    """
    if sys.stdin and sys.stdout and sys.stderr:
        return
    while (number := os.open(os.devnull, os.O_RDWR)) <= _HIGHEST_STANDARD:
        pass
    os.close(number)
    if not sys.stderr:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  open until the end
    if not sys.stdout:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
        sys.stderr.write(f"Error: standard output is closed; redirect it to a file or to {os.devnull}\n")
        raise SystemExit(WRONG)


def end_on_signals() -> None:
    """Let SIGTERM and SIGHUP raise `Terminated`, unless the process ignores them, as under ``nohup``."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _terminate)


def _terminate(number: int, _: FrameType | None) -> None:
    raise Terminated(128 + number)
