"""Bytes on disk to a stream of batches, with path and line for every row."""
