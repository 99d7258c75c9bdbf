"""Annotations → type expressions → JSON Schema; the classes that they name."""
