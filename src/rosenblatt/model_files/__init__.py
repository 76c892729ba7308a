"""Save and load everything below, never pickle."""
