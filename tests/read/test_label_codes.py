"""Numbers for labels."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt.read.label_codes import LabelCodes

strings = st.lists(st.sampled_from(["", "a", "b", "ab", "eight by", "twelve bytes", "é"]) | st.text("ab", max_size=20))
numbers = st.lists(st.integers(-3, 3)) | st.lists(st.sampled_from([0.0, 0.5, -1.0]))


@given(strings | numbers, st.integers(1, 5))
def test_each_label_has_a_number_in_the_order_in_which_they_first_come(labels, batch_rows):
    codes = LabelCodes()
    batches = [np.array(labels[start : start + batch_rows]) for start in range(0, len(labels), batch_rows)]
    given = [code for batch in batches for code in codes.codes(batch).tolist()]

    different = list(dict.fromkeys(labels))
    assert given == [different.index(label) for label in labels]
    assert list(codes.counts.items()) == list(Counter(labels).items())
    assert codes.names().tolist() == different


def test_a_thousand_labels_are_told_apart():
    labels = np.array([f"label {number % 1000}" for number in range(3000)])

    assert LabelCodes().codes(labels).tolist() == [number % 1000 for number in range(3000)]


def test_equal_labels_have_one_number_however_they_lie_in_memory():
    assert LabelCodes().codes(np.array([0.0, -0.0, 1.5])).tolist() == [0, 0, 1]
    assert LabelCodes().codes(np.array(["no", "yes", "no", "yes"])[::-2]).tolist() == [0, 0]
