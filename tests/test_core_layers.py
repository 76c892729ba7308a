"""The folders of core/ include only what is below them, and only core/python includes Python."""

import re
from pathlib import Path

import pytest

CORE = Path(__file__).parent.parent / "core"
BELOW = {
    "util": {"util"},
    "rows": {"rows", "util"},
    "learn": {"learn", "rows", "util"},
    "geometry": {"geometry", "rows", "util"},
    "text": {"text", "rows", "util"},
    "read": {"read", "text", "util"},
}


def includes(folder):
    sources = [path.read_text(encoding="utf-8") for path in (CORE / folder).iterdir()]
    return {name for source in sources for name in re.findall(r'#include ["<]([^">]+)[">]', source)}


@pytest.mark.checkout
@pytest.mark.parametrize("folder", BELOW)
def test_a_folder_includes_only_what_is_below_it(folder):
    ours = {name.split("/")[0] for name in includes(folder) if "/" in name}

    assert ours <= BELOW[folder]
    assert "Python.h" not in includes(folder)


@pytest.mark.checkout
def test_every_folder_has_its_place():
    assert {path.name for path in CORE.iterdir()} == {*BELOW, "python"}


@pytest.mark.checkout
def test_the_module_is_a_list_of_registrations():
    assert len((CORE / "python" / "module.cpp").read_text(encoding="utf-8").splitlines()) < 40
