"""Limits on one request, so that no response takes more than a few seconds."""

MAX_ROWS = 500
MAX_COLUMNS = 50
MAX_CLASSES = 8
MAX_EPOCHS = 1000
MAX_STEPS = 20_000  # recorded for playback, of one problem
MAX_STEPS_OF_ALL = 60_000  # of all problems
MAX_SEEN = 200_000  # rows that a learner processes before it is stopped
MAX_SEEN_BY_KERNEL = 20_000
MAX_BUDGET = 100
MAX_BYTES = 2_000_000  # of a request
MAX_WORK = 2_500_000_000  # multiply-adds of a run: two to three seconds
MAX_RECORDING = 16_000_000  # bytes of recorded steps
MAX_ANSWER = 20_000_000  # bytes of a response
MAX_WAITING = 8  # requests
WORK = 1e8  # multiply-adds of a proof


def for_page() -> dict[str, int]:
    """Return the limits that the page shows."""
    return {
        "rows": MAX_ROWS,
        "columns": MAX_COLUMNS,
        "classes": MAX_CLASSES,
        "epochs": MAX_EPOCHS,
        "steps": MAX_STEPS,
    }
