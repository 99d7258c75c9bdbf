"""A module that has a `Field` of its own."""

from toolgen import tool


class Field:
    """A piece of land."""


@tool
def mow(name: str, times: int = 1) -> str:
    """Mow a field.

    Args:
        name: The name of the field.
    """
    return f"{name} {times}"
