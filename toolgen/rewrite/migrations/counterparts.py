"""The keywords of `@tool` → the arguments of a framework's decorator, by the framework's own table."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

from toolgen.frameworks import Declarator, Dialect
from toolgen.frameworks.toolgen import TOOLGEN
from toolgen.model.contract import Contract
from toolgen.model.tool import ToolSpec
from toolgen.rewrite.change import UnchangeableError
from toolgen.rewrite.literals import literal
from toolgen.rewrite.migrations.arguments import SAME, arguments_of, plain
from toolgen.rewrite.migrations.decorator import Keyword


@dataclass(frozen=True, slots=True)
class Target:
    """The decorator that is written, by its qualified name; a method is one of objects of its class.

    `asynchronous` is that of async functions, and `contextual` that of functions whose first parameter is the
    framework's context, where these have their own. One that `is_called` has brackets even where it is given nothing.
    Where there is no object, one is made of the class of `marker`, or of the `older` one where a file imports from the
    module of that: it is called `variable`, and given the name of the module where it `is_named`. `sets` are the
    arguments of toolgen's that are sets there, `awaited` those that only async functions may have. One that is
    `is_documented` refuses functions without an annotation of the result, or an entry in Google's style for each
    parameter.
    """

    marker: str
    asynchronous: str = ""
    contextual: str = ""
    is_called: bool = False
    older: str = ""
    variable: str = ""
    is_named: bool = False
    sets: frozenset[str] = frozenset()
    awaited: frozenset[str] = frozenset()
    is_documented: bool = False


_TARGETS: Mapping[str, Target] = {
    # Source: `beta_tool` and `beta_async_tool` in its `anthropic/lib/tools/_beta_functions.py`.
    "anthropic": Target("anthropic.beta_tool", asynchronous="anthropic.beta_async_tool"),
    "fastmcp": Target("fastmcp.FastMCP.tool", variable="mcp", is_named=True, sets=frozenset({"tags"})),
    # Of the package that all others of langchain need.
    "langchain": Target("langchain_core.tools.tool"),
    # Both refuse a decorator that is not called.
    "mcp": Target(
        "mcp.server.MCPServer.tool",
        is_called=True,
        older="mcp.server.fastmcp.FastMCP.tool",
        variable="mcp",
        is_named=True,
    ),
    # Source: `_validate_function_tool_timeout_config` in its `agents/tool.py`.
    "openai-agents": Target("agents.function_tool", awaited=frozenset({"timeout"})),
    "pydantic-ai": Target(
        "pydantic_ai.FunctionToolset.tool_plain", contextual="pydantic_ai.FunctionToolset.tool", variable="toolset"
    ),
    # Source: `tool` in its `smolagents/tools.py`, `get_json_schema` in `smolagents/_function_type_hints_utils.py`.
    "smolagents": Target("smolagents.tool", is_documented=True),
}


def target_of(dialect: Dialect) -> Target | None:
    """How `dialect` declares tools, or else its first decorator of plain functions; None where it has none."""
    plain = (name for name, one in dialect.decorators.items() if not one.convention.is_factory)
    first = next(plain, None)
    return _TARGETS.get(dialect.name) or (None if first is None else Target(first))


_DEFAULTS = {field.name: field.default for field in fields(Contract)}
_MODES = {True: "always_require", False: "never_require"}
_MOVED = {"param_descriptions": "`toolgen fix --descriptions docstring` moves what it says"}


def counterparts(
    tool: ToolSpec, dialect: Dialect, declarator: Declarator, call: ast.Call | None, target: Target
) -> tuple[Keyword, ...]:
    """What the decorator is given for `call` of `@tool`, the first by position if it may. Raises UnchangeableError."""
    # Of several words for one argument the first counts.
    spelled = {SAME.get(means, means): keyword for keyword, means in reversed([*declarator.arguments.items()])}
    given = [*_given(tool, dialect, declarator, spelled, call, target)]
    first = [one._replace(name="") for one in given[:1] if (one.name,) == declarator.positional[:1]]
    return (*first, *given[len(first) :])


def _given(
    tool: ToolSpec,
    dialect: Dialect,
    declarator: Declarator,
    spelled: dict[str, str],
    call: ast.Call | None,
    target: Target,
) -> Iterator[Keyword]:
    is_renamed = dialect.rename is not str
    written = {name: index for index, (name, _) in enumerate(arguments_of(TOOLGEN.decorators["toolgen.tool"], call))}
    if is_renamed and (declared := _declared(tool, dialect)) != tool.origin.qualname.rpartition(".")[2]:
        yield Keyword(_spelling("name", spelled, dialect), literal(declared), written.get("name", -1))
    for name, index in written.items():
        if is_renamed and name in {"name", "title"}:
            continue
        if name in _DEFAULTS and getattr(tool, name) == _DEFAULTS[name]:
            continue
        if name == "extras":
            yield from _extras(tool, dialect, declarator)
            continue
        if name in target.awaited and not tool.is_async:
            raise UnchangeableError(f"{dialect.name} takes `{name}` of async functions alone")
        keyword = _spelling(name, spelled, dialect)
        yield Keyword(keyword, _value(tool, name, dialect, declarator.arguments[keyword], target), index)


def _extras(tool: ToolSpec, dialect: Dialect, declarator: Declarator) -> Iterator[Keyword]:
    """The arguments that say what only one target is told, where the framework has one for each of them."""
    spelled = {meaning: keyword for keyword, meaning in declarator.arguments.items()}
    fields = plain(tool.extras)
    if {"anthropic"} == fields.keys() and "anthropic" in spelled:
        yield Keyword(spelled["anthropic"], literal(fields["anthropic"]))
    elif {"mcp"} == fields.keys() and {"_meta"} == fields["mcp"].keys() and "meta" in spelled:
        yield Keyword(spelled["meta"], literal(fields["mcp"]["_meta"]))
    else:
        raise UnchangeableError(f"`extras` has no counterpart in {dialect.name}")


def _spelling(name: str, spelled: dict[str, str], dialect: Dialect) -> str:
    if name not in spelled or (name == "annotations" and not dialect.hints):
        reason = f"`{name}` has no counterpart in {dialect.name}"
        raise UnchangeableError(f"{reason}: {_MOVED[name]}" if name in _MOVED else reason)
    return spelled[name]


def _declared(tool: ToolSpec, dialect: Dialect) -> str:
    """The name from which a framework makes that of the tool, which it shows as its title."""
    for name in (tool.title, tool.origin.qualname.rpartition(".")[2], tool.name):
        if name is not None and dialect.rename(name) == tool.name and tool.title in (None, name):
            return name
    raise UnchangeableError(f"{dialect.name} would give it another name")


def _value(tool: ToolSpec, name: str, dialect: Dialect, meaning: str, target: Target) -> str:
    """The text of a value that is written otherwise; nothing where it stays as it is written."""
    if name == "annotations":
        spelled = {hint: spelling for spelling, hint in reversed([*dialect.hints.items()])}
        return literal({spelled[hint]: value for hint, value in tool.annotations})
    if meaning == "approval_mode":
        return literal(_MODES[tool.requires_approval])
    if name in target.sets:
        return f"{{{', '.join(map(literal, getattr(tool, name)))}}}"
    return ""
