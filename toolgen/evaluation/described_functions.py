"""What modules make functions say of themselves that they have under other names: in loops, lists and parameters."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator, Sequence

from toolgen.evaluation.evidence import Evidence
from toolgen.evaluation.folding.pure import ITERATING
from toolgen.evaluation.folding.values import Value
from toolgen.evaluation.names.bodies import expressions_of
from toolgen.evaluation.names.calls_by_name import CallsByName
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.imports import Imports
from toolgen.evaluation.names.lookup import Defined, Names, Site, Symbol
from toolgen.project.modules import Module
from toolgen.syntax.changes import ANY, changed_attributes, inner_variables
from toolgen.syntax.expressions import parse_expression
from toolgen.syntax.facts import Assignment, Class, Expression, Function, OpaqueBinding
from toolgen.syntax.function_attributes import INSPECTED
from toolgen.syntax.nodes import children, names_in, walk

_COLLECTING = frozenset({"frozenset", "list", "set", "sorted", "tuple"})

OWN_MODULE = frozenset({"sys.modules[__name__]"})
OWN_NAMES = frozenset({"globals()", "locals()", "vars()"})
"""How a module is written in itself, and the dictionary of its names; in a function, `locals()` changes nothing."""


class DescribedFunctions:
    """Finds them in the modules of one project."""

    def __init__(self, names: Names, imports: Imports, evidence: Evidence, calls: CallsByName) -> None:
        self._names = names
        self._imports = imports
        self._evidence = evidence
        self._calls = calls

    def by(self, module: Module) -> Iterator[str]:
        """The attributes of functions that something in `module` sets, by their dotted names."""
        for node, site in expressions_of(module, ast.expr, lines=module.contents.describing_lines):
            is_call = isinstance(node, ast.Call)
            for target, name, _ in changed_attributes(node):
                if name in INSPECTED or (name == ANY and is_call):
                    is_seen = isinstance(target, ast.Name) and not is_call
                    found = self._functions_behind(target, site, is_seen=is_seen, is_given=name != ANY)
                    yield from (f"{one.name}.{name}" for one in found)
            for target, name in _changed_inside(node):
                found = self._functions_behind(target, site, is_seen=False, is_given=True)
                yield from (f"{one.name}.{name}" for one in found)

    def _functions_behind(self, target: ast.expr, site: Site, *, is_seen: bool, is_given: bool) -> Iterator[Symbol]:
        """The functions that `target` may be, but one `is_seen` here; by a parameter's calls where it `is_given`."""
        pending, seen = list[tuple[ast.AST, Site]]([(target, site)]), set[tuple[str, int, str]]()
        for node, where in pending:  # which grows
            yield from self._members(node, where)
            for part in _alternatives(node):
                symbol = self._names.evaluate(part, where)
                is_own = part is target and is_seen and site.scopes[-1].kind != "class"
                if isinstance(symbol, Defined) and isinstance(symbol.node, Function):
                    yield from () if is_own or symbol.site.scopes[-1].kind == "function" else (symbol,)
                elif (key := (where.module.path, id(where.scopes[-1]), ast.unparse(part))) not in seen:
                    seen.add(key)
                    pending += self._evidence.behind(part, where)
                    pending += self._calls.given(symbol) if is_given and isinstance(symbol, Defined) else ()

    def _members(self, node: ast.AST, site: Site) -> Iterator[Symbol]:
        """The functions of a module or class of which `node` is one, whose name is not seen: `getattr(Kit, name)`."""
        match node:
            case ast.Call(func=ast.Name(id="getattr"), args=[owner, key, *_]):
                is_own, found = is_written_as(OWN_MODULE, owner, site, self._names), self._names.evaluate(owner, site)
            case (
                ast.Subscript(value=owner, slice=key)
                | ast.Call(func=ast.Attribute(value=owner, attr="get"), args=[key, *_])
            ):
                is_own, found = is_written_as(OWN_NAMES, owner, site, self._names), None
            case _:
                return
        of: Callable[[Function], Symbol | None]
        if is_own:
            scope, of = site.module.facts.scope, Site.of_module(site.module).symbol
        elif isinstance(found, Defined) and isinstance(class_ := found.node, Class):
            scope, of = class_.scope, lambda one: self._names.attribute(found, one.name)
        else:
            return
        named = self._in_turn(key, site)
        functions = (one for one in scope.bindings.values() if isinstance(one, Function))
        yield from filter(None, (of(one) for one in functions if named is None or one.name in named))

    def _in_turn(self, key: ast.expr, site: Site) -> Sequence[Value] | None:
        """What `key` is in the turns of a loop over a display that is written: `"a" + name`; None for all else."""
        match [site.scopes[-1].bound(name, site.line) for name in names_in(key)]:
            case [OpaqueBinding(items=Expression(text=text), target=target)]:
                items = parse_expression(text)
                assigned = ExpressionRef.assigned(self._names.evaluate(items, site))
                if isinstance(items, ast.Attribute) and items.attr in self._imports.changing:
                    return None  # `Kit.NAMES.append(…)`
                items = items if assigned is None else assigned.node
                turns = f"[{ast.unparse(key)} for {target} in {ast.unparse(items)}]"
                known = None if names_in(items) else self._names.values.constant(parse_expression(turns), site)
                return known if isinstance(known, list) else None
            case _:
                return None


def is_written_as(texts: Collection[str], node: ast.expr, site: Site, names: Names) -> bool:
    """Whether `node`, or what is assigned to the name that it is, is written as one of `texts`."""
    symbol = names.evaluate(node, site) if isinstance(node, ast.Name) else None
    match symbol:
        case Defined(node=Assignment(value=Expression(text=text))):
            return ast.unparse(parse_expression(text)) in texts
        case _:
            return ast.unparse(node) in texts


def _changed_inside(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """What the variables inside of `node` are of, the attributes of which it changes, and the names of these."""
    if variables := inner_variables(node):
        for owner, name, _ in (one for part in walk(node) for one in changed_attributes(part)):
            if isinstance(owner, ast.Name) and owner.id in variables and name in {ANY, *INSPECTED}:
                yield variables[owner.id], name


def _alternatives(node: ast.AST) -> Iterator[ast.Name | ast.Attribute]:
    """The names of what `node` may be, or what is gone through in it."""
    match node:
        case ast.Call(func=ast.Attribute(value=owner, attr="get" | "items" | "pop" | "values")):
            yield from _alternatives(owner)
        case ast.Call(func=ast.Name(id=name), args=args) if name in ITERATING or name in _COLLECTING:
            yield from (one for argument in args for one in _alternatives(argument))
        case ast.Subscript(value=owner):
            yield from _alternatives(owner)
        case ast.Name() | ast.Attribute():
            yield node
        case ast.Dict() | ast.IfExp() | ast.List() | ast.Set() | ast.Starred() | ast.Tuple():
            yield from (one for child in children(node) for one in _alternatives(child))
