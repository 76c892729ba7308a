"""What is true of the data before anyone learns."""
