"""Rows that several test modules share."""

from hypothesis import strategies as st

CORNERS = [[0, 0], [0, 1], [1, 0], [1, 1]]


def labelled_rows(values, max_columns=6, max_rows=14):
    """Rows with signs of which at least one is negative and one positive."""
    return st.integers(1, max_columns).flatmap(
        lambda d: st.lists(
            st.tuples(st.lists(values, min_size=d, max_size=d), st.sampled_from([-1, 1])), min_size=2, max_size=max_rows
        ).filter(lambda rows: len({sign for _, sign in rows}) == 2)
    )


def best_epoch(model):
    """The number of the epoch with the least validation error, of equals the latest."""
    return min(model.history_, key=lambda epoch: (epoch.validation_error, -epoch.epoch)).epoch
