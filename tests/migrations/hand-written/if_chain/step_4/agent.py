"""An agent that looks into notes and at the weather."""

import json

from typing import TypedDict
from toolgen import tool
from generated import dispatch
from toolgen.runtime import Toolbox


class Where(TypedDict):
    folder: str


UNITS = ["c", "f"]

TOOLS = Toolbox.load(dispatch).definitions("openai")


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
