"""An agent that looks into notes and at the weather."""

import json

from weather import get_weather
from typing import TypedDict


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


def _search(words: list[str], where: Where | None = None, limit: int = 3):
    """Looks into all notes, which are kept
    nowhere.

    Args:
        where: Where to look.
        limit: How many.
    """
    return [*words, where, limit]


def clear() -> str:
    """Forget all notes."""
    return "forgotten"


def call_tool(name, args):
    # One branch for each tool.
    if name == "get_weather":
        return json.dumps(get_weather(**args))
    elif name == "search_notes":
        return json.dumps(_search(args["words"], args.get("where"), limit=args.get("limit", 3)))
    elif name == "clear":
        return json.dumps(clear())
    else:
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
