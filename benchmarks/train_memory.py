"""Memory of training on a large CSV: ``python -m benchmarks.train_memory [GIGABYTES]``.

Writes a file of GIGABYTES of short texts (2 by default), trains on it by the command, words and pairs, with 250 MB of
memory for rows, and prints the peak of that process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from multiprocessing import Process
from pathlib import Path

from benchmarks.stream_memory import write

MOST = 600_000_000


def main(gigabytes):
    """Write, train, and print the result."""
    with tempfile.TemporaryDirectory(prefix="rosenblatt-bench-") as folder:
        path = Path(folder, "texts.csv")
        writer = Process(target=write, args=(path, gigabytes * 1e9))  # its memory would count for its children
        writer.start()
        writer.join()
        program = str(Path(sys.executable).with_name("rosenblatt"))
        options = ["--label", "label", "--memory", "250MB", "--epochs", "2", "--json", "-o", f"{folder}/model"]
        start = time.perf_counter()
        child = subprocess.Popen([program, "train", str(path), *options], stdout=subprocess.PIPE, text=True)
        said = json.loads(child.stdout.read())
        most = 1024 * os.wait4(child.pid, 0)[2].ru_maxrss
        seconds, size = time.perf_counter() - start, path.stat().st_size
    verdict = "reached" if most < MOST else "LOST"
    on_disk = said["rows_on_disk"] / 1e9
    print(f"{size / 1e9:.2f} GB, {said['rows']:,} rows, 2 epochs in {seconds:.0f} s, {on_disk:.2f} GB of rows on disk")
    print(f"peak of the process: {most / 1e6:.0f} MB, to be under {MOST / 1e6:.0f} MB: {verdict}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if sys.argv[1:] else 2.0)
