"""The steps of a pipeline, for commands, which do not import scikit-learn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sklearn.pipeline import Pipeline


@dataclass
class Steps:
    """Named estimators one after another: what a command trains, saves and loads in place of a `Pipeline`."""

    steps: list[tuple[str, Any]]
    verbose: bool = False

    def to_pipeline(self) -> Pipeline:
        """Make scikit-learn's pipeline of the same estimators."""
        from sklearn.pipeline import Pipeline  # noqa: PLC0415

        return Pipeline(self.steps, verbose=self.verbose)
