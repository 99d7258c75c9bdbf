"""Every test has a store and a workspace of its own, and no test reaches the network."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from time import process_time

import httpx
import pytest

from assistant import store, web, workspace

Handler = Callable[[httpx.Request], httpx.Response]


@pytest.fixture(scope="session", autouse=True)
def _interruptible() -> None:
    """What a shell runs in the background begins with interrupts ignored, as do all that it starts."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def growth() -> Callable[[Callable[[int], object], int], float]:
    """`growth(run, size)`: how many times the processor time of `run(size // 16)` that of `run(size)` is.

    What is linear takes 16 times as much and what is quadratic 256 times, on a machine that is slow or busy too.
    """

    def seconds(run: Callable[[int], object], size: int) -> float:
        start = process_time()
        run(size)
        return process_time() - start

    def measured(run: Callable[[int], object], size: int) -> float:
        small = sorted(seconds(run, size // 16) for _ in range(5))[2]
        return min(seconds(run, size) for _ in range(3)) / small

    return measured


@pytest.fixture(autouse=True)
def store_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "data" / "store.sqlite3"
    monkeypatch.setenv(store.VARIABLE, str(file))
    return file


@pytest.fixture(autouse=True)
def workspace_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "workspace"
    folder.mkdir()
    monkeypatch.setenv(workspace.VARIABLE, str(folder))
    return folder


@pytest.fixture(autouse=True)
def answer(monkeypatch: pytest.MonkeyPatch) -> Callable[[Handler], None]:
    """Answers web requests with a handler; until a test gives one, every request fails. All hosts are public ones."""

    def use(handler: Handler) -> None:
        monkeypatch.setattr(web, "transport", httpx.MockTransport(handler))

    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("no network in tests", request=request)

    async def resolve(host: str) -> list[str]:
        return ["93.184.215.14"]

    monkeypatch.setattr(web, "resolve", resolve)
    use(refuse)
    return use
