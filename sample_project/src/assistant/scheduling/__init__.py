"""What the assistant does later: when, what, and that it happens once."""
