"""Models behind OpenAI's Responses: https://platform.openai.com/docs/api-reference/responses-streaming.

Nothing is kept at the provider: each request brings the whole conversation. What a model reasoned is not sent back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toolgen.runtime import Call

from assistant.llm.model import Assistant, Definition, Message, ModelError, Results, Say, User, failures
from assistant.llm.openai_chat import as_json

if TYPE_CHECKING:
    from openai import AsyncOpenAI


@dataclass(frozen=True)
class OpenAIResponsesModel:
    """A model of that name, asked by this client."""

    client: AsyncOpenAI
    name: str
    target: str = "openai-responses"

    async def answer(
        self, system: str, messages: Sequence[Message], tools: Sequence[Definition], say: Say
    ) -> Assistant:
        told = [item for message in messages for item in _told(message)]
        request: dict[str, Any] = {"model": self.name, "instructions": system, "input": told, "tools": list(tools)}
        text, calls = "", list[Call]()
        with failures():
            async for event in await self.client.responses.create(**request, stream=True, store=False):
                if event.type == "response.output_text.delta":
                    say(event.delta)
                    text += event.delta
                elif event.type == "response.output_item.done" and event.item.type == "function_call":
                    calls.append(Call(event.item.name, event.item.arguments, id=event.item.call_id))
                elif event.type in ("response.failed", "response.incomplete", "error"):
                    raise ModelError(f"the model did not finish: {event.type}")
        return Assistant(text, tuple(calls))


def _told(message: Message) -> list[dict[str, Any]]:
    match message:
        case User(text):
            return [{"role": "user", "content": text}]
        case Assistant(text, calls):
            said: list[dict[str, Any]] = [{"role": "assistant", "content": text}] if text else []
            made = [
                {"type": "function_call", "call_id": c.id, "name": c.name, "arguments": as_json(c.arguments)}
                for c in calls
            ]
            return [*said, *made]
        case Results(results):
            return [{"type": "function_call_output", "call_id": r.id, "output": r.to_json()} for r in results]
