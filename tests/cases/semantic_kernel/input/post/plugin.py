"""A plugin of semantic-kernel: the letters of an office."""

from typing import Annotated, Optional

from pydantic import BaseModel
from semantic_kernel import Kernel
from semantic_kernel.functions import KernelArguments, kernel_function


class Letter(BaseModel):
    """A letter that was received."""

    sender: str
    pages: Optional[int] = None


class Post:
    """The letters of an office."""

    @kernel_function(name="letters_of_day", description="List the letters of a day.")
    def letters(
        self,
        day: Annotated[str, "The day, as in a diary."],
        limit: Annotated[int, "How many at most."] = 10,
        box: Annotated[str | None, "Not for a model.", {"include_in_function_choices": False}] = None,
    ) -> Annotated[list[Letter], "The letters."]:
        return []

    @kernel_function
    async def answer(self, letter: Letter, kernel: Kernel, arguments: KernelArguments) -> str:
        """Write an answer to a letter."""
        return letter.sender


@kernel_function(description="Weigh a letter.")
def weigh(grams: float, country: Optional[str] = None) -> float:
    return grams
