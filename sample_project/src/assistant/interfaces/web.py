"""The assistant as a page in the browser, for the person at this machine.

| request | |
|---|---|
| `GET /` | the page |
| `GET /events` | what happens, as server-sent events: each has a `kind` |
| `POST /messages` `{"text": …}` | something that the person says |
| `POST /approvals` `{"id": …, "approve": …}` | an answer to a question |
| `GET /tasks` | the open tasks |
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import count
from socket import socket
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from toolgen.runtime import ApprovalPolicy, CallRecord, Event, History, encode

from assistant.agents.agent import Agent, AgentError, Session
from assistant.agents.registry import AgentRegistry
from assistant.interfaces.background import background, manager
from assistant.interfaces.legible import legible
from assistant.llm.model import Model, ModelError
from assistant.scheduling import tasks

NAME = "web"
MAX_TOLD = 1000
"""How many events a window is told of that were before it."""
MAX_SHOWN, MAX_ASKED = 4_000, 100_000
"""How many characters are shown of the arguments of a call and of its result, and of arguments that are asked about."""
MAX_BODY = 1_000_000
"""How many bytes a request may have."""
MAX_WAITING = 20
"""How many messages may wait for their answers; more are refused (429)."""
MAX_WINDOWS = 20
"""How many windows may be open; more are refused (503)."""
MAX_UNREAD = 2_000
"""How many events may wait for a window that does not read them: it is closed, and told all again once it is back."""
_PAGE = files(__package__).joinpath("page.html")
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
    " connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


@dataclass(frozen=True)
class Question:
    """What a person is asked, as windows are told of it, and what they will say."""

    line: str
    verdict: asyncio.Future[bool]


@dataclass
class WebChat:
    """One conversation, in any number of windows. One that is opened later is told what was told before."""

    model: Model
    history: History
    _windows: set[asyncio.Queue[str | None]] = field(default_factory=set)
    _told: deque[str] = field(default_factory=lambda: deque(maxlen=MAX_TOLD))
    _questions: dict[str, Question] = field(default_factory=dict)
    _answering: asyncio.Lock = field(default_factory=asyncio.Lock)
    _under_way: set[asyncio.Task[None]] = field(default_factory=set)
    _said: count[int] = field(default_factory=count)
    _agent: Agent | None = None

    def application(self) -> Starlette:
        """The application that serves it. It answers to the names of this machine alone (DNS rebinding)."""
        routes = [
            Route("/", self.page),
            Route("/events", self.events),
            Route("/messages", self.take_message, methods=["POST"]),
            Route("/approvals", self.take_approval, methods=["POST"]),
            Route("/tasks", self.tasks),
        ]
        hosts = Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost", "[::1]"])
        return Starlette(routes=routes, middleware=[hosts], lifespan=self._lifespan)

    def close(self) -> None:
        """End what all windows listen to."""
        for window in self._windows:
            window.put_nowait(None)

    # -- requests ---------------------------------------------------------------------------------------------------

    async def page(self, request: Request) -> Response:
        return HTMLResponse(_PAGE.read_text("utf-8"), headers=_HEADERS)

    async def events(self, request: Request) -> Response:
        if len(self._windows) >= MAX_WINDOWS:
            return Response(status_code=503)
        return StreamingResponse(self._stream(), media_type="text/event-stream", headers=_HEADERS)

    async def tasks(self, request: Request) -> Response:
        found = [
            {
                "id": task.id,
                "text": task.description,
                "due": encode(task.next_run),
                "schedule": str(task.recurring) if task.recurring else None,
            }
            for task in tasks.select("open", None, 50)
        ]
        return JSONResponse(found, headers=_HEADERS)

    async def take_message(self, request: Request) -> Response:
        if (told := await _json(request)) is None or not isinstance(told.get("text"), str):
            return Response(status_code=400)
        if len(self._under_way) >= MAX_WAITING:
            return Response(status_code=429)
        answering = asyncio.create_task(self._answer(told["text"]))
        self._under_way.add(answering)
        answering.add_done_callback(self._under_way.discard)
        return Response(status_code=202)

    async def take_approval(self, request: Request) -> Response:
        told = await _json(request)
        if told is None or not isinstance(told.get("approve"), bool):
            return Response(status_code=400)
        question = self._questions.pop(str(told.get("id")), None)
        if question is None or question.verdict.done():
            return Response(status_code=404)
        question.verdict.set_result(told["approve"])
        return Response(status_code=204)

    # -- the conversation -------------------------------------------------------------------------------------------

    async def _answer(self, text: str) -> None:
        """Answer what the person says, after what they said before: until then windows show that it waits."""
        self._tell("asked", id=(number := next(self._said)), text=text)
        async with self._answering:
            self._tell("begun", id=number)
            try:
                self._tell("answered", text=await self._the_agent().chat(text))
            except (AgentError, ModelError) as error:
                self._tell("failed", text=str(error))
            except Exception as error:  # the page waits, and the server says it in its log
                self._tell("failed", text=f"I cannot answer: {type(error).__name__}")
                raise

    def _the_agent(self) -> Agent:
        if self._agent is None:
            session = Session(
                self.model,
                NAME,
                approval=ApprovalPolicy(ask=self._ask),
                history=self.history,
                listeners=[self._show],
                say=self._say,
            )
            self._agent = AgentRegistry(session).agent()
        return self._agent

    def _show(self, event: Event) -> None:
        record, result = self.history.get(event.call_id), event.result
        self._tell(
            "call",
            id=event.call_id,
            tool=event.tool,
            state=event.kind,
            arguments=_shown(record.arguments) if record else "",
            ok=result.ok if result else None,
            seconds=result.seconds if result else None,
            result=_shown(json.loads(result.to_json())) if result else "",
        )

    async def _ask(self, record: CallRecord) -> bool:
        if len(arguments := _shown(record.arguments, MAX_ASKED)) > MAX_ASKED:
            return False  # nobody agrees to what cannot be shown
        line = _line("question", id=record.id, tool=record.name, arguments=arguments)
        question = Question(line, asyncio.get_running_loop().create_future())
        self._questions[record.id] = question
        self._tell_line(line)
        approved = await question.verdict
        self._tell("settled", id=record.id, approved=approved)
        return approved

    def _say(self, text: str) -> None:
        """A piece of an answer, which is told whole at its end."""
        self._send(_line("said", text=text))

    async def _deliver(self, conversation: str, text: str) -> None:
        self._tell("task", text=text)

    def _tell(self, kind: str, **details: Any) -> None:
        self._tell_line(_line(kind, **details))

    def _tell_line(self, line: str) -> None:
        self._told.append(line)
        self._send(line)

    def _send(self, line: str) -> None:
        for window in self._windows:
            if window.qsize() < MAX_UNREAD:
                window.put_nowait(line)
            elif window.qsize() == MAX_UNREAD:
                window.put_nowait(None)

    async def _stream(self) -> AsyncIterator[str]:
        window: asyncio.Queue[str | None] = asyncio.Queue()
        self._windows.add(window)
        try:
            open_still = (one.line for one in self._questions.values() if one.line not in self._told)
            yield ": here\n\n" + "".join([*self._told, *open_still])
            while (line := await window.get()) is not None:
                yield line
        finally:
            self._windows.discard(window)

    @asynccontextmanager
    async def _lifespan(self, application: Starlette) -> AsyncIterator[None]:
        session = Session(self.model, NAME, history=self.history)
        async with background(manager(session, NAME, self._deliver)):
            yield
        for answering in self._under_way:
            answering.cancel()


class Server(uvicorn.Server):
    """Serves a chat to this machine alone. It ends when it is told to, while windows listen that would without end."""

    def __init__(self, chat: WebChat, port: int, log_level: str = "info") -> None:
        self._chat = chat
        super().__init__(uvicorn.Config(chat.application(), host="127.0.0.1", port=port, log_level=log_level))

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        self._chat.close()
        await super().shutdown(sockets)


def _line(kind: str, **details: Any) -> str:
    """A server-sent event."""
    return f"data: {json.dumps({'kind': kind, **details}, default=str)}\n\n"


def _shown(value: object, limit: int = MAX_SHOWN) -> str:
    """A value of JSON, and of a long one its beginning."""
    text = legible(value)
    return text if len(text) <= limit else f"{text[:limit]}… and {len(text) - limit:,} characters more"


async def _json(request: Request) -> dict[str, Any] | None:
    """The object that a page of this origin sent; None for what another page can send, which is no JSON by its type,
    and for what is too long."""
    if request.headers.get("Content-Type") != "application/json":
        return None
    if request.headers.get("Origin", own := f"{request.url.scheme}://{request.headers['Host']}") != own:
        return None
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > MAX_BODY:
            return None
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
