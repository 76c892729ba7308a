"""The learners: one a file."""
