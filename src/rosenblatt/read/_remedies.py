"""What to do if a table cannot be read as it is given, as the end of a message."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from rosenblatt.errors import BadData
from rosenblatt.read._detect_form import Head, records_of
from rosenblatt.read.read_options import ReadOptions
from rosenblatt.read.table_form import DELIMITERS, TableForm

_DETECTED = ("delimiter", "quote", "header", "decimal")
_COMMENTS = "#%"
_MOST = 0.5  # of the lines


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


def why_no_column(head: Head, form: TableForm, given: Mapping[str, Any]) -> str:
    """Return why a text table may not have a column that is asked for, and what to do; empty if that is not known."""
    first = head.data[:1].tobytes().decode("latin-1")
    if first and first in _COMMENTS and not form.comment:
        return f"; pass `comment={first!r}` if lines that begin with {first} are comments"
    for delimiter in DELIMITERS:
        if delimiter in (form.quote, form.comment, " "):
            continue
        records = records_of(replace(form, delimiter=delimiter), head)
        counts = np.bincount(records.fields)
        usual = int(np.argmax(counts)) if len(counts) else 0
        if usual > 1 and counts[usual] > _MOST * len(records) and usual > records.fields[0]:
            line = int(records.lines[np.argmax(records.fields == usual)])
            return f"; most lines have {usual} fields, from line {line} on: delete the lines above it"
    return why_no_name(form, given)


def why_no_name(form: TableForm, given: Mapping[str, Any]) -> str:
    """Return what to do if no line was found that names the columns; empty if one was, or if that is given."""
    is_open = not form.header and not {"header", "names"} & given.keys()
    return "; pass `header=True` if the first line names the columns" if is_open else ""
