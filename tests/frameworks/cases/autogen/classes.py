"""Classes of autogen that are tools."""

from typing import Literal, Optional

from autogen_core import CancellationToken
from autogen_core.tools import BaseTool
from pydantic import BaseModel, Field


class ReadingArguments(BaseModel):
    """What a reader is asked."""

    path: str = Field(description="Path of the file.")
    encoding: Literal["utf-8", "latin-1"] = "utf-8"
    limit: Optional[int] = Field(default=None, ge=1)


class Reading(BaseModel):
    text: str


class FileReader(BaseTool[ReadingArguments, Reading]):
    """Reads files."""

    def __init__(self, root: str = ".") -> None:
        super().__init__(ReadingArguments, Reading, "read_file", "Read a file.")
        self.root = root

    async def run(self, args: ReadingArguments, cancellation_token: CancellationToken) -> Reading:
        return Reading(text=args.path)


class Wait(BaseTool[ReadingArguments, Reading]):
    def __init__(self) -> None:
        description = "Wait for a file."
        super().__init__(args_type=ReadingArguments, return_type=Reading, name="wait_for", description=description)

    async def run(self, args: ReadingArguments, cancellation_token: CancellationToken) -> Reading:
        return Reading(text="")


class Renamed(BaseTool[ReadingArguments, Reading]):
    def __init__(self) -> None:
        super().__init__(ReadingArguments, Reading, "old_name", "Old.")
        self._name = "renamed_reader"
        self._description = "Read by another name."

    async def run(self, args: ReadingArguments, cancellation_token: CancellationToken) -> Reading:
        return Reading(text="")


class Named(BaseTool[ReadingArguments, Reading]):
    def __init__(self, name: str) -> None:
        super().__init__(ReadingArguments, Reading, f"read_{name}", f"Read the {name}.")

    async def run(self, args: ReadingArguments, cancellation_token: CancellationToken) -> Reading:
        return Reading(text="")


log = Named("log")
mail = Named("mail")
reader = FileReader()
wait = Wait()
renamed = Renamed()
