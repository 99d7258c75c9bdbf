"""Calls of what declares tools: what they register, and with which functions."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from toolgen.evaluation.arguments import Argument, Arguments
from toolgen.evaluation.component import Component
from toolgen.evaluation.folding.values import Choice, Unknown, Value
from toolgen.evaluation.function_sets import FunctionSet, functions_in
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.names.lookup import Defined, External, Site
from toolgen.evaluation.paths import ExecutionPath
from toolgen.evaluation.stand_ins import MarkerUse, Partial, Registered, Registration, class_and_attributes
from toolgen.evaluation.targets import set_attribute
from toolgen.frameworks import Declarator, ToolMarker
from toolgen.syntax.function_attributes import INSPECTED

_NOTHING = Arguments()


class Registering(Component):
    """Records what calls register, on the path that is followed."""

    @property
    def _path(self) -> ExecutionPath:
        path = self._evaluator.path
        if not isinstance(path, ExecutionPath):
            raise TypeError  # a constant registers nothing
        return path

    def marked(self, origin: tuple[ast.expr, Site], arguments: Arguments) -> Value | None:
        """What a call of `origin` gives, where that declares tools; None where it does not."""
        return self._declared(*self._evaluator.markers.meanings(*origin), arguments)

    def named(self, name: str, arguments: Arguments) -> Value | None:
        """The same of what has the qualified `name`."""
        dialects = self._evaluator.names.dialects
        return self._declared(dialects.decorators.by_name.get(name), dialects.calls.by_name.get(name), arguments)

    def _declared(self, decorator: ToolMarker | None, call: ToolMarker | None, arguments: Arguments) -> Value | None:
        if decorator is not None:
            return self._mark(decorator, arguments)
        takes_functions = call is not None and (call.declarator.functions or call.declarator.lists)
        return self._given(call, arguments) if call is not None and takes_functions else None

    def made(self, class_: Defined, instance: Value, arguments: Arguments) -> None:
        """An object of a class is a tool where it has a name; one whose name is not known is of no known function."""
        path, names, marker = self._path, self._evaluator.names, self._evaluator.markers.constructor(class_)
        attributes = class_and_attributes(instance)[1]
        if marker is None or attributes.get("name") is None:
            return
        methods = (names.attribute(class_, one) for one in names.dialects.bases[marker.name][1].methods)
        function = next(filter(None, map(self._evaluator.functions.of, methods)), None)
        is_known = function is not None and isinstance(path.known(attributes["name"]), str)
        given = {id(one.value): one for one in arguments.keywords.values()}
        said = {name: given.get(id(value), Argument(value)) for name, value in attributes.items()}
        path.budget.grow()
        value = function if is_known else Unknown(ast.Name("_"))
        path.registered.append(Registration(marker, value, Arguments((), said), path.entry, class_=class_))

    def used(self, use: MarkerUse, arguments: Arguments) -> Value:
        """A decorator that was called with its own arguments is given its function."""
        return self._decorate(use.marker, arguments, use.arguments)

    def discarded(self, value: Value) -> None:
        """What a decorator gives to its own arguments is not used: it had no sense but for a function, if not known."""
        match value:
            case MarkerUse(arguments=Arguments(positional=[Argument(value=Unknown() | External() | Partial()), *_])):
                self._decorate(value.marker, value.arguments, _NOTHING)
            case list():
                for part in value:
                    self.discarded(part)

    def _mark(self, marker: ToolMarker, arguments: Arguments) -> Value:
        """A call of a dialect's decorator: with a function, as in `@mcp.tool`, or before it is given one."""
        self._path.marked.append(marker.dialect)
        given = arguments.named(marker.declarator.positional)
        functions = (given[name].value for name in marker.declarator.functions if name in given)
        if any(not isinstance(one, str | None) for one in functions):  # `tool("name", function)`, `tool(func=function)`
            return self._given(marker, arguments)
        first = next(iter(marker.declarator.positional), "")
        if not arguments.positional and first in arguments.keywords:  # `tool(name_or_callable=function)`
            others = {name: one for name, one in arguments.keywords.items() if name != first}
            arguments = replace(arguments, positional=(arguments.keywords[first],), keywords=others)
        if arguments.positional and self._is_function(arguments.positional[0].value):
            return self._decorate(marker, arguments, _NOTHING)
        return MarkerUse(marker, arguments)

    def _is_function(self, value: Value) -> bool:
        if isinstance(value, Choice):
            return any(map(self._is_function, value.options))
        return isinstance(value, Registered) or self._evaluator.functions.of(value) is not None

    def _decorate(self, marker: ToolMarker, arguments: Arguments, given: Arguments) -> Value:
        """A decorator is given its function, which stands first; its own arguments are those `given` before it."""
        function, *rest = arguments.positional or (Argument(Unknown(ast.Name("_"))),)
        registered = self._register(marker, function, given + replace(arguments, positional=tuple(rest)))
        if marker.declarator.convention.is_factory:
            return replace(registered, name=self._name(marker, function.value, given))
        return registered

    def _name(self, marker: ToolMarker, factory: Value, given: Arguments) -> str:
        """The name of the tool that `factory` makes: what the decorator is given for it, or the factory's own."""
        known = marker.declarator.arguments
        named = (one.value for key, one in given.keywords.items() if known.get(key) == "name")
        function = self._evaluator.functions.of(factory)
        own = "" if function is None else function.name
        return next((name for name in named if isinstance(name, str)), own)

    def _given(self, marker: ToolMarker, arguments: Arguments) -> Value | None:
        """A call that takes its functions among the arguments, one or in collections; None where it is given none."""
        declarator = marker.declarator
        keywords = arguments.named(declarator.positional)
        named = [(at, name) for at, name in enumerate(declarator.functions) if name in keywords]
        functions = [_called(keywords.pop(name), at > 0) for at, name in named]
        functions = [one for one in functions if one.value is not None]
        rest = Arguments((), keywords, arguments.rest)
        if functions and declarator.transforms:
            functions[0], rest = self._transformed(declarator, functions[0], rest)
        registered = self._register(marker, functions[0], rest) if functions else Registered(Unknown(ast.Name("_")))
        collections = [*self._collections(declarator, arguments, keywords)]
        for items in collections:
            for item in (*items.functions, *items.unknown):
                self._register(marker, Argument(item), Arguments((), keywords))
        if not functions and not collections:
            return None  # a server or an agent that has no tools yet
        return registered

    def _transformed(self, declarator: Declarator, tool: Argument, given: Arguments) -> tuple[Argument, Arguments]:
        """The function of a tool of which another is made, and what is said of that: what is `given`, or as before."""
        made = tool.value.made if isinstance(tool.value, Registered) else None
        if not declarator.transforms.isdisjoint(given.keywords):
            return Argument(Unknown(ast.Name("_"))), given
        if made is None:
            return tool, given
        if tool.ref is not None and isinstance(tool.ref.node, ast.Call) and made in self._path.registered:
            self._path.registered.remove(made)  # nobody else has it
        return Argument(made.function, tool.ref), made.arguments + given

    def _collections(
        self, declarator: Declarator, arguments: Arguments, keywords: Mapping[str, Argument]
    ) -> Iterator[FunctionSet]:
        """The functions in the collections that a call is given: `Agent(tools=[f, g])`, `Toolkit(f, g)`."""
        lists = [found for name in declarator.lists if (found := _entry(name, keywords)) is not None]
        lists += [[one.value for one in arguments.positional]] if declarator.is_variadic else []
        parts = [functions_in(one, self._evaluator) for one in lists]
        pairs = [keywords[name].value for name in declarator.selection.pairs if name in keywords]
        parts += [*self._paired(pairs, parts)]
        included = self._texts(keywords.get(declarator.selection.included))
        excluded = self._texts(keywords.get(declarator.selection.excluded))
        for part in parts:
            kept = (one for one in part.functions if not included or one.name in included)
            yield replace(part, functions=tuple(one for one in kept if one.name not in excluded))

    def _paired(self, pairs: Iterable[Value], lists: Iterable[FunctionSet]) -> Iterator[FunctionSet]:
        """The functions in collections of pairs whose names the `lists` have not."""
        known = {function.name for part in lists for function in part.functions}
        for part in (functions_in(one, self._evaluator) for one in pairs):
            # Pairs that are not known are those of the lists once more.
            functions = tuple(one for one in part.functions if one.name not in known)
            yield replace(part, functions=functions, unknown=() if known else part.unknown)

    def _texts(self, argument: Argument | None) -> tuple[str, ...]:
        """The names in a collection of constants; none where it is not known, as for a parameter."""
        found = FunctionSet() if argument is None else functions_in(argument.value, self._evaluator)
        return () if found.unknown else found.texts

    def _register(self, marker: ToolMarker, function: Argument, arguments: Arguments) -> Registered:
        path = self._path
        path.budget.grow()
        path.marked.append(marker.dialect)
        given, value = None if path.depth else function.ref, self._as_set(path.known(function.value))
        if self._is_shown_otherwise(value):
            value = Unknown(ast.Name("_"))
        path.registered.append(Registration(marker, value, arguments, path.entry, given))
        around = value.function if isinstance(value, Registered) else value  # not around each other, a thousand deep
        return Registered(around, made=path.registered[-1])

    def _as_set(self, value: Value) -> Value:
        """`value`; a function of a module as the path has set what it says of itself."""
        node, attributes = getattr(value, "node", None), self._path.attributes
        said = [name for name in INSPECTED if (id(node), name) in attributes] if attributes else []
        function = self._evaluator.functions.of(value) if said else None
        for name in () if function is None else said:
            set_attribute(self._evaluator, function, name, attributes[id(node), name][1])
        return value if function is None else function

    def _is_shown_otherwise(self, value: Value) -> bool:
        """Whether something changes what a function says of itself that is not seen from its `def`, nor on the path."""
        function, changes = self._evaluator.functions.of(value), self._evaluator.outside_changes
        if function is None or (function.name, function.docstring) != (function.facts.name, function.facts.docstring):
            return False
        return changes.describe(function.symbol, INSPECTED.difference(function.attributes))


def _called(argument: Argument, is_awaited: bool) -> Argument:
    """A function as the framework calls it: of a lambda whose result `is_awaited` the body does not tell."""
    is_made = is_awaited and isinstance(argument.value, FunctionValue)
    return argument._replace(value=replace(argument.value, is_async=True)) if is_made else argument


def _entry(name: str, keywords: Mapping[str, Argument]) -> Value | None:
    """The collection that is the argument `name`, or an entry of one: `config.tools` is `config["tools"]`."""
    argument, _, entry = name.partition(".")
    value = keywords[argument].value if argument in keywords else None
    return value.get(entry) if entry and isinstance(value, dict) else None if entry else value
