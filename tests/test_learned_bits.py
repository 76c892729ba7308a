"""What is learned stays the same to the bit, whatever becomes of the code."""

import pytest

from tests.learned_bits import CASES, computed, recorded

RECORDED = recorded()


@pytest.mark.parametrize("name", CASES)
def test_the_same_bits_are_learned(name, tmp_path):
    entries = computed(name, tmp_path)

    assert entries == {entry: RECORDED.get(entry) for entry in entries}


def test_every_recorded_entry_belongs_to_a_case():
    assert {entry for entry in RECORDED if entry not in CASES and entry.rpartition("/")[0] not in CASES} == set()


def test_rows_on_the_disk_are_learned_in_an_order_of_their_own():
    """Otherwise these cases would not record what they are named for."""
    ways = ("train", "out-of-core", "out-of-core-in-parts")

    assert len({RECORDED[f"perceptron/two/svmlight/command-{way}"] for way in ways}) == len(ways)
