from crewai.tools import BaseTool
from pydantic import BaseModel, Field
from toolgen import Tool
from typing import Annotated


class FindInput(BaseModel):
    word: str = Field(description="What to look for.")
    limit: int = Field(default=5, ge=1, description="How many.")
    kinds: list[str] | None = None


class Find(Tool):
    name = "find"
    description = "Find notes."
    # of the arguments

    def execute(
        self,
        word: Annotated[str, Field(description="What to look for.")],
        limit: Annotated[int, Field(description="How many.", ge=1)] = 5,
        kinds: list[str] | None = None,
    ) -> str:
        # Nothing is sorted.
        return self._shown(word) * limit

    def _shown(self, word: str) -> str:
        return word


class Drop(Tool):
    name = "drop"
    description = "Drop a note."

    def execute(
        self,
        word: Annotated[str, Field(description="What to look for.")],
        limit: Annotated[int, Field(description="How many.", ge=1)] = 5,
        kinds: list[str] | None = None,
    ) -> str:
        return word


class Count(Tool):
    name = "count"
    description = "Count notes."

    def execute(self, text: str, sizes: list[int]) -> int:
        return len(text)


class Named(BaseTool):
    name: str = "Add a note"
    description: str = "Add a note."

    def _run(self, text: str) -> str:
        return text


class Used(BaseTool):
    name: str = "used"
    description: str = "Is given to an agent."

    def _run(self, text: str) -> str:
        return text


class Cached(BaseTool):
    name: str = "cached"
    description: str = "Keeps its results."
    cache: dict[str, str] = Field(default_factory=dict)

    def _run(self, text: str) -> str:
        return text


tools = [Used()]


class Again(BaseTool):
    name: str = "again"
    description: str = "Asks the framework."

    def _run(self, text: str) -> str:
        return self.run(text)
