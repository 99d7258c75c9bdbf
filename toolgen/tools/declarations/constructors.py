"""What the methods of a class that is a tool say of it when they run: its `__init__` to the one above, and by the
attributes that it sets, and the one by which a model is told of the tool, `_get_declaration`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from itertools import takewhile

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.arguments import Arguments
from toolgen.evaluation.comparing import is_same
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.folding.faults import FAULTS, NotConstantError
from toolgen.evaluation.folding.values import Unknown, Value
from toolgen.evaluation.functions import FunctionValue
from toolgen.evaluation.names.bodies import entered, nodes_in
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Defined, External, Site
from toolgen.evaluation.outcomes import Outcome, Outcomes
from toolgen.evaluation.stand_ins import class_and_attributes
from toolgen.frameworks import ToolClass
from toolgen.frameworks.google_adk import DeclaringClass
from toolgen.syntax.bodies import statements
from toolgen.syntax.expressions import parse_expression
from toolgen.syntax.facts import Expression, Function, Parameter
from toolgen.syntax.nodes import own_nodes
from toolgen.tools.declarations.declaration import arguments_of


class Constructors:
    """Reads what `__init__` says; what hangs on its arguments is among the `diagnostics`."""

    def __init__(self, evaluator: Evaluator, outcomes: Outcomes, diagnostics: list[Diagnostic]) -> None:
        self._evaluator = evaluator
        self._names = evaluator.names
        self._outcomes = outcomes
        self._diagnostics = diagnostics

    def said(self, symbol: Defined, made: ToolClass, said: Mapping[str, ExpressionRef]) -> dict[str, ExpressionRef]:
        """What an `__init__` of the project says in `super().__init__(…)` or sets, beside what the class `said`."""
        match self._names.attribute(symbol, "__init__"):
            case Defined(node=Function() as initializer, site=site) if self._names.project.owns(site.module):
                pass
            case _:
                return {}
        given: dict[str, ExpressionRef] = {}
        for call, inner in nodes_in(initializer, site):
            above = _above(call, initializer)
            given |= _given(above, inner, made) if above is not None and self._is_of_tools(above.func, inner) else {}
        given |= self._set(initializer, site)
        arguments = {made.attributes[name]: value for name, value in given.items() if name in made.attributes}
        if _says_more(initializer, site, made):
            arguments |= self._followed(symbol, (initializer, site), made, {**said, **arguments})
        return arguments

    def _is_of_tools(self, constructor: ast.expr, site: Site) -> bool:
        """Whether it is what `super()` gives, or that of a class of tools, and not of another beside it."""
        match constructor:
            case ast.Attribute(value=ast.Name() | ast.Attribute() as class_):
                return self._names.is_below(self._names.evaluate(class_, site), self._names.dialects.bases)
            case _:
                return True

    def _followed(
        self, symbol: Defined, initializer: tuple[Function, Site], made: ToolClass, said: Mapping[str, ExpressionRef]
    ) -> Iterator[tuple[str, ExpressionRef]]:
        """What the `initializer` sets beside what was `said`, as without arguments where it hangs on them (TG235)."""
        paths, ref = self._paths(symbol, made), named(*initializer)
        usual = self._paths(symbol, made, has_defaults=True)
        for name in (one for one in made.attributes if any(one in path for path in paths)):
            argument, value = made.attributes[name], _common(paths, name)
            is_left = value is None and argument in said and all(name not in path for path in usual)
            if value is None and (is_left or (value := _common(usual, name))):
                shown = repr(value[0]) if value else ast.unparse(said[argument].node)
                given = "`, `".join(one.name for one in initializer[0].parameters[1:])
                self._diagnostics.append(diagnose("TG235", ref.span(), argument=name, text=given, value=shown))
            if not is_left and (value or argument in said or argument != "name"):
                yield argument, replace(ref, value=value)

    def _paths(self, symbol: Defined, made: ToolClass, *, has_defaults: bool = False) -> list[Mapping[str, Value]]:
        """The attributes of an object on each path that was followed; all of `made` unknown where none was."""
        outcomes = self._outcomes.of_constructor(symbol, has_defaults=has_defaults)
        found = [one for one in outcomes if isinstance(one.result, dict)]
        unknown = Unknown(ast.Name("_"))
        if outcomes and not found:
            return [dict.fromkeys(made.attributes, unknown)]
        return [dict.fromkeys(one.result, unknown) if one.is_mixed else one.result for one in found]

    def _set(self, initializer: Function, site: Site) -> dict[str, ExpressionRef]:
        """The attributes that a statement of `initializer` itself sets, but to what it is given."""
        body = entered(initializer, site)
        if body is None or not initializer.parameters:
            return {}
        node, inner = body
        found: dict[str, ExpressionRef] = {}
        for statement in statements(node):
            match statement:
                case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=receiver), attr=name)], value=value) if (
                    receiver == initializer.parameters[0].name
                ):
                    within = site.module.contents.source.expression(value)
                    found[name] = ExpressionRef(parse_expression(within.text), within, inner)
        return {name: value for name, value in found.items() if not self.is_parameter(value)}

    def initialized(self, symbol: Defined, made: ToolClass) -> Iterator[tuple[str, ExpressionRef]]:
        """What an object has after its `__init__`, if the name is known then, and no class below may change it."""
        initializer = self._names.attribute(symbol, "__init__")
        is_base = bool(self._evaluator.subclasses.overridden(symbol))
        if is_base or not isinstance(initializer, Defined) or not isinstance(initializer.node, Function):
            return
        found = [one.result for one in self._outcomes.of_constructor(symbol)]
        if not any(isinstance(one, Unknown) for one in found):  # on a path that was not followed to its end
            yield from agreed(found, made, named(initializer.node, initializer.site))

    def is_open(self, name: ExpressionRef | None) -> bool:
        """Whether only following a constructor may tell the `name` that it gives: `"f_" + self.key`."""
        try:
            return name is not None and not self._evaluator.constant(name.node, name.site)
        except NotConstantError:
            return True

    def is_parameter(self, ref: ExpressionRef | None) -> bool:
        """Whether an argument is what whoever makes the object says."""
        symbol = None if ref is None else self._names.evaluate(ref.node, ref.site)
        return isinstance(symbol, Defined) and isinstance(symbol.node, Parameter)


def agreed(
    paths: Sequence[Mapping[str, Value]], made: ToolClass, ref: ExpressionRef
) -> Iterator[tuple[str, ExpressionRef]]:
    """The arguments that the attributes of `made` are on all paths, if the name is known; `ref` for what is not."""
    said = [name for name in made.attributes if any(name in one for one in paths)]
    if any(isinstance(one.get("name"), Unknown | None) for one in paths):
        return
    for name in said:
        yield made.attributes[name], replace(ref, value=_common(paths, name))


def _common(paths: Sequence[Mapping[str, Value]], name: str) -> tuple[Value] | None:
    """What all paths leave under a name, in a tuple; None where that is not known."""
    first, *others = (path.get(name, Unknown(ast.Name(name))) for path in paths)
    return None if isinstance(first, Unknown) or not all(is_same(one, first) for one in others) else (first,)


def _says_more(initializer: Function, site: Site, made: ToolClass) -> bool:
    """Whether one has to follow `initializer` to know what it says: it changes what it hands on, or sets otherwise."""
    body = entered(initializer, site)
    own = [] if body is None else statements(body[0])
    plain = [target for one in own if isinstance(one, ast.Assign) for target in one.targets]
    nodes = [*own_nodes(own)]
    rest = next((one.name for one in initializer.parameters if one.kind == "var_keyword"), "")
    above = filter(None, (_above(one, initializer) for one in nodes))
    spread = [key.value for one in above for key in one.keywords if key.arg is None]
    uses = [one for one in nodes if isinstance(one, ast.Name) and one.id == rest]
    is_changed = bool(spread) and (len(uses) > len(spread) or any(one not in uses for one in spread))
    return is_changed or any(_sets(one, initializer, made) for one in nodes if one not in plain)


def _sets(node: ast.AST, initializer: Function, made: ToolClass) -> bool:
    """Whether `node` sets something that the object says of its tool."""
    match node:
        case ast.Attribute(value=ast.Name(id=owner), attr=name, ctx=ast.Store()):
            return name in made.attributes and owner in [one.name for one in initializer.parameters[:1]]
        case ast.Call(func=ast.Name(id="setattr"), args=[ast.Name(id=owner), *_]):
            return owner in [one.name for one in initializer.parameters[:1]]
        case _:
            return False


def _above(node: ast.AST, initializer: Function) -> ast.Call | None:
    """The call of the constructor above that `node` is, without the object: `Base.__init__(self, …)` gives that."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr="__init__")):
            return node
        case ast.Call(ast.Attribute(attr="__init__"), [ast.Name(id=receiver), *arguments], keywords) if receiver in [
            one.name for one in initializer.parameters[:1]
        ]:
            return ast.copy_location(ast.Call(node.func, arguments, keywords), node)
        case _:
            return None


