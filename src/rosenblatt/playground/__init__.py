"""The page to play with, and the small local server behind it."""
