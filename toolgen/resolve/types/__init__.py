"""Annotations → type expressions."""
