"""What the server behind the page refuses."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys

import httpx
import pytest
from toolgen.runtime import MemoryHistory

from assistant.interfaces import web
from assistant.interfaces.web import WebChat
from assistant.llm.offline import OfflineModel


@pytest.mark.parametrize(
    ("path", "content", "headers", "status"),
    [
        ("/messages", '{"text": "hi"}', {"Content-Type": "text/plain"}, 400),  # what a form of another page can send
        ("/messages", '{"text": 1}', {"Content-Type": "application/json"}, 400),
        ("/messages", "{", {"Content-Type": "application/json"}, 400),
        ("/messages", "[" * 100_000, {"Content-Type": "application/json"}, 400),
        ("/messages", f'{{"text": "{"x" * 1_000_000}"}}', {"Content-Type": "application/json"}, 400),
        ("/messages", '{"text": "hi"}', {"Content-Type": "application/json", "Host": "evil.example"}, 400),
        ("/messages", '{"text": "hi"}', {"Content-Type": "application/json", "Origin": "http://localhost:1"}, 400),
        ("/messages", '{"text": "hi"}', {"Content-Type": "application/json", "Origin": "null"}, 400),
        ("/messages", '{"text": "hi"}', {"Content-Type": "application/json", "Origin": "http://127.0.0.1"}, 202),
        ("/approvals", '{"id": "x", "approve": true}', {"Content-Type": "application/json"}, 404),
        ("/approvals", '{"id": "x", "approve": 1}', {"Content-Type": "application/json"}, 400),
    ],
)
def test_requests_of_others_are_refused(path: str, content: str, headers: dict[str, str], status: int) -> None:
    async def request() -> int:
        application = WebChat(OfflineModel(), MemoryHistory()).application()
        transport = httpx.ASGITransport(application)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return (await client.post(path, content=content, headers=headers)).status_code

    assert asyncio.run(request()) == status


def test_messages_and_windows_are_refused_where_too_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "MAX_WAITING", 2)
    monkeypatch.setattr(web, "MAX_WINDOWS", 0)

    async def requests() -> list[int]:
        chat = WebChat(OfflineModel(), MemoryHistory())
        transport = httpx.ASGITransport(chat.application())
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client, chat._answering:
            sent = [await client.post("/messages", json={"text": "hi"}) for _ in range(3)]
            return [one.status_code for one in (*sent, await client.get("/events"))]

    assert asyncio.run(requests()) == [202, 202, 429, 503]


def test_a_window_that_reads_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "MAX_UNREAD", 3)

    async def told() -> list[str]:
        chat = WebChat(OfflineModel(), MemoryHistory())
        window = chat._stream()
        await anext(window)
        for number in range(9):
            chat._say(str(number))
        return [line async for line in window]

    assert [json.loads(line.removeprefix("data: "))["text"] for line in asyncio.run(told())] == ["0", "1", "2"]


def test_the_server_ends_when_it_is_told_to_while_a_window_is_open() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "assistant", "web", "--port", str(port)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        try:
            assert any("running on" in line for line in process.stderr)
            with httpx.stream("GET", f"http://127.0.0.1:{port}/events") as events:
                lines = events.iter_lines()
                assert next(lines) == ": here"
                process.send_signal(signal.SIGINT)
                assert process.wait(300) == 130
                assert [*lines] == [""]
            assert not [line for line in process.stderr if "Error" in line]
        finally:
            process.kill()
