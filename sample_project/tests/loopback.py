"""Servers on loopback that speak the wire formats of model providers, as their documentation has them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from assistant.llm.model import Assistant


@dataclass
class Provider:
    """A provider that answers requests with what it was given, in pieces, and keeps what it was asked."""

    url: str = ""
    answers: list[Assistant | int | None] = field(default_factory=list)
    """What is said next; a number is the status of an error, and None an answer that breaks off."""
    requests: list[dict[str, Any]] = field(default_factory=list)


@contextmanager
def provider(*answers: Assistant | int | None) -> Iterator[Provider]:
    """A server for `/v1/messages`, `/v1/chat/completions` and `/v1/responses`."""
    made = Provider(answers=[*answers])

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            made.requests.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            answer = made.answers.pop(0)
            if isinstance(answer, int):
                self._send(answer, "application/json", json.dumps({"error": {"message": "overloaded"}}))
            elif answer is None:
                self._send(200, "text/event-stream", next(_FORMATS[self.path](Assistant("Hello"))), missing=1)
            else:
                self._send(200, "text/event-stream", "".join(_FORMATS[self.path](answer)))

        def _send(self, status: int, content_type: str, body: str, missing: int = 0) -> None:
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body.encode()) + missing))
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, format: str, *args: Any) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        made.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield made
        server.shutdown()
        thread.join()


def _pieces(text: str) -> Sequence[str]:
    return [text[start : start + 5] for start in range(0, len(text), 5)]


def _event(data: dict[str, Any] | str, name: str = "") -> str:
    head = f"event: {name}\n" if name else ""
    return f"{head}data: {data if isinstance(data, str) else json.dumps(data)}\n\n"


def _anthropic(answer: Assistant) -> Iterator[str]:
    def event(kind: str, **data: Any) -> str:
        return _event({"type": kind, **data}, kind)

    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "content": [], "model": "m"}
    yield event("message_start", message={**message, "stop_reason": None, "stop_sequence": None, "usage": usage})
    blocks: list[tuple[dict[str, Any], str, str]] = (
        [({"type": "text", "text": ""}, "text", answer.text)] if answer.text else []
    )
    for call in answer.calls:
        block = {"type": "tool_use", "id": call.id, "name": call.name, "input": {}}
        blocks.append((block, "partial_json", json.dumps(call.arguments)))
    for index, (block, key, text) in enumerate(blocks):
        yield event("content_block_start", index=index, content_block=block)
        kind = "text_delta" if key == "text" else "input_json_delta"
        for piece in _pieces(text):
            yield event("content_block_delta", index=index, delta={"type": kind, key: piece})
        yield event("content_block_stop", index=index)
    reason = "tool_use" if answer.calls else "end_turn"
    yield event("message_delta", delta={"stop_reason": reason, "stop_sequence": None}, usage=usage)
    yield event("message_stop")


def _chat(answer: Assistant) -> Iterator[str]:
    def chunk(delta: dict[str, Any], reason: str | None = None) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        return _event({"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]})

    yield chunk({"role": "assistant", "content": ""})
    for piece in _pieces(answer.text):
        yield chunk({"content": piece})
    for index, call in enumerate(answer.calls):
        function = {"name": call.name, "arguments": ""}
        yield chunk({"tool_calls": [{"index": index, "id": call.id, "type": "function", "function": function}]})
        for piece in _pieces(json.dumps(call.arguments)):
            yield chunk({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
    yield chunk({}, "tool_calls" if answer.calls else "stop")
    yield _event("[DONE]")


def _responses(answer: Assistant) -> Iterator[str]:
    def event(kind: str, **data: Any) -> str:
        return _event({"type": kind, "sequence_number": 0, **data}, kind)

    response = {"id": "r", "object": "response", "created_at": 1, "model": "m", "output": [], "tools": []}
    response |= {"status": "in_progress", "parallel_tool_calls": True, "tool_choice": "auto"}
    yield event("response.created", response=response)
    for piece in _pieces(answer.text):
        yield event(
            "response.output_text.delta", item_id="i", output_index=0, content_index=0, delta=piece, logprobs=[]
        )
    for index, call in enumerate(answer.calls):
        item = {"type": "function_call", "id": f"fc_{index}", "call_id": call.id, "name": call.name, "arguments": ""}
        yield event("response.output_item.added", output_index=index, item=item)
        arguments = json.dumps(call.arguments)
        for piece in _pieces(arguments):
            data = {"item_id": f"fc_{index}", "output_index": index, "delta": piece}
            yield event("response.function_call_arguments.delta", **data)
        yield event("response.output_item.done", output_index=index, item={**item, "arguments": arguments})
    yield event("response.completed", response={**response, "status": "completed"})


_FORMATS = {"/v1/messages": _anthropic, "/v1/chat/completions": _chat, "/v1/responses": _responses}
