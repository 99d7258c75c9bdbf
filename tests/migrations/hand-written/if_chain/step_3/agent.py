"""An agent that looks into notes and at the weather."""

import json

from typing import TypedDict
from toolgen import tool
from generated import dispatch


class Where(TypedDict):
    folder: str


UNITS = ["c", "f"]

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "get_weather",
            "description": "Tell the weather of a city.",
            "parameters": {
                "type": "object",
                "properties": {
                    "city": {"type": "string", "description": "The name of the city."},
                    "unit": {"type": "string", "enum": UNITS, "description": "Celsius or Fahrenheit."},
                    "days": {"type": "integer", "minimum": 1, "maximum": 7},
                },
                "required": ["city"],
            },
        },
    },
    {
        "type": "function",
        "function": {
            "name": "search_notes",
            "description": "Search the notes.",
            "parameters": {
                "type": "object",
                "properties": {
                    "words": {"type": "array", "items": {"type": "string"}},
                    "where": {
                        "type": "object",
                        "description": "Where to look.",
                        "properties": {"folder": {"type": "string"}},
                        "required": ["folder"],
                    },
                    "limit": {"type": "integer", "description": "How many."},
                },
                "required": ["words"],
            },
        },
    },
    {"type": "function", "function": {"name": "clear", "description": "Forget all notes."}},
]


@tool(name="search_notes", description="Search the notes.")
def _search(words: list[str], where: Where | None = None, limit: int = 3):
    """Looks into all notes, which are kept
    nowhere.

    Args:
        where: Where to look.
        limit: How many.
    """
    return [*words, where, limit]


@tool
def clear() -> str:
    """Forget all notes."""
    return "forgotten"


def call_tool(name, args):
    # One branch for each tool.
    try:
        return json.dumps(dispatch.dispatch_sync(name, args))
    except dispatch.UnknownTool:
        return json.dumps(f"there is no tool {name}")


def chat(client, text):
    messages = [{"role": "user", "content": text}]
    while True:
        response = client.chat.completions.create(model="scripted", messages=messages, tools=TOOLS)
        message = response.choices[0].message
        if not message.tool_calls:
            return [*messages, message.content]
        for call in message.tool_calls:
            result = call_tool(call.function.name, json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": result})
