"""The columns that a `TableFeatures` begins with, by its options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, Protocol

from rosenblatt import checks
from rosenblatt.errors import BadData
from rosenblatt.estimator import unfitted
from rosenblatt.featurise._infer_kind import infer_kind
from rosenblatt.featurise._joined_texts import joined_name
from rosenblatt.featurise._tables import Column
from rosenblatt.featurise.binned_column import BinnedColumn
from rosenblatt.featurise.category_column import CategoryColumn
from rosenblatt.featurise.coding import Coding, Learned, NamePairs
from rosenblatt.featurise.date_columns import with_parts_of_dates
from rosenblatt.featurise.number_column import NUMBERS, NumberColumn
from rosenblatt.featurise.text_column import TextColumn
from rosenblatt.featurise.text_features import TextFeatures

KINDS = ("number", "category", "text", "date", "ignore")


class TableOptions(Protocol):
    """The options of a `TableFeatures`."""

    kinds: Mapping[str, str] | None
    text: TextFeatures | None
    numbers: str
    bins: int | None
    join_text: bool
    cross: str | Iterable[tuple[str, str]] | None
    _first_row: int


def kinds_of(options: TableOptions, columns: Mapping[str, Column]) -> dict[str, str]:
    """Return the kind of each column: as given, or inferred."""
    given = {} if options.kinds is None else options.kinds
    if not isinstance(given, Mapping) or any(kind not in KINDS for kind in given.values()):
        checks.refuse(options, "kinds", f"a dict from names of columns to one of {', '.join(map(repr, KINDS))}")
    for name in given:
        _refuse_unknown(name, columns)
    kinds = {name: given[name] if name in given else infer_kind(name, values) for name, values in columns.items()}
    if set(kinds.values()) == {"ignore"}:
        checks.refuse(options, "kinds", "something else than 'ignore' for one column at least")
    return kinds


def make_columns(options: TableOptions, kinds: Mapping[str, str]) -> tuple[list[Learned], Coding | None]:
    """Make columns that have learned nothing, and what bins and crosses need beside them."""
    checks.choice(options, "numbers", NUMBERS)
    checks.whole_or_none(options, "bins", 2)
    kinds = with_parts_of_dates(kinds)
    cross = _name_pairs(options, kinds)
    if cross and options.numbers == "products":
        checks.refuse(options, "cross", "None with numbers='products'")
    shows_bins = options.numbers in ("bins", "both")
    texts = [name for name, kind in kinds.items() if kind == "text"]
    learned: list[Learned] = []
    for name, kind in kinds.items():
        if kind == "number":
            learned += [NumberColumn(name)] if options.numbers != "bins" else []
            learned += [BinnedColumn(name)] if shows_bins or cross else []
        elif kind == "category":
            learned.append(CategoryColumn(name))
        elif kind == "text" and not checks.flag(options, "join_text"):
            learned.append(TextColumn(name, _text_features(options)))
        elif kind == "text" and name == texts[0]:
            learned.append(TextColumn(joined_name(texts, kinds), _text_features(options), texts))
    if not (shows_bins or cross):
        return learned, None
    return learned, Coding(learned, options.bins, options._first_row, shows_bins=shows_bins, cross=cross)


def _name_pairs(options: TableOptions, kinds: Mapping[str, str]) -> NamePairs | Literal["all"]:
    given: Any = options.cross
    if given is None or given == "all":
        return "all" if given else ()
    if isinstance(given, str) or not all(isinstance(pair, (tuple, list)) and len(pair) == 2 for pair in given):
        checks.refuse(options, "cross", "'all', pairs of names of columns, or None")
    for name in (name for pair in given for name in pair):
        _refuse_unknown(name, kinds)
    for first, second in given:
        if first == second or not {kinds.get(first), kinds.get(second)} <= {"number", "category"}:
            raise BadData(
                f"TableFeatures: {first!r} and {second!r} cannot be crossed; a cross takes two different "
                "columns of numbers or categories"
            )
    return tuple((first, second) for first, second in given)


def _text_features(options: TableOptions) -> TextFeatures:
    if options.text is None:
        return TextFeatures(normalise=True)
    if not isinstance(options.text, TextFeatures):
        checks.refuse(options, "text", "a TextFeatures, or None")
    return unfitted(options.text)


def _refuse_unknown(name: str, columns: Iterable[str]) -> None:
    if name not in columns:
        raise BadData(f"TableFeatures: there is no column {name!r}; there are {', '.join(map(repr, columns))}")
