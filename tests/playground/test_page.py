"""The page: what is shipped is what its sources build, its logic is tested, and it is used in a real browser.

Its tests are written in TypeScript, in page/test and page/e2e. They need Node.js with what ``make test`` installs, and
the last one Chromium; without these they are left out, but never where CI runs them.
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
    """Leave a test out, with a reason, if something is not installed; where CI runs, it must be."""
    if not is_there:
        reason = f"THE PAGE IS NOT TESTED: {what}"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)


def npm(*arguments, **environment):
    """Run one of the page's scripts; what it prints is shown if it fails."""
    needs("Node.js is not installed", shutil.which("npm"))
    needs("run make test, which installs what the page is built with", (PAGE / "node_modules").is_dir())
    run = subprocess.run(
        ["npm", "run", *arguments],
        cwd=PAGE,
        env={**os.environ, "NO_COLOR": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_what_is_shipped_is_what_the_sources_build(tmp_path):
    npm("build", PAGE_OUT=str(tmp_path))

    assert [one.name for one in tmp_path.iterdir()] == ["page.html"]
    assert (tmp_path / "page.html").read_bytes() == SHIPPED.read_bytes(), "make page builds it anew"


def test_the_page_is_small():
    assert len(gzip.compress(SHIPPED.read_bytes())) < 400_000


def test_the_lock_file_names_no_place_to_download_from():
    assert '"resolved"' not in (PAGE / "package-lock.json").read_text(encoding="utf-8")


def test_the_logic_of_the_page():
    npm("test")


def test_the_page_in_a_real_browser():
    browser = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    needs("Chromium is not installed", browser)
    command = Path(sys.executable).with_name("rosenblatt")

    npm("e2e", CHROMIUM=str(browser), ROSENBLATT=str(command), PYTHON=sys.executable)
