"""Facts about rows and labels before any learning: separability, margins, bounds and their proofs."""
