"""The public names are complete, documented and cheap to import."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import rosenblatt


def test_all_names_can_be_had_and_have_a_docstring():
    for name in rosenblatt.__all__:
        assert getattr(rosenblatt, name).__doc__, name
        assert name in dir(rosenblatt)


def test_the_names_are_those_that_have_a_home():
    assert rosenblatt.__all__ == sorted(rosenblatt._HOMES)


def test_an_unknown_name_is_refused():
    with pytest.raises(AttributeError, match="module 'rosenblatt' has no attribute 'perceptorn'"):
        rosenblatt.perceptorn  # noqa: B018


def test_importing_the_package_loads_nothing_heavy():
    heavy = "{'numpy', 'scipy', 'sklearn', 'pyarrow', 'rich', 'click'}"
    code = f"import sys, rosenblatt; print(sorted({heavy} & set(sys.modules)))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert loaded.stdout.strip() == "[]"


def test_modules_are_imported_by_ordinary_statements():
    source = Path(rosenblatt.__file__).parent
    tricks = re.compile(r"import_module|__import__|sys\.modules|sys\.meta_path|sys\.path_hooks")
    found = {
        path.relative_to(source).as_posix(): tricks.findall(path.read_text(encoding="utf-8"))
        for path in source.rglob("*.py")
    }

    assert {path: names for path, names in found.items() if names} == {"__init__.py": ["import_module"]}
