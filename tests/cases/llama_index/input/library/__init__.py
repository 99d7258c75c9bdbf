"""A library."""
