"""The compiled core. What each thing does is said in ``core/*.hpp``."""

from rosenblatt._core._native import (
    Learning,
    PassiveAggressiveStep,
    PerceptronStep,
    Random,
    Rows,
    State,
    Tally,
    cpu_levels,
    level_in_use,
    norm2,
    use_level,
    vote,
    vote_among,
)

__all__ = [
    "Learning",
    "PassiveAggressiveStep",
    "PerceptronStep",
    "Random",
    "Rows",
    "State",
    "Tally",
    "cpu_levels",
    "level_in_use",
    "norm2",
    "use_level",
    "vote",
    "vote_among",
]
