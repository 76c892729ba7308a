"""The rows of some parts of files, as a worker reads them."""

import pytest

import rosenblatt as rb
from rosenblatt.distribute.first_pass import read_facts
from rosenblatt.distribute.line_names import FileLines
from rosenblatt.distribute.part_rows import PartRows
from rosenblatt.distribute.plan import make_plan
from rosenblatt.train.progress import NoProgress
from rosenblatt.train.split import SplitRule
from tests.distribute import files


def test_the_share_that_was_read_is_known_while_rows_are_stored(tmp_path):
    """So that the arrays that they are stored in need not grow, and be copied, again and again."""
    path, progress = files.write_matrix(tmp_path / "rows.svm"), NoProgress()
    plan = make_plan(rb.open_batches(path), {}, 2, [])
    facts = read_facts(rb.engines.Sequential(), plan, FileLines([str(path)]), None, progress)
    numbers = plan.parts_of_shard(1)
    rows = PartRows(plan, numbers, SplitRule(0), facts.numbering)
    shares, n_rows = zip(*((rows.share_read, sum(rows.n_rows)) for _ in rows.read("encoding", progress)), strict=True)

    assert len(numbers) > 1
    assert shares == tuple((place + 1) / len(numbers) for place in range(len(numbers)))
    for share, n_read in zip(shares, n_rows, strict=True):
        assert n_read / n_rows[-1] == pytest.approx(share, abs=0.1)
