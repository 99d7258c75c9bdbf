"""The arguments of a framework's declaration → the keywords of `@tool`, by the framework's own tables."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from toolgen.frameworks import Declarator, Dialect
from toolgen.model.arguments import ARGUMENTS
from toolgen.model.tool import ToolSpec
from toolgen.rewrite.change import UnchangeableError
from toolgen.rewrite.literals import literal
from toolgen.rewrite.migrations.decorator import Keyword

_SUPPLIED = frozenset({"context", "injected"})
"""Arguments that name parameters which the caller supplies: the annotations of these say so."""
_VALUES = frozenset({"annotations", "requires_approval"})
"""What each framework spells in its own way: the value is written, as is a list for a set."""
EXTRAS = frozenset({"anthropic", "icons", "meta"})
"""Arguments that say something to one target alone, which are `extras` of a tool."""
SAME = {"approval_mode": "requires_approval"}


def keywords(
    tool: ToolSpec, dialect: Dialect, declarator: Declarator, call: ast.Call | None, *, stays: bool
) -> tuple[Keyword, ...]:
    """What `@tool` is given for `call`, as written where it `stays`. Raises UnchangeableError for other things."""
    found: dict[str, Keyword] = {}
    for index, (spelled, node) in enumerate(arguments_of(declarator, call)):
        meaning = declarator.arguments.get(spelled, spelled if spelled in declarator.functions else "")
        name, at = SAME.get(meaning, meaning), index if stays else -1
        if name in EXTRAS and _is_taken(tool, name, node):
            found["extras"] = Keyword("extras", literal(plain(tool.extras)), at)
        elif name in ARGUMENTS:
            is_kept = stays and meaning not in _VALUES and meaning == name and not isinstance(node, ast.Set)
            found[name] = Keyword(name, "" if is_kept else _value(tool, name, node), at)
        elif name in declarator.functions and stays:
            raise UnchangeableError(f"`{spelled}` is given in the decorator")
        elif name not in _SUPPLIED and name not in dialect.describing and name not in declarator.functions:
            raise UnchangeableError(f"`{spelled}` has no counterpart in `@tool`")
    for name, value in _added(tool, dialect, found):
        found[name] = Keyword(name, literal(value), found[name].at if name in found else -1)
    return tuple(found.values())


def _is_taken(tool: ToolSpec, name: str, node: ast.expr) -> bool:
    """Whether all that an argument of `EXTRAS` says is among the extras of the tool."""
    if name != "anthropic":
        return {"icons": "icons", "meta": "_meta"}[name] in tool.extras.get("mcp", {})
    return isinstance(node, ast.Dict) and len(node.keys) == len(tool.extras.get("anthropic", {}))


def plain(value: Any) -> Any:
    """`value` with dictionaries in the place of other mappings."""
    return {key: plain(one) for key, one in value.items()} if isinstance(value, Mapping) else value


def arguments_of(declarator: Declarator, call: ast.Call | None) -> Iterator[tuple[str, ast.expr]]:
    """The framework's name of each argument, as they are written."""
    if call is None:
        return
    for index, node in enumerate(call.args):
        if isinstance(node, ast.Starred) or index >= len(declarator.positional):
            raise UnchangeableError(f"`{ast.unparse(node)}` has no counterpart in `@tool`")
        yield declarator.positional[index], node
    for keyword in call.keywords:
        if keyword.arg is None:
            raise UnchangeableError(f"`**{ast.unparse(keyword.value)}` is not seen")
        yield keyword.arg, keyword.value


def _value(tool: ToolSpec, name: str, node: ast.expr) -> str:
    """The value of an argument, as it is written."""
    if name not in _VALUES and isinstance(node, ast.Constant):
        return literal(node.value)
    if not hasattr(tool, name):
        raise UnchangeableError(f"`{name}` is no constant")
    value = getattr(tool, name)
    return literal(dict(value) if name == "annotations" else value)


def _added(tool: ToolSpec, dialect: Dialect, found: dict[str, Keyword]) -> Iterator[tuple[str, str]]:
    """The names that a framework makes of others, and titles that it has elsewhere."""
    is_renamed = bool(tool.origin.prefix) or dialect.rename is not str
    if is_renamed if "name" in found else tool.name != tool.origin.qualname.rpartition(".")[2]:
        yield "name", tool.name
    if tool.title is not None and "title" not in found:
        yield "title", tool.title
