"""A trace as a worked example: the arithmetic of each step, written out."""
