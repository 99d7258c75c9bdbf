"""Classes that make or choose tools when a framework asks for these are told of."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

CLASSES = [
    # where the class above comes from, the class above, the method, and what is said of it
    ("google.adk.tools.base_toolset", "BaseToolset", "get_tools", ["TG211"]),
    ("google.adk.tools", "BaseTool", "_get_declaration", ["TG211"]),
    ("google.adk.tools.base_tool", "BaseTool", "run_async", []),
    ("llama_index.core.tools", "BaseTool", "metadata", ["TG211"]),
    ("llama_index.core.tools.types", "AsyncBaseTool", "metadata", ["TG211"]),
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


def test_a_method_of_the_framework_makes_no_tool_of_ones_own(analyse: Analyse) -> None:
    base = "class BaseTool:\n    def _get_declaration(self): ...\n"
    made = "from google.adk.tools.base_tool import BaseTool\n\n\nclass {name}({base}):\n    def {method}(self): ...\n"
    files = {f"site/google/{path}/__init__.py": "" for path in ("adk", "adk/tools")}
    files["site/google/adk/tools/base_tool.py"] = base
    files["app/own.py"] = made.format(name="Base", base="BaseTool", method="run_async")
    files["app/others.py"] = made.format(name="Own", base="BaseTool", method="_get_declaration")
    found = analyse(files, paths=("app",), search_path=("site",))
    assert [(one.code, one.span.path) for one in found.diagnostics] == [("TG211", "app/others.py")]
