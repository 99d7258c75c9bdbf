"""What a function gets whose schema is given in the place of its signature: what its framework would call it with."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

Project = Callable[..., Any]

_SCHEMA = (
    "{'type': 'object', 'properties': {'text': {'type': 'string'}, 'times': {'type': 'integer'}}, 'required': ['text']}"
)
_MODEL = "class Model(BaseModel):\n    text: str\n    times: int = 1\n"
_RAW = f"{{'name': 'f', 'description': 'F.', 'parameters': {_SCHEMA}}}"
_SIGNATURE = "(text, times=1):\n    'F.'\n    return text, times\n"
_TEXT = "async def f(context, text):\n    assert context == 'ours'\n    given = json.loads(text)\n    return given['text'], given.get('times', 1)\n"
_REST = "(**given):\n    'F.'\n    return given['text'], given.get('times', 1)\n"

FORMS = {
    "ag2": f"from ag2 import tool\n@tool(schema={_SCHEMA})\ndef f{_SIGNATURE}",
    "agent-framework": f"from agent_framework import tool\n@tool(schema={_SCHEMA})\ndef f{_SIGNATURE}",
    "agent-framework, a model": f"from agent_framework import tool\n{_MODEL}@tool(schema=Model)\ndef f{_SIGNATURE}",
    "agent-framework, the rest": f"from agent_framework import tool\n@tool(schema={_SCHEMA})\ndef f{_REST}",
    "haystack": f"from haystack.tools import Tool\ndef f{_SIGNATURE}\nt = Tool('f', 'F.', {_SCHEMA}, f)\n",
    "langchain": f"from langchain_core.tools import tool\n@tool(args_schema={_SCHEMA})\ndef f{_SIGNATURE}",
    "langchain, a model": f"from langchain_core.tools import tool\n{_MODEL}@tool(args_schema=Model)\ndef f{_SIGNATURE}",
    "langchain, the rest of a model": f"from langchain_core.tools import tool\n{_MODEL}@tool(args_schema=Model)\ndef f{_REST}",
    "openai-agents": f"from agents import FunctionTool\nimport json\n{_TEXT}t = FunctionTool('f', 'F.', {_SCHEMA}, f)\n",
    "openai-agents, a model": f"from agents import FunctionTool\nimport json\n{_MODEL}{_TEXT}t = FunctionTool('f', 'F.', Model.model_json_schema(), f)\n",
    "strands": f"from strands import tool\n@tool(inputSchema={_SCHEMA})\ndef f{_SIGNATURE}",
    "autogen": f"from autogen_core.tools import BaseTool\n{_MODEL}class F(BaseTool):\n    def __init__(self):\n        super().__init__(Model, object, 'f', 'F.')\n    async def run(self, args: Model, cancellation_token):\n        assert cancellation_token == 'ours'\n        return args.text, args.times\n",
    "livekit": f"from livekit.agents import function_tool\n@function_tool(raw_schema={_RAW})\ndef f(raw_arguments: dict[str, object]):\n    return raw_arguments['text'], raw_arguments.get('times', 1)\n",
    "livekit, with a context behind": f"from livekit.agents import function_tool, RunContext\n@function_tool(raw_schema={_RAW})\ndef f(raw_arguments: dict[str, object], context: RunContext):\n    assert context == 'ours'\n    return raw_arguments['text'], raw_arguments.get('times', 1)\n",
    "livekit, with a context": f"from livekit.agents import function_tool, RunContext\n@function_tool(raw_schema={_RAW})\nasync def f(context: RunContext, raw_arguments: dict[str, object]):\n    assert context == 'ours'\n    return raw_arguments['text'], raw_arguments.get('times', 1)\n",
}


class _Base:
    def __init__(self, *_: object, **__: object) -> None: ...


class _Framework(ModuleType):
    """A module whose decorators return the function, whatever they are called with."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)

        def decorator(function: Any = None, *_: object, **__: object) -> Any:
            return function if callable(function) else lambda function: function

        return _Base if name[0].isupper() and name != "Tool" else decorator


@pytest.mark.parametrize("source", FORMS.values(), ids=FORMS)
def test_a_function_is_called_as_its_framework_does(
    project: Project, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    package = source.split()[1]
    for name in {package, package.partition(".")[0]}:
        monkeypatch.setitem(sys.modules, name, _Framework(name))
    module = project({"app/tools.py": f"from pydantic import BaseModel\n{source}"})
    for arguments, result in [({"text": "a", "times": 2}, ("a", 2)), ({"text": "a"}, ("a", 1))]:
        context = dict.fromkeys(getattr(module.Context, "__annotations__", ()), "ours")
        assert asyncio.run(module.dispatch("f", arguments, context)) == result


BESIDE = {
    # the settings of the model, the function: what it gets
    "kept": ("extra='allow'", "(text, times, **more): return text, times, more", ("a", 2, {"more": 3})),
    "kept, with a field": ("extra='allow'", "(text, **more): return text, more", ("a", {"times": 2, "more": 3})),
    "dropped": ("extra='ignore'", "(text, **more): return text, more", ("a", {"times": 2})),
    "not taken": ("extra='allow'", "(text, times): return text, times", ("a", 2)),
    "kept where pydantic is asked for the fields": (
        "extra='allow', str_strip_whitespace=True",
        "(text, times, **more): return text, times, more",
        ("a", 2, {"more": 3}),
    ),
    "kept where pydantic is asked, with a field": (
        "extra='allow', str_strip_whitespace=True",
        "(text, **more): return text, more",
        ("a", {"times": 2, "more": 3}),
    ),
    "not taken where pydantic is asked": (
        "extra='allow', str_strip_whitespace=True",
        "(text, times): return text, times",
        ("a", 2),
    ),
}


@pytest.mark.parametrize(("settings", "function", "result"), BESIDE.values(), ids=BESIDE)
def test_names_beside_the_fields_of_a_model(
    project: Project, monkeypatch: pytest.MonkeyPatch, settings: str, function: str, result: tuple[object, ...]
) -> None:
    for name in ("langchain_core", "langchain_core.tools"):
        monkeypatch.setitem(sys.modules, name, _Framework(name))
    model = f"class Model(BaseModel, {settings}):\n    text: str\n    times: int\n"
    head = f"from pydantic import BaseModel\nfrom langchain_core.tools import tool\n{model}"
    module = project({"app/tools.py": f"{head}@tool('f', description='F.', args_schema=Model)\ndef f{function}\n"})
    assert asyncio.run(module.dispatch("f", {"text": "a", "times": 2, "more": 3})) == result
