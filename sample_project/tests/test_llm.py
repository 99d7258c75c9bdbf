"""Agents with the real clients of providers, against servers that speak their wire formats."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from anthropic import AsyncAnthropic
from loopback import Provider, provider
from openai import AsyncOpenAI
from toolgen.runtime import Call

from assistant.agents.agent import Session
from assistant.agents.dialog import DialogAgent
from assistant.llm import from_environment
from assistant.llm.anthropic import AnthropicModel
from assistant.llm.model import Assistant, Model, ModelError, User
from assistant.llm.offline import OfflineModel
from assistant.llm.openai_chat import OpenAIChatModel
from assistant.llm.openai_responses import OpenAIResponsesModel

Make = Callable[[Provider], Model]

ADD = Call("add_reminder", {"text": "check the oven", "delay": "10m"}, id="call_1")
WRONG = Call("list_tasks", {"limit": 0}, id="call_2")
ANSWERS = Assistant("Let me see.", (ADD, WRONG)), Assistant("I will remind you.")


def anthropic(server: Provider) -> Model:
    return AnthropicModel(AsyncAnthropic(api_key="k", base_url=server.url, max_retries=0), "m")


def chat(server: Provider) -> Model:
    return OpenAIChatModel(AsyncOpenAI(api_key="k", base_url=f"{server.url}/v1", max_retries=0), "m")


def responses(server: Provider) -> Model:
    return OpenAIResponsesModel(AsyncOpenAI(api_key="k", base_url=f"{server.url}/v1", max_retries=0), "m")


MODELS = {"anthropic": anthropic, "openai": chat, "openai-responses": responses}


def told_anthropic(request: dict[str, Any]) -> dict[str, tuple[str, Any]]:
    (results,) = (m["content"] for m in request["messages"] if m["role"] == "user" and isinstance(m["content"], list))
    return {r["tool_use_id"]: (r["content"], r["is_error"]) for r in results}


def told_chat(request: dict[str, Any]) -> dict[str, tuple[str, Any]]:
    return {m["tool_call_id"]: (m["content"], None) for m in request["messages"] if m["role"] == "tool"}


def told_responses(request: dict[str, Any]) -> dict[str, tuple[str, Any]]:
    return {i["call_id"]: (i["output"], None) for i in request["input"] if i.get("type") == "function_call_output"}


TOLD = {"anthropic": told_anthropic, "openai": told_chat, "openai-responses": told_responses}


@pytest.mark.parametrize("kind", MODELS)
def test_a_request_is_answered_with_calls_and_what_came_of_them(kind: str) -> None:
    said: list[str] = []
    with provider(*ANSWERS) as server:
        agent = DialogAgent(Session(MODELS[kind](server), say=said.append))
        answer = asyncio.run(agent.chat("Remind me in 10 minutes to check the oven"))
    assert answer == "I will remind you."
    assert "".join(said) == "Let me see.I will remind you."
    assert max(map(len, said)) <= 5
    results = TOLD[kind](server.requests[1])
    assert json.loads(results["call_1"][0])["text"] == "check the oven"
    assert json.loads(results["call_2"][0])["error"]["faults"][0]["path"] == "$.limit"


@pytest.mark.parametrize("kind", MODELS)
def test_a_provider_is_told_of_the_tools_in_its_own_form(kind: str) -> None:
    with provider(Assistant("Hello.")) as server:
        agent = DialogAgent(Session(MODELS[kind](server)))
        asyncio.run(agent.chat("Hello"))
    assert server.requests[0]["tools"] == agent.toolbox.definitions(kind)
    assert {tool.get("name") or tool["function"]["name"] for tool in server.requests[0]["tools"]} == {
        *agent.toolbox.names
    }


def test_a_model_without_tools_reads_of_them_in_its_prompt() -> None:
    agent_syntax = DialogAgent(Session(from_text(Provider("http://127.0.0.1:1")))).toolbox.call_syntax()
    text = f"Let me see.\n{agent_syntax.render(ADD)}\n"
    said: list[str] = []
    with provider(Assistant(text), Assistant("I will remind you.")) as server:
        agent = DialogAgent(Session(from_text(server), say=said.append))
        assert asyncio.run(agent.chat("Remind me")) == "I will remind you."
    assert "tools" not in server.requests[0]
    assert "add_reminder" in server.requests[0]["messages"][0]["content"]
    assert server.requests[1]["messages"][-1]["content"].startswith("Result of add_reminder:\n")
    assert "".join(said).split() == ["Let", "me", "see.", "I", "will", "remind", "you."]


def from_text(server: Provider) -> Model:
    return OpenAIChatModel(AsyncOpenAI(api_key="k", base_url=f"{server.url}/v1", max_retries=0), "m", target=None)


@pytest.mark.parametrize("kind", MODELS)
@pytest.mark.parametrize("status", [400, 429, 500])
def test_a_provider_that_fails_is_an_error_of_the_model(kind: str, status: int) -> None:
    with provider(status) as server, pytest.raises(ModelError, match=str(status)):
        asyncio.run(DialogAgent(Session(MODELS[kind](server))).chat("Hello"))


@pytest.mark.parametrize("kind", MODELS)
def test_an_answer_that_breaks_off_is_an_error_of_the_model(kind: str) -> None:
    with provider(None) as server, pytest.raises(ModelError):
        asyncio.run(DialogAgent(Session(MODELS[kind](server))).chat("Hello"))


def test_an_empty_answer_is_not_told_to_a_provider_that_refuses_it() -> None:
    with provider(Assistant(""), Assistant("Hello.")) as server:
        agent = DialogAgent(Session(anthropic(server)))
        assert [asyncio.run(agent.chat(text)) for text in ("One", "Two")] == ["", "Hello."]
    assert [message["content"] for message in server.requests[1]["messages"]] == ["One", "Two"]


@pytest.mark.parametrize("kind", ["anthropic", "openai", "openai-responses", "text"])
def test_the_environment_names_the_model(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with provider(Assistant("Hello.")) as server:
        monkeypatch.setenv(from_environment.VARIABLE, f"{kind}:m")
        monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
        monkeypatch.setenv("OPENAI_API_KEY", "k")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
        model = from_environment.model()
        assert model
        assert asyncio.run(DialogAgent(Session(model)).chat("Hello")) == "Hello."
    assert server.requests[0]["model"] == "m"


@pytest.mark.parametrize("value", ["gemini:m", "openai", "openai:"])
def test_another_kind_of_model_is_an_error_that_names_those_there_are(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(from_environment.VARIABLE, value)
    with pytest.raises(ModelError, match="openai-responses:NAME"):
        from_environment.model()


@pytest.mark.parametrize(("value", "key"), [("anthropic:m", "ANTHROPIC_API_KEY"), ("text:m", "OPENAI_API_KEY")])
def test_a_key_that_is_missing_is_told(value: str, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(from_environment.VARIABLE, value)
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ModelError, match=key):
        from_environment.model()


def test_without_a_name_there_is_no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(from_environment.VARIABLE, raising=False)
    assert from_environment.model() is None


@pytest.mark.parametrize("end", ["", ".", "?", "!"])
@pytest.mark.parametrize(
    ("asked", "called"),
    [
        ("What time is it in Europe/Lisbon", ("get_current_time", {"timezone": "Europe/Lisbon"})),
        ("Remind me in 2 hours to go", ("add_reminder", {"text": "go", "delay": "2h"})),
    ],
)
def test_offline_a_request_ends_as_sentences_do(asked: str, called: tuple[str, object], end: str) -> None:
    said = asyncio.run(OfflineModel().answer("", [User(asked + end)], (), lambda text: None))
    assert [(call.name, call.arguments) for call in said.calls] == [called]
