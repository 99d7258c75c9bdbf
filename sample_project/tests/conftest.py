"""Every test has a store of its own, and no test reaches the network."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from assistant import store, web

Handler = Callable[[httpx.Request], httpx.Response]


@pytest.fixture(autouse=True)
def store_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "data" / "store.sqlite3"
    monkeypatch.setenv(store.VARIABLE, str(file))
    return file


@pytest.fixture(autouse=True)
def answer(monkeypatch: pytest.MonkeyPatch) -> Callable[[Handler], None]:
    """Answers web requests with a handler; until a test gives one, every request fails."""

    def use(handler: Handler) -> None:
        monkeypatch.setattr(web, "transport", httpx.MockTransport(handler))

    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("no network in tests", request=request)

    use(refuse)
    return use
