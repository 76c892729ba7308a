"""Terminal tables, plots and animations: draws, never computes."""
