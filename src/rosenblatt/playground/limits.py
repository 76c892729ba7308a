"""How much one request may ask for, so that an answer never takes more than a few seconds."""

MOST_ROWS = 500
MOST_COLUMNS = 50
MOST_CLASSES = 8
MOST_EPOCHS = 1000
MOST_STEPS = 20_000  # kept for playback
MOST_SEEN = 200_000  # rows that a learner meets before it is stopped
MOST_SEEN_BY_KERNEL = 20_000
MOST_BUDGET = 100
MOST_BYTES = 2_000_000  # of a request
WORK = 1e8  # multiply-adds of a proof


def as_words() -> dict[str, int]:
    """Give what the page should know."""
    return {
        "rows": MOST_ROWS,
        "columns": MOST_COLUMNS,
        "classes": MOST_CLASSES,
        "epochs": MOST_EPOCHS,
        "steps": MOST_STEPS,
    }
