"""What the tools of autogen say."""

# ruff: noqa: E501 (a table of source text)

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


CLASS = "from pydantic import BaseModel\nclass A(BaseModel):\n    text: str\n    'What.'\nclass F(BaseTool[A, int]):\n    def __init__(self, %s):\n        super().__init__(%s)\n    async def run(self, args: A, cancellation_token: CancellationToken) -> int: ...\n"


@pytest.mark.parametrize(
    "given",
    [
        "A, int, 'f', 'F.'",
        "args_type=A, return_type=int, name='f', description='F.'",
        "A, int, name='f', description='F.'",
    ],
)
def test_a_class_says_what_it_is_to_the_constructor_of_its_base(analyse: Analyse, given: str) -> None:
    tool = only(analyse, f"{HEAD}{CLASS % ('limit=1', given)}")
    assert (tool.name, tool.description, tool.origin.binding, tool.injected) == (
        "f",
        "F.",
        "tool_class",
        ("cancellation_token",),
    )
    assert tool.input_schema == {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
    assert [(one.name, one.kind) for one in tool.parameters] == [("args", "whole")]


@pytest.mark.parametrize(
    ("imported", "base", "given"),
    [
        ("from autogen_core.tools import BaseStreamTool", "BaseStreamTool[A, str, int]", "A, int, 'f', 'F.'"),
        ("from autogen_core import tools", "tools.BaseStreamTool[A, str, int]", "A, int, 'f', 'F.'"),
        ("from autogen_core.tools import BaseToolWithState", "BaseToolWithState[A, int, A]", "A, int, A, 'f', 'F.'"),
        (
            "from autogen_core.tools import BaseToolWithState",
            "BaseToolWithState[A, int, A]",
            "args_type=A, return_type=int, state_type=A, name='f', description='F.'",
        ),
    ],
)
def test_a_class_may_be_below_one_for_streams_or_with_a_state(
    analyse: Analyse, imported: str, base: str, given: str
) -> None:
    source = CLASS.replace("BaseTool[A, int]", base) % ("limit=1", given)
    tool = only(analyse, f"from autogen_core import CancellationToken\n{imported}\n{source}")
    assert (tool.name, tool.description, [*tool.input_schema["properties"]]) == ("f", "F.", ["text"])


def test_a_class_whose_name_is_given_is_told(analyse: Analyse) -> None:
    analysis = analyse({"tools.py": f"{HEAD}{CLASS % ('name', 'A, int, name, 5')}"})
    assert analysis.manifest.tools == ()
    assert [(found.span.line, found.code) for found in analysis.diagnostics if found.code != "TG302"] == [(8, "TG211")]


LONG = f"""{HEAD}from pydantic import BaseModel
class A(BaseModel): text: str
class Base(BaseTool[A, int]):
    def __init__(self, tool):
        if not tool.is_small:
            self.numbers = []
            for number in range(6_000):
                self.numbers.append(number)
        super().__init__(A, int, "f", "F.")
class F(Base):
    def __init__(self, tool): super().__init__(tool=tool)
    async def run(self, args: A, cancellation_token: CancellationToken) -> int: ...
"""


def test_a_class_whose_constructor_is_too_long_on_one_path_is_told(analyse: Analyse) -> None:
    analysis = analyse({"tools.py": LONG})
    assert analysis.manifest.tools == ()
    assert [found.code for found in analysis.diagnostics if found.code != "TG302"] == ["TG211"]


def test_a_class_without_constructor_is_told(analyse: Analyse) -> None:
    source = f"{HEAD}class F(BaseTool[A, int]):\n    async def run(self, args: A, cancellation_token): ...\n"
    analysis = analyse({"tools.py": source})
    assert [(str(found.span), found.code) for found in analysis.diagnostics if found.code != "TG302"] == [
        ("tools.py:4:7", "TG211")
    ]
