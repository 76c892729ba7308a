"""How a table is written that is not in the form of the files before it, in the words of options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rosenblatt.errors import BadData
from rosenblatt.read.read_options import ReadOptions
from rosenblatt.read.table_form import TableForm

_DETECTED = ("delimiter", "quote", "header", "decimal")


def options_instead(detect: Callable[[Mapping[str, Any]], TableForm], form: TableForm, options: ReadOptions) -> str:
    """Return the end of a message: the options that read a file otherwise than by the form of the files before it.

    It is empty if the form was given and not taken from them, or if the first rows show no other one.

    Parameters
    ----------
    detect : returns the form that the first rows of the file show, of which some attributes are given.
    form : the form by which the file cannot be read.
    options : how the file is read.
    """
    taken = {"names", *_DETECTED} & set(options.taken)
    if not taken:
        return ""
    given = {name: value for name, value in options.form.items() if name not in taken}
    try:
        found = detect(given)
    except BadData:
        return ""
    others = [name for name in _DETECTED if getattr(found, name) != getattr(form, name)]
    remedies = [f"`{name}={getattr(found, name)!r}`" for name in others]
    if "header" in others and not found.header:
        remedies.append("the names of its columns by `names=`")
    return f"; the file is written in another way: pass {' and '.join(remedies)}" if remedies else ""
