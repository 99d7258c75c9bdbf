"""What the tools of each framework say: names, descriptions, arguments and what is injected."""

# ruff: noqa: E501, ISC004 (a table of source text)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from toolgen.model.tool import ToolSpec
from toolgen.model.types import Named
from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

MCP = "from mcp.server.fastmcp import Context, FastMCP\nmcp = FastMCP('x')\n"
FASTMCP = "from fastmcp import Context, FastMCP\nmcp = FastMCP('x')\n"
LANGCHAIN = (
    "from typing import Annotated, Any, Optional, Type\nfrom langchain_core.callbacks import CallbackManagerForToolRun\n"
    "from langchain_core.runnables import RunnableConfig\n"
    "from langchain_core.tools import BaseTool, InjectedToolArg, InjectedToolCallId, StructuredTool, tool\n"
    "from langgraph.prebuilt import InjectedState, InjectedStore, ToolRuntime\nfrom pydantic import BaseModel, Field\n"
)
PYDANTIC_AI = "from pydantic_ai import Agent, FunctionToolset, RunContext, Tool\nagent = Agent('m')\n"

DOCSTRING = '''    """Do it.

    More of it.

    Args:
        text: What.

    Returns:
        int: How many.
    """
'''


def only(analyse: Analyse, source: str) -> ToolSpec:
    analysis = analyse({"tools.py": source})
    assert [f"{found.code} {found.message}" for found in analysis.diagnostics if found.code != "TG302"] == []
    (tool,) = analysis.manifest.tools
    return tool


APPROVALS: dict[str, tuple[str, bool]] = {
    "agent-framework, always": ("from agent_framework import tool\n@tool(approval_mode='always_require')\n%s", True),
    "agent-framework, never": ("from agent_framework import tool\n@tool(approval_mode='never_require')\n%s", False),
    "agent-framework, a call": (
        "from agent_framework import FunctionTool\n%sx = FunctionTool(name='f', func=f, approval_mode='always_require')\n",
        True,
    ),
    "agno": ("from agno.tools import tool\n@tool(requires_confirmation=True)\n%s", True),
    "google-adk": (
        "from google.adk.tools import FunctionTool\n%sx = FunctionTool(f, require_confirmation=True)\n",
        True,
    ),
    "openai-agents": ("from agents import function_tool\n@function_tool(needs_approval=True)\n%s", True),
    "openai-agents, not said": ("from agents import function_tool\n@function_tool\n%s", False),
    "pydantic-ai": (f"{PYDANTIC_AI}@agent.tool_plain(requires_approval=True)\n%s", True),
    "pydantic-ai, a call": (f"{PYDANTIC_AI}%sx = Tool(f, requires_approval=True)\n", True),
}


@pytest.mark.parametrize(("source", "approval"), APPROVALS.values(), ids=APPROVALS)
def test_approval(analyse: Analyse, source: str, approval: bool) -> None:
    assert only(analyse, source % "def f(text: str) -> int:\n    'F.'\n").requires_approval is approval


def test_an_approval_that_a_function_decides_is_told(analyse: Analyse) -> None:
    source = "from agents import function_tool\ndef asks(*_): ...\n@function_tool(needs_approval=asks)\ndef f(text: str):\n    'F.'\n"
    analysis = analyse({"tools.py": source})
    found = [(one.code, one.span.line, one.message) for one in analysis.diagnostics if one.code != "TG302"]
    assert found == [("TG217", 3, "`needs_approval` is not a constant, so the generated files do not show it: `asks`")]


