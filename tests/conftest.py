"""Settings for all tests."""

from hypothesis import settings

# A slow example is not a wrong one: the machine may be busy.
settings.register_profile("default", deadline=None)
settings.register_profile("quick", deadline=None, max_examples=10)
settings.load_profile("default")
