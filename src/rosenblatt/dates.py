"""Dates and times as they are written in files.

2024-03-09, 2024/3/9, 9.3.2024, 9 March 2024 and Mar 9, 2024, each with or without a time such as 17:05, 17:05:30.5 or
17:05Z. 03/09/2024 is none of them, because half of the world reads it as September.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

_CLOCK = r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,]\d+)?)?"
_TIME = rf"(?:(?:T|,?\s+){_CLOCK}\s*(?:Z|UTC|[+-]\d{{2}}:?\d{{2}})?)?"
_FORMS = tuple(
    re.compile(form + _TIME, re.IGNORECASE)
    for form in (
        r"(?P<year>\d{4})(?P<between>[-/])(?P<month>\d{1,2})(?P=between)(?P<day>\d{1,2})",
        r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})",
        r"(?P<day>\d{1,2})[- ](?P<name>[a-z]{3,9})\.?[- ](?P<year>\d{4})",
        r"(?P<name>[a-z]{3,9})\.? (?P<day>\d{1,2}),? (?P<year>\d{4})",
    )
)
_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
_EPOCH = date(1970, 1, 1).toordinal()
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class Moment(NamedTuple):
    """A date and a time, as written: `days` counts from 1970 and includes the time; a weekday of 0 is Monday."""

    days: float
    year: int
    month: int
    weekday: int
    hour: int


def parse_date(text: str) -> Moment | None:
    """Return the date and time of a text; None if it is none. Offsets from UTC are ignored.

    Examples
    --------
    >>> from rosenblatt.dates import parse_date
    >>> parse_date("1970-01-02T06:00Z")
    Moment(days=1.25, year=1970, month=1, weekday=4, hour=6)
    >>> parse_date("Jan 2, 1970 06:00") == parse_date("2.1.1970 6:00"), parse_date("31.2.2024")
    (True, None)
    """
    found = next(filter(None, (form.fullmatch(text.strip()) for form in _FORMS)), None)
    if found is None:
        return None
    parts = found.groupdict()
    hour, minute, second = (int(parts[name] or 0) for name in ("hour", "minute", "second"))
    month = _month(parts["name"]) if "name" in parts else int(parts["month"])
    try:
        day = date(int(parts["year"]), month, int(parts["day"]))
    except ValueError:
        return None
    if hour > 23 or minute > 59 or second > 60:
        return None
    seconds = 3600 * hour + 60 * minute + second
    return Moment(day.toordinal() - _EPOCH + seconds / 86400, day.year, day.month, day.weekday(), hour)


def are_dates(texts: Iterable[str]) -> bool:
    """Whether there are texts and all of them are dates; empty ones do not count."""
    parsed = [parse_date(text) is not None for text in set(texts) if text.strip()]
    return bool(parsed) and all(parsed)


def _month(name: str) -> int:
    """Return the number of a month by its name, or by three letters or "Sept"; 0 if there is none."""
    given = name.lower()
    is_short = len(given) == 3 or given == "sept"
    return next(
        (n for n, month in enumerate(_MONTHS, 1) if given == month or (is_short and month.startswith(given))), 0
    )
