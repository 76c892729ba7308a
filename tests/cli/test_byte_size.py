"""Sizes in bytes."""

import pytest

from rosenblatt.cli._byte_size import size_in_bytes
from rosenblatt.errors import BadParameter


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("0", 0),
        ("1000", 1000),
        ("12B", 12),
        ("2kB", 2000),
        ("1.5 GB", 15 * 10**8),
        ("3MiB", 3 * 2**20),
        ("2GiB", 2**31),
        ("2Gi", 2**31),
        ("4t", 4 * 10**12),
        (" 0.5 kib ", 512),
    ],
)
def test_decimal_and_binary_units_differ(text, size):
    assert size_in_bytes(text) == size


@pytest.mark.parametrize("text", ["much", "", "GB", "5iB", "1..5GB", "-1", "2 GB x", "9" * 400, "9" * 400 + "GB"])
def test_what_is_no_size_is_refused(text):
    with pytest.raises(BadParameter, match="--memory must be a size such as 500MB or 2GiB, got "):
        size_in_bytes(text)
