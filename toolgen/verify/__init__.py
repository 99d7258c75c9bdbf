"""Checks the manifest against what runs. Only here is code of the user's imported, and that in another process."""
