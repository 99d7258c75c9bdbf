"""Hundreds of calls on a cluster of Dask, of which one worker is killed half way."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import dask
import pytest
from distributed import Client, LocalCluster

from toolgen.runtime import Call, Event, Executor, SQLiteHistory, Toolbox

CALLS = 300

TOOLS = '''
import os
import time

from toolgen import tool


@tool
def square(number: int) -> list[int]:
    """Square a number, and tell the process that did it."""
    time.sleep(0.002)
    return [number * number, os.getpid()]
'''


@pytest.fixture
def project(tmp_path: Path, toolgen: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "cluster_tools").mkdir()
    (tmp_path / "cluster_tools" / "__init__.py").write_text(TOOLS)
    (tmp_path / "toolgen.toml").write_text('paths = ["cluster_tools"]\noutput = "cluster_tools/generated"\n')
    assert toolgen("build", cwd=tmp_path).returncode == 0
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))  # for the workers
    yield tmp_path
    shutil.rmtree(tmp_path / "cluster_tools")


@pytest.mark.filterwarnings("ignore")  # what Dask says of a worker that is gone
def test_no_call_is_lost_when_a_worker_is_killed(project: Path) -> None:
    toolbox = Toolbox.load(project / "cluster_tools" / "generated")
    history = SQLiteHistory(project / "calls.db")
    killed: list[int] = []
    finished: list[str] = []

    def kill_half_way(event: Event) -> None:
        if event.kind == "finished":
            finished.append(event.call_id)
            if len(finished) == CALLS // 2 and event.result and event.result.ok:
                killed.append(event.result.value[1])
                os.kill(killed[0], signal.SIGKILL)

    with (
        dask.config.set({"distributed.comm.timeouts.connect": "3s"}),  # else a worker that is gone is waited for
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        executor = Executor(toolbox, workers=client.get_executor(), history=history, listeners=[kill_half_way])
        calls = [Call("square", {"number": number}, id=str(number)) for number in range(CALLS)]
        results = asyncio.run(asyncio.wait_for(executor.run_all(calls), 600))

    assert len(killed) == 1
    assert [result.error for result in results if not result.ok] == []
    assert [(result.id, result.value[0]) for result in results] == [(str(n), n * n) for n in range(CALLS)]
    assert sorted(finished, key=int) == [call.id for call in calls]
    assert len(history.records("finished")) == CALLS
    assert {result.value[1] for result in results} > {killed[0]}, "other workers went on"
