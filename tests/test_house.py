"""House rules that linters do not know: what a leading underscore means, and how long files and functions are."""

import ast
from pathlib import Path

import pytest

import rosenblatt

PACKAGE = Path(rosenblatt.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST_FILE, LONGEST_FUNCTION, LONGEST_MODULE_CPP = 300, 60, 40


def name_of(path):
    """The dotted name of the package that a module is in."""
    return ".".join(path.relative_to(PACKAGE.parent).parent.parts)


def imported(tree):
    """All dotted names that a module imports from this package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_private(part):
    return part.startswith("_") and not part.startswith("__") and part != "_core"


def trespasses(package, name):
    """Whether an import crosses into what another package keeps to itself."""
    parts = name.split(".")
    if parts[0] != "rosenblatt":
        return False
    owners = (".".join(parts[:place]) for place, part in enumerate(parts) if is_private(part))
    return any(package != owner and not package.startswith(f"{owner}.") for owner in owners)


def test_the_rule_tells_private_modules_from_others():
    assert trespasses("rosenblatt.cli", "rosenblatt.read._records.whole_records")
    assert trespasses("rosenblatt.cli", "rosenblatt.read._records")
    assert not trespasses("rosenblatt.read", "rosenblatt.read._records")
    assert not trespasses("rosenblatt.cli.training", "rosenblatt.cli._command.Command")
    assert not trespasses("rosenblatt.cli", "rosenblatt._core.Rows")
    assert not trespasses("rosenblatt.cli", "rosenblatt.version.__version__")
    assert not trespasses("rosenblatt.cli", "numpy._core")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_only_its_own_package_imports_an_underscored_module(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))

    assert [name for name in imported(tree) if trespasses(name_of(path), name)] == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_files_and_functions_are_short(path):
    text = path.read_text(encoding="utf-8")
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]

    assert len(text.splitlines()) <= LONGEST_FILE
    assert [one.name for one in functions if one.end_lineno - one.lineno >= LONGEST_FUNCTION] == []


@pytest.mark.checkout
def test_the_bindings_are_a_list_of_registrations():
    module = Path(__file__).parent.parent / "core" / "python" / "module.cpp"

    assert len(module.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE_CPP
