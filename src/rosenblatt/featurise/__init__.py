"""Words, n-grams, hashing, table columns and scaling: from what a file holds to rows."""
