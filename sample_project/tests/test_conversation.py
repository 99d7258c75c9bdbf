from __future__ import annotations

import pytest
from toolgen.runtime import Call, CallResult

from assistant.agents.conversation import Conversation
from assistant.llm.model import Assistant, Message, Results, User


def turn(request: str) -> list[Message]:
    """A turn of ten characters."""
    call = Call("f", {}, id=request)
    return [User(request), Assistant("", (call,)), Results((CallResult(request, "f", 12345),)), Assistant("ok")]


@pytest.mark.parametrize(
    ("turns", "kept"),
    [
        (1, "a"),
        (3, "abc"),
        (4, "cd"),  # less than half of the limit is left of the oldest, and the new one
        (5, "cde"),
        (6, "ef"),
    ],
)
def test_the_oldest_turns_are_forgotten_until_half_is_left(turns: int, kept: str) -> None:
    conversation = Conversation(limit=30)
    for request in "abcdef"[:turns]:
        conversation.begin(request)
        conversation.add(*turn(request)[1:])
    assert conversation.messages == [message for request in kept for message in turn(request)]


def test_a_request_that_is_too_long_is_the_only_one_and_full() -> None:
    conversation = Conversation(limit=30)
    conversation.begin("a")
    assert not conversation.is_full
    conversation.begin("b" * 31)
    assert conversation.messages == [User("b" * 31)]
    assert conversation.is_full
