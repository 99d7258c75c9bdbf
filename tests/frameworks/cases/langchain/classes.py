"""Tools of langchain that are classes."""

import importlib
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar, Optional, Type

from langchain_core.callbacks import AsyncCallbackManagerForToolRun, CallbackManagerForToolRun
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool
from pydantic import BaseModel, ConfigDict, Field


class BookInput(BaseModel):
    title: str = Field(description="Title of the book.", examples=["Dune"])
    year: Optional[int] = None


class FindBook(BaseTool):
    name: str = "search_book"
    description: str = "Find a book."
    args_schema: Type[BaseModel] = BookInput

    def _run(
        self, title: str, year: Optional[int] = None, run_manager: Optional[CallbackManagerForToolRun] = None
    ) -> str:
        return title


class LendBook(BaseTool):
    name: str = "lend_book"
    description: str = "Lend a book."

    def _run(self, number: int, reader: str = "me", run_manager: Optional[CallbackManagerForToolRun] = None) -> bool:
        return True

    async def _arun(
        self, number: int, reader: str = "me", run_manager: Optional[AsyncCallbackManagerForToolRun] = None
    ) -> bool:
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

    def _run(self, title: str, year: Optional[int] = None) -> str:
        return title


TEXTS = {"open": ("open_library", "Open a library."), "close": ("close_library", "Close a library.")}


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


class BurnBook(BaseTool):
    def __init__(self, **kwargs):
        BaseTool.__init__(self, **{"name": "burn_book", "description": "Burn a book."}, **kwargs)

    def _run(self, title: str) -> str:
        return title


class SellBook(BaseTool):
    name: str = "sells"
    description: str = "Sells."

    def __init__(self):
        BaseTool.__init__(self, name="sell_book", description="Sell a book.")

    def _run(self, title: str) -> str:
        return title


class RingBell(BaseTool):
    name: str = "ring_bell"
    description: str = "Ring the bell."

    def _run(self, **_: str) -> str:
        return ""


class OpenInput(BaseModel):
    model_config = ConfigDict(extra="allow")
    shelf: int = 1


class CheckShelves(BaseTool):
    name: str = "check_shelves"
    description: str = "Check all shelves."
    args_schema: Type[BaseModel] = OpenInput

    def _run(self, shelf: int = 1, **others: str) -> str:
        return ""


class CloseShelf(BaseTool):
    name: str = Field(default="close_shelf")
    description: str = Field("Close a shelf.", exclude=True)
    args_schema: Type[BaseModel] = Field(default=OpenInput)

    def _run(self, shelf: int = 1) -> str:
        return ""


def load_tools() -> ModuleType:
    try:
        import langchain_core.tools as tools
    except ImportError as error:
        raise RuntimeError("langchain-core is missing") from error
    return tools


def load_base_tool() -> type[BaseTool]:
    import langchain_core.tools as tools

    return tools.BaseTool


def load_tool_module() -> ModuleType:
    return importlib.import_module("langchain_core.tools")


LoadedTool = load_base_tool()
loaded_tools = load_tool_module()


class ShelveBook(LoadedTool):
    name: str = "shelve_book"
    description: str = "Shelve a book."

    def _run(self, title: str) -> str:
        return title


class StampBook(loaded_tools.BaseTool):
    name: str = "stamp_book"
    description: str = "Stamp a book."

    def _run(self, title: str) -> str:
        return title


class MendBook(load_tools().BaseTool):
    name: str = "mend_book"
    description: str = "Mend a book."

    def _run(self, title: str) -> str:
        return title


def load_tool(name: str) -> type[BaseTool]:
    return getattr(importlib.import_module("langchain_core.tools"), name)


class TradeBook(load_tool("BaseTool")):
    name: str = "trade_book"
    description: str = "Trade a book."

    def _run(self, title: str) -> str:
        return title


class WrapBook(load_base_tool()):
    name: str = "wrap_book"
    description: str = "Wrap a book."

    def _run(self, title: str) -> str:
        return title


class Desk(BaseTool):
    name: str = ""
    description: str = ""
    fee: int
    args_schema: Optional[Type[BaseModel]] = None

    def _run(self, **given: Any) -> str:
        return f"{given['title']}: {self.fee}"


class Counter(BaseTool):
    """A counter."""

    def __init__(self, row: dict[str, str], **kwargs: object) -> None:
        super().__init__(name=f"{row['verb']}_at_counter", description=f"{row['verb'].title()} it.", **kwargs)

    def _run(self, title: str, copies: int = 1) -> str:
        return title


def door(name: str) -> "Plate":
    return Plate(name=name, row={"verb": name})


class Plate(BaseTool):
    description: str = "Read what it says."
    row: dict[str, str]

    def _run(self, title: str) -> str:
        return self.row["verb"] + title


class ConfiguredClass(BaseTool):
    """What is given with a call is told to the model, although the call's own takes its place."""

    name: str = "configured_class"
    description: str = "Read a text as it is configured."

    def _run(self, text: str, config: RunnableConfig) -> str:
        return text


ROWS = [
    {"name": "ask_desk", "description": "Ask.", "args_schema": BookInput},
    {"name": "pay_desk", "description": "Pay.", "args_schema": BookInput},
]
DESKS = [Desk(fee=1, name=row["name"], description=row["description"], args_schema=row["args_schema"]) for row in ROWS]

tools = [*DESKS, *(Counter({"verb": verb}) for verb in ("stamp", "weigh")), door("enter_door"), CloseShelf(), RingBell(), CheckShelves(), BurnBook(), SellBook(), FindBook(), LendBook(), ReserveBook(), OpenLibrary(), CloseLibrary(), CountPages(), ShelveBook(), StampBook(), MendBook(), ConfiguredClass(), TradeBook(), WrapBook()]
