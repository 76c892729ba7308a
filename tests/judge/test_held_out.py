"""Rows that are held out."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt.judge.held_out import is_held_out, with_all_classes_learned

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


@given(st.lists(st.tuples(st.booleans(), st.sampled_from("abc")), min_size=1))
def test_every_class_is_learned_and_only_rows_of_unlearned_ones_go_back(rows):
    held, labels = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    kept = with_all_classes_learned(held, labels)

    assert set(labels[~kept]) == set(labels)
    assert not (kept & ~held).any()
    assert set(labels[held & ~kept]).isdisjoint(labels[~held])