OFFERED: dict[str, tuple[str, list[str]]] = {
    "openai-agents, always": ("from agents import function_tool\n@function_tool(is_enabled=True)\n%s", []),
    "openai-agents, a constant": ("from agents import function_tool\nON = True\n@function_tool(is_enabled=ON)\n%s", []),
    "openai-agents": ("from agents import function_tool\n@function_tool(is_enabled=asks)\n%s", ["is_enabled=asks"]),
    "openai-agents, never": (
        "from agents import function_tool\n@function_tool(is_enabled=False)\n%s",
        ["is_enabled=False"],
    ),
    "openai-agents, a call": (
        "from agents import FunctionTool\n%sx = FunctionTool('f', 'F.', {}, f, is_enabled=asks)\n",
        ["is_enabled=asks"],
    ),
    "fastmcp": (
        "from fastmcp import FastMCP\nmcp = FastMCP('x')\n@mcp.tool(enabled=False)\n%s",
        ["enabled=False"],
    ),
    "pydantic-ai, always": (f"{PYDANTIC_AI}@agent.tool_plain(prepare=None)\n%s", []),
    "pydantic-ai": (f"{PYDANTIC_AI}@agent.tool_plain(prepare=asks)\n%s", ["prepare=asks"]),
    "pydantic-ai, a call": (f"{PYDANTIC_AI}%sx = Tool(f, prepare=asks)\n", ["prepare=asks"]),
    "pydantic-ai, of an agent": (
        f"{PYDANTIC_AI}other = Agent(prepare_tools=asks)\n@other.tool_plain\n%s",
        ["Agent(prepare_tools=asks)"],
    ),
}


@pytest.mark.parametrize(("source", "said"), OFFERED.values(), ids=OFFERED)
def test_what_each_run_decides_is_told(analyse: Analyse, source: str, said: list[str]) -> None:
    analysis = analyse({"tools.py": source % "def f(text: str) -> int:\n    'F.'\n"})
    assert [tool.name for tool in analysis.manifest.tools] == ["f"]
    found = [(one.code, one.message.split("`")[1]) for one in analysis.diagnostics if one.code != "TG302"]
    assert found == [("TG226", call) for call in said]


EXPORTING = [
    *("langchain.agents", "langchain.agents.tools", "langchain.tools", "langchain.tools.base", "langchain_core.tools"),
    *(
        "langchain_classic.agents",
        "langchain_classic.tools",
        "langchain_classic.tools.base",
        "langchain_community.tools",
    ),
]


@pytest.mark.parametrize("module", EXPORTING)
def test_modules_of_langchain_that_export_the_same(analyse: Analyse, module: str) -> None:
    called = "def g(text: str) -> int:\n    'G.'\nx = StructuredTool.from_function(g)\ny = Tool('h', g, 'H.')\n"
    analysis = analyse({"tools.py": f"from {module} import StructuredTool, Tool\n{called}"})
    assert [tool.name for tool in analysis.manifest.tools] == ["g"]
    assert [(one.code, one.span.line) for one in analysis.diagnostics if one.code == "TG211"] == [("TG211", 5)]


SPELLINGS = {
    "agent-framework": (
        "from agent_framework import tool\ndef make(s):\n    @tool(schema=s)\n    def f(text: str):\n        'F.'\n",
        "schema",
    ),
    "strands": (
        "from strands import tool\ndef make(s):\n    @tool(inputSchema=s)\n    def f(text: str):\n        'F.'\n",
        "inputSchema",
    ),
    "langchain": (
        "from langchain_core.tools import tool\ndef make(s):\n    @tool(args_schema=s)\n    def f(text: str):\n        'F.'\n",
        "args_schema",
    ),
    "livekit": (
        "from livekit.agents import function_tool\ndef make(s):\n    @function_tool(raw_schema=s)\n    def f(raw_arguments: dict):\n        'F.'\n",
        "raw_schema",
    ),
    "openai-agents": (
        "from agents import function_tool\ndef make(s):\n    @function_tool(name_override=s)\n    def f(text: str):\n        'F.'\n",
        "name_override",
    ),
}


