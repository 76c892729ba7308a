"""What every learner learns, to the bit: sha256 of weights, predictions, counts and stop reasons.

``python -m tests.learned_bits`` adds new cases to ``tests/learned_bits.json``. It never changes an entry.

Rows are whole numbers, and scaled texts are of four words, so that every sum is exact on every machine. Standardised
numbers of a table and the steps of passive-aggressive are rounded, in the core's fixed order of additions. Kernels
whose values are rounded are left out: BLAS adds these in an order of its own.
"""

import json
from collections.abc import Callable
from pathlib import Path

from tests.learned_bits.in_commands import command_cases
from tests.learned_bits.in_python import python_cases

RECORDED = Path(__file__).parent.with_suffix(".json")
CASES: dict[str, Callable[[Path], dict[str, str]]] = {**dict(python_cases()), **dict(command_cases())}


def recorded() -> dict[str, str]:
    """Read the recorded entries."""
    return json.loads(RECORDED.read_text(encoding="utf-8")) if RECORDED.exists() else {}


def computed(name: str, folder: Path) -> dict[str, str]:
    """Compute the entries of a case; `folder` is empty and for its files."""
    return {name + part: sha256 for part, sha256 in CASES[name](folder).items()}
