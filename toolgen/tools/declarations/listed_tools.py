"""Tools that a server lists as data: one function returns them, another is called with their names and arguments."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeGuard

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.arguments import Argument, Arguments
from toolgen.evaluation.comparing import is_same
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.folding.parts import unknown_in
from toolgen.evaluation.folding.values import ConstructedObject, IteratorItems, Unknown, Value
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.model_schemas import model_of_schema
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Site
from toolgen.evaluation.outcomes import Outcomes
from toolgen.evaluation.stand_ins import Registration, class_and_attributes
from toolgen.frameworks import ToolMarker
from toolgen.frameworks.mcp import ListHandler
from toolgen.model.span import Span
from toolgen.project.modules import Module
from toolgen.syntax.expressions import attribute_name, callee, last_name, parse_expression
from toolgen.syntax.facts import Function
from toolgen.syntax.nodes import walk
from toolgen.tools.declarations.declaration import Declaration, declaration
from toolgen.tools.declarations.listers import Lister, Listers

_SCHEMAS = ("inputSchema", "input_schema")
"""The fields that have the schema of the arguments, in `mcp` 1 and 2."""


class ListedTools:
    """Follows what lists tools. What is not known is told (TG211), and what hangs on a condition (TG221)."""

    def __init__(self, evaluator: Evaluator, outcomes: Outcomes) -> None:
        self._outcomes = outcomes
        self._listers = Listers(evaluator, outcomes)
        self._handlers = evaluator.names.dialects.recognisers(ListHandler)
        self.diagnostics: list[Diagnostic] = []

    def of_decorators(self, node: Function, site: Site) -> Iterator[Declaration]:
        """The tools that `node` lists: `@server.list_tools()` stands above it."""
        return (tool for lister in self._listers.above(node, site) for tool in self._of(lister))

    def of_calls(self, module: Module) -> Iterator[Declaration]:
        """The tools that functions list which are given in a call: `server.list_tools()(tools)`."""
        return (tool for lister in self._listers.calls_in(module) for tool in self._of(lister))

    def _of(self, lister: Lister) -> Iterator[Declaration]:
        """The tools that are listed, each a call of the function that is called for all with one name."""
        lists = lister.lists
        outcomes = [] if lists is None else self._outcomes.of_body(lists.facts, lists.site)
        results = [
            _tools_in(one.result, lister.handler) if one.is_whole and not one.is_mixed else None for one in outcomes
        ]
        listed = [
            [_said(one, lister.handler) for one in result]
            for result in results
            if isinstance(result, list | IteratorItems)
        ]
        known = [{str(tool["name"]): tool for tool in path if tool} for path in listed]
        names = dict.fromkeys(chain(*reversed(known)))
        tools = {name: _joined([path[name] for path in known if name in path], lister) for name in names}
        is_followed = bool(listed) and len(listed) == len(results) and all(map(all, [*listed, tools.values()]))
        if lister.calls is None or not is_followed:
            unsaid = dict.fromkeys(one for path in results for one in _names_of_unknown(path, lister.handler))
            unsaid |= dict.fromkeys(names) if unsaid and lister.calls is None else {}
            what = _shown(lister) + (f" for {', '.join(f'`{one}`' for one in unsaid)}" if unsaid else "")
            self.diagnostics.append(diagnose("TG211", lister.span, what=what, dialect=lister.dialect.name))
        for name, tool in tools.items():
            if lister.calls is not None and lists is not None and tool:
                declared = _declared(tool, lister.calls, lister)
                yield declared if all(name in path for path in known) else declared.below_condition(lister.span)

    def replaced(self, module: Module) -> Iterator[Diagnostic]:
        """TG211 for what is put among the handlers of a server: `server.request_handlers[Request] = tools`."""
        for dialect, handler in self._handlers:
            if module.contents.speaks_of(frozenset({handler.handlers.encode()})):
                nodes = [*walk(module.contents.source.tree)]
                names = {name for node in nodes for name in _names_of_handlers(node, handler)}
                for node in nodes:
                    if _replaces(node, handler, names):
                        span = Span(module.path, node.lineno, node.col_offset + 1)
                        what = f"`{handler.handlers}[{handler.request}]`"
                        yield diagnose("TG211", span, what=what, dialect=dialect.name)


def _replaces(node: ast.AST, handler: ListHandler, names: Collection[str]) -> TypeGuard[ast.expr | ast.stmt]:
    """Whether a function is put into the dictionary for the request of the `handler`, or for one that is not named."""
    keys: Sequence[ast.expr | None]
    match node:
        case ast.Subscript(value=owner, slice=key, ctx=ast.Store()):
            keys = [key]
        case ast.Call(func=ast.Attribute(value=owner, attr="setdefault" | "__setitem__"), args=[key, _]):
            keys = [key]
        case ast.Call(func=ast.Attribute(value=owner, attr="update"), args=[ast.Dict(keys=keys)]):
            pass
        case ast.AugAssign(target=owner, value=ast.Dict(keys=keys)):
            pass
        case _:
            return False
    is_handlers = attribute_name(owner) == handler.handlers or (isinstance(owner, ast.Name) and owner.id in names)
    return is_handlers and any(_may_be(key, handler.request) for key in keys)


def _names_of_handlers(node: ast.AST, handler: ListHandler) -> Iterator[str]:
    """The names that an assignment gives to the dictionary."""
    if isinstance(node, ast.Assign) and attribute_name(node.value) == handler.handlers:
        yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _may_be(key: ast.expr | None, request: str) -> bool:
    """Whether a key may be the class `request`: it is no other by its name."""
    name = "" if key is None else last_name(key)
    return name == request or not name.endswith("Request")


def _tools_in(result: Value, handler: ListHandler) -> Value:
    """The list of tools in a result, or that it is; a dictionary becomes a tool in an object alone."""
    class_name, fields = class_and_attributes(result)
    listed = fields.get("tools") if class_name in handler.results else result
    if listed is result or not isinstance(listed, list):
        return listed
    return [ConstructedObject(min(handler.tools), one) if isinstance(one, dict) else one for one in listed]


def _said(value: Value, handler: ListHandler) -> Mapping[str, Value]:
    """What a tool that is listed says, by the names of its fields; nothing where too little of it is known."""
    class_name, fields = class_and_attributes(value)
    said = {name: one for name, one in fields.items() if one is not None and class_name in handler.tools}
    # A tool without a schema of its results has none, whatever the function returns.
    return {"outputSchema": None, **said} if _is_known(said) else {}


def _names_of_unknown(result: Value, handler: ListHandler) -> Iterator[str]:
    """The names of those tools in a list of which too little else is known."""
    for one in result if isinstance(result, list) else ():
        name = class_and_attributes(one)[1].get("name")
        if isinstance(name, str) and not _said(one, handler):
            yield name


def _is_known(said: Mapping[str, Value]) -> bool:
    schema = next((said[name] for name in _SCHEMAS if name in said), None)
    if schema is None or "name" not in said:
        return False
    return unknown_in([said["name"], model_of_schema(schema) or schema]) is None


def _joined(told: Sequence[Mapping[str, Value]], lister: Lister) -> Mapping[str, Value]:
    """What all paths tell of a tool: what is not the same on each is not known. Nothing where too little is."""
    unknown = Unknown(callee(parse_expression(lister.given.text)))
    first, *others = told
    said = {
        name: first[name] if all(is_same(first[name], one.get(name)) for one in others) else unknown for name in first
    }
    return said if _is_known(said) else {}


def _shown(lister: Lister) -> str:
    used = callee(parse_expression(lister.given.text))
    is_call = lister.is_request or isinstance(used, ast.Call)
    return f"a call of `{ast.unparse(callee(used))}`" if is_call else f"`@{ast.unparse(used)}`"


def _declared(tool: Mapping[str, Value], calls: FunctionValue, lister: Lister) -> Declaration:
    is_method = calls.site.scopes[-1].kind == "class"
    parameters = [*calls.facts.parameters]
    del parameters[is_method : is_method + (not lister.is_request)]  # the name
    function = replace(calls, facts=calls.facts._replace(parameters=tuple(parameters)))
    given = ExpressionRef(parse_expression(lister.given.text), lister.given, lister.at)
    named = {name: Argument(value) for name, value in tool.items()}
    declarator = lister.handler.requested if lister.is_request else lister.handler.declarator
    marker = ToolMarker(lister.dialect, declarator)
    made = declaration(
        Registration(marker, function, Arguments((), named)), function, calls, given, "method" if is_method else "call"
    )
    return made if lister.is_request else replace(made, called_as=str(tool["name"]))
