"""The linear learners: one a file, on top of one compiled loop."""
