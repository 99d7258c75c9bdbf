"""A server of the Model Context Protocol on loopback: it lists the tools that it is given, in one of the revisions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

Json = Any
MODERN = "2026-07-28"
"""The first revision without a handshake, in which a list says how long it holds."""


class Listing(ThreadingHTTPServer):
    """Below the number of each of the `documents`, a server that lists its tools."""

    daemon_threads = True

    def __init__(self, revision: str, documents: Sequence[Json]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.revision = revision
        self.documents = documents

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def result(self, method: str, number: int) -> Json | None:
        """The result of a request; None where there is none."""
        lasting = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"} if self.revision >= MODERN else {}
        results: Mapping[str, Json] = {
            "initialize": {
                "protocolVersion": self.revision,
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "toolgen", "version": "1"},
            },
            "tools/list": {"tools": self.documents[number], **lasting},
        }
        return results.get(method)


class _Handler(BaseHTTPRequestHandler):
    server: Listing

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if "id" not in request:
            self._answer(202)
            return
        answer = {"jsonrpc": "2.0", "id": request["id"]}
        result = self.server.result(request["method"], int(self.path.strip("/")))
        unknown = {"code": -32601, "message": "Method not found"}
        self._answer(200, answer | ({"error": unknown} if result is None else {"result": result}))

    def do_GET(self) -> None:
        self._answer(405)

    def _answer(self, status: int, answer: Json = None) -> None:
        data = json.dumps(answer).encode() if answer else b""
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@contextmanager
def listing(revision: str, documents: Sequence[Json]) -> Iterator[Listing]:
    """The server, while it runs."""
    with Listing(revision, documents) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
