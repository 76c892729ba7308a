"""Scores, evaluation tables and traces; computes, never draws."""
