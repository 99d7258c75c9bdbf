"""The bot, through its library, against a stand-in of the Bot API on loopback."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Condition, Thread
from typing import Any
from urllib.parse import parse_qs

import pytest
from toolgen.runtime import Call, MemoryHistory

from assistant.agents.agent import AgentError
from assistant.interfaces import telegram
from assistant.interfaces.telegram import MAX_LENGTH, TelegramBot
from assistant.llm.model import Assistant, Model
from assistant.llm.offline import OfflineModel
from assistant.llm.scripted import ScriptedModel
from assistant.scheduling import tasks
from assistant.scheduling.tasks import NewTask, TaskType

ADA, EVE = 7, 666


@dataclass
class BotAPI:
    """What users send, and what the bot sent to them."""

    url: str = ""
    sent: list[dict[str, Any]] = field(default_factory=list)
    changed: Condition = field(default_factory=Condition)
    _updates: list[dict[str, Any]] = field(default_factory=list)

    def write(self, text: str, user: int = ADA) -> None:
        """A user writes to the bot."""
        person = {"id": user, "is_bot": False, "first_name": "U"}
        chat = {"id": user, "type": "private"}
        command = {"type": "bot_command", "offset": 0, "length": len(text.split()[0])}
        entities = {"entities": [command]} if text.startswith("/") else {}
        self._add("message", {"message_id": 1, "date": 1, "chat": chat, "from": person, "text": text, **entities})

    def press(self, label: str, user: int = ADA) -> None:
        """A user presses a button below the last message that has some."""
        buttons = next(m["reply_markup"] for m in reversed(self.sent) if m.get("reply_markup"))["inline_keyboard"][0]
        data = next(button["callback_data"] for button in buttons if button["text"] == label)
        person = {"id": user, "is_bot": False, "first_name": "U"}
        self._add("callback_query", {"id": "1", "from": person, "chat_instance": "1", "data": data})

    def wait(self, count: int) -> list[str]:
        """The texts that were sent, when there are `count`."""
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.sent) >= count, 300)
            return [message["text"] for message in self.sent]

    def _add(self, kind: str, content: dict[str, Any]) -> None:
        with self.changed:
            self._updates.append({"update_id": len(self._updates) + 1, kind: content})

    def call(self, method: str, arguments: dict[str, Any]) -> Any:
        if method == "getUpdates":
            time.sleep(0.02)
            return [update for update in self._updates if update["update_id"] >= int(arguments.get("offset", 0))]
        if method == "sendMessage":
            with self.changed:
                self.sent.append(arguments)
                self.changed.notify_all()
            return {"message_id": 1, "date": 1, "chat": {"id": int(arguments["chat_id"]), "type": "private"}}
        return {"id": 1, "is_bot": True, "first_name": "B", "username": "b"} if method == "getMe" else True


@contextmanager
def bot_api() -> Iterator[BotAPI]:
    made = BotAPI()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            form = parse_qs(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())
            arguments: dict[str, Any] = {key: values[0] for key, values in form.items()}
            if "reply_markup" in arguments:
                arguments["reply_markup"] = json.loads(arguments["reply_markup"])
            result = made.call(self.path.rpartition("/")[2], arguments)
            body = json.dumps({"ok": True, "result": result}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        made.url = f"http://127.0.0.1:{server.server_address[1]}/bot"
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield made
        server.shutdown()
        thread.join()


@contextmanager
def bot(model: Model) -> Iterator[BotAPI]:
    """A bot that runs in a thread of its own, and the stand-in that it talks to."""
    with bot_api() as api:
        environment = {"TELEGRAM_TOKEN": "1:t", "TELEGRAM_API": api.url, "TELEGRAM_USERS": f"{ADA}"}
        made = TelegramBot.connected(model, MemoryHistory(), environment)
        stopped = asyncio.Event()
        loops: Queue[asyncio.AbstractEventLoop] = Queue()

        async def run() -> None:
            loops.put(asyncio.get_running_loop())
            running = asyncio.create_task(made.run())
            await stopped.wait()
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running

        thread = Thread(target=asyncio.run, args=[run()])
        thread.start()
        try:
            yield api
        finally:
            loops.get().call_soon_threadsafe(stopped.set)
            thread.join()


def test_a_message_is_answered() -> None:
    with bot(OfflineModel()) as api:
        api.write("Remind me in 10 minutes to check the oven")
        (answer,) = api.wait(1)
    assert answer.startswith("I will remind you. check the oven: ")
    assert tasks.select("open", None, 1)[0].owner == f"telegram:{ADA}"


def test_a_stranger_is_told_only_who_they_are() -> None:
    with bot(ScriptedModel.of()) as api:
        api.write("What are my tasks?", EVE)
        assert api.wait(1) == [f"I do not know you: your id is {EVE}"]
    assert api.sent[0]["chat_id"] == str(EVE)


def test_commands_are_done_without_a_model() -> None:
    tasks.add(NewTask(TaskType.REMINDER, "stretch", datetime(2126, 3, 2, 9, tzinfo=UTC), owner=f"telegram:{ADA}"))
    tasks.add(NewTask(TaskType.REMINDER, "of another", datetime(2126, 3, 2, 9, tzinfo=UTC), owner=f"telegram:{EVE}"))
    with bot(ScriptedModel.of()) as api:
        for count, command in enumerate(["/start", "/tasks", "/new"], 1):
            api.write(command)
            api.wait(count)
        api.write("/tasks", EVE)
        told = api.wait(4)
    assert told[0].startswith("Ask me")
    assert told[1:] == [
        "1: stretch, 2126-03-02 09:00 UTC",
        "What was said here before does not count any more.",
        f"I do not know you: your id is {EVE}",
    ]


@pytest.mark.parametrize(("label", "answer"), [("Yes", "42"), ("No", "failed")])
def test_a_dangerous_call_is_made_when_the_button_is_pressed(label: str, answer: str) -> None:
    with bot(OfflineModel()) as api:
        api.write("Run print(6 * 7)")
        (question,) = api.wait(1)
        assert question == 'May I call execute_code?\n{\n  "code": "print(6 * 7)"\n}'
        api.press(label)
        assert answer in api.wait(2)[1]


def test_the_bot_hides_nothing_of_what_it_asks() -> None:
    call = Call("execute_code", {"code": "rm \u202egnp.exe"}, id="a")
    with bot(ScriptedModel.of(Assistant("", (call,)), Assistant("No."))) as api:
        api.write("Tidy up")
        assert r"rm \u202egnp.exe" in api.wait(1)[0]


def test_a_stranger_approves_nothing() -> None:
    with bot(OfflineModel()) as api:
        api.write("Run print(6 * 7)")
        api.wait(1)
        api.press("Yes", EVE)
        api.press("No")
        assert "failed" in api.wait(2)[1]


def test_messages_of_a_chat_are_answered_one_after_the_other() -> None:
    with bot(OfflineModel()) as api:
        api.write("Run print(6 * 7)")
        api.wait(1)
        api.write("What time is it?")
        time.sleep(0.3)
        api.press("Yes")
        first, second = api.wait(3)[1:]
        assert (first, second.split()[:2]) == ("It ended with 0:\n42", ["It", "is"])


def test_a_message_is_refused_where_too_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telegram, "MAX_WAITING", 1)
    with bot(OfflineModel()) as api:
        api.write("Run print(6 * 7)")
        api.wait(1)
        api.write("What time is it?")
        assert api.wait(2)[1] == "I am still at what you asked before. Ask me this again later."
        api.press("Yes")
        assert api.wait(3)[2] == "It ended with 0:\n42"


def test_nobody_is_asked_for_what_cannot_be_shown() -> None:
    call = Call("execute_code", {"code": "#" * MAX_LENGTH}, id="a")
    with bot(ScriptedModel.of(Assistant("", (call,)), Assistant("No."))) as api:
        api.write("Run it")
        assert api.wait(1) == ["No."]


def test_a_task_tells_the_chat_that_asked_for_it() -> None:
    tasks.add(NewTask(TaskType.REMINDER, "check the oven", datetime.now(UTC), owner=f"telegram:{ADA}"))
    tasks.add(NewTask(TaskType.REMINDER, "not here", datetime.now(UTC), owner="terminal"))
    with bot(OfflineModel()) as api:
        assert api.wait(1) == ["Reminder: check the oven"]
    assert api.sent[0]["chat_id"] == str(ADA)


def test_a_long_answer_is_several_messages() -> None:
    with bot(ScriptedModel.of(Assistant("x" * (MAX_LENGTH + 1)))) as api:
        api.write("Hello")
        assert [len(text) for text in api.wait(2)] == [MAX_LENGTH, 1]


def test_a_model_that_fails_is_told() -> None:
    with bot(ScriptedModel.of()) as api:
        api.write("Hello")
        assert api.wait(1) == ["I cannot answer: the script is at its end"]


def test_without_a_token_there_is_no_bot() -> None:
    with pytest.raises(AgentError, match="TELEGRAM_TOKEN"):
        TelegramBot.connected(OfflineModel(), MemoryHistory(), {})


def test_users_are_known_by_their_ids() -> None:
    with pytest.raises(AgentError, match="@ada: it lists ids"):
        TelegramBot.connected(OfflineModel(), MemoryHistory(), {"TELEGRAM_TOKEN": "1:t", "TELEGRAM_USERS": "7, @ada"})
