"""Numbers, labels and sums as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rosenblatt.geometry.certificate import Inseparable

if TYPE_CHECKING:
    from rosenblatt.tracing.step import Part, Step

REST = "the rest"
MAX_TERMS = 12


def short(value: float) -> str:
    """Format a number with six digits, which is enough to follow a sum."""
    text = f"{value:.6g}"
    return "0" if text == "-0" else text


def vector(values: Iterable[float]) -> str:
    """Format as ``[1, 0, -2]``."""
    return f"[{', '.join(map(short, values))}]"


def plus(first: str, *others: float) -> str:
    """Format as ``first + 1 - 2``."""
    return " ".join([first, *(f"{'-' if other < 0 else '+'} {short(abs(other))}" for other in others)])


def products(numbers: Iterable[float], values: Iterable[float], bias: float | None) -> str:
    """Format a sum of products as ``0·1 - 2·3 + 1``; the last term is the bias."""
    terms = [(number, f"{short(abs(number))}·{_factor(value)}") for number, value in zip(numbers, values, strict=True)]
    if bias is not None:
        terms.append((bias, short(abs(bias))))
    if not terms:
        return "0"
    text = " ".join(f"{'-' if number < 0 else '+'} {term}" for number, term in terms)
    return text.removeprefix("+ ") if text.startswith("+") else text.replace("- ", "-", 1)


def _factor(value: float) -> str:
    return f"({short(value)})" if value < 0 else short(value)


def some(items: Sequence[str], most: int, separator: str = ", ") -> str:
    """Join the first few items, and count the others."""
    if len(items) <= most:
        return separator.join(items)
    return separator.join(items[:most]) + f"{separator}… {len(items) - most} more"


def without_middle(text: str, longest: int) -> str:
    """Shorten a long name in the middle: names that begin alike often end differently."""
    text, half = " ".join(text.split()), longest // 2
    return text if len(text) <= longest else f"{text[: half - 1]}…{text[-half:]}"


def and_more(named: Sequence[str], total: int) -> str:
    """Join the first few names, and the number of the others."""
    return some(named, MAX_TERMS) + (f", … {total - len(named):,} more" if total > len(named) else "")


def count(number: int, what: str) -> str:
    """Format as ``1 update`` or ``2 updates``."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def name_of(label: Any) -> str:
    """Return the name of a class; None stands for all others."""
    return REST if label is None else str(label)


def are_signs(classes: Sequence[Any]) -> bool:
    """Whether the labels are themselves -1 and +1."""
    return [label for label in classes if isinstance(label, (int, float)) and not isinstance(label, bool)] == [-1, 1]


def with_sign(part: Part, label: Any, sign: int | None) -> str:
    """Return the name of a class and, of two, its sign."""
    if sign is None:
        return name_of(label)
    return f"{sign:+d}" if are_signs(part.classes) else f"{name_of(label)} ({sign:+d})"


def label_and_prediction(part: Part, step: Step) -> tuple[str, str]:
    """Return the names of the label and of the predicted label of a step."""
    if step.sign is None:
        return name_of(step.label), name_of(step.prediction)
    predicted = step.sign if not step.is_mistake else -step.sign
    return with_sign(part, step.label, step.sign), with_sign(part, step.prediction, predicted)


def bound_sentence(part: Part) -> str | None:
    """Return a sentence about the bound on the updates, or None."""
    if part.bound is None:
        return None
    most = part.bound.most_updates
    if most is None:
        is_proven = isinstance(part.certificate, Inseparable)
        what = "separates" if is_proven else "is known to separate"
        return f"Nothing bounds the updates: no plane {what} these rows."
    radius, margin = short(part.bound.radius), short(part.bound.margin.low)
    square = f"(R / gamma)² = ({radius} / {margin})² = {short(part.bound.updates)}"
    return f"There can be at most {count(most, 'update')}: {square}."


def in_one_line(learner: object) -> str:
    """Return the repr of a learner without line breaks."""
    return " ".join(repr(learner).split())
