"""google-adk and google-genai: functions, alone and in lists, and classes that say what a model is told."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

ADK = "from google.adk.agents import Agent\nfrom google.adk.tools import FunctionTool, ToolContext\nfrom google.adk.tools.google_tool import GoogleTool\n"
CLIENT = "from google import genai\nclient = genai.Client()\n"
GENAI = "from google.genai import types\n"
F = "def f(text: str) -> str:\n    'F.'\n"
DOCSTRING = '''    """Do it.

    More of it.

    Args:
        text: What.
    """
'''

FOLLOWED: dict[str, tuple[str, dict[str, str]]] = {
    "a call": (f"{ADK}{F}x = FunctionTool(func=f)\n", {"f": "call"}),
    "the constructor of a subclass": (
        f"{ADK}{F}class X(FunctionTool):\n    def __init__(self):\n        super().__init__(f)\n",
        {"f": "call"},
    ),
    "an agent": (f"{ADK}{F}x = Agent(name='x', tools=[f, Agent()])\n", {"f": "call"}),
    "a configuration": (f"{GENAI}{F}x = types.GenerateContentConfig(tools=[f])\n", {"f": "call"}),
    "a configuration that is a dictionary": (
        f"{CLIENT}{F}client.models.generate_content(model='x', contents='y', config={{'tools': [f]}})\n",
        {"f": "call"},
    ),
    "a dictionary that has a name": (
        f"{CLIENT}{F}def run():\n    config = {{'a': 1, 'tools': [f, {{'google_search': {{}}}}]}}\n    client.aio.chats.create(model='x', config=config)\n",
        {"f": "call"},
    ),
    "a dictionary that is called": (
        f"{CLIENT}{F}async def run():\n    async with client.aio.live.connect(model='x', config=dict(tools=[f])): ...\n",
        {"f": "call"},
    ),
    "the older package": (
        f"import google.generativeai as genai\n{F}x = genai.GenerativeModel('x', tools=[f])\n",
        {"f": "call"},
    ),
}


@pytest.mark.parametrize(("source", "tools"), FOLLOWED.values(), ids=FOLLOWED)
def test_followed(analyse: Analyse, source: str, tools: dict[str, str]) -> None:
    analysis = analyse({"tools.py": source})
    assert [found for found in analysis.diagnostics if found.code == "TG211"] == []
    assert {tool.name: tool.origin.registration for tool in analysis.manifest.tools} == tools


UNFOLLOWED: dict[str, tuple[str, int]] = {
    "a function that a subclass is given": (
        f"{ADK}class X(FunctionTool):\n    def __init__(self, f):\n        super().__init__(f)\n",
        6,
    ),
    "a list in a dictionary that is given": (
        f"{CLIENT}def run(tools):\n    client.models.generate_content(model='x', contents='y', config={{'tools': tools}})\n",
        4,
    ),
    "a list that is given": (f"{GENAI}def make(tools):\n    return types.GenerateContentConfig(tools=tools)\n", 3),
}
"""What cannot be followed → the line at which that is said."""


@pytest.mark.parametrize(("source", "line"), UNFOLLOWED.values(), ids=UNFOLLOWED)
def test_never_in_silence(analyse: Analyse, source: str, line: int) -> None:
    analysis = analyse({"tools.py": source})
    assert analysis.manifest.tools == ()
    assert [found.span.line for found in analysis.diagnostics if found.code == "TG211"] == [line]


NO_TOOLS: dict[str, str] = {
    "another agent": f"from google.cloud import Agent\n{F}x = Agent(tools=[f])\n",
    "tools of Google's": f"{GENAI}x = types.GenerateContentConfig(tools=[types.Tool(google_search=types.GoogleSearch())])\n",
}


@pytest.mark.parametrize("source", NO_TOOLS.values(), ids=NO_TOOLS)
def test_nothing_is_invented(analyse: Analyse, source: str) -> None:
    assert analyse({"tools.py": source}).manifest.tools == ()


HIDDEN: dict[str, str] = {
    "a context": f"{ADK}def f(text: str, c: ToolContext):\n    'F.'\nx = FunctionTool(f)\n",
    "names": f"{ADK}def f(text: str, tool_context):\n    'F.'\nx = FunctionTool(f)\n",
    "what Google's tools are given": f"{ADK}def f(text: str, credentials: int, settings: int):\n    'F.'\nx = GoogleTool(func=f)\n",
}


@pytest.mark.parametrize("source", HIDDEN.values(), ids=HIDDEN)
def test_injected(analyse: Analyse, source: str) -> None:
    (tool,) = analyse({"tools.py": source}).manifest.tools
    assert [*tool.input_schema["properties"]] == ["text"]


def test_description(analyse: Analyse) -> None:
    (tool,) = analyse({"tools.py": f"{ADK}def f(text: str):\n{DOCSTRING}FunctionTool(f)\n"}).manifest.tools
    assert (tool.description, tool.input_schema["properties"]["text"]["description"]) == (
        "Do it.\n\nMore of it.\n\nArgs:\n    text: What.",
        "What.",
    )


CLASS = """from google.adk.tools import BaseTool
from google.genai import types
class Base(BaseTool): ...
class T(Base):
    'A class.'
    def __init__(self):
        super().__init__(name='t', description='T.')
    def _get_declaration(self):
        %s
    async def run_async(self, *, args: dict, tool_context): ...
