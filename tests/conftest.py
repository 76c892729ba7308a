"""Settings for all tests."""

import signal

from hypothesis import settings

# Some tests send Ctrl-C, which programs that a shell starts in the background ignore, and so do their children.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A slow example is not a wrong one: the machine may be busy.
settings.register_profile("default", deadline=None, max_examples=60)
settings.register_profile("long", deadline=None, max_examples=1000)
settings.register_profile("quick", deadline=None, max_examples=10)
settings.load_profile("default")


def pytest_collection_modifyitems(items):
    """Start the long tests first, the longest of all before the others, so that no worker ends with one of them.

    A worker of pytest-xdist holds one more test in reserve, so a short one stands behind each of the long ones.
    """
    seconds = {item: mark.args[0] for item in items if (mark := item.get_closest_marker("long"))}
    short = [item for item in items if item not in seconds]
    for place, item in enumerate(sorted(seconds, key=seconds.get, reverse=True)):
        short.insert(2 * place, item)
    items[:] = short
