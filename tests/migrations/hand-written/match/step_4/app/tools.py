import asyncio
from pydantic import Field
from typing import Annotated, Literal
from toolgen import tool
from app.generated import dispatch
from toolgen.runtime import Toolbox

FETCH = {
    "type": "function",
    "name": "fetch",
    "description": "Fetch a page.\n\nPages are text.",
    "parameters": {
        "type": "object",
        "properties": {
            "url": {"type": "string", "format": "uri", "description": "Where it is."},
            "headers": {"type": "object", "additionalProperties": {"type": "string"}},
            "mode": {"type": ["string", "null"], "description": "How, as:\n- fast\n- slow"},
        },
        "required": ["url"],
        "additionalProperties": False,
    },
    "strict": False,
}
ADD = {
    "type": "function",
    "name": "add",
    "description": "Add two numbers.",
    "parameters": {
        "type": "object",
        "properties": {
            "left": {"type": "number", "exclusiveMinimum": 0},
            "right": {"type": "number", "default": 1},
            "digits": {"type": "integer", "enum": [0, 1, 2]},
        },
        "required": ["left", "digits"],
    },
}
TOOLS = Toolbox.load(dispatch).definitions("openai-responses")


@tool(
    description="Fetch a page.\n\nPages are text.",
    param_descriptions={"url": "Where it is.", "mode": "How, as:\n- fast\n- slow"},
    params={"url": {"format": "uri"}},
)
async def fetch(url: str, headers: dict[str, str] | None = None, mode: str | None = None):
    await asyncio.sleep(0)
    return f"{url} {headers} {mode}"


@tool(required=["left", "digits"])
def add(left: Annotated[float, Field(gt=0)], right: float = 1, digits: Literal[0, 1, 2] = 0) -> float:
    """Add two numbers."""
    return round(left + right, digits)
