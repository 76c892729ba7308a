"""Files to batches in bounded memory; every row knows its path and line."""
