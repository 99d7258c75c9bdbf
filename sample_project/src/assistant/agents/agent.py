"""What all agents share: the loop of a turn, between a model that asks for calls and an executor that makes them."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from toolgen.runtime import (
    ApprovalPolicy,
    Call,
    CallResult,
    CallSyntax,
    Event,
    Executor,
    History,
    MemoryHistory,
    Toolbox,
)

from assistant import catalogue, telemetry
from assistant.agents.conversation import Conversation
from assistant.llm.model import Assistant, Message, Model, Results, Say, User

HandOver = Callable[[str, str], Awaitable[str]]
"""Has the agent of that name work on a task."""
HandingOver = Callable[[], HandOver]
"""What an agent hands over by for one request."""


class AgentError(Exception):
    """An agent that cannot go on, said in a sentence."""


async def _to_nobody(name: str, task: str) -> str:
    raise AgentError("there is no other agent here")


def nobody() -> HandOver:
    """Hands nothing over."""
    return _to_nobody


def silent(text: str) -> None:
    """Shows nothing."""


@dataclass(frozen=True)
class Session:
    """What an interface gives its agents: the model, all tools, and the way to the person who asks.

    `conversation` is where tasks deliver what came of them, `say` is given answers as they come, and `listeners` each
    event of a call. `syntax` is how a model writes calls that has no other way to make them.
    """

    model: Model
    conversation: str = "terminal"
    toolbox: Toolbox = field(default_factory=catalogue.toolbox)
    approval: ApprovalPolicy = field(default_factory=ApprovalPolicy)
    history: History = field(default_factory=MemoryHistory)
    listeners: Sequence[Callable[[Event], object]] = ()
    say: Say = silent
    handing_over: HandingOver = nobody
    syntax: str | None = field(default_factory=lambda: os.environ.get("ASSISTANT_SYNTAX"))

    def quiet(self) -> Session:
        """The same for an agent whose answer is read by another one."""
        return replace(self, say=silent)


class Agent:
    """Answers requests, with the tools of its `categories`. A subclass says what it is for."""

    name: ClassVar[str]
    description: ClassVar[str]
    categories: ClassVar[Sequence[str]] = ()
    max_rounds: ClassVar[int] = 20
    """How often a model is asked for one request."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.conversation = Conversation()
        self._hand_over = session.handing_over()
        self.toolbox = self.select_tools()
        self.executor = Executor(
            self.toolbox,
            approval=session.approval,
            history=session.history,
            listeners=[*session.listeners, *telemetry.listeners()],
        )

    # -- what a subclass may say ------------------------------------------------------------------------------------

    def select_tools(self) -> Toolbox:
        """The tools that this agent has."""
        return self.session.toolbox.select(category=self.categories)

    def system_message(self) -> str:
        """What the model is told before the conversation; it is made anew for each request."""
        return self.description

    def final_response(self, text: str) -> str:
        """What the answer becomes before the person sees it whole."""
        return text.strip()

    def answer_in(self, results: Sequence[CallResult]) -> str | None:
        """The answer, where a call has given it; None where the model goes on."""
        return None

    # -- the loop ---------------------------------------------------------------------------------------------------

    async def chat(self, request: str) -> str:
        """Answer `request`: the model is asked, its calls are made together, it is told what came of them, and so on.

        Raises AgentError where that has no end, and ModelError where the model gives no answer.
        """
        self.conversation.begin(request)
        self._hand_over = self.session.handing_over()
        for _ in range(self.max_rounds):
            said = await self._ask()
            self.conversation.add(said)
            answer, reply = await (self._called(said) if self.session.model.target else self._called_in_text(said))
            if reply is None:
                return self.final_response(answer)
            self.conversation.add(reply)
            if self.conversation.is_full:
                raise AgentError(f"{self.name} had more to read than {self.conversation.limit:,} characters")
        raise AgentError(f"{self.name} was still calling tools after {self.max_rounds} rounds")

    async def _ask(self) -> Assistant:
        model, system, messages = self.session.model, self.system_message(), self.conversation.messages
        if model.target:
            return await model.answer(system, messages, self._definitions(model.target), self.session.say)
        shown = _Prose(self.toolbox.call_syntax(self.session.syntax), self.session.say)
        prompt = f"{system}\n\n{self.toolbox.prompt(self.session.syntax)}"
        said = await model.answer(prompt, messages, (), shown.feed)
        shown.close()
        return said

    def _definitions(self, target: str) -> Sequence[dict[str, Any]]:
        found: list[dict[str, Any]] = self.toolbox.definitions(target, context=self._context())
        return found

    def _context(self) -> dict[str, object]:
        return {"conversation": self.session.conversation, "hand_over": self._hand_over}

    async def _called(self, said: Assistant) -> tuple[str, Message | None]:
        """The answer, and what the model is to be told before it goes on, if it does."""
        if not said.calls:
            return said.text, None
        # Each call has an id of its own in the history: those of some servers begin anew with each answer.
        made = await self.executor.run_all([Call(c.name, c.arguments, context=self._context()) for c in said.calls])
        results = [replace(result, id=call.id) for result, call in zip(made, said.calls, strict=True)]
        answer = self.answer_in(results)
        if answer is None:
            return "", Results(tuple(results))
        self.conversation.add(Results(tuple(results)))
        return answer, None

    async def _called_in_text(self, said: Assistant) -> tuple[str, Message | None]:
        """The same of a model that writes calls into its text."""
        turn = await self.executor.run_text(said.text, syntax=self.session.syntax, context=self._context())
        answer = self.answer_in(turn.results)
        if answer is not None:
            return answer, None
        return turn.message, User(turn.reply) if turn.reply else None


class _Prose:
    """Shows what is prose in a text that comes in pieces, and not its calls."""

    def __init__(self, syntax: CallSyntax, say: Say) -> None:
        self._parser = syntax.parser()
        self._say = say

    def feed(self, piece: str) -> None:
        self._show(self._parser.feed(piece))

    def close(self) -> None:
        self._show(self._parser.close())

    def _show(self, parts: Sequence[object]) -> None:
        for part in parts:
            if isinstance(part, str):
                self._say(part)
