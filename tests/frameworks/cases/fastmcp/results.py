"""What a server says of results: those that are no objects are wrapped, and nothing is said of content."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Dict, Generic, List, Literal, NamedTuple, NewType, Optional, TypeVar, Union

from fastmcp import Context, FastMCP
from fastmcp.utilities.types import Image
from mcp.types import CallToolResult, EmbeddedResource, ImageContent, TextContent
from pydantic import BaseModel, Field, RootModel
from typing_extensions import Required, TypeAliasType, TypedDict

try:
    from fastmcp.tools import ToolResult
except ImportError:  # version 2
    from fastmcp.tools.tool import ToolResult

mcp = FastMCP("results")
T = TypeVar("T")


class Size(Enum):
    SMALL = "small"
    LARGE = "large"


class Book(BaseModel):
    """A book on a shelf."""

    title: Optional[str] = None
    type: Literal["book"] = "book"
    year: int = 1900


class Shelf(BaseModel, Generic[T]):
    items: list[T]


class Numbers(RootModel[list[int]]):
    """Some numbers."""


class Prices(RootModel[dict[str, float]]):
    """Prices by name."""


class Folder(BaseModel):
    name: str
    folders: list["Folder"] = []


@dataclass
class Inner:
    """A part."""

    weight: Annotated[int, Field(description="In grams.")]
    tags: list[str] = field(default_factory=list)


@dataclass
class Parcel:
    """A parcel."""

    number: Annotated[int, Field(description="Of the parcel.", ge=1)]
    content: list[Inner] = field(default_factory=list)
    weight: int = field(default=3)
    other: Optional[Inner] = None


@dataclass
class Express(Parcel):
    fast: bool = True


@dataclass(slots=True)
class Slotted:
    number: int
    weight: int = 3


@dataclass
class Box(Generic[T]):
    value: T


class Entry(TypedDict, total=False):
    """An entry."""

    key: Required[str]
    value: Annotated[int, Field(description="What it is worth.")]


class Point(NamedTuple):
    x: int
    y: int = 0


class Plain:
    """No fields."""


Number = NewType("Number", int)
Named = TypeAliasType("Named", dict[str, int])
Names = Dict[str, str]
Rows = list[dict[str, Any]]


@mcp.tool()
def text() -> str:
    """Text."""


@mcp.tool()
def binary() -> bytes:
    """Bytes."""


@mcp.tool()
def nothing() -> None:
    """Nothing."""


@mcp.tool()
def anything() -> Any:
    """Anything."""


@mcp.tool()
def an_object() -> object:
    """An object."""


@mcp.tool()
def unsaid():
    """No annotation."""


@mcp.tool()
def bare_list() -> list:
    """A list."""


@mcp.tool()
def bare_dict() -> dict:
    """A dictionary."""


@mcp.tool()
def bare_typing_list() -> List:
    """A list."""


@mcp.tool()
def bare_typing_dict() -> Dict:
    """A dictionary."""


@mcp.tool()
def items() -> list[str]:
    """A list."""


@mcp.tool()
def values_of() -> dict[str, int]:
    """A dictionary."""


@mcp.tool()
def described_values() -> Annotated[dict[str, int], Field(description="Lost.")]:
    """A dictionary."""


@mcp.tool()
def any_values() -> dict[str, Any]:
    """A dictionary."""


@mcp.tool()
def typing_values() -> Dict[str, Any]:
    """A dictionary."""


@mcp.tool()
def alias_values() -> Names:
    """A dictionary."""


@mcp.tool()
def rows() -> Rows:
    """Rows."""


@mcp.tool()
def number_keys() -> dict[int, str]:
    """A dictionary."""


@mcp.tool()
def mapping() -> Mapping[str, int]:
    """A mapping."""


@mcp.tool()
def size() -> Size:
    """An enumeration."""


@mcp.tool()
def book() -> Book:
    """A model."""


@mcp.tool()
def described_book() -> Annotated[Book, Field(description="Lost.")]:
    """A model."""


@mcp.tool()
def maybe_book() -> Optional[Book]:
    """A model or nothing."""


@mcp.tool()
def books() -> list[Book]:
    """Models."""


@mcp.tool()
def numbered_shelf() -> Shelf[int]:
    """A generic model."""


@mcp.tool()
def numbers() -> Numbers:
    """A root model of a list."""


@mcp.tool()
def prices() -> Prices:
    """A root model of a dictionary."""


@mcp.tool()
def folder() -> Folder:
    """A model of itself."""


@mcp.tool()
def parcel() -> Parcel:
    """A dataclass."""


@mcp.tool()
def parcels() -> list[Parcel]:
    """Dataclasses."""


@mcp.tool()
def express() -> Express:
    """A dataclass below another."""


@mcp.tool()
def slotted() -> Slotted:
    """A dataclass with slots."""


@mcp.tool()
def box() -> Box[int]:
    """A generic dataclass."""


@mcp.tool()
def entry() -> Entry:
    """A typed dictionary."""


@mcp.tool()
def entries() -> list[Entry]:
    """Typed dictionaries."""


@mcp.tool()
def point() -> Point:
    """A named tuple."""


@mcp.tool()
def plain() -> Plain:
    """A class without fields."""


@mcp.tool()
def new_type() -> Number:
    """A new type."""


@mcp.tool()
def named_alias() -> Named:
    """An alias with a name."""


@mcp.tool()
def choice() -> Literal["a", "b"]:
    """A choice."""


@mcp.tool()
def either() -> Union[int, str]:
    """A union."""


@mcp.tool()
def either_model() -> Book | Parcel:
    """A union of classes."""


@mcp.tool()
def described() -> Annotated[int, Field(description="How many.", ge=0)]:
    """A number."""


@mcp.tool()
def day() -> date:
    """A date."""


@mcp.tool()
def amount() -> Decimal:
    """A decimal."""


@mcp.tool()
def pair() -> tuple[int, str]:
    """A tuple."""


@mcp.tool()
def numbers_in_turn() -> Iterable[int]:
    """An iterable."""


@mcp.tool()
def content() -> TextContent:
    """Content."""


@mcp.tool()
def contents() -> list[TextContent | ImageContent | EmbeddedResource]:
    """Contents."""


@mcp.tool()
def content_or_text() -> str | TextContent:
    """Content or text."""


@mcp.tool()
def contents_by_name() -> dict[str, TextContent]:
    """Contents in a dictionary."""


@mcp.tool()
def picture() -> Image:
    """A picture."""


@mcp.tool()
def answer() -> CallToolResult:
    """An answer."""


@mcp.tool()
def checked_answer() -> Annotated[CallToolResult, Book]:
    """An answer with data."""


@mcp.tool()
def pictures() -> list[Image]:
    """Pictures."""


@mcp.tool()
def result() -> ToolResult:
    """A result."""


@mcp.tool()
def maybe_result() -> ToolResult | None:
    """A result, or nothing."""


@mcp.tool(output_schema=None)
def undescribed() -> Book:
    """A model."""


@mcp.tool(output_schema={"type": "object", "properties": {"total": {"type": "integer"}}, "required": ["total"]})
def described_by_hand(ctx: Context) -> dict:
    """A dictionary that the decorator describes."""
