"""The version of this package, in a module that imports nothing: a model file records it."""

__version__ = "0.1.0"
