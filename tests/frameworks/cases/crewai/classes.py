"""Tools of crewai that are classes."""

from dataclasses import dataclass
from typing import Any, ClassVar, Optional, Type

from crewai.tools import BaseTool
from pydantic import BaseModel, ConfigDict, Field


class BookInput(BaseModel):
    title: str = Field(description="Title of the book.")
    year: Optional[int] = None


class FindBook(BaseTool):
    name: str = "Find a book"
    description: str = "Find a book."
    args_schema: Type[BaseModel] = BookInput

    def _run(self, title: str, year: Optional[int] = None) -> str:
        return title


class LendBook(BaseTool):
    name: str = "lend_book"
    description: str = "Lend a book."

    def _run(self, number: int, reader: str = "me") -> bool:
        return True


@dataclass(frozen=True)
class Spec:
    name: str
    arguments: Type[BaseModel]


SPECS = {spec.name: spec for spec in (Spec("reserve_book", BookInput),)}


class ReserveBook(BaseTool):
    spec: ClassVar[Spec] = SPECS["reserve_book"]
    name: str = spec.name
    description: str = "Reserve a book."
    args_schema: Type[BaseModel] = spec.arguments

    def _run(self, **given: Any) -> str:
        return given["title"]


TEXTS = {"open": ("open_library", "Open a library."), "close": ("close_library", "Close a library.")}


class OpenInput(BaseModel):
    model_config = ConfigDict(extra="allow")


class CheckShelves(BaseTool):
    name: str = "check_shelves"
    description: str = "Check all shelves."
    args_schema: Type[BaseModel] = OpenInput

    def _run(self) -> str:
        return ""


class ClosedInput(BaseModel):
    model_config = ConfigDict(extra="forbid")
    shelf: int = 1


class CheckShelf(BaseTool):
    name: str = "check_shelf"
    description: str = "Check a shelf."
    args_schema: Type[BaseModel] = ClosedInput

    def _run(self, shelf: int = 1) -> str:
        return ""


class Library(BaseTool):
    """What the classes below say, and the constructor makes a name of."""

    key: ClassVar[str] = ""

    def __init__(self, place: Optional[str] = None, **kwargs):
        name, description = TEXTS[self.key]
        super().__init__(name=name, description=description, **kwargs)

    def _run(self, day: str) -> str:
        return day


class OpenLibrary(Library):
    key: ClassVar[str] = "open"


class CloseLibrary(Library):
    key: ClassVar[str] = "close"
    args_schema: Type[BaseModel] = BookInput

    def _run(self, title: str, year: Optional[int] = None) -> str:
        return title


class Named(BaseTool):
    def __init__(self, kind: str, what: str, **kwargs):
        super().__init__(name=f"{kind}_{what}", description=f"{kind.title()} {what}.", **kwargs)

    def _run(self, title: str) -> str:
        return title


class CountPages(Named):
    def __init__(self):
        super().__init__("count", what="pages")


class Desk(BaseTool):
    name: str = ""
    description: str = ""
    fee: int = 0

    def _run(self, title: str) -> str:
        return title


DESKS = [Desk(fee=1, name=f"{verb}_desk", description=f"{verb.title()}.") for verb in ("ask", "pay")]

tools = [*DESKS, Named("stamp", what="book"), FindBook(), LendBook(), ReserveBook(), OpenLibrary(), CloseLibrary(), CountPages(), CheckShelves(), CheckShelf()]