def _given(call: ast.Call, site: Site, made: ToolClass) -> dict[str, ExpressionRef]:
    """The arguments of a constructor by their names, but for those that `*` and `**` stand for."""
    before = [*takewhile(lambda one: not isinstance(one, ast.Starred), call.args)]
    named = [one for one in call.keywords if one.arg]
    written = ast.Call(call.func, before, named)
    within = Expression(ast.unparse(written), call.lineno, call.col_offset + 1)
    node = parse_expression(within.text)
    arguments = (arguments_of(node, within, site) if isinstance(node, ast.Call) else None) or Arguments()
    return {name: one.ref for name, one in arguments.named(made.positional).items() if one.ref is not None}


def named(method: Function, site: Site) -> ExpressionRef:
    span = site.name_span(method)
    return ExpressionRef(parse_expression(method.name), Expression(method.name, span.line, span.column), site)


def told_of(symbol: Defined, made: DeclaringClass, outcomes: Outcomes) -> Sequence[Mapping[str, Value]] | None:
    """What a model is told of objects of `symbol`, on each path: nothing where unknown, None where it never is."""
    found = outcomes.of_constructor(symbol, made.declaring)
    if found and all(isinstance(one.result, tuple) and one.result[1] is None for one in found):
        return None
    return [_told(one, made) for one in found]


