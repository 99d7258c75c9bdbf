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
    ("strands.tools.tools", "AgentTool", "stream", ["TG211"]),
]


@pytest.mark.parametrize(("module", "base", "method", "codes"), CLASSES)
def test_a_class_of_ones_own(analyse: Analyse, module: str, base: str, method: str, codes: list[str]) -> None:
    name = base.partition("[")[0]
    source = f"from {module} import {name}\n\n\nclass Own({base}):\n    async def {method}(self, *args): ...\n"
    assert [one.code for one in analyse({"own.py": source}).diagnostics] == codes


def test_a_method_of_the_framework_makes_no_tool_of_ones_own(analyse: Analyse) -> None:
    base = "class BaseTool:\n    def _get_declaration(self): ...\n"
    made = (
        "from google.adk.tools.base_tool import BaseTool\n\n\n"
        "class {name}({base}):\n    def {method}(self):\n        return made()\n"
    )
    files = {f"site/google/{path}/__init__.py": "" for path in ("adk", "adk/tools")}
    files["site/google/adk/tools/base_tool.py"] = base
    files["app/own.py"] = made.format(name="Base", base="BaseTool", method="run_async")
    files["app/others.py"] = made.format(name="Own", base="BaseTool", method="_get_declaration")
    found = analyse(files, paths=("app",), search_path=("site",))
    assert [(one.code, one.span.path) for one in found.diagnostics] == [("TG211", "app/others.py")]


KITS = {
    "tools that a client has": ("return self.client.tools()", ["TG211"]),
    "some more": ("return [*super().{method}(), *load(self)]", ["TG211"]),
    "some of a package": ("if self.all:\n            return load()\n        return []", ["TG211"]),
    "what its arguments are": ("return self.tools", []),
    "tools of its own": ("return [StructuredTool.from_function(one) for one in (f,)]", []),
}
"""What the method of a toolkit does, and what is said of it."""


@pytest.mark.parametrize(("statements", "codes"), KITS.values(), ids=KITS)
@pytest.mark.parametrize(
    ("module", "base", "method"),
    [
        ("langchain_core.tools", "BaseToolkit", "get_tools"),
        ("langchain_core.tools.base", "BaseToolkit", "get_tools"),
        ("camel.toolkits", "BaseToolkit", "get_tools"),
        ("llama_index.core.tools.tool_spec.base", "BaseToolSpec", "to_tool_list"),
    ],
)
def test_a_toolkit_that_is_given_tools(
    analyse: Analyse, module: str, base: str, method: str, statements: str, codes: list[str]
) -> None:
    made = "def f(x: int): 'F.'\n"
    body = f"class Kit({base}):\n    def {method}(self):\n        {statements.format(method=method)}\n"
    imports = "from elsewhere import load\nfrom langchain_core.tools import StructuredTool\n"
    source = f"from {module} import {base}\n{imports}{made}{body}"
    assert [one.code for one in analyse({"kit.py": source}).diagnostics] == codes


def test_a_function_that_a_toolkit_calls_is_not_followed_for_its_sake(analyse: Analyse) -> None:
    source = (
        "from langchain_core.tools import BaseToolkit, StructuredTool\n"
        "def made(kit):\n    return [*{'f': StructuredTool.from_function(kit.f)}.values()]\n"
        "class Kit(BaseToolkit):\n    def f(self, x: int): 'F.'\n    def get_tools(self):\n        return made(self)\n"
    )
    found = analyse({"kit.py": source})
    assert (found.manifest.tools, [(one.code, one.span.line) for one in found.diagnostics]) == ((), [("TG211", 3)])
