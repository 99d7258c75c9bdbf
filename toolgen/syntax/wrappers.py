"""Functions and classes that stand around what declares tools: `def my_tool(**kw): return mcp.tool(**kw)`."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from operator import attrgetter
from typing import NamedTuple

from toolgen.syntax.nodes import (
    FunctionDef,
    named_defaults,
    names_in,
    parameters_of,
    reachable_functions,
    statements_in,
    stored_in,
    walk,
)

CONSTRUCTING = ("as_", "from_")
"""What the names of methods begin with that make a tool of what they are given: `StructuredTool.from_function(f)`."""
_IMPLICIT = frozenset({"__call__", "__enter__", "__init__", "__init_subclass__", "__new__", "__post_init__"})
"""Methods that run where the name of their class is called, or its objects are used."""


class Reachable(NamedTuple):
    """A function or class that other modules can reach, by what it returns, assigns, or calls with a parameter.

    `free` are names that it does not bind, and attributes of these; `local` are attributes of what it binds; `others`
    are those of anything else. Where it `keeps` what it decorates, that is put into a collection as it is. `bases` are
    the names of a class's bases: making a toolkit of a framework declares nothing that its own class does not.
    `assigned` are those of the free names whose results are assigned and no more: what a function of the project gives
    is seldom a decorator then.
    """

    name: str
    line: int
    free: frozenset[str]
    local: frozenset[str]
    others: frozenset[str]
    keeps: bool = False
    bases: frozenset[str] = frozenset()
    assigned: frozenset[str] = frozenset()

    def declares(self, words: Collection[str], known: Collection[str]) -> bool:
        """Whether one of `words` is among these names, or one of the functions `known` of this or another module."""
        if not (self.free.isdisjoint(words) and self.others.isdisjoint(words)):
            return True
        if not (self.free.difference(self.assigned).isdisjoint(known) and self.bases.isdisjoint(known)):
            return True
        return not self.local.difference(known).isdisjoint(words)


def reachable(tree: ast.Module) -> tuple[Reachable, ...]:
    """The functions of a file that may be used as decorators of tools, whatever words these are declared with."""
    found = [*map(_reachable, reachable_functions(tree.body)), *map(_made, _classes(tree.body))]
    return tuple(one for one in found if one.free or one.local or one.others or one.bases)


def wrapping(functions: Sequence[Reachable], words: Collection[str], known: Collection[str]) -> list[Reachable]:
    """Those of `functions` that may be used as decorators of tools.

    Such a function returns what one of `words` gives, or calls it with a parameter; or it does so with one of those
    that are `known`, in this file or another. What the names mean is not looked up.
    """
    found, names, pending = list[Reachable](), set[str](), {*known}
    while True:
        callers = () if found else words
        declaring = [one for one in functions if one.name not in names and one.declares(callers, pending)]
        if not declaring:
            return found
        found += sorted(declaring, key=attrgetter("name"))
        pending = {one.name for one in declaring}
        names |= pending


def wrappers(
    tree: ast.Module, functions: Sequence[Reachable], words: Collection[str], known: Collection[str]
) -> Mapping[str, tuple[str, ...]]:
    """Those of `functions` that are `wrapping`, and what may declare tools of all that they call, as it is written."""
    found = wrapping(functions, words, known)
    named = {*known, *(one.name for one in found)}
    nodes = {node.lineno: node for node in (*reachable_functions(tree.body), *_classes(tree.body))} if found else {}
    parts: dict[str, list[str]] = {}
    for one in found:
        parts.setdefault(one.name, []).extend(map(ast.unparse, _callees(nodes[one.line], words, named)))
    return {name: tuple(dict.fromkeys(callees)) for name, callees in parts.items()}


def _classes(body: Iterable[ast.stmt]) -> Iterator[ast.ClassDef]:
    """The classes of a file that other modules can reach."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield node
            yield from _classes(node.body)


def _implicit(class_: ast.ClassDef) -> list[FunctionDef]:
    return [node for node in class_.body if isinstance(node, FunctionDef) and node.name in _IMPLICIT]


def _made(class_: ast.ClassDef) -> Reachable:
    """What making an object of `class_` does, by the methods that this runs and by the names of its bases."""
    parts = [*map(_reachable, _implicit(class_))]
    bases = _Found(set(), set(), set())
    for base in class_.bases:
        bases.add(base, ())
    names = (map(attrgetter(kind), parts) for kind in ("free", "local", "others"))
    free, local, others = (frozenset[str]().union(*some) for some in names)
    return Reachable(class_.name, class_.lineno, free, local, others, bases=frozenset(bases.free))


