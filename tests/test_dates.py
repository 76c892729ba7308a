"""Dates and times as they are written, and what they become."""

from datetime import date, datetime, timedelta

import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt import TableFeatures
from rosenblatt.dates import WEEKDAYS, are_dates, parse_date
from rosenblatt.errors import BadData

FORMS = ["%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%d %B %Y", "%d-%b-%Y", "%B %d, %Y", "%b %d %Y"]
TIMES = ["", " %H:%M", "T%H:%M:%S", " %H:%M:%SZ", " %H:%M+02:00"]


@given(st.datetimes(datetime(1000, 1, 1), datetime(2999, 12, 31)), st.sampled_from(FORMS), st.sampled_from(TIMES))
def test_a_date_in_any_form_is_that_date(when, form, time):
    seconds = {"": 0, " %H:%M": when.hour * 3600 + when.minute * 60}.get(time)
    if seconds is None:
        seconds = when.hour * 3600 + when.minute * 60 + (when.second if "%S" in time else 0)
    found = parse_date(when.strftime(form + time))

    assert (found.year, found.month, found.weekday) == (when.year, when.month, when.weekday())
    assert found.hour == seconds // 3600
    assert found.days == (when.date() - date(1970, 1, 1)).days + seconds / 86400


@pytest.mark.parametrize("text", ["", "2024", "03/09/2024", "2024-13-01", "30.2.2024", "2024-01-01 25:00", "9 Foo 2024",
                                  "2024-01/02", "a 2024-01-01", "1.2.3", "Ma 3 2024"])  # fmt: skip
def test_other_texts_are_no_dates(text):
    assert parse_date(text) is None


def test_a_column_is_one_of_dates_if_all_its_values_are():
    assert are_dates(["2024-01-01", "", "1 May 2024"])
    assert not are_dates(["2024-01-01", "soon"])
    assert not are_dates([""])


def ones(features, table):
    names, dense = features.get_feature_names_out(), features.transform(table).toarray()
    return [{name: value for name, value in zip(names, row, strict=True) if value} for row in dense.tolist()]


def test_a_date_becomes_a_number_and_categories():
    table = {"when": ["2024-03-09 17:05", "2024-03-11 17:05", None, "soon"]}
    features = TableFeatures(kinds={"when": "date"}).fit(table)
    common = {"when.year=2024": 1, "when.month=3": 1, "when.hour=17": 1}
    missing = {f"when.{part} is missing": 1 for part in ("year", "month", "weekday", "hour")}

    assert ones(features, table) == [
        {"when.days": -1, "when.weekday=Saturday": 1, **common},
        {"when.days": 1, "when.weekday=Monday": 1, **common},
        missing,
        missing,
    ]


@pytest.mark.parametrize("numbers", ["standard", "bins", "both"])
@given(days=st.lists(st.none() | st.integers(-5000, 30000), min_size=1, max_size=20))
def test_however_dates_are_stored_they_are_the_same_dates(numbers, days):
    dates = [None if day is None else date(1970, 1, 1) + timedelta(days=day) for day in days]
    strings = [None if day is None else day.isoformat() for day in dates]
    expected = TableFeatures(numbers=numbers, kinds={"a": "date"}, cross="all").fit({"a": strings})
    stored = {
        "dates": pa.table({"a": pa.array(dates, pa.date32())}),
        "timestamps": pa.table({"a": pa.array(dates, pa.date32()).cast(pa.timestamp("us", "UTC"))}),
        "pandas": pd.DataFrame({"a": pd.to_datetime(pd.Series(strings))}),
    }
    for kind, table in stored.items():
        features = TableFeatures(numbers=numbers, cross="all").fit(table)

        assert features.kinds_ == {"a": "date"}, kind
        assert features.get_feature_names_out().tolist() == expected.get_feature_names_out().tolist(), kind
        assert (features.transform(table) != expected.transform({"a": strings})).nnz == 0, kind


def test_parts_can_be_crossed_and_saved_and_names_must_be_free(tmp_path):
    table = {"when": ["2024-03-09", "2024-03-10", "2023-01-01"], "b": ["x", "y", "x"]}
    features = TableFeatures(cross=[("when.weekday", "b")]).fit(table)
    rb.save(features, tmp_path / "dates.rosenblatt")
    loaded = rb.load(tmp_path / "dates.rosenblatt")

    assert f"when.weekday={WEEKDAYS[5]} & b=x" in features.get_feature_names_out().tolist()
    assert (loaded.transform(table) != features.transform(table)).nnz == 0
    with pytest.raises(BadData, match=r"the year of column 'when' is called 'when.year', as another column is"):
        TableFeatures().fit({**table, "when.year": [1, 2, 3]})
    with pytest.raises(BadData, match=r"column 'when' must hold dates, got list<item: int64>"):
        TableFeatures(kinds={"when": "date"}).fit({"when": [[1], [2]]})
