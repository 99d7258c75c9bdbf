"""Find, read, validate and freeze `[tool.toolgen]`, with the places of its keys."""