@pytest.mark.parametrize(("source", "name"), SPELLINGS.values(), ids=SPELLINGS)
def test_an_argument_is_called_as_it_was_written(analyse: Analyse, source: str, name: str) -> None:
    found = [one for one in analyse({"tools.py": source}).diagnostics if one.code in {"TG201", "TG224"}]
    assert [(one.span.line, one.message.partition(",")[0].partition(":")[0]) for one in found] == [
        (3, f"`{name}` is not a constant")
    ]


def test_an_example_says_the_argument_as_it_was_written(analyse: Analyse) -> None:
    source = "from agents import function_tool\n@function_tool(needs_approval='yes')\ndef f(text: str):\n    'F.'\n"
    (found,) = (one for one in analyse({"tools.py": source}).diagnostics if one.code == "TG206")
    assert (found.message, found.help) == (
        "`needs_approval` of the tool `f` must be True or False",
        "write `needs_approval=True`",
    )


DESCRIPTIONS: dict[str, tuple[str, str]] = {
    "mcp: the whole docstring": (
        f"{MCP}@mcp.tool()\ndef f(text: str) -> int:\n{DOCSTRING}",
        "Do it.\n\nMore of it.\n\nArgs:\n    text: What.\n\nReturns:\n    int: How many.",
    ),
    "fastmcp: what stands before the sections": (
        f"{FASTMCP}@mcp.tool\ndef f(text: str) -> int:\n{DOCSTRING}",
        "Do it.\n\nMore of it.",
    ),
    "fastmcp: all of it, where no section is known": (
        f"{FASTMCP}@mcp.tool\ndef f(text: str) -> int:\n    'Do it.\\n\\nRules:\\n    One.'\n",
        "Do it.\n\nRules:\n    One.",
    ),
    "fastmcp: what stands before any, where one is known": (
        f"{FASTMCP}@mcp.tool\ndef f(text: str) -> int:\n    'Do it.\\n\\nRules:\\n    One.\\n\\nSee also:\\n    Two.'\n",
        "Do it.",
    ),
    "langchain: the whole docstring": (
        f"{LANGCHAIN}@tool\ndef f(text: str) -> int:\n{DOCSTRING}",
        "Do it.\n\nMore of it.\n\nArgs:\n    text: What.\n\nReturns:\n    int: How many.",
    ),
    "langchain: parse_docstring": (
        f"{LANGCHAIN}@tool(parse_docstring=True)\ndef f(text: str) -> int:\n{DOCSTRING}",
        "Do it. More of it.",
    ),
    "pydantic-ai: the result in tags": (
        f"{PYDANTIC_AI}@agent.tool_plain\ndef f(text: str) -> int:\n{DOCSTRING}",
        "<summary>Do it.\n\nMore of it.</summary>\n<returns>\n<type>int</type>\n<description>How many.</description>\n</returns>",
    ),
    "langchain: the docstring of the model": (
        f"{LANGCHAIN}class M(BaseModel):\n    'Of the model.'\n    text: str\n@tool(args_schema=M)\ndef f(text: str) -> int: ...\n",
        "Of the model.",
    ),
    "langchain: the attribute of a class": (
        f"{LANGCHAIN}class F(BaseTool):\n    name: str = 'f'\n    description: str = 'Of ' + 'F.'\n    def _run(self, text: str): ...\n",
        "Of F.",
    ),
    "google-adk: a note behind it": (
        "from google.adk.tools import LongRunningFunctionTool\ndef f(text: str) -> int:\n    'Do it.'\nx = LongRunningFunctionTool(f)\n",
        "Do it.\n\nNOTE: This is a long-running operation. Do not call this tool again if it has already returned some intermediate or pending status.",
    ),
    "the argument of a call": (
        f"{MCP}def f(text: str) -> int:\n{DOCSTRING}mcp.add_tool(f, description='Given.')\n",
        "Given.",
    ),
}


@pytest.mark.parametrize(("source", "description"), DESCRIPTIONS.values(), ids=DESCRIPTIONS)
def test_description(analyse: Analyse, source: str, description: str) -> None:
    assert only(analyse, source).description == description


