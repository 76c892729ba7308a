"""The values of ``stop_reason_``, each with its meaning."""

from __future__ import annotations

STOP_REASONS = {
    "converged": "an epoch passed without an update",
    "tolerated_mistakes": "an epoch made no more mistakes than are tolerated",
    "max_iter": "the limit on epochs was reached",
    "max_updates": "the limit on updates was reached",
    "weights_settled": "the weights hardly moved in an epoch",
    "no_improvement": "the share of mistakes stopped falling",
    "inseparable": "it is proven that no plane separates these rows",
    "validation": "the error on the held-out rows stopped falling",
}


def stop_sentence(reason: str) -> str:
    """Return a sentence that names the reason and explains it.

    Examples
    --------
    >>> stop_sentence("max_iter")
    'Training stopped (max_iter): the limit on epochs was reached.'
    """
    return f"Training stopped ({reason}): {STOP_REASONS[reason]}."
