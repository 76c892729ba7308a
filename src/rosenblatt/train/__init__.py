"""From labelled files to a model, with a report on held-out rows."""
