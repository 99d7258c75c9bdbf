"""What was said so far, as far as a model is told of it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field

from assistant.llm.model import Assistant, Message, Results, User

MAX_CHARACTERS = 200_000
"""Of JSON and text; some 50,000 tokens."""


@dataclass
class Conversation:
    """Turns, each a request and all that came of it.

    Of more than `limit` characters the oldest turns are forgotten until half is left: what a model is sent then begins
    in the same way for many requests, as the caches of providers need it.
    """

    limit: int = MAX_CHARACTERS
    _turns: list[list[Message]] = field(default_factory=list)

    @property
    def messages(self) -> list[Message]:
        """All that is not forgotten. A turn is there as a whole: the results of calls belong to these."""
        return [message for turn in self._turns for message in turn]

    @property
    def is_full(self) -> bool:
        """Whether the last turn alone has more than the limit."""
        return _size(self._turns[-1]) > self.limit

    def begin(self, request: str) -> None:
        """Begin a turn, and forget the oldest where there are too many."""
        sizes = [_size(turn) for turn in self._turns]
        if sum(sizes) + len(request) > self.limit:
            while sizes and sum(sizes) + len(request) > self.limit // 2:
                del sizes[0], self._turns[0]
        self._turns.append([User(request)])

    def add(self, *messages: Message) -> None:
        """Add to the turn that is under way."""
        self._turns[-1].extend(messages)


def _size(messages: Iterable[Message]) -> int:
    return sum(map(_characters, messages))


def _characters(message: Message) -> int:
    match message:
        case Assistant(text, calls):
            return len(text) + sum(len(json.dumps(call.arguments, default=str)) for call in calls)
        case Results(results):
            return sum(len(result.to_json()) for result in results)
        case User(text):
            return len(text)
