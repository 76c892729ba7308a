"""What reports share."""

import pytest

from rosenblatt.show.terminal import percent, plain, size


@pytest.mark.parametrize(
    ("n_bytes", "words"),
    [(999, "999 bytes"), (7_440, "7.4 kB"), (73_740, "74 kB"), (10**6, "1.0 MB"), (2 * 10**10, "20 GB")],
)
def test_a_size_has_a_unit(n_bytes, words):
    assert size(n_bytes) == words


def test_a_name_cannot_order_the_terminal_about():
    assert plain("\x1b[31mred\a\n") == "\N{REPLACEMENT CHARACTER}[31mred" + 2 * "\N{REPLACEMENT CHARACTER}"


def test_a_share_that_cannot_be_said_is_a_dash():
    assert (percent(None), percent(0.666)) == ("-", "66.6 %")
