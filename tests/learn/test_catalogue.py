"""The names of learners."""

from rosenblatt.learn.catalogue import CATALOGUE
from rosenblatt.learn.learner_names import LINEAR_TITLES, TITLES
from rosenblatt.learn.linear_catalogue import LINEAR


def test_every_learner_of_the_catalogue_has_a_title():
    assert list(LINEAR_TITLES) == list(LINEAR)
    assert list(TITLES) == list(CATALOGUE)
