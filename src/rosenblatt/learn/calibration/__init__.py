"""Calibrations: from the scores of a learner to probabilities, one method per file."""
