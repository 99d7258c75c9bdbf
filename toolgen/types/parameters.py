"""Type variables: what makes a name one, what it stands for, and which of them a class or an alias has.

Source: the typing specification, <https://typing.python.org/en/latest/spec/generics.html>.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import MAX_ALIASES, Defined, Names, Site, Symbol
from toolgen.syntax.expressions import is_literal, keyword, parse_expression, parsed
from toolgen.syntax.facts import Assignment, Class, Expression, Scope, TypeParameter
from toolgen.types.external_names import called, external_name
from toolgen.types.known.markers import CONSTRAINED

_VARIABLES = frozenset({"typing.ParamSpec", "typing.TypeVar", "typing.TypeVarTuple"})
_PARAMETRIZED = frozenset({"typing.Generic", "typing.Protocol"})


@dataclass(frozen=True, slots=True)
class TypeVariable:
    """A type parameter by the dotted name of what it is bound to.

    `choices` are its bound, or its constraints. `is_single` tells a `TypeVar` from those that stand for several types.
    """

    name: str
    choices: tuple[ExpressionRef, ...] = ()
    default: ExpressionRef | None = None
    is_single: bool = True


def type_variable(symbol: Symbol | None, names: Names) -> TypeVariable | None:
    """The type variable that `symbol` is: declared in brackets (PEP 695), or by a call of `TypeVar`."""
    if not isinstance(symbol, Defined):
        return None
    if isinstance(symbol.node, TypeParameter):
        return _declared(symbol, symbol.node)
    found = _call(symbol, names)
    return None if found is None or found[0] not in _VARIABLES else _called(symbol, *found)


def _declared(symbol: Defined, node: TypeParameter) -> TypeVariable:
    bound, default = (ExpressionRef.of(part, symbol.site) for part in (node.bound, node.default))
    choices: tuple[ExpressionRef, ...] = () if bound is None else (bound,)
    if bound is not None and isinstance(bound.node, ast.Tuple):
        choices = tuple(map(bound.part, bound.node.elts))
    return TypeVariable(symbol.name, choices, default, node.kind == "TypeVar")


def _called(symbol: Defined, function: str, call: ast.Call, made: ExpressionRef) -> TypeVariable:
    bound, default = keyword(call, "bound"), keyword(call, "default")
    choices = [*call.args[1:], *([] if bound is None or is_literal(bound, None) else [bound])]
    given = None if default is None else made.part(default)
    return TypeVariable(symbol.name, tuple(map(made.part, choices)), given, function == "typing.TypeVar")


def named_alias(symbol: Defined, names: Names) -> ExpressionRef | None:
    """What an alias with a name of its own stands for: a `type` statement, or a call of `TypeAliasType` (PEP 695)."""
    if isinstance(symbol.node, Assignment) and symbol.node.is_type:
        return ExpressionRef.assigned(symbol)
    found = _call(symbol, names)
    if found is None or found[0] != "typing.TypeAliasType":
        return None
    _, call, made = found
    value = call.args[1] if len(call.args) > 1 else keyword(call, "value")
    return None if value is None else made.part(value)


def is_importable(symbol: Defined) -> bool:
    """Whether the name of a class or alias imports it: of aliases that means nothing else here."""
    scopes = [scope for scope in symbol.site.scopes if scope.kind != "type_parameters"]
    is_only = symbol.name.rpartition(".")[2] not in scopes[-1].history
    return isinstance(symbol.node, Class) or (is_only and all(scope.kind != "function" for scope in scopes))


def alias_value(symbol: Defined, names: Names) -> ExpressionRef | None:
    """What an alias stands for: what is assigned, the supertype of a `NewType`; None for what can be no type."""
    value = ExpressionRef.assigned(symbol)
    match value and value.node:
        case ast.Call() as call if value is not None:
            function = external_name(call.func, symbol.site, names)
            supertype = call.args[1] if len(call.args) > 1 else keyword(call, "tp")
            if function == "typing.NewType" and supertype is not None:
                return value.part(supertype)
            return value if function in CONSTRAINED else None
        case ast.Subscript(value=ast.Call()):
            return None
        case ast.Constant(value=str() | int()):
            return value if _is_declared(symbol, names) else None
        case _:
            return value


def is_whole_value(symbol: Defined, value: ExpressionRef) -> bool:
    """Whether an alias is all that is assigned, rather than the supertype of a `NewType`."""
    is_assigned = isinstance(symbol.node, Assignment) and symbol.node.value == value.within
    return is_assigned and value.node is parsed(value.within.text)


def _is_declared(symbol: Defined, names: Names) -> bool:
    """Whether the alias has the annotation `TypeAlias` (PEP 613), so that its value may be a forward reference."""
    annotation = ExpressionRef.of(symbol.node.annotation, symbol.site) if isinstance(symbol.node, Assignment) else None
    return annotation is not None and external_name(annotation.node, symbol.site, names) == "typing.TypeAlias"


def renamed(symbol: Symbol | None, names: Names) -> Symbol | None:
    """What `symbol` is another name of, if it is an alias like `Items = list`; itself if not."""
    for _ in range(MAX_ALIASES):
        value = ExpressionRef.assigned(symbol)
        is_type = isinstance(symbol, Defined) and isinstance(symbol.node, Assignment) and symbol.node.is_type
        if value is None or is_type or not isinstance(value.node, ast.Name | ast.Attribute):
            break
        symbol = names.evaluate(value.node, value.site)
    return symbol


def type_parameters(symbol: Defined, names: Names) -> list[TypeVariable]:
    """The type variables of a class or alias, in the order in which arguments are given for them."""
    found = (type_variable(one, names) for one in _parameters(symbol, names))
    return list({one.name: one for one in found if one is not None}.values())


def parameter_count(symbol: Defined, names: Names) -> int:
    """How many type parameters the class or alias has for a type checker: none, if it subscribes none of its bases."""
    node = symbol.node
    is_generic = isinstance(node, Class) and any("[" in base.text for base in node.bases)
    if not is_generic and getattr(node, "type_parameters", None) is None and isinstance(node, Class):
        return 0
    return len(type_parameters(symbol, names))


def _parameters(symbol: Defined, names: Names) -> Iterator[Symbol | None]:
    match symbol.node:
        case Class(type_parameters=Scope() as scope) | Assignment(type_parameters=Scope() as scope):
            yield from (names.lookup(name, symbol.site) for name in scope.bindings)
        case Class():
            yield from _of_bases(symbol, symbol.node, names)
        case Assignment(value=Expression() as value):
            found = _call(symbol, names)
            listed = keyword(found[1], "type_params") if found else None
            yield from _variables(listed or parse_expression(value.text), symbol.site, names, set())


def _of_bases(symbol: Defined, node: Class, names: Names) -> Iterator[Symbol | None]:
    """`Generic[…]` lists the parameters; without it they are the variables among the arguments of all bases."""
    bases = [parse_expression(base.text) for base in node.bases]
    subscripted = [base for base in bases if isinstance(base, ast.Subscript)]
    for base in subscripted:
        if external_name(base.value, symbol.site, names) in _PARAMETRIZED:
            subscripted = [base]
    for base in subscripted:
        yield from _variables(base.slice, symbol.site, names, set())
    if not subscripted:  # a model without arguments for its base has the parameters of that
        for found in names.bases(symbol):
            yield from _parameters(found, names) if isinstance(found, Defined) else ()


def _variables(node: ast.expr, site: Site, names: Names, seen: set[int]) -> Iterator[Symbol | None]:
    """The type variables in an annotation, and of the bare aliases that it names, which are `seen` once."""
    match node:
        case ast.Constant(value=str(text)):
            inner = parsed(text)
            yield from () if inner is None else _variables(inner, site, names, seen)
        case ast.BinOp(left=left, right=right):
            yield from _variables(left, site, names, seen)
            yield from _variables(right, site, names, seen)
        case ast.Subscript(value=value, slice=inside) if external_name(value, site, names) != "typing.Literal":
            yield from _variables(inside, site, names, seen)
        case ast.Tuple(elts=items) | ast.List(elts=items):
            for item in items:
                yield from _variables(item, site, names, seen)
        case ast.Starred(value=value):
            yield from _variables(value, site, names, seen)
        case ast.Name() | ast.Attribute():
            yield from _named(names.evaluate(node, site), names, seen)


def _named(symbol: Symbol | None, names: Names, seen: set[int]) -> Iterator[Symbol | None]:
    if type_variable(symbol, names) is not None:
        yield symbol
        return
    if isinstance(symbol, Defined) and named_alias(symbol, names) is None and id(symbol.node) not in seen:
        seen.add(id(symbol.node))
        value = alias_value(symbol, names)
        yield from _variables(value.node, symbol.site, names, seen) if value is not None else ()


def _call(symbol: Defined, names: Names) -> tuple[str, ast.Call, ExpressionRef] | None:
    """The call of a function of a library that `symbol` is bound to: `T = TypeVar("T")`."""
    value = symbol.node.value if isinstance(symbol.node, Assignment) else None
    name, call = called(value, symbol.site, names)
    return None if call is None or value is None else (name, call, ExpressionRef(call, value, symbol.site))
