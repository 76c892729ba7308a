"""How a table is written that is not in the form of the files before it, in the words of options."""

from __future__ import annotations

from collections.abc import Collection

from rosenblatt.errors import BadData
from rosenblatt.read._detect_form import Head, detect_form
from rosenblatt.read.read_options import ReadOptions
from rosenblatt.read.table_form import TableForm

_DETECTED = ("delimiter", "quote", "header", "decimal")


def options_instead(head: Head, form: TableForm, options: ReadOptions) -> str:
    """Return the end of a message: the options that read a file otherwise than by the form of the files before it.

    It is empty if the form was given and not taken from them, or if the first rows show no other one.
    """
    taken: Collection[str] = {"names", *_DETECTED} & set(options.taken)
    if not taken:
        return ""
    given = {name: value for name, value in options.form.items() if name not in taken}
    try:
        found = detect_form(head, given, options.columns.names)
    except BadData:
        return ""
    others = [name for name in _DETECTED if getattr(found, name) != getattr(form, name)]
    remedies = [f"`{name}={getattr(found, name)!r}`" for name in others]
    if "header" in others and not found.header:
        remedies.append("the names of its columns by `names=`")
    return f"; the file is written in another way: pass {' and '.join(remedies)}" if remedies else ""
