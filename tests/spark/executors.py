"""Executors of Spark: the Java processes that start the Python workers of tasks."""

import contextlib
import os
import signal
from pathlib import Path

import psutil

WITHIN = 60  # seconds in which a killed process must be gone


def kill_executor(call):
    """Kill the executor of this task, note its process id, and return no result that could still be sent."""
    executor = next(process for process in psutil.Process().parents() if process.name() == "java")
    Path(call.folder, f"{call.number}.killed").write_text(str(executor.pid), encoding="utf-8")
    os.kill(executor.pid, signal.SIGKILL)
    executor.wait(WITHIN)


def wait_until_gone(process_id):
    """Raise if a process does not end."""
    with contextlib.suppress(psutil.NoSuchProcess):
        psutil.Process(process_id).wait(WITHIN)
