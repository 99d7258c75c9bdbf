"""Tools of langchain that are classes."""

from abc import ABC, abstractmethod
from typing import Optional, Type

from langchain_core.callbacks import CallbackManagerForToolRun
from langchain_core.tools import BaseTool
from pydantic import BaseModel, Field


class LabelInput(BaseModel):
    number: str = Field(..., description="The number of the parcel.")
    copies: int = Field(1, ge=1)


class ShopTool(BaseTool, ABC):
    """A base of tools."""

    shop: str = "main"

    @abstractmethod
    def _run(self, number: str) -> str: ...


class PrintLabel(BaseTool):
    """Prints labels."""

    name: str = "print_label"
    description: str = "Print the label of a parcel."
    args_schema: Type[BaseModel] = LabelInput

    def _run(
        self, number: str, copies: int = 1, run_manager: Optional[CallbackManagerForToolRun] = None
    ) -> str:
        return number * copies


class Complain(ShopTool):
    name: str = "complain"
    description: str = "Complain about " "a parcel."

    def _run(self, number: str) -> str:
        return number


class Insure(BaseTool):
    name: str = "insure_parcel"
    description: str = "Insure a parcel."

    async def _arun(self, number: str, value: float) -> bool:
        return value > 0
