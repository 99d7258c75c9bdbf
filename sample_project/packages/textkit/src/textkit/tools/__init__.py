"""The tools, one class for each."""