INJECTED: dict[str, tuple[str, tuple[str, ...]]] = {
    "mcp: a context in any position": (
        f"{MCP}@mcp.tool()\ndef f(text: str, c: Context | None = None):\n    'F.'\n",
        ("c",),
    ),
    "fastmcp: exclude_args": (
        f"{FASTMCP}@mcp.tool(exclude_args=['c'])\ndef f(text: str, c: int = 1):\n    'F.'\n",
        ("c",),
    ),
    "langchain: RunnableConfig": (f"{LANGCHAIN}@tool\ndef f(text: str, c: RunnableConfig):\n    'F.'\n", ("c",)),
    "langchain: InjectedToolArg": (
        f"{LANGCHAIN}@tool\ndef f(text: str, c: Annotated[Any, InjectedToolArg]):\n    'F.'\n",
        ("c",),
    ),
    "langchain: InjectedToolArg()": (
        f"{LANGCHAIN}@tool\ndef f(text: str, c: Annotated[Any, InjectedToolArg()]):\n    'F.'\n",
        ("c",),
    ),
    "langchain: InjectedToolCallId": (
        f"{LANGCHAIN}@tool\ndef f(text: str, c: Annotated[str, InjectedToolCallId]):\n    'F.'\n",
        ("c",),
    ),
    "langchain: InjectedState": (
        f"{LANGCHAIN}@tool\ndef f(text: str, c: Annotated[dict, InjectedState('a')]):\n    'F.'\n",
        ("c",),
    ),
    "langchain: InjectedStore": (
        f"{LANGCHAIN}@tool\ndef f(text: str, c: Annotated[Any, InjectedStore()]):\n    'F.'\n",
        ("c",),
    ),
    "langchain: ToolRuntime": (f"{LANGCHAIN}@tool\ndef f(text: str, c: ToolRuntime[Any, Any]):\n    'F.'\n", ("c",)),
    "langchain: a class of the project's own": (
        f"{LANGCHAIN}class Mine(InjectedToolArg): ...\n@tool\ndef f(text: str, c: Annotated[Any, Mine()]):\n    'F.'\n",
        ("c",),
    ),
    "langchain: by name": (
        f"{LANGCHAIN}@tool\ndef f(text: str, callbacks=None, run_manager=None):\n    'F.'\n",
        ("callbacks", "run_manager"),
    ),
    "langchain: what pydantic takes for private": (
        f"{LANGCHAIN}@tool\ndef f(text: str, _c: int = 1):\n    'F.'\n",
        ("_c",),
    ),
    "langchain: in a tuple that is spread": (
        f"{LANGCHAIN}MARKS = ('Text.', InjectedToolArg)\n@tool\ndef f(text: str, c: Annotated[int, *MARKS]):\n    'F.'\n",
        ("c",),
    ),
    "langchain: in a model": (
        f"{LANGCHAIN}class M(BaseModel):\n    text: str\n    c: Annotated[str, InjectedToolCallId]\n@tool(args_schema=M)\ndef f(text: str, c: str):\n    'F.'\n",
        ("c",),
    ),
    "langchain: in a method": (
        f"{LANGCHAIN}class F(BaseTool):\n    name: str = 'f'\n    description: str = 'F.'\n"
        "    def _run(self, text: str, run_manager: Optional[CallbackManagerForToolRun] = None): ...\n",
        ("run_manager",),
    ),
    "pydantic-ai: the first parameter of tool": (f"{PYDANTIC_AI}@agent.tool\ndef f(c, text: str):\n    'F.'\n", ("c",)),
    "pydantic-ai: none of tool_plain": (f"{PYDANTIC_AI}@agent.tool_plain\ndef f(text: str):\n    'F.'\n", ()),
    "pydantic-ai: by its type": (
        f"{PYDANTIC_AI}def f(c: RunContext[int], text: str):\n    'F.'\nx = Tool(f)\n",
        ("c",),
    ),
}


