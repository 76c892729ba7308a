"""Runs of commands that are ended by a signal: ``python -m tests.kills 300`` ends 300 and prints what they left.

A run is ended when progress is seen from outside: the core is loaded, the temporary folder is there, or the output is
there. Afterwards the output is the old one or a whole new one, and there is no litter: after SIGKILL once the command
has run again, else at once.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import rosenblatt as rb

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
MOMENTS = ("loaded", "begun", "written")
_PROGRAM = [sys.executable, "-m", "rosenblatt.cli.app"]
_ROWS = 3_000


class Victim(NamedTuple):
    """A command, its output, and a check that raises unless the output is whole."""

    words: list[str]
    output: Path
    check: Callable[[Path], object]


def prepare(folder: Path) -> dict[str, Victim]:
    """Write data, a model and an old output per command; return the commands by name."""
    data, small, model = folder / "data.csv", folder / "small.csv", folder / "model"
    chosen = random.Random(0)
    rows = [f"{chosen.random():.6f},{chosen.random():.6f},{chosen.choice('ab')}\n" for _ in range(_ROWS)]
    data.write_text("x,y,label\n" + "".join(rows), encoding="utf-8")
    small.write_text("x,y,label\n" + "".join(rows[:40]), encoding="utf-8")
    labelled = ["--label", "label"]
    _run(["train", str(data), *labelled, "-o", str(model), "--quiet"])
    words = {
        "train": ["train", str(data), *labelled, "--force", "-o"],
        "train on disk": ["train", str(data), *labelled, "--force", "--memory", "0", "-o"],
        "predict csv": ["predict", str(model), str(data), "-o"],
        "predict parquet": ["predict", str(model), str(data), "-o"],
        "export csv": ["export", str(model), "--to", "csv", "--force", "-o"],
        "export sklearn": ["export", str(model), "--to", "sklearn", "--force", "-o"],
        "trace html": ["trace", str(small), *labelled, "--epochs", "5", "--html"],
        "certify json": ["certify", str(small), *labelled, "--json"],
    }
    suffixes = {"predict csv": ".csv", "predict parquet": ".parquet"}
    victims = {}
    for name, command in words.items():
        (folder / name).mkdir()
        output = folder / name / f"out{suffixes.get(name, '')}"
        check = rb.load if command[0] == "train" else _same_as(_reference([*command, str(output)], output))
        victims[name] = Victim([*command, str(output)], output, check)
    return victims


def end(victim: Victim, number: signal.Signals, moment: str, scratch: Path) -> str:
    """Run a command, end it at a moment, check what is left, and return ``old``, ``new`` or ``done``: it was faster."""
    old = b"the old file"
    victim.output.write_bytes(old)
    with subprocess.Popen(
        [*_PROGRAM, *victim.words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(scratch)},
    ) as child:
        before = victim.output.stat().st_ino
        while child.poll() is None and not _has_come(moment, child.pid, victim.output, before):
            pass
        was_running = child.poll() is None
        child.send_signal(number)
    content = victim.output.read_bytes()
    if content != old:
        victim.check(victim.output)
    if number == signal.SIGKILL:
        _run(victim.words)
        victim.check(victim.output)
    litter = [path for folder in (victim.output.parent, scratch) for path in folder.iterdir() if path != victim.output]
    if litter:
        raise AssertionError(f"{number.name} at {moment}: {' '.join(victim.words)} left {litter}")
    return "done" if not was_running else "old" if content == old else "new"


def _has_come(moment: str, process: int, output: Path, before: int) -> bool:
    if moment == "loaded":
        with contextlib.suppress(OSError):
            return "_native" in Path(f"/proc/{process}/maps").read_text(encoding="utf-8")
        return False
    if moment == "begun":
        return len(os.listdir(output.parent)) > 1  # noqa: PTH208  often asked
    return output.stat().st_ino != before


def _run(words: list[str]) -> None:
    subprocess.run([*_PROGRAM, *words], capture_output=True, check=False)


def _reference(words: list[str], output: Path) -> bytes:
    _run(words)
    return output.read_bytes()


def _same_as(reference: bytes) -> Callable[[Path], None]:
    def check(path: Path) -> None:
        if path.read_bytes() != reference:
            raise AssertionError(f"{path} is neither the old file nor a whole new one")

    return check


def schedule(count: int) -> Iterator[tuple[int, signal.Signals, str]]:
    """Yield the number of a command, a signal and a moment, each as often as any other."""
    for turn in range(count):
        yield turn // (len(SIGNALS) * len(MOMENTS)), SIGNALS[turn % len(SIGNALS)], MOMENTS[turn // 4 % len(MOMENTS)]


def main(count: int) -> None:
    """End that many runs, and print how many left the old or the new file, per signal."""
    found: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        victims = prepare(Path(folder))
        scratch = Path(folder, "scratch")
        scratch.mkdir()
        for which, number, moment in schedule(count):
            victim = list(victims.values())[which % len(victims)]
            found[number.name, end(victim, number, moment, scratch)] += 1
    print(json.dumps({name: {left: n for (one, left), n in found.items() if one == name} for name, _ in found}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
