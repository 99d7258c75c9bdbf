"""Declarations → `ToolSpec`, and all of them → the manifest."""
