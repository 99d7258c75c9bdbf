"""The page in headless Chromium."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx
import pytest
from conftest import Handler
from playwright.sync_api import Browser, Page, expect, sync_playwright
from toolgen.runtime import Call, MemoryHistory

from assistant.interfaces import web
from assistant.interfaces.web import Server, WebChat
from assistant.llm.model import Assistant, Message, Model, Results, Say
from assistant.llm.offline import OfflineModel
from assistant.llm.scripted import ScriptedModel
from assistant.scheduling import tasks
from assistant.scheduling.tasks import NewTask, TaskType

PATIENCE = 120_000
"""Milliseconds that a page may take to show what is expected of it."""

expect.set_options(timeout=PATIENCE)


@contextmanager
def serving(model: Model) -> Iterator[str]:
    """The address of a server that runs in a thread of its own."""
    server = Server(WebChat(model, MemoryHistory()), port=0, log_level="warning")
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
    (socket,) = server.servers[0].sockets
    yield f"http://127.0.0.1:{socket.getsockname()[1]}"
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    assert chromium, "these tests need Debian's `chromium`"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield launched
        launched.close()


@contextmanager
def opened(browser: Browser, model: Model, **settings: Any) -> Iterator[Page]:
    """The page, on whose console nothing may be wrong."""
    wrong: list[str] = []
    with serving(model) as url:
        context = browser.new_context(**{"viewport": {"width": 1000, "height": 700}, **settings})
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(url)
        page.locator("body[data-ready]").wait_for()
        yield page
        context.close()
    assert not wrong


def say(page: Page, text: str) -> None:
    page.get_by_label("Message").fill(text)
    page.get_by_role("button", name="Send").click()


def test_a_message_is_answered_and_its_calls_and_tasks_are_shown(browser: Browser) -> None:
    with opened(browser, OfflineModel()) as page:
        say(page, "Remind me in 10 minutes to check the oven")
        expect(page.locator(".assistant")).to_contain_text("I will remind you. check the oven: ")
        expect(page.locator(".you")).to_have_text("Remind me in 10 minutes to check the oven")
        call = page.locator(".call[data-ok=true]")
        expect(call.locator(".name")).to_have_text("add_reminder")
        call.locator("summary").click()
        expect(call.locator(".arguments")).to_contain_text('"delay": "10m"')
        expect(call.locator(".result")).to_contain_text('"status": "open"')
        expect(page.locator("#tasks li")).to_contain_text(["check the oven"])


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("async () => ({ ok: false, status: 429 })", "Too many messages wait for an answer: send it again later."),
        ("async () => { throw new TypeError(); }", "It could not be sent."),
    ],
)
def test_a_message_that_is_not_taken_stays_to_be_sent_again(browser: Browser, answer: str, said: str) -> None:
    with opened(browser, OfflineModel()) as page:
        page.evaluate(f"() => {{ window.fetch = {answer}; }}")
        say(page, "What time is it?")
        expect(page.locator(".failed")).to_have_text(said)
        expect(page.get_by_label("Message")).to_have_value("What time is it?")


@pytest.mark.parametrize(("label", "ok"), [("Yes", "true"), ("No", "false")])
def test_a_dangerous_call_waits_for_a_click(browser: Browser, label: str, ok: str) -> None:
    with opened(browser, OfflineModel()) as page:
        say(page, "Run print(6 * 7)")
        question = page.locator(".question")
        expect(question).to_contain_text('"code": "print(6 * 7)"')
        expect(page.locator("#asks li")).to_have_text(["execute_code"])
        expect(page.locator(".call[data-state=approval_requested] .name")).to_have_text("execute_code")
        expect(page.locator(".assistant")).to_have_count(0)
        question.get_by_role("button", name=label).click()
        expect(page.locator(f".call[data-ok={ok}] .name")).to_have_text("execute_code")
        seconds = page.locator(".call .time")  # of the call, not of the person
        expect(seconds).to_have_text(re.compile(r"^\d+\.\d+ s$") if ok == "true" else "")
        expect(page.locator("#asks li")).to_have_count(0)
        expect(question.get_by_role("button", name=label)).to_be_disabled()


def test_the_page_hides_nothing_of_what_it_asks(browser: Browser) -> None:
    call = Call("execute_code", {"code": "rm \u202egnp.exe"}, id="a")
    with opened(browser, ScriptedModel.of(Assistant("", (call,)))) as page:
        say(page, "Tidy up")
        expect(page.locator(".question")).to_contain_text(r"rm \u202egnp.exe")


def test_a_window_that_is_opened_later_sees_what_was_said_and_what_is_asked(browser: Browser) -> None:
    with opened(browser, OfflineModel()) as page:
        say(page, "What time is it?")
        expect(page.locator(".assistant")).to_contain_text("It is ")
        say(page, "Run print(6 * 7)")
        expect(page.locator(".question")).to_be_visible()
        other = page.context.new_page()
        other.goto(page.url)
        page.reload()
        for window in (other, page):
            expect(window.locator(".you")).to_have_text(["What time is it?", "Run print(6 * 7)"])
            expect(window.locator(".call[data-ok=true] .name")).to_have_text("get_current_time")
        other.get_by_role("button", name="Yes").click()
        for window in (other, page):
            expect(window.locator(".assistant").last).to_contain_text("42")
            expect(window.locator(".question")).to_contain_text("allowed")
            expect(window.get_by_role("button", name="Yes")).to_be_disabled()


def test_an_answer_is_shown_as_it_comes(browser: Browser) -> None:
    second = Event()

    class Slow(ScriptedModel):
        async def answer(self, system: str, messages: Any, tools: Any, say: Say) -> Assistant:
            say("One, ")
            await asyncio.to_thread(second.wait)
            say("two")
            return Assistant("One, two.")

    with opened(browser, Slow.of()) as page:
        say(page, "Count")
        expect(page.locator(".assistant")).to_have_text("One, ")
        second.set()
        expect(page.locator(".assistant")).to_have_text("One, two.")


COUNT = """() => {
    const height = Object.getOwnPropertyDescriptor(Element.prototype, "scrollHeight");
    window.looked = 0;
    const get = function() { window.looked++; return height.get.call(this); };
    Object.defineProperty(Element.prototype, "scrollHeight", {get});
}"""


def test_a_long_answer_is_laid_out_by_the_frame_and_not_by_the_piece(browser: Browser) -> None:
    """Each look at its height makes a browser lay out all that was said: thousands of them stop it for minutes."""
    words = [f"{number} " for number in range(2_000)]
    with opened(browser, ScriptedModel.of(Assistant("\n".join(words)))) as page:
        page.evaluate(COUNT)
        say(page, "Count")
        expect(page.locator(".assistant")).to_contain_text("1999")
        assert page.evaluate("window.looked") < 500


def test_what_is_said_meanwhile_is_shown_and_answered_in_its_turn(browser: Browser) -> None:
    with opened(browser, OfflineModel()) as page:
        say(page, "Run print(6 * 7)")
        expect(page.locator(".question")).to_be_visible()
        say(page, "What time is it?")
        expect(page.locator(".you[data-waiting]")).to_have_text(["What time is it?"])
        page.get_by_role("button", name="No").click()
        expect(page.locator(".assistant")).to_have_count(2)
        page.reload()
        expect(page.locator(".you[data-waiting]")).to_have_count(0)
        lines = [re.compile(start) for start in ("^Run print", "^execute_code failed", "^What time", "^It is")]
        expect(page.locator(".you, .assistant")).to_have_text(lines)


def test_a_question_is_told_to_a_new_window_however_much_was_told_since(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "MAX_TOLD", 3)
    with opened(browser, OfflineModel()) as page:
        say(page, "Run print(6 * 7)")
        expect(page.locator(".question")).to_be_visible()
        for text in "abc":
            say(page, text)
        expect(page.locator(".you[data-waiting]")).to_have_count(3)
        page.reload()
        page.get_by_role("button", name="Yes").click()
        expect(page.locator(".assistant").first).to_contain_text("42")


def test_a_task_is_told_when_it_is_due(browser: Browser) -> None:
    tasks.add(NewTask(TaskType.REMINDER, "check the oven", datetime.now(UTC) + timedelta(seconds=2), owner="web"))
    with opened(browser, OfflineModel()) as page:
        expect(page.locator(".task")).to_have_text("Reminder: check the oven")
        expect(page.locator("#tasks li")).to_have_count(0)


def test_what_a_model_says_is_text(browser: Browser) -> None:
    with opened(browser, ScriptedModel.of(Assistant("<img src=x onerror=alert(1)><b>no</b>"))) as page:
        say(page, "<script>alert(1)</script>")
        expect(page.locator(".assistant")).to_have_text("<img src=x onerror=alert(1)><b>no</b>")
        expect(page.locator(".you")).to_have_text("<script>alert(1)</script>")


def test_a_model_that_fails_is_told(browser: Browser) -> None:
    with opened(browser, ScriptedModel.of()) as page:
        say(page, "Hello")
        expect(page.locator(".failed")).to_have_text("the script is at its end")


HOSTILE = """<title><img src=x onerror="alert(1)"></title><script>alert(2)</script>
<p>&lt;script&gt;alert(3)&lt;/script&gt;<a href="javascript:alert(4)">here</a></p>"""


def test_what_a_page_of_the_web_says_is_text(browser: Browser, answer: Callable[[Handler], None]) -> None:
    answer(lambda request: httpx.Response(200, html=HOSTILE))
    call = Call("fetch_url", {"url": "https://evil.example/<img src=x onerror=alert(5)>"}, id="a")

    def repeat(messages: Sequence[Message]) -> Assistant:
        (result,) = messages[-1].results if isinstance(messages[-1], Results) else ()
        return Assistant(json.loads(result.to_json())["text"])

    with opened(browser, ScriptedModel.of(Assistant("", (call,)), repeat)) as page:
        page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
        say(page, "Read it")
        expect(page.locator(".assistant")).to_have_text("<script>alert(3)</script>here")
        page.locator(".call summary").click()
        expect(page.locator(".call .result")).to_contain_text("<script>alert(3)</script>")
        assert page.locator("main img, main script, main a").count() == 0


def test_the_page_of_another_site_neither_talks_nor_approves(browser: Browser) -> None:
    """By what a browser lets it send: forms, scripts that read no answer, and those that ask before they send."""
    attack = """async ([url, id]) => {
        const body = JSON.stringify({text: "Run print(1)", id, approve: true}), tried = [];
        const sent = (mode, type) => ({method: "POST", mode, body, headers: {"Content-Type": type}});
        const attempt = (path, ...how) => fetch(url + path, sent(...how))
            .then((response) => response.status || "unreadable", () => "refused");
        for (const path of ["/messages", "/approvals"]) {
            tried.push(attempt(path, "no-cors", "text/plain"), attempt(path, "no-cors", "application/json"));
            tried.push(attempt(path, "cors", "application/json"));
        }
        tried.push(fetch(url + "/tasks").then(() => "read", () => "refused"));
        navigator.sendBeacon(url + "/messages", new Blob([body], {type: "text/plain"}));
        return await Promise.all(tried);
    }"""
    with opened(browser, OfflineModel()) as page, other_site() as elsewhere:
        say(page, "Run print(6 * 7)")
        expect(page.locator(".question")).to_be_visible()
        id = (page.locator(".question").get_attribute("id") or "").removeprefix("ask-")
        other = browser.new_page()
        other.goto(elsewhere)
        found = other.evaluate(attack, [page.url.rstrip("/"), id])
        assert found == ["unreadable", "unreadable", "refused"] * 2 + ["refused"]
        other.close()
        expect(page.locator(".you")).to_have_count(1)
        expect(page.get_by_role("button", name="Yes")).to_be_enabled()


@contextmanager
def other_site() -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<p>evil")

        def log_message(self, format: str, *args: Any) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


def test_of_a_huge_result_the_beginning_is_shown(browser: Browser) -> None:
    call = Call("save_note", {"text": "x" * 50_000}, id="a")
    with opened(browser, ScriptedModel.of(Assistant("", (call,)), Assistant("Done."))) as page:
        say(page, "Keep it")
        expect(page.locator(".assistant")).to_have_text("Done.")
        page.locator(".call summary").click()
        expect(page.locator(".call .arguments")).to_contain_text("characters more")


def test_a_window_whose_server_is_gone_says_so(browser: Browser) -> None:
    with serving(OfflineModel()) as url:
        page = browser.new_page()
        page.goto(url)
        expect(page.get_by_role("status")).to_have_text("ready")
        page.get_by_role("button", name="Remind me in 10 minutes").click()
        expect(page.locator("#tasks li")).to_contain_text(["check the oven"])
    expect(page.get_by_role("status")).to_have_text("not connected")
    page.close()


@pytest.mark.parametrize("width", [390, 1200])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_its_window(browser: Browser, width: int, scheme: str, tmp_path: Path) -> None:
    settings = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    with opened(browser, OfflineModel(), **settings) as page:
        page.screenshot(path=tmp_path / "empty.png")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        say(page, "Turn off the lights daily at 1am")
        page.get_by_role("button", name="Yes").click()
        expect(page.locator(".assistant")).to_be_visible()
        say(page, "Remind me in 10 minutes to check the oven")
        expect(page.locator(".assistant")).to_have_count(2)
        say(page, "Run print(6 * 7)")
        expect(page.get_by_role("button", name="Yes").last).to_be_enabled()
        page.screenshot(path=tmp_path / "page.png")
        expect(page.get_by_role("button", name="Yes").last).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.get_by_label("Message").is_visible()
