"""One item on a worker that receives and returns pickles."""

from __future__ import annotations

import pickle

from rosenblatt.distribute.engine import MOST_TRIES, pickled


def run_pickled(call: bytes, item: bytes) -> tuple[bool, bytes]:
    """Return the result for an item, or why there is none, as a pickle; and which of both it is.

    Parameters
    ----------
    call : the function, and what its items share.
    item : the item.
    """
    reason = ""
    for _ in range(MOST_TRIES):
        try:
            function, shared = pickle.loads(call)
            return True, pickled(function(pickle.loads(item), shared))
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
    return False, pickled(reason)
