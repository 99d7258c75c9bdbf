"""A script of the probe's: what the generated module hands to a function, and what its framework would.

It runs in the environment of the tools. No tool is called: the framework validates for a stand-in that has the
signature of the function, and keeps what it is handed.
"""

import asyncio
import contextlib
import copy
import importlib.util
import inspect
import json
import math
import sys
import types
import typing
from collections.abc import Callable, Iterator
from typing import Any

Given = dict[str, Any] | None
"""Values by the names of parameters; None where the arguments are refused."""
Validate = Callable[[dict[str, Any]], dict[str, Any]]

DISPATCH = "toolgen_verified"
REFUSED = "refused"


def compared(tool: dict[str, Any], signature: inspect.Signature, folder: str) -> list[dict[str, str]]:
    """The calls of `tool` that differ; `signature` is that of what a model fills, `folder` the generated one."""
    decode, framework = decoder(folder), VALIDATION[tool["dialect"]](stand_in(signature))
    return differences(tool, decode(tool["name"]), framework, signature)


def compared_live(asked: list[dict[str, Any]], found: Any, folder: str) -> dict[str, list[dict[str, str]]]:
    """The calls, of `asked`, that differ for tools in `found`, an object of a framework, which has the functions."""
    decode, tools = decoder(folder), importlib.import_module(f"{DISPATCH}.dispatch").tools
    with contextlib.suppress(TypeError):  # there may be nothing to bind
        tools.bind(found)
    live = {tool.name: tool for tool in live_tools(found) if isinstance(getattr(tool, "name", None), str)}
    differing = {}
    for tool in asked:
        if (one := live.get(tool["served"])) is not None and tool["dialect"] in LIVE:
            with contextlib.suppress(AttributeError, TypeError, ValueError):  # one of another kind, or release
                signature = taken(one, tool["injected"])
                framework = LIVE[tool["dialect"]](one, stand_in(signature))
                differing[tool["name"]] = differences(tool, decode(tool["name"]), framework, signature)
    return differing


def differences(
    tool: dict[str, Any], ours: Validate, theirs: Validate, signature: inspect.Signature
) -> list[dict[str, str]]:
    """The calls that hand a function of this signature other values here than there."""
    found = []
    for arguments, is_damaged in tool["calls"]:
        here, there = (outcome(function, arguments, signature) for function in (ours, theirs))
        if there is None and tool["null_is_default"]:
            there = outcome(theirs, without_null(arguments), signature)
        is_lax = here is None and is_damaged  # what pydantic accepts beyond its own schema
        if not same(here, there) and not is_lax:
            found.append({"arguments": arguments, "ours": shown(here), "theirs": shown(there)})
    return found


def without_null(value: Any) -> Any:
    """`value` without what is null in objects in it."""
    if isinstance(value, dict):
        return {name: without_null(one) for name, one in value.items() if one is not None}
    return [*map(without_null, value)] if isinstance(value, list) else value


def decoder(folder: str) -> Callable[[str], Validate]:
    """The `decode` of the generated module in `folder`, by the names of tools."""
    if DISPATCH not in sys.modules:
        sys.modules[DISPATCH] = types.ModuleType(DISPATCH)
        sys.modules[DISPATCH].__path__ = [folder]
    decode = importlib.import_module(f"{DISPATCH}.dispatch").tools.decode
    return lambda name: lambda arguments: decode(name, arguments)


def live_tools(found: Any) -> Iterator[Any]:
    """The tools that frameworks made, in an object of one or in several."""
    support = importlib.import_module(f"{DISPATCH}._support")
    if isinstance(found, (list, tuple, dict)):
        for one in found.values() if isinstance(found, dict) else found:
            yield from live_tools(one)
    else:
        yield from [*support._tools_in(found)] or [found]


def taken(tool: Any, injected: list[str]) -> inspect.Signature:
    """The signature of the function of a tool, with its types, without what a model does not fill."""
    support = importlib.import_module(f"{DISPATCH}._support")
    function = support._first(tool, support._FUNCTION_OF) or tool._run
    signature = inspect.signature(function)
    hints = typing.get_type_hints(inspect.unwrap(getattr(function, "func", function)), include_extras=True)
    kept = [one for one in signature.parameters.values() if one.name not in injected]
    return inspect.Signature([one.replace(annotation=hints.get(one.name, Any)) for one in kept])


def stand_in(signature: inspect.Signature) -> Callable[..., Any]:
    """A function of this signature that returns what it is handed."""

    def function(*args: Any, **kwargs: Any) -> Any:
        return dict(signature.bind(*args, **kwargs).arguments)

    function.__signature__ = signature  # type: ignore[attr-defined]
    function.__annotations__ = {name: one.annotation for name, one in signature.parameters.items()}
    return function


