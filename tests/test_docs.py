"""Everything the docs show is run: docstrings, the README, docs/, and what the README says the demo prints."""

import doctest
import importlib
import os
import pkgutil
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import rosenblatt

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
MODULES = [module.name for module in pkgutil.walk_packages(rosenblatt.__path__, "rosenblatt.")]


REFERENCE, INDEX = ROOT / "docs" / "commands.md", ROOT / "docs" / "README.md"
PAGES = [ROOT / "README.md", *sorted(set((ROOT / "docs").glob("*.md")) - {REFERENCE, INDEX})]


def blocks(language, page=README):
    """The code blocks of a page in this language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_docstrings_are_true(module):
    assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_there_are_examples_in_docstrings():
    finder = doctest.DocTestFinder(exclude_empty=True)
    examples = [test for name in MODULES for test in finder.find(importlib.import_module(name)) if test.examples]

    assert len(examples) >= len(rosenblatt.__all__) - 2


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_python_in_the_docs_is_true(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    parser, runner, globs = doctest.DocTestParser(), doctest.DocTestRunner(), {}
    for number, block in enumerate(blocks("python", page.read_text(encoding="utf-8"))):
        test = parser.get_doctest(block, globs, f"{page.name} block {number}", page.name, 0)
        assert test.examples
        runner.run(test, clear_globs=False)
        globs = test.globs

    assert globs
    assert runner.summarize(verbose=False).failed == 0


def test_the_index_links_to_every_page_and_to_nothing_else():
    linked = {(INDEX.parent / link).resolve() for link in re.findall(r"\]\(([^)]+)\)", INDEX.read_text("utf-8"))}
    pages = set((ROOT / "docs").rglob("*.md")) - {INDEX}

    assert {page for page in linked if page.is_relative_to(ROOT / "docs")} == pages
    assert all(page.exists() for page in linked)


@pytest.mark.checkout
def test_the_worked_examples_are_what_the_command_prints():
    build = runpy.run_path(str(ROOT / "docs" / "build.py"))

    assert set(build["WORKED"]) == {page.name for page in (ROOT / "docs" / "worked").iterdir()}
    for page, options in build["WORKED"].items():
        assert (ROOT / "docs" / "worked" / page).read_text(encoding="utf-8") == build["worked"](options), page


@pytest.mark.checkout
def test_the_reference_of_the_commands_is_what_their_help_says():
    build = runpy.run_path(str(ROOT / "docs" / "build.py"))

    assert REFERENCE.read_text(encoding="utf-8") == build["commands"]()


@pytest.mark.checkout
@pytest.mark.parametrize("session", blocks("console"), ids=lambda session: session.partition("\n")[0])
def test_the_sessions_in_the_readme_are_true(session):
    command, _, printed = session.removeprefix("$ ").partition("\n")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    run = subprocess.run(
        shlex.split(command.replace("make ", "make -s ")),
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert run.stdout == printed
    assert run.stderr == ""


@pytest.mark.checkout
def test_the_commands_in_the_readme_exist_and_ci_runs_its_test_command():
    commands = [line for block in blocks("sh") for line in block.splitlines()]
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()

    assert "make test" in commands
    assert "make test" in ci
    assert {command.split()[1] for command in commands if command.startswith("make ")} <= set(targets)
    assert all(command.startswith(("make ", "pip install ")) for command in commands)


def test_no_other_kind_of_block_goes_unchecked():
    kinds = {page.name: set(re.findall(r"^```(\w+)$", page.read_text("utf-8"), flags=re.MULTILINE)) for page in PAGES}

    assert kinds.pop("README.md") <= {"python", "console", "sh"}
    assert all(kind <= {"python"} for kind in kinds.values())
