"""A class whose method has got parameters does the same when it is called as before."""

from __future__ import annotations

import asyncio
import inspect
from pathlib import Path
from typing import Any

import pytest

from toolgen.model.json_values import Json

FOLDER = Path(__file__).parents[3] / "migrations/classes"
SIZE = {"least": 3}


def called(case: str, name: str, arguments: dict[str, Json], when: str) -> Any:
    scope: dict[str, Any] = {"__name__": case}
    exec((FOLDER / case / f"{when}.py").read_text(), scope)
    result = scope[name]().execute(**arguments)
    return asyncio.run(result) if inspect.iscoroutine(result) else result


@pytest.mark.parametrize(
    ("case", "name", "arguments"),
    [
        ("tool", "SearchFiles", {"pattern": "a", "size": SIZE, "limit": 9}),
        ("tool", "SearchFiles", {"pattern": "a", "size": SIZE, "limit": 9, "case": True}),
        (
            "tool",
            "SearchFiles",
            {"pattern": "a", "size": SIZE, "limit": 9, "case": True, "folder": "b", "kinds": ["c"]},
        ),
        ("tool", "SearchFiles", {"pattern": "a", "size": SIZE, "limit": 9, "case": True, "since": "2026-01-01"}),
        ("tool", "Now", {}),
        ("own_base", "ReadFileTool", {"path": __file__, "limit": 20}),
        ("own_base", "ReadFileTool", {"path": __file__, "encoding": "latin-1"}),
        ("left", "Good", {"a": "b"}),
    ],
)
def test_a_call_gives_the_same(case: str, name: str, arguments: dict[str, Json]) -> None:
    before, after = (called(case, name, arguments, when) for when in ("before", "after"))
    assert after == before
