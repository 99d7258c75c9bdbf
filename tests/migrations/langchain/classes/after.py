from langchain_core.tools import BaseTool
from pydantic import BaseModel, Field
from toolgen import Tool
from typing import Annotated


class Place(BaseModel):
    city: str


class Where(BaseModel):
    place: Place = Field(description="Where.")
    days: int = Field(1, le=7)


class Forecast(Tool):
    """Says what it thinks."""

    name = "forecast"
    description = "Say how the weather will be."

    def execute(
        self,
        place: Annotated[Place, Field(description="Where.")],
        days: Annotated[int, Field(le=7)] = 1,
    ) -> str:
        return place.city * days


class Loose(BaseTool):
    name: str = "loose"
    description: str = "Takes a model without saying so."
    args_schema: type[BaseModel] = Where

    def _run(self, place: dict, days: int = 1) -> str:
        return place["city"]


class Both(BaseTool):
    name: str = "both"
    description: str = "Runs in two ways."

    def _run(self, word: str) -> str:
        return word

    async def _arun(self, word: str) -> str:
        return word


class Direct(BaseTool):
    name: str = "direct"
    description: str = "Ends the conversation."
    return_direct: bool = True

    def _run(self, word: str) -> str:
        return word