@pytest.mark.parametrize(("source", "injected"), INJECTED.values(), ids=INJECTED)
def test_injected(analyse: Analyse, source: str, injected: tuple[str, ...]) -> None:
    tool = only(analyse, source)
    assert (tool.injected, list(tool.input_schema["properties"])) == (injected, ["text"])


def test_what_a_schema_of_langchain_has_is_not_private(analyse: Analyse) -> None:
    schema = "{'type': 'object', 'properties': {'text': {}, '_c': {}}}"
    tool = only(analyse, f"{LANGCHAIN}@tool(args_schema={schema})\ndef f(text: str, _c: int = 1):\n    'F.'\n")
    assert (tool.injected, list(tool.input_schema["properties"])) == ((), ["text", "_c"])


MODEL = "class M(BaseModel):\n    text: str = Field(description='What.')\n    n: int = Field(1, ge=0)\n"
ALIASED = "class M(BaseModel):\n    text: str = Field(alias='from', description='What.')\n    n: int = Field(1, ge=0, alias='count')\n"
MODEL_SCHEMA = {
    "type": "object",
    "properties": {
        "text": {"type": "string", "description": "What."},
        "n": {"type": "integer", "minimum": 0, "default": 1},
    },
    "required": ["text"],
}
RUN = "    def _run(self, **kwargs): ...\n"
HEAD = "    name: str = 'f'\n    description: str = 'F.'\n"

MODELS: dict[str, str] = {
    "of a decorator": f"{MODEL}@tool(args_schema=M)\ndef f(text, n=1):\n    'F.'\n",
    "behind a name": f"{MODEL}@tool('f', args_schema=M)\ndef g(text, n=1):\n    'F.'\n",
    "of a call": f"{MODEL}def f(text, n=1):\n    'F.'\nx = StructuredTool.from_function(f, args_schema=M)\n",
    "of a class": f"{MODEL}class F(BaseTool):\n{HEAD}    args_schema: Type[BaseModel] = M\n{RUN}",
    "of a class without annotations": f"{MODEL}class F(BaseTool):\n    name = 'f'\n    description = 'F.'\n    args_schema = M\n{RUN}",
    "of a class with fields": (
        f"{MODEL}class F(BaseTool):\n    name: str = Field(default='f')\n    description: str = Field('F.', exclude=True)\n"
        f"    args_schema: Type[BaseModel] = Field(default=M)\n{RUN}"
    ),
    "of a class, inherited": f"{MODEL}class B(BaseTool):\n    args_schema: Type[BaseModel] = M\n    def _run(self, **k): ...\nclass F(B):\n{HEAD}",
    "of a class, of a record": (
        f"from dataclasses import dataclass\nfrom typing import ClassVar\n{MODEL}@dataclass(frozen=True)\nclass Spec:\n    name: str\n    args: type[BaseModel]\n"
        f"SPECS = {{one.name: one for one in (Spec('f', M),)}}\ndef spec_of(name):\n    return SPECS[name]\n"
        f"class F(BaseTool):\n{HEAD}    spec: ClassVar = spec_of('f')\n    args_schema: Type[BaseModel] = spec.args\n{RUN}"
    ),
    "of a decorator, of a list": f"{MODEL}ALL = [M]\n@tool(args_schema=ALL[-1])\ndef f(text, n=1):\n    'F.'\n",
    # what langchain_core 1.7's `tool_call_schema` says of them
    "of a class, with aliases": f"{ALIASED}class F(BaseTool):\n{HEAD}    args_schema: Type[BaseModel] = M\n{RUN}",
    "of a decorator, with aliases": f"{ALIASED}@tool(args_schema=M)\ndef f(text, n=1):\n    'F.'\n",
    "parameters with aliases": (
        "@tool\ndef f(text: Annotated[str, Field(alias='from', description='What.')], "
        "n: Annotated[int, Field(alias='count', ge=0)] = 1):\n    'F.'\n"
    ),
    "a schema": (
        "M = {'type': 'object', 'properties': {'text': {'type': 'string', 'description': 'What.'}, "
        "'n': {'type': 'integer', 'minimum': 0, 'default': 1}}, 'required': ['text']}\n"
        "@tool(args_schema=M)\ndef f(text, n):\n    'F.'\n"
    ),
}


