"""Training: orders, the loop over epochs, stopping rules, several classes."""
