"""What the calls of a project give the parameters of its functions: what `app` is in `def register(app)`."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, Names, Site, Symbol
from toolgen.memoize import memoized, memoized_by
from toolgen.syntax.expressions import keyword, last_name, parsed
from toolgen.syntax.facts import Called, Class, Expression, Function, Import, OpaqueBinding, Parameter, Scope
from toolgen.syntax.nodes import walk

Target: TypeAlias = Callable[[ast.expr, Site], Symbol | None]
"""What an expression names, or the method of an object's class."""

_DISPLAYS = ast.List | ast.Set | ast.Tuple
_POSITIONAL = frozenset({"positional", "positional_or_keyword"})


class _Use(NamedTuple):
    """A `call` at `site`, as it was `noted`; `callee` is what it calls, which stands at `home`."""

    call: ast.Call
    site: Site
    callee: ast.expr
    home: Site
    noted: Called


class Call(NamedTuple):
    """A call at `site`, as it was `noted`, of a function whose `parameters` it gives, but for a method's `object`.

    A new object of a class is no `object`, and no parameter: `__init__` is given it by nobody.
    """

    node: ast.Call
    site: Site
    noted: Called
    parameters: Sequence[Parameter]
    object: ast.expr | None = None

    def given(self, parameter: str) -> ast.expr | None:
        """What it gives for the `parameter`; None where it gives nothing, or that stands in a `*` or `**`."""
        return argument_of(self.node, self.parameters, parameter)


_ByTarget: TypeAlias = dict[tuple[str, type[object], int], list[tuple[_Use, Defined]]]


class Callers:
    """Finds the calls of a project's functions, of those that may register tools.

    What may be called is: where a name means one of several, that is no doubt of whoever asks for the calls.
    """

    def __init__(self, names: Names, target: Target) -> None:
        self._names = names
        self._target = target

    def arguments(self, parameter: str, site: Site) -> Iterator[tuple[ast.expr, Site]]:
        """What is given for the `parameter` of the function in whose body `site` is, and where that stands."""
        yield from ((found, place) for found, place in self._given(parameter, site) if found is not None)

    def _given(self, parameter: str, site: Site) -> Iterator[tuple[ast.expr | None, Site]]:
        """The same, None for a call that leaves the default."""
        function = self.function_around(parameter, site)
        if function is None:
            return
        has_default = any(one.name == parameter and one.default is not None for one in function.parameters)
        for call in self.calls(function, site):
            found = call.given(parameter)
            if found is not None or has_default:
                yield found, call.site

    def function_around(self, name: str, site: Site) -> Function | None:
        """The function in whose body `site` is that has the parameter `name`."""
        for outer, inner in zip(reversed(site.scopes[:-1]), reversed(site.scopes), strict=False):
            if isinstance(parameter := inner.bindings.get(name), Parameter):
                return self._taking(outer).get(parameter)
        return None

    @memoized_by(id)
    def _taking(self, scope: Scope) -> Mapping[Parameter, Function]:
        """The functions that `scope` binds, by their parameters."""
        functions = [one for one in scope.bindings.values() if isinstance(one, Function)]
        return {parameter: one for one in functions for parameter in one.parameters}

    @memoized_by(lambda node, site: (id(node), site.line, *map(id, site.scopes)))
    def is_passed(self, node: ast.expr, site: Site) -> bool:
        """Whether a part of `node` is a parameter for which a call gives something else than one, or the default."""
        given = (found for one in self._parameters(node, site) for found in self._given(*one))
        return any(value is None or not any(self._parameters(value, place)) for value, place in given)

    def _parameters(self, node: ast.expr, site: Site) -> Iterator[tuple[str, Site]]:
        """The parameters of functions around `site` that stand in `node`, or in what loops take names in it from."""
        pending, seen = [node], set[str]()
        for one in pending:  # which grows
            for name in (part.id for part in walk(one) if isinstance(part, ast.Name) and part.id not in seen):
                seen.add(name)
                found = self._names.lookup(name, site)
                if isinstance(found, Defined) and isinstance(found.node, Parameter):
                    yield found.name.rpartition(".")[2], found.site
                else:
                    pending += filter(None, [_items(name, site)])

    @memoized_by(lambda function, site: (site.module.path, function.line), meanwhile=())
    def calls(self, function: Function, site: Site) -> Sequence[Call]:
        """The calls by others of `function`, or of its class if it is the `__init__`, in whose body `site` is."""
        path, found = site.module.path, list[Call]()
        made = [site.owner] if site.owner is not None and function.name == "__init__" else []
        for uses in map(self._uses, [function.name, *(one.name for one in made)]):
            news = (use for one in made for use, _ in uses.get((path, Class, one.line), ()))
            found += (Call(one.call, one.site, one.noted, function.parameters[1:]) for one in news)
            for use, defined in uses.get((path, Function, function.line), ()):
                is_member = defined.site.scopes[-1].kind == "class"
                owner = use.callee.value if is_member and isinstance(use.callee, ast.Attribute) else None
                taken = function.parameters[owner is not None :]
                found.append(Call(use.call, use.site, use.noted, taken, owner))
        return found

    @memoized
    def _uses(self, name: str) -> _ByTarget:
        """The uses of what is called `name`, with the classes and functions that they are of, by where these stand."""
        found: _ByTarget = defaultdict(list)
        for use in self._named.get(name, ()):
            with self._names.doubts.captured():
                target = self._target(use.callee, use.home)
            if isinstance(target, Defined):
                found[target.site.module.path, type(target.node), target.node.line].append((use, target))
        return found

    @cached_property
    def _named(self) -> Mapping[str, Sequence[_Use]]:
        """The calls in the project's modules by the last name of what they call."""
        found = defaultdict(list)
        for module in self._names.project.modules:
            for called in module.facts.called:
                if isinstance(call := parsed(called.call.text), ast.Call):
                    place = Site(module, called.scopes, called.owner, called.call.line)
                    for callee, home in self.callees(call.func, place):
                        for name in {last_name(callee), _imported(callee, home)}:
                            found[name].append(_Use(call, place, callee, home, called))
        return found

    def callees(self, function: ast.expr, site: Site) -> Iterator[tuple[ast.expr, Site]]:
        """`function`, or what a loop gives it or its owner in turn, and where that stands."""
        match function:
            case ast.Attribute(value=ast.Name() as outer, attr=attr):
                for owner, place in self.callees(outer, site):
                    yield function if owner is outer else ast.Attribute(owner, attr, ast.Load()), place
                return
            case ast.Attribute(value=ast.Call(func=ast.Name() as outer, args=args, keywords=keywords), attr=attr):
                for owner, place in self.callees(outer, site):
                    made = ast.copy_location(ast.Call(owner, args, keywords), function)
                    yield function if owner is outer else ast.Attribute(made, attr, ast.Load()), place
                return
        match site.binding_of(function.id) if isinstance(function, ast.Name) else None:
            case OpaqueBinding(items=Expression(text=text), target=target):
                yield from self._taken(parsed(text), parsed(target), ast.unparse(function), site)
            case _:
                yield function, site

    def _taken(
        self, items: ast.expr | None, target: ast.expr | None, name: str, site: Site
    ) -> Iterator[tuple[ast.expr, Site]]:
        """What `name`, the `target` or a part of it, is given of each of `items` in a display, or in a name of one."""
        view = ""
        match items:
            case ast.Call(func=ast.Attribute(value=owner, attr=view), args=[]):
                items = owner
        if isinstance(items, ast.Name | ast.Attribute):
            ref = ExpressionRef.assigned(self._target(items, site))
            items, site = (None, site) if ref is None else (ref.node, ref.site)
        for item in _elements(items, view):
            pairs = [(target, item)]
            if isinstance(target, _DISPLAYS) and isinstance(item, _DISPLAYS):
                pairs = [*zip(target.elts, item.elts, strict=False)]
            yield from ((given, site) for part, given in pairs if isinstance(part, ast.Name) and part.id == name)