@pytest.mark.parametrize("source", MODELS.values(), ids=MODELS)
def test_model_in_place_of_the_signature(analyse: Analyse, source: str) -> None:
    assert only(analyse, f"{LANGCHAIN}{source}").input_schema == MODEL_SCHEMA


GIVEN = (
    "from pydantic import BaseModel\nfrom {module} import BaseTool\nclass S(BaseModel):\n    a: int\n"
    "class M(BaseModel):\n    s: S\n    n: int\nclass F(BaseTool):\n    name: str = 'f'\n    description: str = 'F.'\n"
    "    args_schema: type[BaseModel] = M\n    def _run(self, s: dict, n: int): ...\n"
)


@pytest.mark.parametrize(("module", "given"), [("langchain_core.tools", "tools.S"), ("crewai.tools", "dict")])
def test_what_a_model_in_place_of_the_signature_makes_is_given(analyse: Analyse, module: str, given: str) -> None:
    (tool,) = analyse({"tools.py": GIVEN.format(module=module)}).manifest.tools
    assert [one.type for one in tool.parameters] == [Named(given), Named("int")]


CLASSES: dict[str, tuple[str, tuple[str, str]]] = {
    "_run": (f"class F(BaseTool):\n{HEAD}    def _run(self, text: str): ...\n", ("_run", "tool_class")),
    "_arun": (f"class F(BaseTool):\n{HEAD}    async def _arun(self, text: str): ...\n", ("_arun", "tool_class")),
    "_run before _arun": (
        f"class F(BaseTool):\n{HEAD}    async def _arun(self, other: str): ...\n    def _run(self, text: str): ...\n",
        ("_run", "tool_class"),
    ),
    "below an abstract base": (
        f"class B(BaseTool):\n    @abstractmethod\n    def _run(self, text: str): ...\nclass F(B):\n{HEAD}"
        "    def _run(self, text: str): ...\n",
        ("_run", "tool_class"),
    ),
}


@pytest.mark.parametrize(("source", "expected"), CLASSES.values(), ids=CLASSES)
def test_class(analyse: Analyse, source: str, expected: tuple[str, str]) -> None:
    tool = only(analyse, f"{LANGCHAIN}from abc import abstractmethod\n{source}")
    assert (tool.origin.method, tool.origin.binding) == expected
    assert (tool.name, tool.origin.registration) == ("f", "class")
    assert list(tool.input_schema["properties"]) == ["text"]


def test_class_without_a_name_is_never_in_silence(analyse: Analyse) -> None:
    source = f"{LANGCHAIN}class F(BaseTool):\n    description: str = 'F.'\n    def _run(self, text: str): ...\n"
    analysis = analyse({"tools.py": source})
    assert analysis.manifest.tools == ()
    assert [found.message for found in analysis.diagnostics if found.code == "TG211"] == [
        "a tool is registered here by the class `F`, whose name is known only when it runs, which is not followed"
    ]


