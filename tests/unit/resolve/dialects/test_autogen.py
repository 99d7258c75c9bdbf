"""What the tools of autogen say."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

HEAD = (
    "from autogen_core import CancellationToken\nfrom autogen_core.tools import BaseTool, FunctionTool\n"
    "from autogen_agentchat.agents import AssistantAgent\n"
)
FUNCTION = "def f(text: str, cancellation_token: CancellationToken) -> int:\n    'F.'\n"


def only(analyse: Analyse, source: str) -> ToolSpec:
    analysis = analyse({"tools.py": source})
    assert [f"{found.code} {found.message}" for found in analysis.diagnostics if found.code != "TG302"] == []
    (tool,) = analysis.manifest.tools
    return tool


FORMS: dict[str, str] = {
    "call": f"{HEAD}{FUNCTION}t = FunctionTool(f, 'F.')\n",
    "call with a name": f"{HEAD}{FUNCTION.replace('def f', 'def g')}t = FunctionTool(g, description='F.', name='f')\n",
    "function of an agent": f"{HEAD}{FUNCTION}a = AssistantAgent('a', client, tools=[f])\n",
    "tool of an agent": f"{HEAD}{FUNCTION}a = AssistantAgent('a', client, tools=[FunctionTool(f, description='F.')])\n",
}


@pytest.mark.parametrize("source", FORMS.values(), ids=FORMS)
def test_forms(analyse: Analyse, source: str) -> None:
    tool = only(analyse, source)
    assert (tool.name, tool.description, tool.origin.dialect) == ("f", "F.", "autogen")
    assert tool.injected == ("cancellation_token",)
    assert tool.input_schema == {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}


def test_a_class_is_told(analyse: Analyse) -> None:
    source = f"{HEAD}class F(BaseTool[A, int]):\n    async def run(self, args: A, cancellation_token): ...\n"
    analysis = analyse({"tools.py": source})
    assert [(str(found.span), found.code) for found in analysis.diagnostics if found.code != "TG302"] == [
        ("tools.py:4:7", "TG211")
    ]
