"""The wheel, installed into an environment of its own where there is no compiler, runs the demo of the README."""

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import numpy
import pytest

ROOT = Path(__file__).parent.parent
TOOLS = ("sh", "dirname", "mktemp", "rm", "cp")  # all that the demo calls besides rosenblatt
DEMO = re.search(r"^```console\n\$ make demo\n(.*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.M | re.S)


def environment_with(wheel, folder):
    """Make an environment with the wheel; its dependencies are those that the tests run with, so nothing is fetched."""
    venv.create(folder, symlinks=True)
    python = folder / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel]
    subprocess.run(install, check=True)
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = subprocess.run([python, "-c", where], capture_output=True, text=True, check=True).stdout.strip()
    (Path(site) / "dependencies.pth").write_text(f"{Path(numpy.__file__).parent.parent}\n", encoding="utf-8")
    for tool in TOOLS:
        (folder / "bin" / tool).symlink_to(shutil.which(tool))
    return folder / "bin"


@pytest.mark.checkout
@pytest.mark.long(20)
@pytest.mark.skipif(sys.platform != "linux", reason="the demo is a shell script")
def test_the_wheel_needs_no_compiler_and_runs_the_demo(tmp_path):
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", tmp_path, ROOT]
    subprocess.run(build, check=True)
    (wheel,) = tmp_path.glob("rosenblatt-*.whl")
    programs = environment_with(wheel, tmp_path / "environment")
    environment = {"PATH": str(programs), "HOME": str(tmp_path), "LANG": os.environ.get("LANG", "C.UTF-8")}
    loaded = "import rosenblatt._core._native as core; print(core.__file__)"
    where = subprocess.run(
        [programs / "python", "-c", loaded], env=environment, capture_output=True, text=True, check=True
    )
    demo = subprocess.run(
        ["sh", ROOT / "examples" / "demo.sh"], env=environment, capture_output=True, text=True, check=False
    )

    assert where.stdout.startswith(str(tmp_path))
    assert shutil.which("g++", path=environment["PATH"]) is None
    assert demo.stderr == ""
    assert demo.stdout == DEMO.group(1)
