"""Settings for all tests."""

import signal

from hypothesis import settings

# Some tests send Ctrl-C, which whoever is started in the background by a shell ignores, and so do its children.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A slow example is not a wrong one: the machine may be busy.
# Forty examples of each of some hundred laws keep all tests within a few minutes; "long" is for whoever has time.
settings.register_profile("default", deadline=None, max_examples=40)
settings.register_profile("long", deadline=None, max_examples=1000)
settings.register_profile("quick", deadline=None, max_examples=10)
settings.load_profile("default")
