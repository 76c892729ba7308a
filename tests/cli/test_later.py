"""Commands start without what they do not need."""

import subprocess
import sys

import pytest


def loaded_by(arguments):
    """Run a command and list which of the slow packages it loaded."""
    code = (
        "import sys\n"
        "from rosenblatt.cli.app import main\n"
        f"sys.argv = ['rosenblatt', *{list(map(str, arguments))}]\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
        "import scipy.stats\n"
        "print(sorted({'pandas', 'scipy.stats._stats_py'} & set(sys.modules)), file=sys.stderr)\n"
        "print(scipy.stats.norm.cdf(0.0), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stderr.splitlines()


def test_training_loads_neither_pandas_nor_statistics_which_can_be_used_all_the_same(films, tmp_path):
    assert loaded_by(["train", films, "--label", "verdict", "-o", tmp_path / "m"]) == ["[]", "0.5"]


def test_pandas_is_there_for_the_pipeline_that_takes_frames(model, tmp_path):
    pytest.importorskip("pandas")
    loaded, _ = loaded_by(["export", model, "--to", "sklearn", "-o", tmp_path / "x.joblib"])

    assert "pandas" in loaded
