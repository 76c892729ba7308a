"""How far the work has come."""

import pytest

from rosenblatt.show.progress_bar import Stages, facts_of, progress_bar
from rosenblatt.train.progress import NoProgress


@pytest.mark.parametrize(
    ("share", "rows", "seconds", "words"),
    [
        (0.5, 1000, 10.0, " 50 %  100 rows/s  0:10 left"),
        (0.1, 9_000_000, 600.0, " 10 %  15,000 rows/s  1:30:00 left"),
        (1.0, 7, 1.0, "100 %  7 rows/s  0:00 left"),
        (None, 7000, 2.0, "7,000 rows  3,500 rows/s"),
    ],
)
def test_what_is_said_is_what_follows_from_the_pace_so_far(share, rows, seconds, words):
    assert facts_of(share, rows, seconds) == words


def test_a_stage_is_timed_from_the_end_of_the_one_before():
    said = []
    seconds = iter([0.0, 10.0, 12.0, 16.0])
    stages = Stages(lambda *told: said.append(told), clock=lambda: next(seconds))
    stages.update("reading", 1.0, 100)
    stages.update("epoch 1", 0.25, 10)
    stages.update("epoch 1", 0.75, 30)

    assert [what for what, *_ in said] == ["reading", "epoch 1", "epoch 1"]
    assert said[1][2].endswith("5 rows/s  0:06 left")
    assert said[2][2].endswith("5 rows/s  0:02 left")


def test_where_no_terminal_is_there_is_no_bar():
    with progress_bar(is_wanted=True) as progress:
        assert isinstance(progress, NoProgress)
