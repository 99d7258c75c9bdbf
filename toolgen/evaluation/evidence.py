"""Where a value may come from that is not known: whether what declares tools is among it."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from toolgen.evaluation.names.bodies import nodes_in
from toolgen.evaluation.names.declared_classes import first_assigned
from toolgen.evaluation.names.lookup import Defined, External, Names, Site, Symbol
from toolgen.evaluation.names.symbols import class_of_receiver
from toolgen.evaluation.tool_markers import ToolMarkers
from toolgen.frameworks import Dialect
from toolgen.memoize import memoized_by
from toolgen.syntax.expressions import parsed
from toolgen.syntax.facts import Assignment, Expression, Function, OpaqueBinding
from toolgen.syntax.nodes import children, walk

MAX_NAMES = 50
"""How many names are followed: what stands behind more of them is anybody's."""

_COMPREHENSIONS = ast.DictComp | ast.GeneratorExp | ast.ListComp | ast.SetComp


class Evidence:
    """Follows names through assignments, loops and the like, whatever the order in which they run."""

    def __init__(self, names: Names, markers: ToolMarkers) -> None:
        self._names = names
        self._markers = markers

    @memoized_by(lambda text, site: site.key(text))
    def dialect(self, text: str, site: Site) -> Dialect | None:
        """The dialect one of whose decorators or calls stands in the expression `text`, or in what names in it mean."""
        pending, seen = [*_parsed(text, site)], set[tuple[str, int, str]]()
        while pending:
            node, where = pending.pop()
            for part in self._named(node):
                key = where.module.path, id(where.scopes[-1]), ast.unparse(part)
                if key in seen or len(seen) > MAX_NAMES:
                    continue
                seen.add(key)
                if (marker := self._markers.decorator(part, where) or self._markers.call(part, where)) is not None:
                    return marker.dialect
                pending += self.behind(part, where)
        return None

    def _named(self, node: ast.AST) -> Iterator[ast.Name | ast.Attribute]:
        """The names and dotted names in `node`, and whose items it gives; `getattr(x, "name")` is one, or any."""
        match node:
            case ast.Attribute(value=ast.Name() as held, attr="items" | "values"):
                yield held
            case ast.Name() | ast.Attribute():
                yield node
            case ast.Call(func=ast.Name(id="getattr"), args=[owner, name, *_]):
                names = {name.value} if isinstance(name, ast.Constant) else self._markers.methods
                for one in sorted(map(str, names)):
                    yield ast.copy_location(ast.Attribute(owner, one, ast.Load()), node)
        if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
            for child in children(node):
                yield from self._named(child)

    def behind(self, node: ast.Name | ast.Attribute, site: Site) -> Iterator[tuple[ast.AST, Site]]:
        """The expressions that say what `node` is."""
        with self._names.doubts.captured():
            symbol = self._names.evaluate(node, site)
            symbols = self._names.options(node.id, site) if isinstance(node, ast.Name) else []
        for one in [symbol, *symbols]:
            yield from self._of_symbol(one, site)
        match node:
            case ast.Name(id=name) if symbol is None:
                bound = (scope.bindings.get(name) for scope in site.scopes)  # what says nothing of it by itself
                lines = {one.line for one in bound if isinstance(one, OpaqueBinding)}
                yield from self._of_statements(lines, name, site)
            case ast.Attribute(value=ast.Name(id=name)) if name in site.scopes[0].changed:
                yield from self._of_statements(None, ast.unparse(node), site._replace(scopes=site.scopes[:1]))
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if symbol is None:
                yield from self._of_object(class_of_receiver(name, site), attribute)

    def _of_object(self, class_: Defined | None, attribute: str) -> Iterator[tuple[ast.AST, Site]]:
        """What a method of a class first gives an attribute of its object another name of."""
        match first_assigned(attribute, class_):
            case Assignment(value=Expression(text=text)), method:
                if isinstance(node := parsed(text), ast.Name | ast.Attribute):
                    yield node, method

    def _of_symbol(self, symbol: Symbol | None, site: Site) -> Iterator[tuple[ast.AST, Site]]:
        match symbol:
            case Defined(node=Assignment(value=value), site=where) if value is not None:
                yield from _parsed(value.text, where)
            case Defined(node=Function() as function, site=where):
                yield from self._of_function(function, where)
            case External(name=name) if (
                module := self._names.modules.source(name.rpartition(".")[0], site)
            ) is not None:
                getter = module.facts.scope.bindings.get("__getattr__")
                if isinstance(getter, Function):
                    yield from self._of_function(getter, Site.of_module(module))

    def _of_function(self, function: Function, site: Site) -> Iterator[tuple[ast.AST, Site]]:
        """What a function returns or yields, and what it calls where it stands around what declares tools."""
        for node, inner in nodes_in(function, site):
            if isinstance(node, ast.Return | ast.Yield | ast.YieldFrom) and node.value is not None:
                yield node.value, inner
        for text in site.module.facts.wrappers.get(function.name, ()):
            yield from _parsed(text, site.entering(function.scope))

    def _of_statements(self, lines: Collection[int] | None, name: str, site: Site) -> Iterator[tuple[ast.AST, Site]]:
        """What statements of the module, or those on `lines`, bind to `name`, and comprehensions around `site`."""
        for node, values in site.module.contents.late(_bindings).get(name, ()):
            is_there = isinstance(node, ast.stmt) and (lines is None or node.lineno in lines)
            if is_there or (isinstance(node, _COMPREHENSIONS) and node.lineno <= site.line <= (node.end_lineno or 0)):
                yield from ((value, site) for value in values)


def _parsed(text: str, site: Site) -> Iterator[tuple[ast.AST, Site]]:
    if (node := parsed(text)) is not None:
        yield node, site


def _bindings(body: Iterable[ast.stmt]) -> Mapping[str, Sequence[tuple[ast.AST, Sequence[ast.expr]]]]:
    """What binds each name in `body`, and what that says of it: loops, `with`, `match`, assignments, comprehensions."""
    found = defaultdict[str, list[tuple[ast.AST, Sequence[ast.expr]]]](list)
    for node in walk(ast.Module([*body], [])):
        values, bound = _bound(node)
        for name in dict.fromkeys(filter(None, (_text(part) for one in bound for part in walk(one)))):
            found[name].append((node, values))
    return found


def _bound(node: ast.AST) -> tuple[Sequence[ast.expr], Sequence[ast.AST]]:
    """What `node` gives, and the targets and patterns that are bound to parts of it."""
    match node:
        case ast.Assign(targets=targets, value=value):
            return [value], targets
        case ast.For(target=target, iter=value):
            return [value], [target]
        case ast.With(items=items):
            return [item.context_expr for item in items], [item.optional_vars for item in items if item.optional_vars]
        case ast.Match(subject=value, cases=cases):
            return [value], [case.pattern for case in cases]
        case ast.DictComp() | ast.GeneratorExp() | ast.ListComp() | ast.SetComp():
            return [one.iter for one in node.generators], [one.target for one in node.generators]
        case _:
            return [], []


def _text(node: ast.AST) -> str | None:
    """The name that a target or a part of a pattern is."""
    match node:
        case ast.Name(id=name) | ast.MatchAs(name=name) | ast.MatchStar(name=name) | ast.MatchMapping(rest=name):
            return name
        case ast.Attribute():
            return ast.unparse(node)
        case _:
            return None
