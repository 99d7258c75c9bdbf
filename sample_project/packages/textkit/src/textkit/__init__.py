"""Tools for texts, written as classes."""
