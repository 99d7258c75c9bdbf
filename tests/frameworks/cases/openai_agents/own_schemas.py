"""Tools whose functions are given the JSON text of their arguments, and that say by themselves what these are."""

from typing import Any, Optional

from agents import FunctionTool, RunContextWrapper
from agents.tool_context import ToolContext
from pydantic import BaseModel, Field


class Reading(BaseModel):
    """What a station has measured."""

    station: str
    degrees: float = Field(ge=-100, le=100)
    note: Optional[str] = None


async def keep_reading(ctx: RunContextWrapper[Any], args: str) -> str:
    return Reading.model_validate_json(args).station


async def answer(context: ToolContext[Any], text: str) -> str:
    return text


async def unannotated(ctx, args):
    return args


QUESTION = {
    "type": "object",
    "properties": {"question": {"type": "string", "description": "What to say."}, "times": {"type": "integer"}},
    "required": ["question"],
}

keep = FunctionTool(
    name="keep_reading",
    description="Keep what a station has measured.",
    params_json_schema=Reading.model_json_schema(),
    on_invoke_tool=keep_reading,
    strict_json_schema=False,
)
ask = FunctionTool("ask", "Answer a question.", QUESTION, answer, False)
echo = FunctionTool(
    name="echo",
    description="Say it again.",
    params_json_schema={"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]},
    on_invoke_tool=unannotated,
)
nameless = FunctionTool("say", "Say it.", QUESTION, lambda context, text: answer(context, text), False)
