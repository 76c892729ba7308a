"""Columns that cannot be labels, because they hold no classes."""

import pytest

import rosenblatt as rb
from rosenblatt.errors import BadData
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.refuse_labels import refuse_labels


@pytest.fixture
def rows_of(tmp_path):
    """Write rows, and open them by their label."""

    def opened(lines, **options):
        path = tmp_path / "rows.csv"
        path.write_text("x,y\n" + "".join(f"{line}\n" for line in lines))
        return CachedBatches(rb.open_batches(path, label="y", **options), 10**6)

    return opened


def test_a_label_that_differs_in_each_row_is_refused(rows_of):
    with pytest.raises(BadData, match=r"rows.csv: the label, column 'y', is different in each of the 30 rows; a label"):
        refuse_labels(rows_of(f"1,name {row}" for row in range(30)))
    refuse_labels(rows_of(f"1,name {row}" for row in range(10)))
    refuse_labels(rows_of(f"1,name {row // 2}" for row in range(30)))


def test_a_label_of_many_fractions_is_refused(rows_of):
    fractions = [f"1,{row % 25 / 8}" for row in range(60)]
    words = (
        r"holds 25 different numbers, such as 0.125, 0.25, 0.375; .* or `categorical=\['y'\]` if each number is a class"
    )

    with pytest.raises(BadData, match=words):
        refuse_labels(rows_of(fractions))
    refuse_labels(rows_of(fractions, categorical="y"))
    refuse_labels(rows_of(f"1,{row % 10 / 2}" for row in range(60)))
