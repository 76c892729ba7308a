"""Texts and table columns to sparse rows with named columns."""
