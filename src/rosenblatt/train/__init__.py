"""From labelled files to a model and an honest report."""
