"""What the actions of lagent say."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

HEAD = "from lagent.actions import BaseAction, tool_api\n"


def only(analyse: Analyse, source: str) -> ToolSpec:
    analysis = analyse({"tools.py": source})
    assert [f"{found.code} {found.message}" for found in analysis.diagnostics if found.code != "TG302"] == []
    (tool,) = analysis.manifest.tools
    return tool


FORMS: dict[str, tuple[str, str]] = {
    "run": (f"{HEAD}class F(BaseAction):\n    @tool_api\n    def run(self, text: str) -> int:\n        'F.'\n", "F"),
    "unmarked run": (f"{HEAD}class F(BaseAction):\n    def run(self, text: str) -> int:\n        'F.'\n", "F"),
    "run without a docstring": (
        f"{HEAD}class F(BaseAction):\n    'F.'\n    def run(self, text: str) -> int: ...\n",
        "F",
    ),
    "run with a class docstring": (
        f"{HEAD}class F(BaseAction):\n    'The class.'\n    def run(self, text: str) -> int:\n        'F.'\n",
        "F",
    ),
    "run under another name": (
        f"{HEAD}class F(BaseAction):\n    __tool_name__ = 'f'\n    def run(self, text: str) -> int:\n        'F.'\n",
        "f",
    ),
    "method": (f"{HEAD}class F(BaseAction):\n    @tool_api\n    def f(self, text: str) -> int:\n        'F.'\n", "f"),
    "method, called": (
        f"{HEAD}class F(BaseAction):\n    @tool_api(explode_return=True)\n    def f(self, text: str) -> int:\n        'F.'\n",
        "f",
    ),
    "below a base": (
        f"{HEAD}class B(BaseAction):\n    'Base.'\nclass F(B):\n    @tool_api\n    def run(self, text: str):\n        'F.'\n",
        "F",
    ),
}


@pytest.mark.parametrize(("source", "name"), FORMS.values(), ids=FORMS)
def test_forms(analyse: Analyse, source: str, name: str) -> None:
    tool = only(analyse, source)
    assert (tool.name, tool.description, tool.origin.dialect) == (name, "F.", "lagent")
    assert tool.input_schema == {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}


def test_the_description_has_no_roles(analyse: Analyse) -> None:
    source = (
        f'{HEAD}class F(BaseAction):\n    @tool_api\n    def f(self, text: str):\n        """Make :class:`dict` of it.\n\n'
        '        Args:\n            text (str): What.\n        """\n'
    )
    assert only(analyse, source).description == "Make dict of it."
