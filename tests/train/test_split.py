"""Rows that are held out."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt.read.label_codes import LabelCodes
from rosenblatt.train.split import CHOOSE, JUDGE, LEARN, Split, SplitRule, one_of_each

seeds = st.integers(0, 2**64 - 1)


@given(seeds, st.integers(0, 200), st.integers(1, 50))
def test_batches_of_any_size_hold_out_the_same_rows(seed, n_rows, batch_rows):
    whole = one_of_each(0, n_rows, seed)
    pieces = [one_of_each(start, min(batch_rows, n_rows - start), seed) for start in range(0, n_rows, batch_rows)]

    assert np.array_equal(np.concatenate([np.zeros(0, bool), *pieces]), whole)


@given(seeds, st.integers(0, 10**9))
def test_one_row_of_each_ten_one_of_each(seed, ten):
    assert one_of_each(10 * ten, 10, seed).sum() == 1


def test_every_place_of_ten_is_drawn_about_as_often_and_seeds_differ():
    held = one_of_each(0, 100_000, seed=1)
    by_place = held.reshape(-1, 10).sum(axis=0)

    assert by_place.min() > 900
    assert by_place.max() < 1100
    assert (held & one_of_each(0, 100_000, seed=2)).sum() < 1200


labels_of_rows = st.lists(st.sampled_from("abc"), min_size=1, max_size=60)
folds = st.integers(0, 9)


@given(labels_of_rows, seeds, folds, folds)
def test_the_first_row_of_a_class_is_learned_and_all_others_are_as_drawn(labels, seed, judging, choosing):
    parts = Split(SplitRule(seed, judging, choosing)).parts(LabelCodes().codes(np.array(labels)))
    firsts = [labels.index(label) for label in set(labels)]
    judges = one_of_each(0, len(labels), seed, fold=judging)
    judges[firsts] = False

    assert (parts == JUDGE).tolist() == judges.tolist()
    assert set(np.array(labels)[parts == LEARN]) == set(labels)


@given(labels_of_rows, seeds, st.integers(1, 20))
def test_a_split_of_batches_is_that_of_all_rows(labels, seed, batch_rows):
    codes, split = LabelCodes().codes(np.array(labels)), Split(SplitRule(seed))
    pieces = [split.parts(codes[start : start + batch_rows]) for start in range(0, len(codes), batch_rows)]

    assert np.array_equal(np.concatenate(pieces), Split(SplitRule(seed)).parts(codes))


@given(seeds, st.integers(2, 12))
def test_every_row_judges_once_and_chooses_in_one_of_the_folds_unless_it_judges(seed, n_folds):
    codes = np.zeros(60, np.int64)
    by_judging = [Split(SplitRule(seed, fold)).parts(codes) == JUDGE for fold in range(10)]
    by_choosing = [Split(SplitRule(seed, 0, fold, n_folds)).parts(codes) == CHOOSE for fold in range(n_folds)]

    assert np.sum(by_judging, axis=0).tolist() == [0, *[1] * 59]
    assert np.sum(by_choosing, axis=0).tolist() == [0, *(~by_judging[0][1:]).astype(int).tolist()]


def test_no_row_chooses_or_judges_without_a_fold():
    assert Split(SplitRule(1, None, None)).parts(np.zeros(100, np.int64)).tolist() == [LEARN] * 100
