"""Which object a tool is declared with: a server, a toolkit or what stands for one."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from toolgen.evaluation.names.declared_classes import MAX_STEPS, first_assigned
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, External, Names, Site
from toolgen.evaluation.names.symbols import class_around, class_of_receiver
from toolgen.evaluation.tool_markers import ToolMarkers
from toolgen.memoize import memoized
from toolgen.project.modules import Module
from toolgen.syntax.expressions import callee, generic, given_to, parsed
from toolgen.syntax.facts import Assignment, Class, Expression, Parameter
from toolgen.tools.declarations.slices import site_of


class Servers:
    """Finds the objects that expressions stand for: a parameter stands for all that the project's calls give."""

    def __init__(self, names: Names, markers: ToolMarkers) -> None:
        self._names = names
        self._markers = markers

    def of(self, node: ast.expr, site: Site) -> Sequence[str]:
        """The references, `module:qualname`, of the objects of classes that `node` is; none where one is unknown."""
        try:
            return [*dict.fromkeys(self._found(node, site, set()))]
        except LookupError:
            return []

    def only(self, node: ast.expr, site: Site) -> str:
        """The reference of the one object that `node` is; empty where it is not known, or one of several."""
        found = self.of(node, site)
        return found[0] if len(found) == 1 else ""

    def given_to(self, node: ast.expr, site: Site) -> Sequence[str]:
        """The references of the servers that the call `node` of a function of the project is given."""
        given = given_to(node) if isinstance(node, ast.Call) else []
        named = [one for one in given if isinstance(one, ast.Name | ast.Attribute)]  # as all that `of` finds
        return [found for one in named if self._is_server(one, site) for found in self.of(one, site)]

    def _is_server(self, node: ast.expr, site: Site) -> bool:
        return self._names.is_below(self._markers.class_of(node, site), self._names.dialects.known_names)

    def adding(self, made: Expression, site: Site) -> Sequence[str]:
        """The references of the servers that are given what the call `made` makes: `mcp.add_tool(Tool(f))`."""
        adding = self._adding(site.module).get((made.line, made.column), [])
        found = [self.of(add.value, at) for add, at in adding if self._markers.call(add, at)]
        return [server for one in found for server in one] if all(found) else []

    @memoized
    def _adding(self, module: Module) -> Mapping[tuple[int, int], list[tuple[ast.Attribute, Site]]]:
        """The methods that are called as those that add tools are, with their sites, by the places of what is given."""
        found: dict[tuple[int, int], list[tuple[ast.Attribute, Site]]] = {}
        for called in module.facts.called:
            match ref := ExpressionRef.of(called.call, site_of(called, module)):
                case ExpressionRef(node=ast.Call(func=ast.Attribute(attr=name) as method) as call, site=site):
                    for one in given_to(call) if name in self._markers.methods else ():
                        named = ExpressionRef.named(one, site, self._names)
                        place = ref.span(one) if named is None or named.site.module is not module else named.within
                        found.setdefault((place.line, place.column), []).append((method, site))
        return found

    def made_by(self, node: ast.expr, site: Site) -> Sequence[str]:
        """The reference of the class of the project of which `node` makes an object, that declares tools by itself."""
        class_ = self._names.evaluate(generic(callee(node)), site)
        match class_:
            case Defined(node=Class(qualname=qualname), site=at) if self._is_server(node, site):
                return [f"{at.module.name}:{qualname}"]
            case _:
                return []

    def _found(self, node: ast.expr | None, site: Site, seen: set[int]) -> Iterator[str]:
        """The references, but for those of what was `seen`. Raises LookupError where one is not known."""
        symbol = None if node is None else self._names.evaluate(node, site)
        match symbol, node:
            case Defined(node=Assignment() as made, site=at, name=name), _ if self._is_made(made, at):
                yield f"{at.module.name}:{at.prefix}{name.rpartition('.')[2]}"
            case Defined(node=Assignment(value=Expression(text=text)) as made, site=at), _:
                if _is_new(made, seen):
                    yield from self._found(parsed(text), at, seen)
            case Defined(node=Parameter(name=name), site=at), ast.Name() if at.owner and class_of_receiver(name, at):
                yield f"{at.module.name}:{at.owner.qualname}"
            case Defined(node=Parameter() as parameter, site=at), _:
                if _is_new(parameter, seen):
                    yield from self._given(parameter, at, seen)
            case None, ast.Attribute(value=ast.Name(id=name), attr=attr) if class_of_receiver(name, site):
                yield from self._of_attribute(attr, site, seen)
            case _:
                raise LookupError(node)

    def _given(self, parameter: Parameter, site: Site, seen: set[int]) -> Iterator[str]:
        if not (given := [*self._markers.callers.arguments(parameter.name, site)]):
            raise LookupError(parameter.name)
        for node, place in given:
            yield from self._found(node, place, seen)

    def _of_attribute(self, name: str, site: Site, seen: set[int]) -> Iterator[str]:
        """What a method of the class around assigns to the attribute `name` first."""
        found = first_assigned(name, class_around(site))
        if site.owner is None or found is None:
            raise LookupError(name)
        assigned, method = found
        if self._is_made(assigned, site):
            yield f"{site.module.name}:{site.owner.qualname}.{name}"
        elif assigned.value is not None and _is_new(assigned, seen):
            yield from self._found(parsed(assigned.value.text), method, seen)

    def _is_made(self, assignment: Assignment, site: Site) -> bool:
        """Whether the value of `assignment` is a new object of a class."""
        call = parsed(assignment.value.text) if assignment.value else None
        class_ = self._names.evaluate(generic(call.func), site) if isinstance(call, ast.Call) else None
        is_known = isinstance(class_, External) and class_.name in self._names.dialects.known_names
        return is_known or (isinstance(class_, Defined) and isinstance(class_.node, Class))


def _is_new(node: Assignment | Parameter, seen: set[int]) -> bool:
    """Whether `node` was not `seen` before: functions may call each other. Raises LookupError for too long a way."""
    if len(seen) > MAX_STEPS:
        raise LookupError(node)
    is_new = id(node) not in seen
    seen.add(id(node))
    return is_new
