"""The compiled core. What each thing does is said in ``core/*.hpp``."""

from rosenblatt._core._native import (
    Learning,
    PassiveAggressiveStep,
    PerceptronStep,
    Random,
    Records,
    Rows,
    State,
    SvmlightRows,
    Tally,
    cpu_levels,
    find_lines,
    find_records,
    level_in_use,
    norm2,
    read_svmlight,
    use_level,
)

__all__ = [
    "Learning",
    "PassiveAggressiveStep",
    "PerceptronStep",
    "Random",
    "Records",
    "Rows",
    "State",
    "SvmlightRows",
    "Tally",
    "cpu_levels",
    "find_lines",
    "find_records",
    "level_in_use",
    "norm2",
    "read_svmlight",
    "use_level",
]
