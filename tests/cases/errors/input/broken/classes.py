"""Classes and metadata that cannot be known by reading, or that pydantic refuses."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import BaseModel, Field
from toolgen import tool

from broken.made import Made
from broken.names import Missing

T = TypeVar("T")


class Code(Enum):
    def _generate_next_value_(name, start, count, last_values):
        code = name.encode().hex()
        return code

    A = auto()


class Computed(BaseModel):
    @classmethod
    def __get_pydantic_json_schema__(cls, schema, handler):
        return {"type": "string", "examples": examples_of(cls)}


class Cat(BaseModel):
    kind: str


class Dog(BaseModel):
    kind: Literal["dog"]


@dataclass
class Box(Generic[T]):
    value: T


@tool
def computed(value: Computed) -> None:
    """Take what describes itself."""


@tool
def strict(value: Annotated[int, Field(union_mode="smart")]) -> None:
    """Take metadata that does not apply."""


@tool
def arguments(value: Box[int, str]) -> None:
    """Take too many type arguments."""


@tool
def not_there(value: Missing) -> None:
    """Take what its module does not have."""


@tool
def made(value: Made) -> None:
    """Take what code makes."""


@tool
def coded(value: Code) -> None:
    """Take members whose values are made by code."""


@tool
def pets(pet: Annotated[Cat | Dog, Field(discriminator="kind")]) -> None:
    """Take what cannot be told apart."""


@tool
def bounded(size: Annotated[str, Field(min_length="two")]) -> None:
    """What the metadata of a type cannot say.

    Args:
        size: How large.
    """
