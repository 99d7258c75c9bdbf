"""A chat in the terminal: answers as they come, a spinner while tools run, and questions before dangerous ones."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Thread

from rich.console import Console
from rich.status import Status
from rich.text import Text
from toolgen.runtime import ApprovalPolicy, CallRecord, Event, History

from assistant.agents.agent import Agent, AgentError, Session
from assistant.interfaces.legible import legible
from assistant.llm.model import Model, ModelError

NAME = "terminal"
PROMPT = "you> "


@dataclass
class Terminal:
    """The screen, and the keyboard that `read` reads from. What others wrote is shown without control characters."""

    console: Console
    read: Callable[[str], str] = input
    _running: dict[str, str] = field(default_factory=dict, init=False)
    _spinner: Status | None = field(default=None, init=False)
    _prompt: str = field(default="", init=False)
    _asking: asyncio.Lock = field(default_factory=asyncio.Lock, init=False)

    def session(self, model: Model, history: History) -> Session:
        """What agents need to talk to the person here."""
        approval = ApprovalPolicy(ask=self.ask)
        return Session(model, NAME, approval=approval, history=history, listeners=[self.show_event], say=self.say)

    async def chat(self, agent: Agent) -> None:
        """Answer what the person says, line by line, until there is no more."""
        while True:
            try:
                request = await self._typed(PROMPT)
            except EOFError:
                return
            if request.strip():
                await self.answer(agent, request)

    async def answer(self, agent: Agent, request: str) -> None:
        """Answer one request. What goes wrong is told, and the conversation goes on."""
        try:
            await agent.chat(request)
        except (AgentError, ModelError) as error:
            self.console.print(Text(f"error: {shown(str(error))}", style="red"))
        self.console.print()

    def say(self, text: str) -> None:
        self.console.print(Text(shown(text)), end="")

    def show_event(self, event: Event) -> None:
        """A spinner as long as calls run, and a line for what came of each."""
        if event.kind == "started":
            self._running[event.call_id] = event.tool
        elif event.kind == "finished":
            self._running.pop(event.call_id, None)
            self._stop()
            mark = ("✗", "red") if event.result and not event.result.ok else ("✓", "green")
            self.console.print(Text(f"{mark[0]} {shown(event.tool)}", style=mark[1]))
        self._spin()

    async def ask(self, record: CallRecord) -> bool:
        """Whether the person agrees to a call; whoever says nothing does not. One question is asked at a time."""
        async with self._asking:
            self._stop()
            self.console.print(Text(f"{record.name} {legible(record.arguments)}", style="yellow"))
            try:
                return (await self._typed("make this call? [y/N] ")).strip().lower() == "y"
            except EOFError:
                return False

    async def deliver(self, conversation: str, text: str) -> None:
        """Show what a task has to say, on a line of its own, and then what the person was asked for."""
        start = "\n" if self._prompt else ""
        self.console.print(Text(f"{start}⏰ {shown(text)}", style="cyan"))
        self.console.print(Text(self._prompt), end="")

    async def _typed(self, prompt: str) -> str:
        """A line from the keyboard, read in a thread that does not keep the program from its end."""
        line: Future[str] = Future()
        line.set_running_or_notify_cancel()

        def read() -> None:
            try:
                line.set_result(self.read(prompt))
            except Exception as error:
                line.set_exception(error)

        Thread(target=read, daemon=True).start()
        self._prompt = prompt
        try:
            return await asyncio.wrap_future(line)
        finally:
            self._prompt = ""

    def _spin(self) -> None:
        self._stop()
        if self._running and not self._asking.locked():  # a spinner would write over the question
            names = ", ".join(map(shown, self._running.values()))
            self._spinner = self.console.status(Text(f"{names} …"))
            self._spinner.start()

    def _stop(self) -> None:
        if self._spinner:
            self._spinner.stop()
            self._spinner = None


def shown(text: str) -> str:
    """`text` with nothing in it that a terminal would obey."""
    return "".join(char if char.isprintable() or char in "\n\t" else "\N{REPLACEMENT CHARACTER}" for char in text)
