"""Models behind Anthropic's Messages API: https://docs.anthropic.com/en/api/messages-streaming."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from toolgen.runtime import Call

from assistant.llm.model import Assistant, Definition, Message, Results, Say, User, failures

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic

MAX_TOKENS = 4096


@dataclass(frozen=True)
class AnthropicModel:
    """A model of that name, asked by this client."""

    client: AsyncAnthropic
    name: str
    target: str = "anthropic"

    async def answer(
        self, system: str, messages: Sequence[Message], tools: Sequence[Definition], say: Say
    ) -> Assistant:
        request: dict[str, Any] = {"model": self.name, "max_tokens": MAX_TOKENS, "system": system}
        request |= {"messages": [_told(one) for one in messages if one != Assistant("")], "tools": list(tools)}
        with failures():
            async with self.client.messages.stream(**request) as stream:
                async for text in stream.text_stream:
                    say(text)
                content = (await stream.get_final_message()).content
        text = "".join(block.text for block in content if block.type == "text")
        return Assistant(text, tuple(Call(b.name, b.input, id=b.id) for b in content if b.type == "tool_use"))


def _told(message: Message) -> dict[str, Any]:
    match message:
        case User(text):
            return {"role": "user", "content": text}
        case Assistant(text, calls):
            said = [{"type": "text", "text": text}] if text else []
            uses = ({"type": "tool_use", "id": c.id, "name": c.name, "input": c.arguments} for c in calls)
            return {"role": "assistant", "content": [*said, *uses]}
        case Results(results):
            blocks = (
                {"type": "tool_result", "tool_use_id": r.id, "content": r.to_json(), "is_error": not r.ok}
                for r in results
            )
            return {"role": "user", "content": [*blocks]}
