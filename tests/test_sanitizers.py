"""The core under AddressSanitizer and UndefinedBehaviorSanitizer: the tests that reach into it, run once more."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
REACH_INTO_THE_CORE = [
    "tests/test_core.py",
    "tests/test_rows.py",
    "tests/geometry/test_dual_descent.py",
    "tests/geometry/test_lifting.py",
    "tests/read/test_label_codes.py",
    "tests/train/test_narrow.py",
    "tests/train/test_row_store.py",
    "tests/learn/test_perceptron.py",
    "tests/learn/test_voted_perceptron.py",
    "tests/read/test_csv_file.py",
    "tests/read/test_records.py",
    "tests/read/test_svmlight.py",
    "tests/featurise/test_text_features.py",
    "tests/featurise/test_weighting.py",
]


def runtime(name):
    """The sanitizer's library, which has to be loaded before Python."""
    path = subprocess.run(["g++", f"-print-file-name={name}"], capture_output=True, text=True, check=True)
    return path.stdout.strip()


@pytest.mark.checkout
@pytest.mark.long(60)
@pytest.mark.skipif(sys.platform != "linux", reason="sanitizers are loaded the Linux way")
def test_the_core_has_no_memory_errors_and_no_undefined_behaviour(tmp_path):
    define = "--config-settings=cmake.define.ROSENBLATT_SANITIZE=ON"
    build_dir = f"--config-settings=build-dir={ROOT / 'build' / 'sanitized'}"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*install, define, build_dir, "--target", tmp_path, ROOT], check=True)
    environment = os.environ | {
        "PYTHONPATH": str(tmp_path),
        "LD_PRELOAD": f"{runtime('libasan.so')} {runtime('libubsan.so')}",
        "ASAN_OPTIONS": "detect_leaks=0",  # Python itself never frees all it holds
    }
    where = "import rosenblatt._core._native as core; print(core.__file__)"
    loaded = subprocess.run([sys.executable, "-c", where], env=environment, capture_output=True, text=True, check=True)
    assert loaded.stdout.startswith(str(tmp_path))

    pytest_again = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--hypothesis-profile=quick"]
    run = subprocess.run(
        [*pytest_again, *REACH_INTO_THE_CORE], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )

    assert run.returncode == 0, run.stdout[-5000:] + run.stderr[-5000:]