"""
MADE = "types.FunctionDeclaration(name=self.name, description=self.description, %s)"
OBJECT = "types.Schema(type=types.Type.OBJECT, properties={'a': %s}, required=['a'])"

SCHEMAS: dict[str, tuple[str, object]] = {
    "a type": ("types.Schema(type=types.Type.STRING)", {"type": "string"}),
    "a type in words": ("types.Schema(type='integer', description='A.')", {"type": "integer", "description": "A."}),
    "a dictionary": (
        "{'type': 'NUMBER', 'maximum': 2, 'min_length': 1}",
        {"type": "number", "maximum": 2, "minLength": 1},
    ),
    "names of both kinds": (
        "types.Schema(type='ARRAY', minItems=1, max_items=2)",
        {"type": "array", "minItems": 1, "maxItems": 2},
    ),
    "items": (
        "types.Schema(items=types.Schema(enum=['x'], format='enum'))",
        {"items": {"enum": ["x"], "format": "enum"}},
    ),
    "one of some": (
        "types.Schema(any_of=[types.Schema(type='BOOLEAN')], nullable=True)",
        {"anyOf": [{"type": "boolean"}, {"type": "null"}]},
    ),
    "one of some that may be null, of a type": (
        "types.Schema(type='STRING', any_of=[types.Schema(type='STRING')], nullable=True)",
        {"type": ["null", "string"], "anyOf": [{"type": "string"}, {"type": "null"}]},
    ),
    "a value that may be null": (
        "types.Schema(type='STRING', enum=['a'], nullable=True)",
        {"type": ["null", "string"], "enum": ["a", None]},
    ),
    "one that may be null": ("types.Schema(type='STRING', nullable=True)", {"type": ["null", "string"]}),
    "an example, and an order": ("types.Schema(example=1, property_ordering=['b'])", {"examples": [1]}),
    "others": (
        "types.Schema(additional_properties=types.Schema(type='NULL'), default=None)",
        {"additionalProperties": {"type": "null"}},
    ),
    "a reference": (
        "types.Schema(ref='#/$defs/x', defs={'x': {'type': 'STRING'}})",
        {"$ref": "#/$defs/x", "$defs": {"x": {"type": "string"}}},
    ),
}
"""What `Schema.json_schema` of google-genai makes of each, but that null is one more of some, and the example."""


@pytest.mark.parametrize(("written", "schema"), SCHEMAS.values(), ids=SCHEMAS)
def test_schemas_of_openapi(analyse: Analyse, written: str, schema: object) -> None:
    analysis = analyse({"tools.py": CLASS % f"return {MADE % f'parameters={OBJECT % written}'}"})
    (tool,) = analysis.manifest.tools
    assert (tool.name, tool.description, tool.injected) == ("t", "T.", ("tool_context",))
    assert (tool.origin.binding, [(one.name, one.kind) for one in tool.parameters]) == (
        "tool_class",
        [("args", "whole")],
    )
    assert tool.input_schema == {"type": "object", "properties": {"a": schema}, "required": ["a"]}


STRING = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}
PARAMETERS = OBJECT % "{'type': 'STRING'}"
WRITTEN = f"parameters={PARAMETERS}"
DECLARED: dict[str, tuple[str, str, object]] = {
    "JSON Schema": (f"return {MADE % f'parameters_json_schema={STRING}'}", "T.", STRING),
    "no parameters": (f"return {MADE % ''}", "T.", {"type": "object", "properties": {}}),
    "one of two that say the same": (
        f"if is_enabled(): return {MADE % f'parametersJsonSchema={STRING}'}\n        return {MADE % WRITTEN}",
        "T.",
        STRING,
    ),
    "another description": (f"d = {MADE % WRITTEN}; d.description += ' U.'; return d", "T. U.", STRING),
    "one that is set": (
        f"d = {MADE % ''}; setattr(d, 'parameters', {PARAMETERS}); return d",
        "T.",
        STRING,
    ),
    "what is put into a schema": (
        f"d = {MADE % WRITTEN}; d.parameters.properties['b'] = types.Schema(); d.parameters.required += 'b'; return d",
        "T.",
        {**STRING, "properties": {"a": {"type": "string"}, "b": {}}, "required": ["a", "b"]},
    ),
}


@pytest.mark.parametrize(("body", "description", "schema"), DECLARED.values(), ids=DECLARED)
def test_declarations(analyse: Analyse, body: str, description: str, schema: object) -> None:
    (tool,) = analyse({"tools.py": CLASS % body}).manifest.tools
    assert (tool.name, tool.description, tool.input_schema) == ("t", description, schema)


RETURNED = f"return {MADE % ''}"
UNDECLARED: dict[str, tuple[str, list[str]]] = {
    "nothing that a model is told of": (CLASS % "return None", []),
    "a condition": (CLASS % f"if is_enabled(): {RETURNED}", ["TG211"]),
    "another name than the object has": (
        CLASS % "return types.FunctionDeclaration(name='u', description='U.')",
        ["TG211"],
    ),
    "a name that the object is given": (
        (CLASS % RETURNED).replace("name='t'", "name=n").replace("(self):", "(self, n):", 1),
        ["TG211"],
    ),
    "no object with a name": ((CLASS % RETURNED).replace("super().__init__", "print"), ["TG211"]),
    "what the class for schemas refuses": (
        (CLASS % RETURNED).replace("description=self.description", "parameters={'oneOf': []}"),
        ["TG211"],
    ),
    "values that it refuses": (
        (CLASS % RETURNED).replace("description=self.description", "parameters={'enum': [1]}"),
        ["TG211"],
    ),
    "a schema that is not known": (CLASS % f"return {MADE % 'parameters=schema()'}", ["TG201"]),
    "a description that is not known": ((CLASS % RETURNED).replace("'T.'", "text()"), ["TG217"]),
    "no description": (CLASS % "return types.FunctionDeclaration(name='t')", ["TG203"]),
    "no parameter for the arguments": ((CLASS % RETURNED).replace("args: dict", "arguments"), ["TG211"]),
    "one for all of them": ((CLASS % RETURNED).replace("*, args: dict, tool_context", "**args"), ["TG211"]),
    "nothing to call": ((CLASS % RETURNED).replace("run_async", "run"), ["TG211"]),
    "a class below that says more": (
        (CLASS % "raise NotImplementedError") + f"class U(T):\n    def _get_declaration(self):\n        {RETURNED}\n",
        [],
    ),
}


@pytest.mark.parametrize(("source", "codes"), UNDECLARED.values(), ids=UNDECLARED)
def test_what_a_class_does_not_say(analyse: Analyse, source: str, codes: list[str]) -> None:
    found = analyse({"tools.py": source})
    assert [one.code for one in found.diagnostics] == codes
