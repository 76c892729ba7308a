"""Commands import only what they need, and are the same programs with it."""

import json
import subprocess
import sys

import pytest
from safetensors import safe_open

from rosenblatt.cli.app import app, load

SLOW = ("sklearn", "scipy", "pandas", "flint", "matplotlib", "numpy.ma", "numpy.random")


def imported_by(*arguments, slow=SLOW):
    """Run a command in a process of its own, and list which of these packages it imported."""
    code = (
        "import sys\n"
        "from rosenblatt.cli.app import app\n"
        f"app({list(map(str, arguments))}, standalone_mode=False)\n"
        f"print(*sorted(set({slow}) & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stderr.split()


def test_every_command_is_found_by_its_name():
    assert [load(name).name for name in app.names] == list(app.names)


@pytest.mark.parametrize("arguments", [("--help",), ("train", "--help")])
def test_help_does_not_wait_for_numpy(arguments):
    assert imported_by(*arguments, slow=("numpy", "pyarrow", "rich")) == []


@pytest.mark.parametrize("pairs", [20, 1100], ids=["in folds", "with a race on a sample"])
def test_texts_are_learned_predicted_and_evaluated_without_scipy_and_scikit_learn(written, tmp_path, pairs):
    texts = written("text,label\n" + "so good,yes\nso very bad,no\n" * pairs, "texts.csv")
    model = tmp_path / "model"

    assert imported_by("train", texts, "--label", "label", "--text", "text", "-o", model, "--quiet") == []
    assert imported_by("predict", model, texts) == []
    assert imported_by("evaluate", model, texts) == []


@pytest.mark.parametrize("options", [(), ("--bits", "10")])
def test_tables_are_learned_predicted_and_evaluated_without_them_too(films, tmp_path, options):
    model = tmp_path / "model"

    assert imported_by("train", films, "--label", "verdict", "-o", model, "--quiet", *options) == []
    assert imported_by("predict", model, films) == []
    assert imported_by("evaluate", model, films) == []


def test_a_program_learns_the_same_bits_as_a_call(run, films, tmp_path):
    paths = [tmp_path / name for name in ("here", "there")]
    options = ["--label", "verdict", "--quiet", "-o"]
    run("train", films, *options, paths[0])
    subprocess.run([sys.executable, "-m", "rosenblatt.cli.app", "train", films, *options, paths[1]], check=True)
    here, there = map(parts_of, paths)

    assert here == there


def parts_of(path):
    """What is in a model file, but for when it was made and how long that took."""
    with safe_open(path, "numpy") as file:
        (text,) = file.metadata().values()
        header = json.loads(text)
        arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118  it is no dict
    (history,) = (name for name in arrays if name.endswith("history"))
    arrays[history] = arrays[history][:, :-1]  # the last number is that of the seconds
    plain = {name: repr(array.tolist()) for name, array in arrays.items()}  # a NaN differs from itself
    return header["model"], header["versions"], plain
