"""Every path, command and name of code that CONTRIBUTING.md mentions exists."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "rosenblatt"
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SPANS = sorted(set(re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", TEXT, flags=re.MULTILINE | re.DOTALL))))
SOURCES = [("src", "*.py"), ("src", "*.pyi"), ("core", "*.[hc]pp"), ("tests", "*.py"), ("page/src", "*.ts")]


@cache
def source():
    """All code of the repository."""
    paths = [path for folder, pattern in SOURCES for path in (ROOT / folder).rglob(pattern) if path != Path(__file__)]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@cache
def targets():
    """The targets of the Makefile."""
    return set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE))


def is_path(span):
    pattern = re.sub(r"<\w+>", "*", span)
    return any(next(folder.glob(pattern.rstrip("/")), None) is not None for folder in (ROOT, PACKAGE))


def is_defined(name):
    """Whether the code defines a class, function, constant, option or attribute of this name."""
    word = re.escape(name)
    definitions = [
        rf"^\s*(?:(?:class|struct|def|using|interface|type)|export \w+) {word}\b",
        rf"^(?:\s*self\.|\s*){word}\s*(?::[^=\n]+)?=",
        rf"^\s*{word}\s*:",
        rf"\w[\w:<>*&]* {word}\(",
    ]
    return any(re.search(definition, source(), flags=re.MULTILINE) for definition in definitions)


def exists(span):
    """Whether a span of code in backticks is true; spans that are neither a path, a command nor a name always are."""
    if span.startswith("make "):
        return set(span.split()[1:]) <= targets()
    if match := re.search(r"python -m ([\w.]+)", span):
        return is_path(match[1].replace(".", "/") + ".py")
    if re.fullmatch(r"[\w.<>*/-]+(/|\.(py|pyi|hpp|cpp|ts|md|toml|html|sh))", span) or ("/" in span and " " not in span):
        return is_path(span)
    if re.fullmatch(r"(\w+\.)*\w+(\(\))?", span) and not span.isdigit():
        last = span.removesuffix("()").rpartition(".")[2]
        is_module = (PACKAGE / last).is_dir() or (PACKAGE / f"{last}.py").exists()
        return is_module or last in targets() or (ROOT / span).exists() or is_defined(last)
    return True


@pytest.mark.parametrize("span", SPANS)
def test_what_contributing_mentions_exists(span):
    assert exists(span)


@pytest.mark.parametrize(("name", "path"), sorted(set(re.findall(r"`(\w+)`(?: and `\w+`)? in `([^`]+)`", TEXT))))
def test_a_name_is_in_the_file_that_is_named_with_it(name, path):
    assert re.search(rf"\b{name}\b", (ROOT / path).read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "span", ["core/no_such_file.hpp", "make nonsense", "NoSuchLearner", "rb.no_such_name", "tests/no_*_such.py"]
)
def test_what_does_not_exist_is_noticed(span):
    assert not exists(span)


def test_there_is_something_to_check():
    assert len(SPANS) >= 60