def _reachable(function: FunctionDef) -> Reachable:
    inside = statements_in(function.body)
    names = _names(function, inside)
    found, assigned = _Found(set(), set(), set()), _Found(set(), set(), set())
    for node in inside:
        for part in _given(node, names.parameters) if isinstance(node, _GIVING) else ():
            into = assigned if isinstance(node, ast.Assign) else found
            constructs = _is_constructor(part) and _is_given(node, names.parameters)
            into.add(part, names.bound, names.defined, constructs=constructs)
    for part in _used_attributes(function, inside):
        found.add(part, names.bound)
    for _, part in named_defaults(function):
        found.add(part, ())
    free, local, others = (frozenset(some | more) or _NONE for some, more in zip(found, assigned, strict=True))
    keeps = any(isinstance(one, FunctionDef) and _is_keeper(one) for one in [function, *inside])
    only_assigned = (free - found.free) or _NONE
    return Reachable(function.name, function.lineno, free, local, others, keeps, assigned=only_assigned)


_NONE: frozenset[str] = frozenset()
"""Most have none, and each empty set takes more memory than all else of a function."""

_KEEPING = frozenset({"add", "append", "insert", "setdefault", "update"})
"""Methods that put what they are given into a collection."""


def _is_keeper(function: FunctionDef) -> bool:
    """Whether `function` returns the one thing that it is given, as it is, and has put it into a collection."""
    match function.args, function.body[-1]:
        case ast.arguments(args=[ast.arg(arg=given)]), ast.Return(value=ast.Name(id=name)) if name == given:
            return any(given in _kept(one) for one in function.body)
    return False


