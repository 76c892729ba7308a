"""The commands, one per file; they only connect the other packages."""
