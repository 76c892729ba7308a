"""Memory from a large CSV to hashed rows: ``python -m benchmarks.stream_memory [GIGABYTES]``.

Writes a file of GIGABYTES of short texts (2 by default), reads it batch by batch in a new process, converts each batch
to hashed rows, and prints the peak of that process, including Python, NumPy and pyarrow.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.memory import peak
from benchmarks.text import BITS, documents
from rosenblatt import TextFeatures, open_batches

MOST = 400_000_000


def write(path, size):
    """Write the same 300,000 texts repeatedly until the file is large enough."""
    lines = "".join(f"{i % 2},{text}\n" for i, text in enumerate(documents())).encode()
    with path.open("wb") as file:
        file.write(b"label,text\n")
        while file.tell() < size:
            file.write(lines)


def read(path):
    """Read it all, and print the rows, their entries, the seconds and the peak."""
    features, rows, entries, start = TextFeatures(bits=BITS), 0, 0, time.perf_counter()
    for batch in open_batches(path, label="label"):
        matrix = features.transform(batch.data["text"])
        rows, entries = rows + matrix.shape[0], entries + matrix.nnz
    print(rows, entries, time.perf_counter() - start, peak())


def main(gigabytes):
    """Write, read, and print the result."""
    with tempfile.TemporaryDirectory(prefix="rosenblatt-bench-") as folder:
        path = Path(folder, "texts.csv")
        write(path, gigabytes * 1e9)
        command = [sys.executable, "-m", "benchmarks.stream_memory", "--read", str(path)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        size = path.stat().st_size
    rows, entries, seconds, most = map(float, done.stdout.split())
    verdict = "reached" if most < MOST else "LOST"
    rate = size / 1e6 / seconds
    print(f"{size / 1e9:.2f} GB, {rows:,.0f} rows, {entries:,.0f} entries in {seconds:.1f} s: {rate:.0f} MB/s")
    print(f"peak of the process: {most / 1e6:.0f} MB, to be under {MOST / 1e6:.0f} MB: {verdict}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--read"]:
        read(sys.argv[2])
    else:
        main(float(sys.argv[1]) if sys.argv[1:] else 2.0)
