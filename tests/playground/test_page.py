"""The page: the shipped file is what its sources build, and the tests of the page pass.

These are written in TypeScript, in page/test and page/e2e. They need Node.js with the packages that ``make test``
installs, and those of page/e2e Chromium; without these they are skipped, but never in CI.
"""

import gzip
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.checkout

PAGE = Path(__file__).parent.parent.parent / "page"
SHIPPED = Path(__file__).parent.parent.parent / "src" / "rosenblatt" / "tracing" / "static" / "page.html"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def needs(what, is_there):
    """Skip a test, with a reason, if something is not installed; in CI, fail."""
    if not is_there:
        reason = f"THE PAGE IS NOT TESTED: {what}"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)


def npm(*arguments, **environment):
    """Run a script of the page; its output is shown if it fails."""
    needs("Node.js is not installed", shutil.which("npm"))
    needs("run make test, which installs the packages of the page", (PAGE / "node_modules").is_dir())
    run = subprocess.run(
        ["npm", "run", *arguments],
        cwd=PAGE,
        env={**os.environ, "NO_COLOR": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.long(6)
def test_the_shipped_page_is_what_the_sources_build(tmp_path):
    npm("build", PAGE_OUT=str(tmp_path))

    assert [one.name for one in tmp_path.iterdir()] == ["page.html"]
    assert (tmp_path / "page.html").read_bytes() == SHIPPED.read_bytes(), "make page rebuilds it"


def test_the_page_is_small():
    assert len(gzip.compress(SHIPPED.read_bytes())) < 250_000


def test_the_lock_file_names_no_registry():
    assert '"resolved"' not in (PAGE / "package-lock.json").read_text(encoding="utf-8")


@pytest.mark.long(5)
def test_the_logic_of_the_page():
    npm("test")


@pytest.mark.long(60)
def test_the_page_in_a_real_browser():
    browser = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    needs("Chromium is not installed", browser)
    command = Path(sys.executable).with_name("rosenblatt")

    npm("e2e", CHROMIUM=str(browser), ROSENBLATT=str(command), PYTHON=sys.executable)
