"""Nothing that is made while calls are followed is printed, of which the text is as large as the project."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.evaluation.folding.values import Frame, Unknown
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.names.lookup import Site
from toolgen.pipeline import Analysis


def test_what_stands_for_a_function_is_never_printed(
    analyse: Callable[..., Analysis], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its text would hold the frames, scopes and modules that it is part of, and those again."""

    def refuse(_value: object) -> str:
        raise AssertionError

    for kind in (Frame, FunctionValue, Site, Unknown):
        monkeypatch.setattr(kind, "__repr__", refuse)
    found = analyse(
        {
            "entries.py": """\
            from collections.abc import Callable
            from typing import Any, NamedTuple

            from mcp.server.fastmcp import FastMCP

            class Entry(NamedTuple):
                function: Any
                name: str = "none"

            def register(mcp: FastMCP, wrap: Callable) -> None:
                def count(number: int) -> int:
                    '''Count.'''
                    return number

                for entry in [Entry(count, "first"), Entry(function=count, name="second"), Entry(wrap(mcp))]:
                    mcp.add_tool(entry.function, name=entry.name)
            """
        }
    )
    assert [tool.name for tool in found.manifest.tools] == ["first", "second"]
