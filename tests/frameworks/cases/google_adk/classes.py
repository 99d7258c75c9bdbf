"""Tools of google-adk that are classes."""

from enum import Enum
from typing import Any, Optional

from google.adk.tools import BaseTool, ToolContext
from google.adk.tools.base_tool import BaseTool as Base
from google.genai import types
from google.genai.types import FunctionDeclaration, Schema, Type
from pydantic import BaseModel, Field
from typing_extensions import override


class FindFile(BaseTool):
    """Finds files."""

    def __init__(self) -> None:
        super().__init__(name="find_file", description="Find a file by its name.")

    def _get_declaration(self) -> Optional[types.FunctionDeclaration]:
        return types.FunctionDeclaration(
            name=self.name,
            description=self.description,
            parameters=types.Schema(
                type=types.Type.OBJECT,
                properties={
                    "name": types.Schema(type=types.Type.STRING, description="Its name.", min_length=1, maxLength=80),
                    "version": types.Schema(type="INTEGER", minimum=0.5, maximum=9.5, nullable=True),
                    "kinds": Schema(type=Type.ARRAY, items=Schema(type=Type.STRING, enum=["a", "b"]), min_items=1),
                    "at": {"type": "string", "format": "date-time"},
                    "size": Schema(any_of=[Schema(type=Type.NUMBER), Schema(type=Type.BOOLEAN)], default=1),
                    "more": Schema(type="object", properties={"x": Schema(type="string")}, required=["x"]),
                },
                required=["name"],
            ),
        )

    async def run_async(self, *, args: dict[str, Any], tool_context: ToolContext) -> Any:
        return args["name"]


class Convert(Base):
    def __init__(self, *, rate: float = 1.5):
        super().__init__(name="convert", description="Convert an amount.", is_long_running=True)
        self.rate = rate

    @override
    def _get_declaration(self):
        """What a model is told."""
        properties = {name: {"type": "string", "description": f"The {name}."} for name in ("source", "target")}
        return FunctionDeclaration(
            name="convert",
            description=self.description,
            parameters_json_schema={"type": "object", "properties": properties, "required": [*properties]},
        )

    @override
    async def run_async(self, args: dict[str, Any], tool_context: ToolContext, **kwargs: Any) -> dict[str, Any]:
        return args


class Order(BaseModel):
    """An order."""

    article: str = Field(description="What.")
    count: int = Field(default=1, ge=1)


class PlaceOrder(Convert):
    def __init__(self):
        super(Convert, self).__init__(name="place_order", description="Place an order.")

    def _get_declaration(self):
        return types.FunctionDeclaration(
            name=self.name, description=self.description, parameters_json_schema=Order.model_json_schema()
        )


class Now(BaseTool):
    def __init__(self):
        super().__init__(name="now", description="Tell the time.")

    def _get_declaration(self):
        declaration = types.FunctionDeclaration(name=self.name, description=self.description)
        return declaration

    async def run_async(self, *, tool_context, args):
        return "now"


made = [FindFile(), Convert(), PlaceOrder(), Now()]
