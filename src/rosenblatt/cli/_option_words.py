"""Messages of the library in the words of a command: `` `label=` `` becomes ``--label``.

The library names its parameters in backticks or, by `rosenblatt.checks`, as ``Recipe: order must be ...``. Options of
commands have the same names, but for three.
"""

from __future__ import annotations

import re
import shlex
from ast import literal_eval

import click

_NAMED = {"\t": "tab", "\t ": "blanks"}  # delimiters
_RENAMED = {"C": "-C", "max_iter": "--epochs", "random_state": "--seed"}
_MENTIONED = re.compile(r"`(\w+)=([^`]*)`")
_CHECKED = re.compile(r"^\w+: (\w+)(?= must be )")


def in_option_words(message: str) -> str:
    """Name options of the running command where a message names parameters; parameters without an option stay."""
    params = click.get_current_context().command.params
    options = {option for param in params for option in (*param.opts, *param.secondary_opts)}

    def spelled(found: re.Match[str]) -> str:
        name, *values = found.groups()
        option = _RENAMED.get(name, f"--{name.replace('_', '-')}")
        flags = {"True": option, "False": f"--no-{name.replace('_', '-')}"}
        if values and flags.get(values[0]) in options:
            return flags[values[0]]
        return " ".join([option, *(_word(value) for value in values if value)]) if option in options else found[0]

    return _MENTIONED.sub(spelled, _CHECKED.sub(spelled, message))


def _word(value: str) -> str:
    """Spell a Python value as a word of the command line, ``['size']`` as ``size``."""
    try:
        plain = literal_eval(value)
    except (ValueError, SyntaxError):
        return value
    word = str(plain[0] if isinstance(plain, list) and plain else plain)
    return _NAMED.get(word) or shlex.quote(word)
