"""Tools that a server lists as data: one function returns them, another is called with their names and arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.folding.values import (
    ConstructedObject,
    Pieces,
    Record,
    Unknown,
    Value,
    attributes_of,
    class_of,
    unknown_in,
)
from toolgen.evaluation.functions import Argument, Arguments, FunctionValue, Instance, Registration
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Site
from toolgen.evaluation.outcomes import Outcomes
from toolgen.frameworks import Dialect, ToolMarker
from toolgen.frameworks.mcp import ListHandler
from toolgen.model.span import Span
from toolgen.project.modules import Module
from toolgen.syntax.expressions import last_name, parse_expression, whole_span
from toolgen.syntax.facts import Expression, Function
from toolgen.syntax.nodes import walk
from toolgen.tools.declarations.declaration import Declaration, declaration

_SCHEMAS = ("inputSchema", "input_schema")
"""The fields that have the schema of the arguments, in `mcp` 1 and 2."""


@dataclass(frozen=True, slots=True)
class Lister:
    """The function `node` at `site`, which `decorator` makes a `handler` of a server of `dialect`."""

    node: Function
    site: Site
    decorator: Expression
    dialect: Dialect
    handler: ListHandler

    @property
    def span(self) -> Span:
        return whole_span(self.decorator, self.site.module.path)

    @property
    def text(self) -> str:
        return self.decorator.text.partition("(")[0]

    def caller(self) -> Function | None:
        """The function beside it that the same server calls for all tools."""
        decorator = f"{self.text.rpartition('.')[0]}.{self.handler.caller}"
        beside = [one for one in self.site.scopes[-1].bindings.values() if isinstance(one, Function)]
        named = (one for one in beside for text in one.decorators if text.text.partition("(")[0] == decorator)
        return next(named, None)


class ListedTools:
    """Follows what lists tools. What is not known is told (TG211), and what hangs on a condition (TG221)."""

    def __init__(self, outcomes: Outcomes, handlers: Sequence[tuple[Dialect, ListHandler]]) -> None:
        self._outcomes = outcomes
        self._handlers = handlers
        self.diagnostics: list[Diagnostic] = []

    def of(self, lister: Lister) -> Iterator[Declaration]:
        """The tools that are listed, each a call of the function that is called for all with one name."""
        caller = lister.caller()
        results = [one.result if one.is_whole else None for one in self._outcomes.of_body(lister.node, lister.site)]
        lists = [
            [_said(one, lister.handler) for one in result] for result in results if isinstance(result, list | Pieces)
        ]
        known = [{str(tool["name"]): tool for tool in path if tool} for path in lists]
        if caller is None or not lists or len(lists) < len(results) or not all(map(all, lists)):
            what = f"`@{lister.text}`"
            self.diagnostics.append(diagnose("TG211", lister.span, what=what, dialect=lister.dialect.name))
        for name, tool in {name: tool for path in reversed(known) for name, tool in path.items()}.items():
            if not all(name in path for path in known):
                self.diagnostics.append(diagnose("TG221", lister.span, tool=name))
            if caller is not None:
                yield _declared(tool, caller, lister)

    def tell_replaced(self, module: Module) -> None:
        """TG211 for what is put among the handlers of a server: `server.request_handlers[Request] = tools`."""
        for dialect, handler in self._handlers:
            if module.contents.speaks_of(frozenset({handler.request.encode()})):
                for node in walk(module.contents.source.tree):
                    if isinstance(node, ast.Assign | ast.Expr) and _replaces(node, handler):
                        span = Span(module.path, node.lineno, node.col_offset + 1)
                        what = f"`{handler.handlers}[{handler.request}]`"
                        self.diagnostics.append(diagnose("TG211", span, what=what, dialect=dialect.name))


def _replaces(statement: ast.Assign | ast.Expr, handler: ListHandler) -> bool:
    """Whether a function is put into the dictionary for the request of the `handler`, by an item or a display."""
    keys: Sequence[ast.expr | None]
    for node in walk(statement):
        match node:
            case ast.Subscript(value=ast.Attribute(attr=name), slice=key, ctx=ast.Store()):
                keys = [key] if name == handler.handlers else []
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr=name)), args=[ast.Dict(keys=given)]):
                keys = given if name == handler.handlers else []
            case _:
                continue
        if any(key is not None and last_name(key) == handler.request for key in keys):
            return True
    return False


def _said(value: Value, handler: ListHandler) -> Mapping[str, Value]:
    """What a tool that is listed says, by the names of its fields; nothing where too little of it is known."""
    said = {name: one for name, one in _fields(value, handler).items() if one is not None}
    schema = next((said[name] for name in _SCHEMAS if name in said), None)
    is_known = schema is not None and "name" in said and unknown_in([said["name"], _model(schema) or schema]) is None
    # A tool without a schema of its results has none, whatever the function returns.
    return {"outputSchema": None, **said} if is_known else {}


def _fields(value: Value, handler: ListHandler) -> Mapping[str, Value]:
    match value:
        case Record():
            class_, fields = class_of(value).name, attributes_of(value)
        case Instance(symbol=symbol, attributes=attributes):
            class_, fields = symbol.name, attributes
        case ConstructedObject(class_name=class_, arguments=arguments):
            fields = arguments
        case _:
            return {}
    return fields if class_ in handler.tools else {}


def _model(schema: Value) -> tuple[ast.expr, Site] | None:
    """The class that `schema` is of, where it stands: `Model.model_json_schema()`."""
    match schema:
        case Unknown(origin=(ast.Call(func=ast.Attribute(value=class_, attr="model_json_schema"), args=[]), site)):
            return class_, site
        case _:
            return None


def _argument(value: Value, lister: Lister) -> Argument:
    model = _model(value)
    return Argument(value, ExpressionRef(model[0], lister.decorator, model[1])) if model else Argument(value)


def _declared(tool: Mapping[str, Value], caller: Function, lister: Lister) -> Declaration:
    source = FunctionValue.of(caller, lister.site)
    function = replace(source, facts=caller._replace(parameters=caller.parameters[1:]))
    given = ExpressionRef(parse_expression(lister.decorator.text), lister.decorator, lister.site)
    named = {"model" if _model(value) else name: _argument(value, lister) for name, value in tool.items()}
    marker = ToolMarker(lister.dialect, lister.handler.declarator)
    made = declaration(Registration(marker, function, Arguments((), named)), function, source, given, "call")
    return replace(made, called_as=str(tool["name"]))
