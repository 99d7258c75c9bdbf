"""Servers that are handed to code which is not read, or are made by it, with tools of its own: `plugins.setup(mcp)`."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.names.bodies import expressions_of, nodes_in
from toolgen.evaluation.names.callers import argument_of
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.imports import IMPORTING
from toolgen.evaluation.names.lookup import Defined, External, Site
from toolgen.evaluation.names.standard import STANDARD_LIBRARY
from toolgen.evaluation.names.symbols import UNKNOWN, class_of_receiver
from toolgen.frameworks.recognisers import Handed
from toolgen.memoize import memoized_by
from toolgen.project.modules import Module
from toolgen.syntax.expressions import UNPARSABLE, attribute, callee, given_to, last_name, parsed
from toolgen.syntax.facts import Assignment, Class, Expression, Function, Parameter, Scope
from toolgen.syntax.line_ranges import any_within
from toolgen.syntax.nodes import FunctionDef, own_nodes

_KEEPING = frozenset({"append", "add", "extend", "get", "insert", "put", "set", "setdefault", "update"})
"""Methods of collections and the like, which do nothing to what they are given."""
_GETTING = frozenset({"operator.attrgetter", "operator.itemgetter"})
_RUNNING_TEXT = frozenset({"eval", "exec"})
_ASKING = frozenset({"getattr"}) | _RUNNING_TEXT
_GETATTR = frozenset({b"getattr"})
_WORDS = re.compile("[a-z]+")


class HandedServers:
    """Tells of the servers of dialects that are given to another package, or are made by one and run here (TG234).

    Each function that is called, but for Python's own, and each server is told once.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self._names = evaluator.names
        self._markers = evaluator.markers
        self._imports = evaluator.imports
        self._servers = self._names.dialects.servers
        recognisers = self._names.dialects.recognisers(Handed)
        self._running = frozenset[str]().union(*(one.running for _, one in recognisers))
        self._reported: set[tuple[str, str]] = set()

    def report(self, module: Module) -> Iterator[Diagnostic]:
        """What is to be said of those of `module`."""
        is_running = module.contents.speaks_of(frozenset(f".{name}(".encode() for name in self._running))
        for call, site in expressions_of(module, ast.Call) if self._is_served or is_running else ():
            yield from self._of_call(call, site)

    def _of_call(self, call: ast.Call, site: Site) -> Iterator[Diagnostic]:
        if self._is_served:
            yield from self._of_given(call, site)
        if isinstance(call.func, ast.Attribute) and call.func.attr in self._running:
            server = call.func.value
            if maker := self._maker(server, server, site):
                yield from self._told(call, server, "made by", maker, site)

    def _of_given(self, call: ast.Call, site: Site) -> Iterator[Diagnostic]:
        given = given_to(call)
        if not given or self._is_plain(call.func, site):
            return
        is_text = last_name(call.func) in _RUNNING_TEXT and self._is_one_of(_RUNNING_TEXT, call.func, site)
        seen = self._in_text(given, site) if is_text else [part for one in given for part in _parts(one)]
        server = next((one for one in seen if self._is_server(one, site)), None)
        if server is not None:
            functions = [call.func, *self._handed_on(call.func, given, site)]
            is_told = is_text or self._asks_by_name(call, site)
            to = next((one for one in functions if is_told or self._is_out_of_sight(one, site)), None)
            if to is not None:
                yield from self._told(call, server, "given to", ast.unparse(to), site)
            yield from self._asked(call, server, site)

    def _is_plain(self, function: ast.expr, site: Site) -> bool:
        """Whether nothing is told of calls of `function`, whatever they are given: asked first, as most are read."""
        match function:
            case ast.Name(id=name) if name not in _ASKING:
                scope = site.scope_of(name) or site.scopes[0]
                return self._is_read(function, site, scope, site.line if name in scope.history else 0)
            case ast.Attribute(value=ast.Name(id=name)) if site.owner and class_of_receiver(name, site):
                return self._is_read(function, site, site.owner.scope, 0)
            case _:
                return False

    @memoized_by(lambda node, site, home, line: (id(home), line, site.scopes[-1] is home, type(node), last_name(node)))
    def _is_read(self, function: ast.expr, site: Site, _home: Scope, _line: int) -> bool:
        """The same of a name that is bound in a scope, or of a member of the class whose scope it is."""
        with self._names.doubts.captured():
            symbol = self._markers.target(function, site)
        match symbol:
            case Defined(node=Function() as node, site=at):
                return self._names.project.owns(at.module) and not self._getattrs(node, at.module)
            case External(name=name):
                return "." not in name and not self._is_foreign(function, site)
            case _:
                return not self._is_foreign(function, site)

    @memoized_by(lambda function, _: id(function))
    def _getattrs(self, function: Function, module: Module) -> Sequence[ast.Call]:
        """The calls of `getattr` in the body of `function`, which is defined in `module`."""
        contents = module.contents
        lines = contents.lines_with("getattr") if contents.speaks_of(_GETATTR) else []
        node = contents.source.find(function) if lines else None
        nodes = own_nodes(node.body) if isinstance(node, FunctionDef) and any_within(lines, node) else ()
        calls = (one for one in nodes if isinstance(one, ast.Call))
        return [one for one in calls if isinstance(one.func, ast.Name) and one.func.id == "getattr"]

    def _asked(self, call: ast.Call, server: ast.expr, site: Site) -> Iterator[Diagnostic]:
        """What a function of the project that is given `server` asks it for by name: `getattr(target, kind)`."""
        function = self._markers.target(call.func, site)
        if not isinstance(function, Defined) or not isinstance(function.node, Function):
            return
        is_method = function.site.scopes[-1].kind == "class" and isinstance(call.func, ast.Attribute)
        parameters = function.node.parameters[is_method:]
        getting = self._getattrs(function.node, function.site.module)
        for node, inner in nodes_in(function.node, function.site) if getting else ():
            match node:
                case ast.Call(args=[ast.Name(id=name) as owner, *_]) if self._asks_by_name(node, inner):
                    if argument_of(call, parameters, name) is server:
                        yield from self._told(node, owner, "given to", "getattr", inner)

    def _in_text(self, given: Sequence[ast.expr], site: Site) -> Sequence[ast.expr]:
        """What text that is run may change: the names in it, or in a module that runs unknown text on import."""
        parts = [part for one in given[1:] for part in _parts(one)]
        if given and isinstance(text := self._names.values.constant(given[0], site), str):
            with suppress(*UNPARSABLE):
                parts += [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)]
            return parts
        is_imported = len(site.scopes) == 1 and len(given) == 1
        return [*parts, *(ast.Name(name) for name in site.scopes[0].bindings if is_imported)]

    def _handed_on(self, function: ast.expr, given: Iterable[ast.expr], site: Site) -> Sequence[ast.expr]:
        """What a function of the standard library calls: `Thread(target=setup, args=(mcp,))`, `partial(setup, mcp)`."""
        with self._names.doubts.captured():
            symbol = self._markers.target(function, site)
        package, _, rest = symbol.name.partition(".") if isinstance(symbol, External) else ("", "", "")
        if not rest or package not in STANDARD_LIBRARY:
            return []
        return [one for one in given if isinstance(one, ast.Name | ast.Attribute)][:1]

    def _is_one_of(self, names: Collection[str], function: ast.expr, site: Site) -> bool:
        symbol = self._names.evaluate(function, site) if isinstance(function, ast.Name | ast.Attribute) else None
        return isinstance(symbol, External) and symbol.name in names

    @cached_property
    def _is_served(self) -> bool:
        """Whether a file imports a package of servers: else only what runs those of others is looked for."""
        words = frozenset(map(str.encode, self._packages))
        speaking = (contents for contents in self._names.project.sources if contents.speaks_of(words))
        return any(self._is_framework(name) for contents in speaking for name in contents.imports)

    def _is_framework(self, name: str) -> bool:
        """Whether what has that dotted `name` is in a package of servers."""
        return name.partition(".")[0] in self._packages

    @cached_property
    def _packages(self) -> frozenset[str]:
        return frozenset(name.partition(".")[0] for name in self._servers)

    def _told(self, call: ast.Call, server: ast.expr, how: str, to: str, site: Site) -> Iterator[Diagnostic]:
        """TG234, once."""
        symbol, span = self._markers.target(call.func, site) if how == "given to" else None, site.span(call)
        name = symbol.name if isinstance(symbol, External | Defined) else ""
        is_builtin = name in vars(builtins)  # what `getattr` and `exec` do, each call says for itself
        key = (span.path, str(span)) if is_builtin else (name, "") if name else (span.path, to)
        if key not in self._reported:
            self._reported.add(key)
            yield diagnose("TG234", span, server=ast.unparse(server), how=how, to=to)

    def _maker(self, server: ast.expr, node: ast.expr | None, site: Site, depth: int = 5) -> str:
        """The module of another package that makes the `server` as `node` says; empty where it is none, or not known.

        Of a package that was not found names may say that its server is one of MCP.
        """
        symbol = None if node is None or not depth else self._names.evaluate(callee(node), site)
        match symbol:
            case Defined(node=Assignment(value=Expression(text=text)), site=at) if self._names.project.owns(at.module):
                return self._maker(server, parsed(text), at, depth - 1)
            case Defined(site=at) if not self._names.project.owns(at.module):
                return at.module.name if self._is_server(server, site) else ""
            case External(name=name) if "." in name and not self._is_framework(name):
                return name.rpartition(".")[0] if _is_named_server(name) or self._is_server(server, site) else ""
            case _:
                return ""

    def _is_server(self, node: ast.expr, site: Site) -> bool:
        """Whether `node` is a server by its declaration."""
        return isinstance(node, ast.Name | ast.Attribute | ast.Call) and self._is_declared(node, site)

    @memoized_by(lambda node, site: (id(site.scopes[-1]), node.id if isinstance(node, ast.Name) else ast.unparse(node)))
    def _is_declared(self, node: ast.expr, site: Site) -> bool:
        """The same, by declarations alone: each argument of each call is asked for.

        What another package makes that was not found may be one where it is called `mcp`.
        """
        symbol = self._markers.declared.of(node, site)
        if not isinstance(symbol, External) or "mcp" not in _WORDS.findall(last_name(node)):
            return self._names.is_below(symbol, self._servers)
        is_known = self._names.dialects.describe(symbol.name) or self._is_framework(symbol.name)
        return symbol.name in self._servers or not is_known

    def _is_out_of_sight(self, function: ast.expr, site: Site) -> bool:
        """Whether what `function` does is not read: it is another package's, or nothing is known of it."""
        function = attribute(function) or function
        match function:
            case ast.Call(func=inner, args=[handed, *_]) if self._is_one_of({"functools.partial"}, inner, site):
                return self._is_out_of_sight(handed, site)
            case ast.Call(func=inner, args=asked):
                if self._is_one_of(_GETTING, inner, site):
                    return any(self._may_name_registrar(one, site) for one in asked)
                return isinstance(self._markers.target(inner, site), External)
            case ast.Name() | ast.Attribute():
                return last_name(function) not in _KEEPING and self._is_foreign(function, site)
            case _:
                return False

    def _may_name_registrar(self, name: ast.expr, site: Site) -> bool:
        """Whether `name` may be that of a method that registers tools; one that is written out is followed."""
        known = self._names.values.constant(name, site)
        methods = self._names.dialects.decorators.methods, self._names.dialects.calls.methods
        is_one = not isinstance(known, str) or any(known in one for one in methods)
        return is_one and not isinstance(name, ast.Constant)

    def _asks_by_name(self, call: ast.Call, site: Site) -> bool:
        """Whether `call` is `getattr(server, name)` of what may register tools, and that is not called at once."""
        match call:
            case ast.Call(func=ast.Name(id="getattr"), args=[owner, name, *_]):
                given = site.scopes[-1].bindings.get(name.id) if isinstance(name, ast.Name) else None
                is_handed_on = isinstance(given, Parameter) and isinstance(owner, ast.Attribute)  # to what is kept
                if is_handed_on or not self._may_name_registrar(name, site):
                    return False
                here = (one.call for one in site.module.facts.called if one.call.line == call.lineno)
                outer = (parsed(one.text) for one in here if one.column == call.col_offset + 1)
                is_called = any(isinstance(one, ast.Call) and isinstance(one.func, ast.Call) for one in outer)
                return not is_called or self._names.values.constant(name, site) is UNKNOWN
            case _:
                return False

    def _is_imported(self, node: ast.expr, site: Site) -> bool:
        """Whether `node` is a module that is imported by a name that is made: `import_module(f"plugins.{name}")`."""
        ref = ExpressionRef.named(node, site, self._names)
        made, at = (node, site) if ref is None else (ref.node, ref.site)
        return isinstance(made, ast.Call) and self._is_one_of(IMPORTING, made.func, at)

    def _is_foreign(self, function: ast.expr, site: Site) -> bool:
        with self._names.doubts.captured():
            symbol, dialects = self._markers.target(function, site), self._names.dialects
        match symbol:
            case External(name=name):
                if name in dialects.decorators.by_name or name in dialects.calls.by_name:
                    return True  # `FastMCP.add_tool(server, function)`
                return not dialects.describe(name) and name.partition(".")[0] not in STANDARD_LIBRARY and "." in name
            case Defined(node=Class(), name=name) if dialects.describe(name):
                return False  # `fastmcp.Client(server)`: an object of the framework's own, which asks the server
            case Defined(node=Function() | Class(), site=at):
                return not self._names.project.owns(at.module)
            case None if isinstance(function, ast.Attribute):
                taken = [(one, at) for one, at in self._markers.callers.callees(function, site) if one is not function]
                if taken:  # from a display, by a loop
                    return any(self._is_foreign(one, at) for one, at in taken)
                if self._is_imported(function.value, site):
                    return not self._imports.discovers_own(site.module)
                class_ = self._markers.class_of(function.value, site)
                above = () if class_ is None else self._names.ancestors(class_)
                return not any(dialects.describe(one.name) for one in above)
            case _:
                return False


def _is_named_server(name: str) -> bool:
    """Whether what has that dotted `name`, or what it makes, is a server of MCP by its names."""
    last = name.rpartition(".")[2]
    return "mcp" in _WORDS.findall(name.lower()) and (not last[:1].isupper() or last.endswith("Server"))


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    """`node`, or what stands in it where it is a collection."""
    match node:
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
            for part in parts:
                yield from _parts(part)
        case ast.Starred(value=value):
            yield from _parts(value)
        case _:
            yield node
