"""Models behind OpenAI's chat completions, and all that speak like it.

https://platform.openai.com/docs/api-reference/chat/streaming
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from toolgen.runtime import Call

from assistant.llm.model import Assistant, Definition, Message, Results, Say, User, failures

if TYPE_CHECKING:
    from openai import AsyncOpenAI


@dataclass(frozen=True)
class OpenAIChatModel:
    """A model of that name, asked by this client."""

    client: AsyncOpenAI
    name: str
    target: str | None = "openai"

    async def answer(
        self, system: str, messages: Sequence[Message], tools: Sequence[Definition], say: Say
    ) -> Assistant:
        told = [{"role": "system", "content": system}, *(part for message in messages for part in _told(message))]
        request: dict[str, Any] = {"model": self.name, "messages": told, "stream": True}
        request |= {"tools": list(tools)} if tools else {}
        answer = _Answer()
        with failures():
            async for chunk in await self.client.chat.completions.create(**request):
                for choice in chunk.choices:
                    if text := choice.delta.content:
                        say(text)
                    answer.add(choice.delta)
        return Assistant(answer.text, tuple(answer.calls()))


@dataclass
class _Answer:
    """An answer that comes in pieces: of each call first its name, then its arguments."""

    text: str = ""
    _calls: dict[int, dict[str, str]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(str)))

    def add(self, delta: Any) -> None:
        self.text += delta.content or ""
        for piece in delta.tool_calls or ():
            call = self._calls[piece.index]
            call["id"] += piece.id or ""
            call["name"] += (piece.function and piece.function.name) or ""
            call["arguments"] += (piece.function and piece.function.arguments) or ""

    def calls(self) -> Iterator[Call]:
        for _, call in sorted(self._calls.items()):
            yield Call(call["name"], call["arguments"], id=call["id"])


def _told(message: Message) -> list[dict[str, Any]]:
    match message:
        case User(text):
            return [{"role": "user", "content": text}]
        case Assistant(text, calls):
            made = [
                {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": as_json(c.arguments)}}
                for c in calls
            ]
            return [{"role": "assistant", "content": text or None, **({"tool_calls": made} if made else {})}]
        case Results(results):
            return [{"role": "tool", "tool_call_id": r.id, "content": r.to_json()} for r in results]


def as_json(arguments: object) -> str:
    """The arguments of a call as the model wrote them, which is text already."""
    return arguments if isinstance(arguments, str) else json.dumps(arguments)