def _kept(statement: ast.stmt) -> list[str]:
    """The names of what `statement` puts into a collection, or into what it puts there."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=method)) as value) if method in _KEEPING:
            return names_in(value)
        case ast.Assign([ast.Subscript()], value):
            return names_in(value)
    return []


class _Found(NamedTuple):
    """Names by where they come from, as in `Reachable`."""

    free: set[str]
    local: set[str]
    others: set[str]

    def add(
        self, node: ast.expr, bound: Collection[str], defined: Collection[str] = (), *, constructs: bool = False
    ) -> None:
        """Add what `node` names; where it `constructs`, a class makes a tool of what the function is given."""
        match node:
            case ast.Name(id=name) if name not in bound and name not in defined:
                self.free.add(name)
            case ast.Attribute(value=ast.Name(id=owner), attr=name):
                if constructs and owner not in bound:
                    self.free.add(owner)
                (self.free if owner in {"self", "cls"} or owner not in bound else self.local).add(name)
            case ast.Attribute(attr=name):
                self.others.add(name)


class _Names(NamedTuple):
    """The names that a function and those inside it bind: all that may be objects, the parameters, and functions.

    What a loop takes out of a parameter, or an assignment, counts as one.
    """

    bound: Collection[str]
    parameters: Set[str]
    defined: Collection[str]


def _names(function: FunctionDef, inside: Iterable[ast.stmt]) -> _Names:
    parameters, targets, defined = {*_parameters(function)}, set[str](), set[str]()
    for node in inside:
        if isinstance(node, FunctionDef):
            parameters |= {*_parameters(node)}
            defined.add(node.name)
        elif isinstance(node, ast.Assign):
            targets |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        if _is_part(node, parameters):
            parameters |= {*stored_in(node.target if isinstance(node, ast.For) else node)}
    return _Names(parameters | targets, parameters, defined)


def _is_part(node: ast.stmt, parameters: Set[str]) -> bool:
    """Whether a statement binds names to parts of one of `parameters`: `for f in functions`, `f = spec["function"]`."""
    match node:
        case ast.For(iter=value):
            return _speaks_of(value, parameters)
        case ast.Assign(value=ast.Subscript() | ast.Attribute() as value):
            return _speaks_of(value, parameters)
    return False


def _used_attributes(function: FunctionDef, inside: Iterable[ast.stmt]) -> list[ast.Attribute]:
    """The attributes that are given to names, and used by these: `deco = mcp.tool`, and then `deco(f)` or `@deco`."""
    given = [
        (one.value, target.id)
        for one in inside
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Attribute)
        for target in one.targets
        if isinstance(target, ast.Name)
    ]
    used = {*_used_names(function)} if given else set()
    return [value for value, name in given if name in used]


def _used_names(function: FunctionDef) -> Iterator[str]:
    """The names that `function` calls, decorates with or returns."""
    for node in walk(function):
        match node:
            case ast.Call(func=ast.Name(id=name)) | ast.Return(value=ast.Name(id=name)):
                yield name
            case ast.FunctionDef(decorator_list=decorators) | ast.AsyncFunctionDef(decorator_list=decorators):
                yield from (one.id for one in decorators if isinstance(one, ast.Name))


def _parameters(function: FunctionDef) -> list[str]:
    rest = (function.args.vararg, function.args.kwarg)
    return [one.arg for one in (*parameters_of(function), *rest) if one is not None]


_GIVING = ast.Assign | ast.Expr | ast.Return | FunctionDef


def _is_constructor(node: ast.expr) -> bool:
    """Whether `node` may be a method that makes a tool of what it is given: `StructuredTool.from_function`."""
    return isinstance(node, ast.Attribute) and node.attr.startswith(CONSTRUCTING)


def _is_given(node: ast.stmt, parameters: Set[str]) -> bool:
    """Whether what a statement returns, assigns or calls hangs on one of `parameters`."""
    match node:
        case ast.Return(value=ast.expr() as value) | ast.Assign(value=value) | ast.Expr(value=value):
            return _speaks_of(value, parameters)
    return False


def _given(node: ast.stmt, parameters: Set[str]) -> Iterator[ast.expr]:
    """What a statement returns or assigns, or calls with a parameter."""
    match node:
        case ast.Assign(targets=targets, value=ast.Attribute() as value):  # those of names are `_used_attributes`
            yield from (value for one in targets if isinstance(one, ast.Attribute))
        case ast.Return(value=ast.expr() as value) | ast.Assign(value=value):
            yield from _yielding(value)
        case ast.FunctionDef(decorator_list=decorators) | ast.AsyncFunctionDef(decorator_list=decorators):
            for one in decorators:
                yield from (one, *_called(one)) if _speaks_of(one, parameters) else ()
        case ast.Expr(value=ast.Call() as call) if _speaks_of(call, parameters):
            yield from _yielding(call)
        case ast.Expr(value=value) if _speaks_of(value, parameters):
            yield from (one for call in walk(value) if isinstance(call, ast.Call) for one in _yielding(call))


def _yielding(node: ast.expr) -> Iterator[ast.expr]:
    """What is called for what `node` gives, `functools.partial` of it, or a bare attribute."""
    match node:
        case ast.Call(func=ast.Name(id="partial") | ast.Attribute(attr="partial"), args=[first, *_]):
            yield first
        case ast.Attribute():
            yield node
        case ast.Lambda(body=body):
            yield from _yielding(body)
        case ast.IfExp(body=body, orelse=orelse):
            yield from _yielding(body)
            yield from _yielding(orelse)
        case _:
            yield from _called(node)


def _called(node: ast.expr) -> Iterator[ast.expr]:
    while isinstance(node, ast.Call):
        node = node.func
        yield node


def _callees(
    function: FunctionDef | ast.ClassDef, words: Collection[str], known: Collection[str]
) -> Iterator[ast.expr]:
    """What may declare tools of all that a function calls, decorates with or hands on; a class has its bases, too."""
    if isinstance(function, ast.ClassDef):
        yield from (base for base in function.bases if _means(base, (), words, known))
        for method in _implicit(function):
            yield from _callees(method, words, known)
        return
    yield from (default for _, default in named_defaults(function) if _means(default, (), words, known))
    bound = _names(function, statements_in(function.body)).bound
    for statement in function.body:
        for node in walk(statement):
            match node:
                case ast.Call(func=ast.Name(id="partial") | ast.Attribute(attr="partial"), args=[first, *_]):
                    parts = [first]
                case ast.Call(func=called):
                    parts = [called]
                case ast.FunctionDef(decorator_list=decorators) | ast.AsyncFunctionDef(decorator_list=decorators):
                    parts = decorators
                case ast.Return(value=ast.expr() as value) | ast.Assign(value=value) | ast.Lambda(body=value):
                    parts = [value]
                case ast.IfExp(body=body, orelse=orelse):
                    parts = [body, orelse]
                case _:
                    continue
            yield from (part for part in parts if _means(part, bound, words, known))


def _means(node: ast.expr, bound: Collection[str], words: Collection[str], known: Collection[str]) -> bool:
    found = _Found(set(), set(), set())
    found.add(node, bound, constructs=_is_constructor(node))
    free, local, others = map(frozenset, found)
    return Reachable("", 0, free, local, others).declares(words, known)


def _speaks_of(call: ast.expr, parameters: Set[str]) -> bool:
    """Whether one of `parameters` stands in `call`: as an argument, or as the server whose method is called."""
    return bool(parameters) and not parameters.isdisjoint(names_in(call))