def by_name(function: Callable[..., Any]) -> Callable[..., Any]:
    """`function` where all is given by name: `**kwargs` takes what has no other, also what is called `kwargs`."""
    parameters = inspect.signature(function).parameters.values()
    rest = next((one.name for one in parameters if one.kind is one.VAR_KEYWORD), "")

    def called(*args: Any, **kwargs: Any) -> Any:
        given = function(*args, **kwargs)
        return given.pop(rest, {}) | given

    return called


def by_pydantic(function: Callable[..., Any]) -> Validate:
    """As `pydantic.validate_call` validates, and fastmcp (`fastmcp/tools/function_tool.py`)."""
    from pydantic import ConfigDict, TypeAdapter

    adapter: Any = TypeAdapter(function, config=ConfigDict(arbitrary_types_allowed=True))  # type: ignore[arg-type]
    return lambda arguments: adapter.validate_python(arguments)


def by_mcp(function: Callable[..., Any]) -> Validate:
    """As servers of the MCP SDK validate."""
    package = "mcpserver" if importlib.util.find_spec("mcp.server.mcpserver") else "fastmcp"
    metadata = importlib.import_module(f"mcp.server.{package}.utilities.func_metadata").func_metadata(function)
    return by_metadata(metadata, function)


def by_metadata(metadata: Any, function: Callable[..., Any]) -> Validate:
    called = by_name(function)
    return lambda arguments: asyncio.run(metadata.call_fn_with_arg_validation(called, False, arguments, None))


def live_langchain(tool: Any, function: Callable[..., Any]) -> Validate:
    if tool.get_input_schema().model_fields.keys() != tool.tool_call_schema.model_fields.keys():
        raise ValueError("it validates what only a run of an agent has")

    called = by_name(function)

    def validate(arguments: dict[str, Any]) -> Any:
        args, kwargs = tool._to_args_and_kwargs(arguments, None)
        return called(*args, **kwargs)

    return validate


def live_crewai(tool: Any, function: Callable[..., Any]) -> Validate:
    def validate(arguments: dict[str, Any]) -> Any:
        made = tool.args_schema.model_validate(arguments)  # of which it makes dictionaries again
        return by_name(function)(**{name: getattr(made, name) for name in type(made).model_fields})

    return validate


def live_pydantic_ai(tool: Any, function: Callable[..., Any]) -> Validate:
    schema = tool.function_schema

    def validate(arguments: dict[str, Any]) -> Any:
        args, kwargs = schema._call_args(schema.validator.validate_json(json.dumps(arguments)), None)
        return function(*args[schema.takes_ctx :], **kwargs)

    return validate


LIVE = {
    "crewai": live_crewai,
    "fastmcp": lambda _, function: by_pydantic(function),
    "langchain": live_langchain,
    "mcp": lambda tool, function: by_metadata(tool.fn_metadata, function),
    "pydantic-ai": live_pydantic_ai,
}
"""How a tool that a framework made validates arguments, up to the function that it calls, by the dialects."""

VALIDATION = {"fastmcp": by_pydantic, "mcp": by_mcp, "toolgen": by_pydantic}
"""How the arguments of a tool are validated, by the dialects of which it is known."""


def outcome(function: Validate, arguments: dict[str, Any], signature: inspect.Signature) -> Given:
    """What is handed to the function, with defaults in place. Whatever is raised refuses the call."""
    try:
        found = function(copy.deepcopy(arguments))
    except Exception:
        return None
    defaults = {n: default(one) for n, one in signature.parameters.items() if one.default is not one.empty}
    return {**defaults, **found}


def default(parameter: inspect.Parameter) -> Any:
    """The default of a parameter, which an object of pydantic's has inside."""
    value = parameter.default
    return value.get_default(call_default_factory=True) if hasattr(value, "get_default") else value


def shown(given: Given) -> str:
    return REFUSED if given is None else repr(given)


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal, and of equal types; an int stands for a float, what is read but once for any."""
    if isinstance(one, dict) and isinstance(other, dict):
        return (
            type(one) is type(other) and one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
        )
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        pairs = zip(one, other)  # noqa: B905 - older Pythons
        return type(one) is type(other) and len(one) == len(other) and all(same(*pair) for pair in pairs)
    if hasattr(one, "__next__") or hasattr(other, "__next__"):
        return True
    if type(one) is not type(other):
        return {type(one), type(other)} == {int, float} and one == other
    return one == other or repr(one) == repr(other) or alike(one, other)


def alike(one: Any, other: Any) -> bool:
    """Whether objects that do not compare themselves have equal attributes."""
    if isinstance(one, float):
        return math.isnan(one) and math.isnan(other)
    return hasattr(one, "__dict__") and same(vars(one), vars(other))
