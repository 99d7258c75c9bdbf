"""What the tools of crewai say."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

HEAD = "from typing import Type\nfrom pydantic import BaseModel, Field\nfrom crewai.tools import BaseTool, tool\n"
MODEL = "class M(BaseModel):\n    text: str\n"
CLASS = "class F(BaseTool):\n    name: str = 'f'\n    description: str = 'F.'\n"
OTHER = CLASS.replace("= 'f'", "= 'g'").replace("= 'F.'", "= 'G.'")


def only(analyse: Analyse, source: str) -> ToolSpec:
    analysis = analyse({"tools.py": source})
    assert [f"{found.code} {found.message}" for found in analysis.diagnostics if found.code != "TG302"] == []
    (tool,) = analysis.manifest.tools
    return tool


FORMS: dict[str, str] = {
    "decorator": f"{HEAD}@tool\ndef f(text: str) -> int:\n    'F.'\n",
    "called decorator": f"{HEAD}@tool(result_as_answer=True)\ndef f(text: str) -> int:\n    'F.'\n",
    "named decorator": f"{HEAD}@tool('f')\ndef g(text: str) -> int:\n    'F.'\n",
    "decorator where it is defined": "from crewai.tools.base_tool import tool\n@tool\ndef f(text: str) -> int:\n    'F.'\n",
    "class": f"{HEAD}{CLASS}    def _run(self, text: str) -> int: ...\n",
    "class with a model": f"{HEAD}{MODEL}{CLASS}    args_schema: Type[BaseModel] = M\n    def _run(self, **kwargs): ...\n",
    "class whose constructor says more, beside what it is given": (
        f"{HEAD}{OTHER}    def __init__(self, **more):\n"
        "        super().__init__(name='f', description='F.', **more)\n    def _run(self, text: str) -> int: ...\n"
    ),
    "call": (
        "from crewai.tools.base_tool import Tool\ndef g(text: str) -> int: ...\n"
        "t = Tool(name='f', description='F.', func=g)\n"
    ),
}


@pytest.mark.parametrize("source", FORMS.values(), ids=FORMS)
def test_forms(analyse: Analyse, source: str) -> None:
    tool = only(analyse, source)
    assert (tool.name, tool.title, tool.description, tool.origin.dialect) == ("f", None, "F.", "crewai")
    assert tool.input_schema == {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}


@pytest.mark.parametrize(
    "source",
    [
        f"{HEAD}{CLASS}    def _run(self, text: str, *more: str, **kwargs) -> int: ...\n",
        f"{HEAD}@tool\ndef f(text: str, *more: str, **kwargs: int) -> int:\n    'F.'\n",
    ],
)
def test_what_is_left_of_the_arguments_is_dropped(analyse: Analyse, source: str) -> None:
    tool = only(analyse, source)
    assert tool.input_schema == {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
    assert [one.name for one in tool.parameters] == ["text"]


def test_what_a_model_allows_beside_its_fields_is_handed_on(analyse: Analyse) -> None:
    model = f"{MODEL}    model_config = {{'extra': 'allow'}}\n"
    tool = only(analyse, f"{HEAD}{model}{CLASS}    args_schema = M\n    def _run(self, **kwargs): ...\n")
    assert [one.name for one in tool.parameters] == ["text", "kwargs"]


@pytest.mark.parametrize(("extra", "others"), [("allow", True), ("forbid", False), ("ignore", None)])
def test_a_schema_says_what_its_model_says_of_others(analyse: Analyse, extra: str, others: bool | None) -> None:
    model = f"{MODEL}    model_config = {{'extra': {extra!r}}}\n"
    tool = only(analyse, f"{HEAD}{model}{CLASS}    args_schema = M\n    def _run(self, text: str): ...\n")
    assert tool.input_schema.get("additionalProperties") is others
    assert [one.name for one in tool.parameters] == ["text"]


@pytest.mark.parametrize(
    ("declared", "name"),
    [
        ("Find a book", "find_a_book"),
        ("FindBook", "find_book"),
        ("HTTPFetcher", "http_fetcher"),
        ("Café's menu!", "cafes_menu"),
        ("  web -- search ", "web_search"),
        ("a" * 70, f"{'a' * 55}_6bd5e503"),
    ],
)
def test_a_model_is_told_another_name(analyse: Analyse, declared: str, name: str) -> None:
    """As `crewai.utilities.string_utils.sanitize_tool_name` says."""
    tool = only(analyse, f"{HEAD}@tool({declared!r})\ndef f(text: str) -> int:\n    'F.'\n")
    assert (tool.name, tool.title) == (name, declared)


def test_the_whole_docstring_is_the_description(analyse: Analyse) -> None:
    source = f'{HEAD}@tool\ndef f(text: str):\n    """Do it.\n\n    Args:\n        text: What.\n    """\n'
    tool = only(analyse, source)
    assert tool.description == "Do it.\n\nArgs:\n    text: What."
    assert tool.input_schema["properties"] == {"text": {"type": "string", "description": "What."}}


def test_a_class_named_where_it_is_made_is_told(analyse: Analyse) -> None:
    analysis = analyse({"tools.py": f"{HEAD}class F(BaseTool):\n    def _run(self, text: str): ...\n"})
    assert analysis.manifest.tools == ()
    assert [(str(found.span), found.code) for found in analysis.diagnostics if found.code != "TG302"] == [
        ("tools.py:4:7", "TG211")
    ]


KEPT = """
import importlib

class Kit:
    def __init__(self):
        self.tools = importlib.import_module("crewai.tools")

    def make(self):
        @self.tools.tool("borrow")
        def borrow(title: str) -> str:
            "Borrows."

        class Lend(self.tools.BaseTool):
            name: str = "lend"
            description: str = "Lends."

            def _run(self, title: str) -> str: ...

        return [borrow, Lend()]
"""


def test_a_module_of_the_framework_that_an_object_keeps(analyse: Callable[..., Analysis]) -> None:
    assert [one.name for one in analyse({"kit.py": KEPT}).manifest.tools] == ["borrow", "lend"]
