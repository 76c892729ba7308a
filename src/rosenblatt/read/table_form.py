"""How a table is written in a text file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from rosenblatt import checks
from rosenblatt.errors import BadParameter

DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars", " ": "spaces"}
BLANKS = "\t "
# Marks of missing numbers: those of pyarrow, and others that are common in published tables.
MISSING_NUMBERS = (
    *("", "?", "-", ".", "NA", "na", "Na", "N/A", "n/a", "#N/A", "#N/A N/A", "#NA", "nan", "NaN", "NAN"),
    *("-nan", "-NaN", "null", "NULL", "Null", "None", "none", "NONE", "1.#IND", "-1.#IND", "1.#QNAN", "-1.#QNAN"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableForm:
    """How a table is written: by default as RFC 4180 has it, with a header line.

    Attributes
    ----------
    delimiter : the character between fields; a space stands for runs of spaces, a tab with a space for runs of both.
    quote : the character around fields that hold delimiters or line ends; empty if there is none.
    header : whether the first line names the columns.
    names : the names of the columns; empty if they are those of the first line.
    decimal : the character before the fraction of a number.
    comment : the first character of lines to leave out; empty if there are none.
    keep_spaces : whether spaces around fields are part of them.
    na : words for missing values, in columns of any kind.
    """

    delimiter: str = ","
    quote: str = '"'
    header: bool = True
    names: tuple[str, ...] = ()
    decimal: str = "."
    comment: str = ""
    keep_spaces: bool = False
    na: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name, least in (("delimiter", 1), ("quote", 0), ("comment", 0)):
            value = getattr(self, name)
            is_one = isinstance(value, str) and least <= len(value) <= 1 and value.isascii()
            if (not is_one or value in ("\r", "\n")) and (name, value) != ("delimiter", BLANKS):
                checks.refuse(self, name, "one ASCII character" + ("" if least else ", or empty"))
        checks.choice(self, "decimal", (".", ","))
        special = [character for character in (self.delimiter, self.quote, self.comment) if character]
        if len(set(special)) < len(special):
            raise BadParameter("`delimiter=`, `quote=` and `comment=` must be different characters")

    @property
    def between(self) -> str:
        """The character between fields once runs of blanks are replaced by a space."""
        return " " if self.delimiter == BLANKS else self.delimiter

    @property
    def null_values(self) -> list[str]:
        """The marks of missing numbers."""
        return [*dict.fromkeys((*MISSING_NUMBERS, *self.na))]

    def to_facts(self) -> dict[str, Any]:
        """Return the form as JSON has it."""
        facts = {name: getattr(self, name) for name in self.__slots__}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in facts.items()}


class FormOptions(TypedDict, total=False):
    """The attributes of a form as options; None stands for one that is to be detected."""

    delimiter: str | None
    quote: str | None
    header: bool | None
    names: Sequence[str] | None
    decimal: str | None
    comment: str | None
    keep_spaces: bool
    na: str | Sequence[str]


def given_form(caller: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the attributes that options give; one name or word may stand for a sequence of one."""
    for name in options:
        if name not in TableForm.__slots__:
            raise TypeError(f"{caller}() got an unexpected keyword argument {name!r}")
    given = {name: value for name, value in options.items() if value is not None}
    for name in {"names", "na"} & given.keys():
        given[name] = (given[name],) if isinstance(given[name], str) else tuple(given[name])
    return given


def form_of_facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the attributes of the form that `TableForm.to_facts` described."""
    known = {name: facts[name] for name in TableForm.__slots__ if name in facts}
    return {name: tuple(value) if isinstance(value, list) else value for name, value in known.items()}
