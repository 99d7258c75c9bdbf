"""A module that has a `Field` of its own."""

from toolgen import tool
import pydantic
from typing import Annotated


class Field:
    """A piece of land."""


@tool
def mow(name: Annotated[str, pydantic.Field(description="The name of the field.")], times: int = 1) -> str:
    """Mow a field.
    """
    return f"{name} {times}"
