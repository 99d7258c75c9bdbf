"""A model that was rehearsed: it answers with what stands in its script, offline."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from assistant.llm.model import Assistant, Definition, Message, ModelError, Say

Turn: TypeAlias = Assistant | Callable[[Sequence[Message]], Assistant]
"""An answer, or what makes one of the conversation so far."""


@dataclass
class ScriptedModel:
    """Answers with one turn of the script after the other. It keeps what it was told, for tests."""

    script: Iterator[Turn]
    target: str | None = "anthropic"
    system: str = ""
    messages: Sequence[Message] = ()
    tools: Sequence[Definition] = ()

    @classmethod
    def of(cls, *turns: Turn, target: str | None = "anthropic") -> ScriptedModel:
        return cls(iter(turns), target)

    async def answer(
        self, system: str, messages: Sequence[Message], tools: Sequence[Definition], say: Say
    ) -> Assistant:
        self.system, self.messages, self.tools = system, tuple(messages), tools
        turn = next(self.script, None)
        if turn is None:
            raise ModelError("the script is at its end")
        said = turn(messages) if callable(turn) else turn
        for word in said.text.splitlines(keepends=True):
            say(word)
        return said
