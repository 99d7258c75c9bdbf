"""What definitions of tools cost, by tool, target and field, and what would save some of it. Standard library only."""
