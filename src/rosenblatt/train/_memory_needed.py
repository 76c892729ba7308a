"""The memory that a training needs at least, besides that for rows."""

from __future__ import annotations

from rosenblatt.memory import require_memory

# Copies of the weights of two classes, at least; those of several may be narrowed until the end.
_COPIES_OF_TWO = 4


def refuse_beyond_memory(path: str, n_columns: int, n_classes: int, *, is_matrix: bool) -> None:
    """Raise before the training if its weights, or the counts of each class predicted as each other, cannot fit."""
    what = f"the weights of {n_columns:,} columns and {n_classes:,} classes"
    remedy = "number features without gaps" if is_matrix else "use fewer `bits=`, or fewer classes"
    n_planes = _COPIES_OF_TWO if n_classes == 2 else n_classes
    require_memory(8 * n_columns * n_planes, path, what, remedy)
    what, remedy = f"the scores of {n_classes:,} classes", "does the label differ from row to row, as an id does?"
    require_memory(16 * n_classes**2, path, what, remedy)
