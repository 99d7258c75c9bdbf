"""Classes that make or choose tools when a framework asks for these are told of."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

CLASSES = [
    # where the class above comes from, the class above, the method, and what is said of it
    ("google.adk.tools.base_toolset", "BaseToolset", "get_tools", ["TG211"]),
    ("pydantic_ai.toolsets", "AbstractToolset", "get_tools", ["TG211"]),
    ("pydantic_ai.toolsets.abstract", "AbstractToolset[int]", "get_tools", ["TG211"]),
    ("pydantic_ai.toolsets", "AbstractToolset", "call_tool", []),
    ("pydantic_ai.toolsets", "WrapperToolset", "get_tools", ["TG226"]),
    ("pydantic_ai.toolsets", "WrapperToolset[int]", "call_tool", []),
    ("pydantic_ai", "FunctionToolset", "get_tools", ["TG226"]),
    ("strands.tools", "ToolProvider", "load_tools", ["TG211"]),
    ("strands.types.tools", "AgentTool", "stream", ["TG211"]),
]


@pytest.mark.parametrize(("module", "base", "method", "codes"), CLASSES)
def test_a_class_of_ones_own(analyse: Analyse, module: str, base: str, method: str, codes: list[str]) -> None:
    name = base.partition("[")[0]
    source = f"from {module} import {name}\n\n\nclass Own({base}):\n    async def {method}(self, *args): ...\n"
    assert [one.code for one in analyse({"own.py": source}).diagnostics] == codes
