"""Fuzz a reader, or ``rb.load``, by hand: ``make fuzz TARGET=csv SECONDS=600``; it is no test of the suite.

Only our own refusals may come out. Whatever else does, stops the run and is kept in a file ``crash-...``.
"""

import contextlib
import importlib
import io
import json
import sys
import tempfile
import zipfile
from pathlib import Path

import atheris

READERS = (
    *("arff", "arrow_file", "csv_file", "excel_file", "fasttext", "json_lines", "numpy_file", "open_batches"),
    *("sqlite_file", "svmlight", "tar_file"),
)
with atheris.instrument_imports(include=["rosenblatt"]):
    import rosenblatt as rb
    from rosenblatt import atomic_file
    from rosenblatt.errors import RosenblattError
    from rosenblatt.model_files import container
    from rosenblatt.read import _records

    for name in (
        "model_files.model_file",
        *(f"read.{reader}" for reader in READERS),
    ):  # later is not seen
        importlib.import_module(f"rosenblatt.{name}")

from tests.model_files.conftest import small_files  # noqa: E402
from tests.read.sheets import with_part  # noqa: E402
from tests.read.test_hostile_bytes import FILES  # noqa: E402

PARTS = {"xlsx": "xl/worksheets/sheet1.xml", "ods": "content.xml"}
FOLDER = Path(tempfile.mkdtemp(prefix="rosenblatt-fuzz-"))


def reader(name, corpus):
    """Read a file of this format, compressed if its name says so; the first byte chooses options.

    Of a workbook, some inputs are only the sheet in it: the checksums of a damaged archive would hide it.
    """
    file_format, _, compression = name.partition(".")
    path = FOLDER / f"data.{compression}" if compression else FOLDER / "data"
    for options in (0, 1, 4, 8, 32, 64):
        (corpus / f"{name}-{options}").write_bytes(bytes([options]) + FILES[name])
        if name in PARTS:
            (corpus / f"{name}-part-{options}").write_bytes(bytes([options | 16]) + _part(name))
    _records.BLOCK_BYTES, _records.LONGEST_RECORD = 64, 4096  # so that short inputs cross blocks

    def read(data):
        choice = data[0] if data else 0
        options = {"skip_bad": (0, 2, 50)[choice % 3], "batch_rows": (1, 7, 10_000)[choice // 3 % 3]}
        if choice & 32:
            options["label"] = "a"
        if choice & 64:
            options["encoding"] = "utf-16"
        is_part = name in PARTS and choice & 16
        path.write_bytes(with_part(FILES[name], PARTS[name], lambda _: data[1:]) if is_part else data[1:])
        with contextlib.suppress(RosenblattError):
            for batch in rb.open_batches(path, format=file_format, **options):
                batch.where(0)

    return read


def _part(name):
    with zipfile.ZipFile(io.BytesIO(FILES[name])) as archive:
        return archive.read(PARTS[name])


def model(corpus):
    """Load damaged bytes, or another text that has the right checksum before the arrays, and predict."""
    atomic_file._sync = lambda *_: None
    path = FOLDER / "model"
    files = list(small_files(FOLDER))
    for place, (_, data, text, _, _) in enumerate(files):
        (corpus / f"bytes-{place}").write_bytes(b"\0" + data)
        (corpus / f"text-{place}").write_bytes(bytes([1, place]) + json.dumps(text).encode())

    def load(data):
        if len(data) < 2:
            return
        _, _, _, arrays, X = files[data[1] % len(files)]
        with contextlib.suppress(RosenblattError, UnicodeDecodeError):
            if data[0] % 2 == 0:
                path.write_bytes(data[1:])
                rb.load(path)
                return
            text = data[2:].decode()
            if text.startswith("{") and "\0" not in text:
                container.write(path, text, arrays)
                rb.load(path).predict(X)

    return load


def main():
    target, *arguments = sys.argv[1:]
    corpus = FOLDER / "corpus"
    corpus.mkdir()
    one_input = model(corpus) if target == "model" else reader(target, corpus)
    atheris.Setup([sys.argv[0], *arguments, str(corpus)], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
