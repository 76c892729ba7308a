"""The machine and versions of a measurement."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import datetime, timezone
from importlib.metadata import version
from pathlib import Path

RIVALS = ("scikit-learn", "vowpalwabbit", "river", "mlpack", "mlxtend", "svmlight-loader")
PACKAGES = ("rosenblatt", "numpy", "scipy", "pyarrow", *RIVALS)


def facts(packages=PACKAGES):
    """Return CPU, Python, packages, commit and date."""
    return {
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "commit": _git("rev-parse", "HEAD"),
        "uncommitted_changes": bool(_git("status", "--porcelain")),
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "packages": {package: version(package) for package in packages},
    }


def _cpu():
    description = Path("/proc/cpuinfo")
    if not description.exists():
        return platform.processor()
    lines = description.read_text().splitlines()
    fields = dict(line.split(":", 1) for line in lines if ":" in line)
    return " ".join(line.strip() for name, line in fields.items() if name.strip() == "model name")


def _git(*arguments):
    return subprocess.run(["git", *arguments], check=True, capture_output=True, text=True).stdout.strip()
