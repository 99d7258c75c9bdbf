"""What the tools of inspect say: those that a function returns."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

HEAD = "from inspect_ai.tool import Tool, ToolDef, tool\n"
EXECUTE = "    async def execute(text: str) -> int:\n        'F.'\n    return execute\n"


def only(analyse: Analyse, source: str) -> ToolSpec:
    analysis = analyse({"tools.py": source})
    assert [f"{found.code} {found.message}" for found in analysis.diagnostics if found.code != "TG302"] == []
    (tool,) = analysis.manifest.tools
    return tool


FORMS: dict[str, str] = {
    "decorator": f"{HEAD}@tool\ndef f() -> Tool:\n{EXECUTE}",
    "called decorator": f"{HEAD}@tool(parallel=False)\ndef f(limit: int):\n{EXECUTE}",
    "named decorator": f"{HEAD}@tool(name='f')\ndef g():\n    'G.'\n{EXECUTE}",
    "a function of the module": f"{HEAD}async def g(text: str) -> int:\n    'F.'\n@tool\ndef f():\n    return g\n",
    "by two ways": f"{HEAD}@tool\ndef f(quick: bool):\n    if quick:\n        return None\n{EXECUTE}",
    "what it makes, defined once more": f"{HEAD}@tool\ndef f():\n{EXECUTE}t = ToolDef(f())\n",
    "what a named decorator makes, defined once more": f"{HEAD}@tool(name='f')\ndef g():\n{EXECUTE}t = ToolDef(g())\n",
    "call": f"{HEAD}async def g(text: str) -> int:\n    'G.'\nt = ToolDef(g, 'f', 'F.')\n",
}


@pytest.mark.parametrize("source", FORMS.values(), ids=FORMS)
def test_forms(analyse: Analyse, source: str) -> None:
    tool = only(analyse, source)
    assert (tool.name, tool.description, tool.origin.dialect) == ("f", "F.", "inspect-ai")
    assert (tool.is_async, tool.output_schema) == (True, {"type": "integer"})
    properties = {"text": {"type": "string"}}
    assert tool.input_schema == {
        "type": "object",
        "properties": properties,
        "required": ["text"],
        "additionalProperties": False,
    }


def test_a_class_has_no_other_fields(analyse: Analyse) -> None:
    """As `cls_json_schema` of inspect closes it, and `validate_tool_input` refuses others."""
    execute = "    async def execute(who: Person | dict, all: list[Person]) -> int:\n        'F.'\n    return execute\n"
    person = "from dataclasses import dataclass\n@dataclass\nclass Person:\n    name: str\n"
    tool = only(analyse, f"{HEAD}{person}@tool\ndef f():\n{execute}")
    assert tool.input_schema["$defs"]["Person"] == {
        "type": "object",
        "properties": {"name": {"type": "string"}},
        "required": ["name"],
        "additionalProperties": False,
    }


UNFOLLOWED: dict[str, str] = {
    "two functions": "    def a(): ...\n    def b(): ...\n    return a if x else b\n",
    "an object": "    return Callable()\n",
    "nothing": "    ...\n",
}


@pytest.mark.parametrize("body", UNFOLLOWED.values(), ids=UNFOLLOWED)
def test_what_cannot_be_followed_is_told(analyse: Analyse, body: str) -> None:
    analysis = analyse({"tools.py": f"{HEAD}@tool\ndef f(x):\n{body}"})
    assert analysis.manifest.tools == ()
    assert [
        (str(found.span), found.code, found.message) for found in analysis.diagnostics if found.code != "TG302"
    ] == [
        (
            "tools.py:2:2",
            "TG211",
            "a tool is registered here by `f`, which returns no function that can be seen, which is not followed",
        )
    ]


TEXTS = {
    "a dictionary": ("{'text': 'T.'}", {"description": "T."}, []),
    "what describes more": (
        "ToolParams()",
        {},
        ["TG217 `parameters` is not a constant, so the generated files do not show it: `ToolParams()`"],
    ),
}


@pytest.mark.parametrize(("parameters", "described", "said"), TEXTS.values(), ids=TEXTS)
def test_descriptions_of_parameters(
    analyse: Analyse, parameters: str, described: dict[str, str], said: list[str]
) -> None:
    """As `apply_description_overrides` of inspect has them; `ToolParams` stand for the whole signature."""
    head = "from inspect_ai.tool import ToolDef, ToolParams\nasync def g(text: str) -> int:\n    'G.'\n"
    analysis = analyse({"tools.py": f"{head}t = ToolDef(g, 'f', 'F.', {parameters})\n"})
    assert [f"{found.code} {found.message}" for found in analysis.diagnostics if found.code != "TG302"] == said
    (tool,) = analysis.manifest.tools
    assert tool.input_schema["properties"]["text"] == {"type": "string", **described}
