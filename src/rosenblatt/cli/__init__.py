"""The commands: one a file; they only wire."""