def _told(outcome: Outcome, made: DeclaringClass) -> Mapping[str, Value]:
    """What one path tells, if that is of the name by which the framework finds the object."""
    if not outcome.is_all or outcome.is_mixed:
        return {}
    attributes, declared = outcome.result
    class_name, given = class_and_attributes(declared)
    if class_name != made.declaration or not is_same(given.get("name"), attributes.get("name")):
        return {}
    try:
        return made.told({name: _plain(value, made) for name, value in given.items() if value is not None})
    except FAULTS:
        return {}


def _plain(value: Value, made: DeclaringClass) -> Value:
    """`value` with dictionaries in the place of the objects in it which stand for such, and names of their members."""
    class_name, given = class_and_attributes(value)
    if class_name in made.types:
        value = given
    match value:
        case External(name=name) if name.rpartition(".")[0] in made.types:
            return name.rpartition(".")[2]
        case Enum():
            return value.value
        case Mapping():
            return {name: _plain(one, made) for name, one in value.items()}
        case list() | tuple():
            return [_plain(one, made) for one in value]
    return value


def called_with_all(method: FunctionValue, made: DeclaringClass) -> FunctionValue | None:
    """The `method` with the parameters that the framework gives something, None where it does not take these."""
    given = {made.taken, *made.supplies}
    first, others = method.facts.parameters[:1], method.facts.parameters[1:]
    taken = tuple(one for one in others if one.name in given)
    if len(taken) < len(given):
        return None
    return replace(method, facts=method.facts._replace(parameters=(*first, *taken)))
