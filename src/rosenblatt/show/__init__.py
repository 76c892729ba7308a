"""Terminal tables, plots and pages; draws, never computes."""
