"""Tools that are changed after they are declared: `search.description = text` tells models what no declaration says."""

from __future__ import annotations

import ast
import re
from collections import ChainMap
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.names.lookup import Defined, Site
from toolgen.model.span import Span
from toolgen.project.modules import Module
from toolgen.syntax.expressions import callee, parsed
from toolgen.syntax.facts import Assignment, Class, Function
from toolgen.syntax.nodes import own_nodes

_SAID = (
    "args_schema",
    "description",
    "input_schema",
    "inputs",
    "name",
    "parameters",
    "params_json_schema",
    "tool_name",
    "tool_spec",
)
"""What the tools of frameworks tell models by."""

_CHANGES = re.compile(rf"\.(?<!\bself\.)(?:{'|'.join(_SAID)})\s*[-+|]?=(?!=)".encode()).search
"""What stands in a file that changes them; objects that fill themselves are none of these.

A pattern that begins with a letter or a sign is searched for many times as fast as one that begins with a condition.
"""

_Bound: TypeAlias = ChainMap[str, ast.AST | None]
"""The names that functions bind, and what each is: a function, an expression, or not known."""


class LaterChanges:
    """Tells of statements that do so (TG232): the manifest has tools as they are declared."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._names = evaluator.names
        self._markers = evaluator.markers
        self.diagnostics: list[Diagnostic] = []

    def tell(self, module: Module) -> None:
        """Tell of those of `module`."""
        source = module.contents.bytes
        if b"setattr(" not in source and _CHANGES(source) is None:
            return
        sites = {(one.call.line, one.call.column): Site(module, one.scopes, one.owner) for one in module.facts.called}
        sites |= {(one.node.line, 0): Site(module, one.scopes, one.owner) for one in module.facts.declared}
        for node, tool, known in _changed(module.contents.source.tree.body, ChainMap()):
            if self._is_tool(tool, known, sites, Site.of_module(module, node.lineno)):
                span = Span(module.path, node.lineno, node.col_offset + 1, len(ast.unparse(node)))
                self.diagnostics.append(diagnose("TG232", span, tool=ast.unparse(tool), text=ast.unparse(node)))

    def _is_tool(self, tool: ast.expr, known: _Bound, sites: dict[tuple[int, int], Site], site: Site) -> bool:
        match known.get(tool.id, tool) if isinstance(tool, ast.Name) else tool:
            case ast.FunctionDef() | ast.AsyncFunctionDef() as function:
                at = sites.get((function.lineno, 0), site)
                return any(self._is_object(one, at) for one in function.decorator_list)
            case ast.Call() as call:
                return self._makes_tool(call, sites.get((call.lineno, call.col_offset + 1), site))
            case ast.Name() | ast.Attribute() as named:
                return self._is_tool_of_module(named, site)
            case _:
                return False

    def _is_tool_of_module(self, named: ast.expr, site: Site) -> bool:
        """Whether a name of a module is a tool, its own or one that it imports."""
        match self._names.evaluate(named, site):
            case Defined(node=Function(decorators=decorators), site=at):
                return any(self._is_object(parsed(one.text), at) for one in decorators)
            case Defined(node=Assignment(value=value), site=at) if value is not None:
                made = parsed(value.text)
                return isinstance(made, ast.Call) and self._makes_tool(made, at)
            case _:
                return False

    def _is_object(self, decorator: ast.expr | None, site: Site) -> bool:
        """Whether a decorator leaves the tool in the place of the function."""
        marker = None if decorator is None else self._markers.decorator(callee(decorator), site)
        return marker is not None and any(marker.dialect.function_at)

    def _makes_tool(self, call: ast.Call, site: Site) -> bool:
        marker = self._markers.call(call.func, site)
        if marker is not None and marker.declarator.functions:
            return True
        class_ = self._names.evaluate(call.func, site)
        is_class = isinstance(class_, Defined) and isinstance(class_.node, Class)
        bases = self._names.dialects.bases
        above = self._names.ancestors(class_) if class_ is not None and is_class else ()
        return any(one.name in bases for one in above) or self._is_object(call.func, site)


def _changed(body: Iterable[ast.AST], known: _Bound) -> Iterator[tuple[ast.Attribute | ast.Call, ast.expr, _Bound]]:
    """What changes the object that an expression stands for; `known` are the names of the functions around."""
    for node in own_nodes(body):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from _changed(node.body, known.new_child(_bound(node)))
            case ast.ClassDef():
                yield from _changed(node.body, known)
            case ast.Attribute(value=tool, attr=name, ctx=ast.Store()) if name in _SAID:
                yield node, tool, known
            case ast.Call(func=ast.Name(id="setattr"), args=[tool, ast.Constant(value=name), _]) if name in _SAID:
                yield node, tool, known


def _bound(function: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, ast.AST | None]:
    """The names that a function binds."""
    arguments = function.args
    bound: dict[str, ast.AST | None] = {
        one.arg: None
        for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
        if one is not None
    }
    for node in own_nodes(function.body):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                bound[name] = node
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=value)
            ):
                bound[name] = value
            case ast.Name(id=name, ctx=ast.Store()):
                bound.setdefault(name, None)
    return bound
