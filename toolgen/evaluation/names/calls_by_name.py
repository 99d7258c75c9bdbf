"""Calls by the names of what they call, whatever these mean there: what they may give for a parameter, and which run.

`Callers` has the calls that may register tools, of which it is known what they call.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from toolgen.evaluation.names.bodies import expressions_of
from toolgen.evaluation.names.callers import Callers, argument_of
from toolgen.evaluation.names.imports import Imports
from toolgen.evaluation.names.lookup import Defined, Names, Site
from toolgen.memoize import memoized
from toolgen.project.modules import Module
from toolgen.syntax.conditions import is_main
from toolgen.syntax.expressions import last_name
from toolgen.syntax.facts import Class, Function, Parameter
from toolgen.syntax.running import definitions, mentioned


class CallsByName:
    """Finds the calls in modules that may declare tools, and in those that they import."""

    def __init__(self, names: Names, imports: Imports, callers: Callers) -> None:
        self._owns = names.project.owns
        self._imports = imports
        self._callers = callers

    def given(self, parameter: Defined) -> Iterator[tuple[ast.AST, Site]]:
        """What something in the project may give for a parameter of a function; nothing for a method's object."""
        if not isinstance(node := parameter.node, Parameter):
            return
        function, class_ = self._callers.function_around(node.name, parameter.site), parameter.site.owner
        if function is not None and node in (taken := _taken(function, class_)):
            called = (class_.name, "__init__") if class_ and function.name == "__init__" else (function.name,)
            module = parameter.site.module
            outside = "" if self._owns(module) else module.name.partition(".")[0]
            for call, site in self._calls_of(outside, *called):
                receiver = [one.id for one in call.args[:1] if isinstance(one, ast.Name)]
                is_unbound = receiver == [function.parameters[0].name]
                parameters = function.parameters if is_unbound else taken  # `Base.f(self, …)`
                given = None if node.kind.startswith("var") else argument_of(call, parameters, node.name)
                is_own = given is not None and last_name(call.func) in called
                yield from ((one, site) for one in ([given] if is_own else call.args) if one is not None)

    @memoized
    def _calls_of(self, package: str, *names: str) -> Sequence[tuple[ast.Call, Site]]:
        """The calls of what has one of `names`, by or around another call, in the project or the `package`."""
        word = frozenset({names[0].encode()})
        speaking = (self._calls_in(one) for one in self._near(package) if one.contents.speaks_of(word))
        return [call for calls in speaking for name in names for call in calls.get(name, ())]

    @memoized
    def _near(self, package: str) -> Sequence[Module]:
        """The modules of the project, and of a package outside of it."""
        named = self._imports.named
        return [one for one in named if one.name.partition(".")[0] == package or self._owns(one)]

    @memoized
    def _calls_in(self, module: Module) -> Mapping[str, Sequence[tuple[ast.Call, Site]]]:
        """The calls of a module by the names of what they call, make it of, and are given."""
        found = defaultdict[str, list[tuple[ast.Call, Site]]](list)
        for call, site in expressions_of(module, ast.Call):
            made = call.func.args if isinstance(call.func, ast.Call) else []
            for name in {*map(last_name, (call.func, *call.args, *made))}:
                found[name].append((call, site))
        return found


def _taken(function: Function, class_: Class | None) -> Sequence[Parameter]:
    """The parameters that calls of `function` give: of a method of the class all but the first."""
    is_method = class_ is not None and class_.scope.bindings.get(function.name) is function
    is_bound = is_method and not any(one.endswith("staticmethod") for one in function.decorator_texts)
    return function.parameters[is_bound:]


@dataclass(frozen=True, slots=True)
class _Calls:
    """The names that the statements of a module may call, and those in each of its functions and classes."""

    called: frozenset[str]
    inside: Mapping[str, frozenset[str]]


_MOST_CALLERS = 40
"""How many functions around calls of one are looked for: what is called all over a program is no way to a server."""

FunctionKey: TypeAlias = tuple[Module, str]
"""A function by its name, whatever it stands in; one that makes an object by the name of its class."""


class CalledFunctions:
    """The names of what is called where modules are imported: in their statements, or in functions that these call."""

    def __init__(self, imports: Imports) -> None:
        self._imports = imports

    @memoized
    def __contains__(self, name: str) -> bool:
        """Whether a statement of a module may call something of that name, or one of the functions around its calls."""
        names = [name]
        for one in names:  # which grow
            speaking = [module.contents.late(_calls) for module in _speaking(one, self._imports.named)]
            if any(one in calls.called for calls in speaking):
                return True
            around = (outer for calls in speaking for outer, inner in calls.inside.items() if one in inner)
            names += dict.fromkeys(outer for outer in around if outer not in names)
        return False

    @memoized
    def may_run(self, function: FunctionKey, others: frozenset[FunctionKey]) -> bool:
        """Whether one of `others` is a function, or may run it; so are all where too many do to look for."""
        callers = self._callers(function)
        return callers is None or not callers.isdisjoint(others)

    def may_both_run(self, function: FunctionKey, other: FunctionKey) -> bool:
        """Whether one function may run both, such as a `main` that only a script runs."""
        callers = self._callers(other)
        return callers is None or self.may_run(function, callers)

    @memoized
    def _callers(self, function: FunctionKey) -> frozenset[FunctionKey] | None:
        """The functions that may run a function, and this itself; None where there are too many."""
        found, pending = {function: None}, [function]
        while pending and len(found) < _MOST_CALLERS:
            new = dict.fromkeys(one for one in self._around(*pending.pop(0)) if one not in found)
            found |= new
            pending += new
        return None if pending else frozenset(found)

    def _around(self, module: Module, name: str) -> Iterator[FunctionKey]:
        """The functions around calls of what `module` has by a name, in it and where its own name stands."""
        for one in _speaking(name, {module, *self._imports.speaking(module.name.rpartition(".")[2])}):
            yield from ((one, outer) for outer, inner in one.contents.late(_calls).inside.items() if name in inner)


def _speaking(name: str, modules: Iterable[Module]) -> Iterator[Module]:
    """Those of `modules` in which a name stands."""
    word = frozenset({name.encode()})
    return (one for one in modules if one.contents.speaks_of(word))


def _calls(body: Sequence[ast.stmt]) -> _Calls:
    names = (mentioned(one) for one in body if not (isinstance(one, ast.If) and is_main(one.test)))
    return _Calls(frozenset[str]().union(*names), definitions(body))
