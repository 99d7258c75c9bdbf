"""Which functions and classes are tools; declarations → `ToolSpec`, and all of them → the manifest."""