@pytest.mark.parametrize(("method", "codes"), [("_run", ["TG211"]), ("other", [])])
@pytest.mark.parametrize(
    "base",
    [
        "loaded()",
        "same(LBase)",
        "BaseTool",
        "Made",
        "(LBase if True else object)",
        "*BASES",
        "globals()['LBase']",
        "[LBase][0]",
    ],
)
def test_class_whose_base_only_running_tells(analyse: Analyse, base: str, method: str, codes: list[str]) -> None:
    imported = "from langchain_core.tools import BaseTool as LBase\nfrom other import load\nBaseTool, _ = load()\n"
    bound = "def loaded(): return LBase\ndef same(one): return one\nMade = loaded()\nBASES = (LBase,)\n"
    class_ = (
        f"class F({base}):\n    name: str = 'f'\n    description: str = 'F.'\n    def {method}(self, q: str): ...\n"
    )
    diagnostics = analyse({"tools.py": f"{imported}{bound}{class_}"}).diagnostics
    assert [found.code for found in diagnostics] == codes


def test_class_is_a_tool_of_the_framework_that_python_comes_to_first(analyse: Analyse) -> None:
    classes = "class Common(Tool): ...\nclass Left(Common): ...\nclass Right(BaseTool, Common): ...\n"
    names: dict[str, Any] = {"Tool": type("smolagents", (), {}), "BaseTool": type("langchain", (), {})}
    exec(f"{classes}class F(Left, Right): ...", names)
    first = next(one.__name__ for one in names["F"].__mro__ if one in (names["Tool"], names["BaseTool"]))
    body = f"class F(Left, Right):\n{HEAD}    def _run(self, text: str): ...\n    def forward(self, other: str): ...\n"
    assert only(analyse, f"{LANGCHAIN}from smolagents import Tool\n{classes}{body}").origin.dialect == first


CONSTRUCTED = """class Base(BaseTool):
    key = ''
    def __init__(self, {parameters}**kwargs):
        super().__init__(name={name}, description='F.', **kwargs)
    def _run(self, text: str): ...
class Below(Base):
{below}
"""
INITIALIZERS: dict[str, tuple[str, str, str, list[str], list[str]]] = {
    # the parameters of an inherited `__init__`, the name that it gives, the class below, the tools, what is said
    "attribute of the class below": ("", "'f_' + self.key", "    key = 'g'", ["f_g"], []),
    "beside a class attribute": ("", "'f_' + self.key", "    name: str = 'no'\n    key = 'g'", ["f_g"], []),
    "a default beside a class attribute": ("end='', ", "'f' + end", "    name: str = 'no'", [], ["TG211"]),
    "argument of the class below": (
        "name, ",
        "name",
        "    def __init__(self):\n        super().__init__('g')",
        ["g"],
        [],
    ),
    "what whoever makes it says": ("name, ", "name", "    key = 'g'", [], ["TG211"]),
    "one of two": ("which=None, ", "'f' if which else 'g'", "    key = 'g'", [], ["TG211"]),
    "the environment": ("", "os.environ['NAME']", "    key = 'g'", [], ["TG211"]),
}


@pytest.mark.parametrize(("parameters", "name", "below", "names", "codes"), INITIALIZERS.values(), ids=INITIALIZERS)
def test_class_that_an_inherited_initializer_names(
    analyse: Analyse, parameters: str, name: str, below: str, names: list[str], codes: list[str]
) -> None:
    source = CONSTRUCTED.format(parameters=parameters, name=name, below=below)
    analysis = analyse({"tools.py": f"import os\n{LANGCHAIN}{source}"})
    assert [(tool.name, tool.description) for tool in analysis.manifest.tools] == [(name, "F.") for name in names]
    assert [found.code for found in analysis.diagnostics] == codes


def test_arguments_by_position_differ_within_a_framework(analyse: Analyse) -> None:
    source = f"{MCP}@mcp.tool('a', 'A title')\ndef f(text: str):\n    'F.'\ndef g(text: str):\n    'G.'\nmcp.add_tool(g, 'b', 'B title')\n"
    tools = analyse({"tools.py": source}).manifest.tools
    assert [(tool.name, tool.title) for tool in tools] == [("a", "A title"), ("b", "B title")]


def test_unstructured_output_has_no_schema(analyse: Analyse) -> None:
    tool = only(analyse, f"{MCP}@mcp.tool(structured_output=False)\ndef f(text: str) -> str:\n    'F.'\n")
    assert tool.output_schema is None


