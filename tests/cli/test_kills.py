"""A signal at any moment leaves the old output or a whole new one, and no litter."""

import sys

import pytest

from tests.kills import MOMENTS, SIGNALS, end, prepare

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs signals and /proc")


@pytest.fixture(scope="module")
def victims(tmp_path_factory):
    return prepare(tmp_path_factory.mktemp("kills"))


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_the_old_or_the_new_file_is_left_and_no_litter(victims, tmp_path, number, moment):
    for victim in list(victims.values())[MOMENTS.index(moment) :: len(MOMENTS)]:
        end(victim, number, moment, tmp_path)
