"""Constant expressions: evaluated by reading them, and shown as the JSON that pydantic makes of their values."""
