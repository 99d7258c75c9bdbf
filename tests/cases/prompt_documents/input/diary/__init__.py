"""A diary."""
