"""Loaded models: predictions for files, scores, explanations."""
