"""Providers on loopback: each reads a request, holds it to its facts, and answers or refuses as the provider does."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from breaches import Sent, broken

from toolgen.providers import target

Json = Any
STATUS = 400


@dataclass(frozen=True, slots=True)
class Interface:
    """Where requests go, how they have tools and what of one, and how they are answered and refused."""

    path: str
    body: Callable[[list[Json]], Json]
    tools: Callable[[Json], list[Json]]
    sent: Callable[[Json], Sent]
    answer: Json
    refusal: Callable[[str], Json]
    headers: Mapping[str, str] = field(default_factory=dict)


def _function(entry: Json) -> Sent:
    return _flat(entry["function"])


def _flat(entry: Json, schema: str = "parameters") -> Sent:
    return Sent(entry["name"], entry.get("description", ""), entry[schema], entry.get("strict") is True)


def _with(tools: list[Json]) -> Json:
    return {"tools": tools}


def _listed(body: Json) -> list[Json]:
    tools: list[Json] = body["tools"]
    return tools


def _declaring(tools: list[Json]) -> Json:
    return {"tools": [{"functionDeclarations": tools}]}


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


def _declared(body: Json) -> list[Json]:
    """The declarations as they are documented: the interface takes names of fields in two spellings."""
    declared = ({_camel(key): value for key, value in one.items()} for one in body["tools"][0]["functionDeclarations"])
    return [{key: _schema(one[key]) if key == "parameters" else one[key] for key in one} for one in declared]


def _schema(sent: Json) -> Json:
    """A schema of OpenAPI 3.0 in small letters: its types are an enumeration, which the package has in capitals."""
    schema = {_camel(key): value for key, value in sent.items()}
    if isinstance(schema.get("type"), str):
        schema["type"] = schema["type"].lower()
    if "items" in schema:
        schema["items"] = _schema(schema["items"])
    if "anyOf" in schema:
        schema["anyOf"] = [*map(_schema, schema["anyOf"])]
    if "properties" in schema:
        schema["properties"] = {name: _schema(one) for name, one in schema["properties"].items()}
    return schema


def _google(words: str) -> Json:
    return {"error": {"code": STATUS, "message": words, "status": "INVALID_ARGUMENT"}}


def _openai(words: str) -> Json:
    return {"error": {"message": words, "type": "invalid_request_error", "param": "tools", "code": None}}


def _anthropic(words: str) -> Json:
    return {"type": "error", "error": {"type": "invalid_request_error", "message": words}}


_SAID = {"role": "assistant", "content": "Done."}
_PARTS = {"role": "assistant", "content": [{"type": "text", "text": "Done."}]}
_CHOICES = [{"index": 0, "finish_reason": "stop", "message": _SAID}]
_COMPLETION = {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": _CHOICES}
_COUNTS = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
_RESPONSE = {
    "output": [],
    "tools": [],
    "id": "1",
    "object": "response",
    "created_at": 1,
    "model": "m",
    "parallel_tool_calls": True,
    "tool_choice": "auto",
}
_MESSAGE = {
    **_PARTS,
    "id": "1",
    "type": "message",
    "model": "m",
    "stop_reason": "end_turn",
    "stop_sequence": None,
    "usage": {"input_tokens": 1, "output_tokens": 1},
}
_CANDIDATES = {"candidates": [{"content": {"role": "model", "parts": [{"text": "Done."}]}, "finishReason": "STOP"}]}
_CONVERSED = {
    "output": {"message": {"role": "assistant", "content": [{"text": "Done."}]}},
    "stopReason": "end_turn",
    "usage": {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2},
    "metrics": {"latencyMs": 1},
}

_INTERACTION = {"id": "1", "status": "completed", "model": "m", "steps": []}

INTERFACES: Mapping[str, Interface] = {
    "openai": Interface("/chat/completions", _with, _listed, _function, _COMPLETION, _openai),
    "openai-responses": Interface("/responses", _with, _listed, _flat, _RESPONSE, _openai),
    "openrouter": Interface("/chat/completions", _with, _listed, _function, _COMPLETION, _openai),
    "anthropic": Interface(
        "/v1/messages", _with, _listed, lambda entry: _flat(entry, "input_schema"), _MESSAGE, _anthropic
    ),
    "gemini": Interface("/v1/models/m:generateContent", _declaring, _declared, _flat, _CANDIDATES, _google),
    "gemini-json": Interface(
        "/v1/models/m:generateContent",
        _declaring,
        _declared,
        lambda entry: _flat(entry, "parametersJsonSchema"),
        _CANDIDATES,
        _google,
    ),
    "gemini-interactions": Interface("/v1/interactions", _with, _listed, _flat, _INTERACTION, _google),
    "bedrock": Interface(
        "/model/m/converse",
        lambda tools: {"toolConfig": {"tools": tools}},
        lambda body: [*body["toolConfig"]["tools"]],
        lambda entry: _flat(entry["toolSpec"] | {"schema": entry["toolSpec"]["inputSchema"]["json"]}, "schema"),
        _CONVERSED,
        lambda words: {"message": words},
        {"x-amzn-ErrorType": "ValidationException"},
    ),
    "mistral": Interface(
        "/v1/chat/completions",
        _with,
        _listed,
        _function,
        {**_COMPLETION, "usage": _COUNTS},
        lambda words: {
            "object": "error",
            "message": words,
            "type": "invalid_request_error",
            "param": None,
            "code": None,
        },
    ),
    "cohere": Interface(
        "/v2/chat",
        _with,
        _listed,
        _function,
        {"id": "1", "finish_reason": "COMPLETE", "message": _PARTS},
        lambda words: {"id": "1", "message": words},
    ),
    "ollama": Interface(
        "/api/chat",
        _with,
        _listed,
        _function,
        {"model": "m", "created_at": "2026-11-01T00:00:00Z", "message": _SAID, "done": True},
        lambda words: {"error": words},
    ),
}
"""The providers, by the names of the targets."""


class Providers(ThreadingHTTPServer):
    """All of them on one port, each below its name; `received` has the tools of the requests that came."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.received: list[list[Json]] = []

    def address(self, name: str) -> str:
        return f"http://127.0.0.1:{self.server_port}/{name}"


class _Handler(BaseHTTPRequestHandler):
    server: Providers

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        name, _, path = self.path.removeprefix("/").partition("/")
        interface = INTERFACES[name]
        if f"/{path}" != interface.path:
            self._answer(404, {"path": path}, interface)
            return
        tools = interface.tools(body)
        self.server.received.append(tools)
        found = broken(target(name).facts, [*map(interface.sent, tools)])
        words = "; ".join(f"{one.about}: {one.words}" for one in found)
        self._answer(STATUS if words else 200, interface.refusal(words) if words else interface.answer, interface)

    def _answer(self, status: int, answer: Json, interface: Interface) -> None:
        data = json.dumps(answer).encode()
        self.send_response(status)
        for key, value in {"Content-Type": "application/json", **interface.headers}.items():
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@contextmanager
def providers() -> Iterator[Providers]:
    """The providers, while they run."""
    with Providers() as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
