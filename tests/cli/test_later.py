"""Commands start without what they do not need."""

import json
import subprocess
import sys

import pytest
from safetensors import safe_open

SLOW = {"pandas", "sklearn", "flint", "rich", "pyarrow.parquet", "numpy.testing._private", "cloudpickle", "scipy._lib"}


def loaded_by(arguments):
    """Run a command and list which of the slow packages it loaded."""
    code = (
        "import sys\n"
        "from rosenblatt.cli import app, _later\n"
        f"_later.start_quickly({list(map(str, arguments))})\n"
        f"app.app({list(map(str, arguments))}, standalone_mode=False)\n"
        f"print(*sorted({SLOW} & set(sys.modules)), file=sys.stderr)\n"
        "import numpy\n"
        "import scipy.sparse as sp\n"
        "print(numpy.testing.assert_equal(1, 1), numpy.f2py.get_include()[-3:], sp.eye(2).nnz, file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    slow, used = done.stderr.splitlines()
    assert used == "None src 2"  # what waits can be used all the same
    return slow.split()


def test_training_and_guessing_load_little(written, tmp_path):
    texts = written("text,label\n" + "so good,yes\nso very bad,no\n" * 20, "texts.csv")

    assert loaded_by(["train", texts, "--label", "label", "--text", "text", "-o", tmp_path / "m", "--quiet"]) == []
    assert loaded_by(["predict", tmp_path / "m", texts]) == []


def test_other_rows_are_those_of_scipy(films, written, tmp_path):
    loaded = ["scipy._lib"]
    matrix = written("0 1:1.5\n1 2:2.5\n" * 20, "rows.svm")

    assert loaded_by(["train", matrix, "-o", tmp_path / "of a matrix", "--quiet"]) == loaded
    assert loaded_by(["train", films, "--label", "verdict", "-o", tmp_path / "m", "--quiet"]) == loaded
    assert loaded_by(["predict", tmp_path / "m", films]) == loaded


def test_what_is_exported_belongs_to_scikit_learn_and_takes_frames(model, tmp_path):
    pytest.importorskip("pandas")
    loaded = loaded_by(["export", model, "--to", "sklearn", "-o", tmp_path / "x.joblib"])

    assert {"pandas", "sklearn"} <= set(loaded)


def test_a_program_learns_the_same_bits_without_scikit_learn(run, films, tmp_path):
    paths = [tmp_path / name for name in ("here", "there")]
    options = ["--label", "verdict", "--quiet", "-o"]
    run("train", films, *options, paths[0])
    subprocess.run([sys.executable, "-m", "rosenblatt.cli.app", "train", films, *options, paths[1]], check=True)
    here, there = map(parts_of, paths)

    assert here == there


def parts_of(path):
    """What is in a file of a model, but for when it was made and how long that took."""
    with safe_open(path, "numpy") as file:
        (text,) = file.metadata().values()
        header = json.loads(text)
        arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118  it is no dict
    (history,) = (name for name in arrays if name.endswith("history"))
    arrays[history] = arrays[history][:, :-1]  # the last number is that of the seconds
    plain = {name: array.tolist() for name, array in arrays.items()}
    return header["model"], header["versions"], plain
