"""Rows that are held out."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt.read.label_codes import LabelCodes
from rosenblatt.train.split import Split, is_held_out

seeds = st.integers(0, 2**64 - 1)


@given(seeds, st.integers(0, 200), st.integers(1, 50))
def test_batches_of_any_size_hold_out_the_same_rows(seed, n_rows, batch_rows):
    whole = is_held_out(0, n_rows, seed)
    pieces = [is_held_out(start, min(batch_rows, n_rows - start), seed) for start in range(0, n_rows, batch_rows)]

    assert np.array_equal(np.concatenate([np.zeros(0, bool), *pieces]), whole)


@given(seeds, st.integers(0, 10**9))
def test_one_row_of_each_ten_is_held_out(seed, ten):
    assert is_held_out(10 * ten, 10, seed).sum() == 1


def test_every_place_of_ten_is_drawn_about_as_often_and_seeds_differ():
    held = is_held_out(0, 100_000, seed=1)
    by_place = held.reshape(-1, 10).sum(axis=0)

    assert by_place.min() > 900
    assert by_place.max() < 1100
    assert (held & is_held_out(0, 100_000, seed=2)).sum() < 1200


labels_of_rows = st.lists(st.sampled_from("abc"), min_size=1, max_size=60)


@given(labels_of_rows, seeds)
def test_the_first_row_of_a_class_is_learned_and_all_others_are_as_drawn(labels, seed):
    held = Split(seed).held_out(LabelCodes().codes(np.array(labels)))
    firsts = [labels.index(label) for label in set(labels)]
    drawn = is_held_out(0, len(labels), seed)
    drawn[firsts] = False

    assert held.tolist() == drawn.tolist()
    assert set(np.array(labels)[~held]) == set(labels)


@given(labels_of_rows, seeds, st.integers(1, 20))
def test_a_split_of_batches_is_that_of_all_rows(labels, seed, batch_rows):
    labels, split = LabelCodes().codes(np.array(labels)), Split(seed)
    pieces = [split.held_out(labels[start : start + batch_rows]) for start in range(0, len(labels), batch_rows)]

    assert np.array_equal(np.concatenate(pieces), Split(seed).held_out(labels))
