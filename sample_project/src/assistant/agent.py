"""The agent: tells a model of the tools, makes the calls that it asks for, and sends it what came of them.

Messages are those of Anthropic's Messages API, https://docs.anthropic.com/en/docs/agents-and-tools/tool-use; a `Model`
is anything that answers them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

from toolgen.runtime import Call, Executor, Toolbox, package

Block: TypeAlias = dict[str, Any]
"""A part of a message: text, the use of a tool, or its result."""
Message: TypeAlias = dict[str, Any]

toolbox = Toolbox.load(package("assistant.generated"))
"""What the assistant can do. No tool is imported before it is called."""


class Model(Protocol):
    """Answers a conversation, given the definitions of the tools."""

    async def __call__(self, messages: Sequence[Message], tools: Sequence[Block]) -> list[Block]: ...


async def answer(request: str, model: Model, executor: Executor) -> str:
    """What the model says in the end, after all calls that it asked for were made."""
    tools = executor.toolbox.definitions("anthropic")
    messages: list[Message] = [{"role": "user", "content": request}]
    while True:
        content = await model(messages, tools)
        messages.append({"role": "assistant", "content": content})
        uses = [block for block in content if block["type"] == "tool_use"]
        if not uses:
            return "".join(block["text"] for block in content)
        messages.append({"role": "user", "content": await make(uses, executor)})


class TextModel(Protocol):
    """Answers a conversation in text, without an interface for tools."""

    async def __call__(self, messages: Sequence[str]) -> str: ...


async def answer_in_text(request: str, model: TextModel, executor: Executor) -> str:
    """The same with a model that reads the tools in its prompt, and writes calls into its text."""
    messages = [executor.toolbox.prompt(), request]
    while True:
        text = await model(messages)
        turn = await executor.run_text(text)
        if not turn.reply:
            return turn.message
        messages += [text, turn.reply]


async def make(uses: Sequence[Block], executor: Executor) -> list[Block]:
    """The results of the calls that a model asked for, in their order. What goes wrong is told to the model."""
    calls = [Call(use["name"], use["input"], id=use["id"]) for use in uses]
    return [
        {"type": "tool_result", "tool_use_id": result.id, "content": result.to_json(), "is_error": not result.ok}
        for result in await executor.run_all(calls)
    ]
