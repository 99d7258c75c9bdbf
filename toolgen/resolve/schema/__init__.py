"""Type expressions → JSON Schema."""
