"""Types that hold code: validators in annotations, in models, and settings that rewrite text."""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints, field_validator
from pydantic_core import core_schema
from toolgen import tool


def inside(path: str) -> str:
    """The path, which does not leave the vault."""
    if path.startswith("/") or ".." in path:
        raise ValueError("it is outside of the vault")
    return path


Inside = Annotated[str, AfterValidator(inside)]


@dataclass
class Entry:
    path: Inside
    size: int = 0


class Label(BaseModel):
    model_config = ConfigDict(str_strip_whitespace=True)

    text: str


class Tags(BaseModel):
    names: list[str]

    @field_validator("names", mode="before")
    @classmethod
    def split(cls, value: Any) -> Any:
        """Names with commas between them are taken, too."""
        return value.split(",") if isinstance(value, str) else value


class Key:
    """An object that a text names."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        return core_schema.no_info_plain_validator_function(lambda text: cls())

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> Any:
        return handler(core_schema.str_schema(pattern="^[0-9a-f]+$")) | {"format": "key"}


@tool
def read(path: Inside, limit: int = 10) -> str:
    """Read a file."""
    return path * limit


@tool
def store(entries: list[Entry], label: Label | None = None, tags: Tags | None = None) -> int:
    """Store files."""
    return len(entries)


@tool
async def rename(*path: Inside, **names: Annotated[str, StringConstraints(to_lower=True)]) -> None:
    """Rename files."""


@tool(params={"path": {"type": "string", "enum": ["a.txt", "b.txt"]}})
def drop(path: Inside) -> None:
    """Drop a file."""


@tool
def unlock(key: Key, *others: Key) -> None:
    """Open the vault."""


@tool
def count(word: str) -> int:
    """Count the files that hold a word: no code is in this type."""
    return len(word)
