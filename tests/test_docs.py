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

import click
import pytest

import rosenblatt
from rosenblatt.cli.app import app

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
MODULES = [module.name for module in pkgutil.walk_packages(rosenblatt.__path__, "rosenblatt.")]


REFERENCE, INDEX = ROOT / "docs" / "commands.md", ROOT / "docs" / "README.md"


def blocks(language, page=README):
    """The code blocks of a page in this language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)


THEORY = ROOT / "docs" / "theory"
PAGES = [
    ROOT / "README.md",
    *sorted(set((ROOT / "docs").glob("*.md")) - {REFERENCE, INDEX}),
    *sorted(page for page in (ROOT / "docs").glob("[ht]*/*.md") if blocks("python", page.read_text(encoding="utf-8"))),
]


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


def links(page):
    """The files that a page links to, each with the heading in it or an empty string."""
    found = re.findall(r"\]\(([^)#]*)#?([^)]*)\)", page.read_text("utf-8"))
    return {((page.parent / path).resolve() if path else page, heading) for path, heading in found}


def headings(page):
    """The headings of a page, as links name them."""
    titles = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_the_indexes_link_to_every_page_and_the_first_to_nothing_else():
    linked, pages = {page for page, _ in links(INDEX)}, set((ROOT / "docs").rglob("*.md")) - {INDEX}
    theory = set(THEORY.glob("*.md")) - {THEORY / "README.md"}

    assert {page for page in linked if page.is_relative_to(ROOT / "docs")} == pages - theory
    assert theory <= {page for page, _ in links(THEORY / "README.md")}


@pytest.mark.parametrize("page", [INDEX, *sorted(THEORY.glob("*.md"))], ids=lambda page: page.name)
def test_every_link_leads_somewhere(page):
    for linked, heading in links(page):
        assert linked.exists(), linked
        assert not heading or heading in headings(linked), heading


def test_names_in_the_table_of_concepts_are_those_of_the_package():
    rows = (THEORY / "README.md").read_text("utf-8").partition("## Where to find a concept")[2].splitlines()
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]

    assert len(rows) > 25
    assert {name for name in named if not name.endswith("_")} <= set(rosenblatt.__all__)


def test_each_concept_is_explained_on_a_page_and_can_be_seen():
    table = (THEORY / "README.md").read_text("utf-8").partition("## Where to find a concept")[2]
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in table.splitlines() if line.startswith("| ")][1:]

    assert len(rows) > 30
    for concept, explained, seen in rows:
        assert "](" in explained, concept
        assert "](" in seen or "`" in seen, concept


@pytest.mark.checkout
def test_the_theory_names_lessons_that_the_page_has():
    titles = re.findall(r'title: "([^"]+)"', (ROOT / "page" / "src" / "lessons-text.ts").read_text("utf-8"))
    listed = re.findall(r"^\d+\. (.*)$", (ROOT / "docs" / "play.md").read_text("utf-8"), flags=re.MULTILINE)

    assert titles == listed
    assert len(titles) == 10
    for page in sorted(set(THEORY.glob("*.md")) - {THEORY / "README.md"}):
        assert (ROOT / "docs" / "play.md", "lessons") in links(page), page.name


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
    assert all(kind <= {"python", "sh"} for kind in kinds.values())


SHELL_LINES = [
    (page.name, line)
    for page in sorted((ROOT / "docs").rglob("*.md"))
    for block in blocks("sh", page.read_text(encoding="utf-8"))
    for line in block.splitlines()
]


@pytest.mark.parametrize(("page", "line"), [(page, line) for page, line in SHELL_LINES if "rosenblatt " in line])
def test_the_commands_in_the_docs_have_the_arguments_and_options_they_are_given(page, line):
    words = shlex.split(line, comments=True)
    command = app.get_command(click.Context(app), words[words.index("rosenblatt") + 1])

    assert command is not None
    command.make_context(command.name, words[words.index("rosenblatt") + 2 :])  # raises UsageError