FIELDS = """from pydantic import BaseModel, ConfigDict
from pydantic_ai import FunctionToolset
class Loan(BaseModel):
    "A book that is lent."
    model_config = ConfigDict({settings})
    number: int
toolset = FunctionToolset()
@toolset.tool_plain
def renew({parameters}) -> str:
    "Renew."
    return ""
"""
NUMBER = {"properties": {"number": {"type": "integer"}}, "required": ["number"]}


@pytest.mark.parametrize(
    ("parameters", "settings", "expected"),
    [
        ("loan: Loan", "", NUMBER),
        ("loan: Loan", "extra='forbid'", NUMBER | {"additionalProperties": False}),
        ("loan: Loan", "extra='allow'", NUMBER | {"additionalProperties": True}),
        ("loan: Loan | None", "", None),
        ("loan: Loan, other: int = 0", "", None),
        ("*loans: Loan", "", None),
    ],
)
def test_the_fields_of_the_only_parameter_are_the_arguments_of_pydantic_ai(
    analyse: Analyse, parameters: str, settings: str, expected: dict[str, Any] | None
) -> None:
    tool = only(analyse, FIELDS.format(parameters=parameters, settings=settings))
    about = {"type": "object", "description": "A book that is lent."}
    assert tool.input_schema == about | expected if expected else "number" not in tool.input_schema["properties"]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ("Loan.model_json_schema()", NUMBER | {"description": "A book that is lent."}),
        (repr(NUMBER | {"additionalProperties": False}), NUMBER | {"additionalProperties": False}),
    ],
)
def test_pydantic_ai_publishes_the_schema_that_a_tool_is_made_of(
    analyse: Analyse, schema: str, expected: dict[str, Any]
) -> None:
    head = FIELDS.partition("toolset")[0].format(settings="").replace("FunctionToolset", "FunctionToolset, Tool")
    made = f"Tool.from_schema(lend, name, 'Lend.', json_schema={schema}) for name in ['a']"
    tool = only(analyse, f"{head}def lend(**more): ...\ntools = FunctionToolset([{made}])\n")
    assert (tool.name, tool.description, tool.input_schema) == ("a", "Lend.", {"type": "object"} | expected)


@pytest.mark.parametrize(
    ("parameters", "refusing"),
    [
        ("day: str", {"tool"}),
        ("days: list[str]", {"tool"}),
        ("day: Optional[str]", {"tool"}),
        ("ctx: 'RunContext[int] | None'", {"tool"}),
        ("ctx: Deps", {"tool"}),
        ("ctx: Context", {"tool_plain"}),
        ("ctx: Unknown", set()),
        ("ctx, *args: *tuple[int, ...]", set()),
        ("ctx", set()),
        ("", set()),
        ("ctx: RunContext[int]", {"tool_plain"}),
        ("day: str, ctx: RunContext[int]", {"tool", "tool_plain"}),
        ("ctx: RunContext[int], *, other: RunContext[int]", {"tool", "tool_plain"}),
    ],
)
@pytest.mark.parametrize("declared", ["agent.tool", "FunctionToolset().tool", "agent.tool_plain"])
def test_pydantic_ai_refuses_a_function_whose_context_is_not_in_its_place(
    analyse: Analyse, declared: str, parameters: str, refusing: set[str]
) -> None:
    head = f"{PYDANTIC_AI}from typing import Optional\nfrom other import Unknown\nContext = RunContext[int]\nclass Deps: ...\n"
    analysis = analyse({"tools.py": f"{head}@{declared}\ndef f({parameters}) -> str: 'F.'\n"})
    codes = {found.code for found in analysis.diagnostics if found.code not in {"TG302", "TG303", "TG304", "TG306"}}
    assert codes == ({"TG227"} if declared.split(".")[-1] in refusing else set())
