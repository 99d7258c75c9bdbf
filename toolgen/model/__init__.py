"""The types that every stage shares. Standard library only."""
