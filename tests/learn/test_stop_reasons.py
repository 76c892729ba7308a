"""Every reason to stop has one explanation."""

import re

import rosenblatt as rb
from rosenblatt.learn.stop_reasons import STOP_REASONS, stop_sentence


def test_the_documented_reasons_are_the_explained_ones():
    documented = rb.Perceptron.__doc__.partition("stop_reason_ :")[2].partition("certificate_ :")[0]

    assert set(re.findall('"([a-z_]+)"', documented)) == set(STOP_REASONS)


def test_a_sentence_names_the_reason():
    assert stop_sentence("converged") == "Training stopped (converged): an epoch passed without an update."
