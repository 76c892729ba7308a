"""A file that changes while a model is trained on it is refused, and no model is saved."""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.streams import bounded

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes")

N_ROWS = 400
ROWS = b"a,b,y\n" + b"1.5,2,1\n-1,0.5,0\n" * (N_ROWS // 2)


def change_while_training(run, tmp_path, *options):
    """Train on two files; when the second, a pipe, is reached, a row is added to the first."""
    first, second = tmp_path / "1.csv", tmp_path / "2.csv"
    first.write_bytes(ROWS)
    os.mkfifo(second)

    def change():
        with second.open("wb") as pipe:  # from here on, the first file was read once
            with first.open("ab") as file:
                file.write(b"0,0,0\n")
            pipe.write(ROWS)

    with ThreadPoolExecutor(1) as pool:
        changed = pool.submit(change)
        words = ["train", tmp_path / "?.csv", "--label", "y", "-o", tmp_path / "model", *options]
        result = bounded(lambda: run(*words))
        os.close(os.open(second, os.O_RDONLY | os.O_NONBLOCK))  # ends the writer if the run never opened the pipe
        changed.result()
    return result, first


def test_a_file_that_changes_during_the_training_is_refused_and_no_model_is_saved(run, tmp_path):
    result, first = change_while_training(run, tmp_path, "--memory", "0")

    assert result.exit_code == 1
    what = f"changed from {len(ROWS):,} to {len(ROWS) + 6:,} bytes while it was read"
    assert result.stderr == f"Error: {first}: the file {what}; read it once it is complete, or a copy of it\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1.csv", "2.csv"]


def test_rows_that_were_read_once_and_fit_into_memory_are_not_read_again(run, tmp_path):
    result, _ = change_while_training(run, tmp_path, "--json")

    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["rows"] == 2 * N_ROWS