def _elements(node: ast.expr | None, view: str) -> Sequence[ast.expr]:
    """The elements of a display, or of the `view` of a dictionary: its `items` or `values`."""
    match node:
        case ast.List(elts=elements) | ast.Set(elts=elements) | ast.Tuple(elts=elements) if not view:
            return elements
        case ast.Dict(keys=keys, values=values) if view == "items":
            pairs = zip(keys, values, strict=True)
            return [ast.Tuple([key, value], ast.Load()) for key, value in pairs if key is not None]
        case ast.Dict(values=values) if view == "values":
            return values
        case _:
            return []


def _imported(callee: ast.expr, site: Site) -> str:
    """What is imported as the name that `callee` is, or this name: `from tools import register as register_tools`."""
    match site.binding_of(callee.id) if isinstance(callee, ast.Name) else None:
        case Import(name=str(name)):
            return name
        case _:
            return last_name(callee)


def _items(name: str, site: Site) -> ast.expr | None:
    """The items of which `name` is each in turn, in a loop of a function."""
    scope = site.scope_of(name)
    match scope and scope.kind == "function" and scope.bindings[name]:
        case OpaqueBinding(items=Expression(text=text)):
            return parsed(text)
        case _:
            return None


def argument_of(call: ast.Call, parameters: Sequence[Parameter], name: str) -> ast.expr | None:
    """What `call` gives for the parameter `name`; None where it gives nothing, or that stands in a `*` or `**`."""
    if (given := keyword(call, name)) is not None:
        return given
    positions = [one.name for one in parameters if one.kind in _POSITIONAL]
    index = positions.index(name) if name in positions else len(call.args)
    before = call.args[: index + 1]
    return before[index] if index < len(before) and not any(isinstance(one, ast.Starred) for one in before) else None
