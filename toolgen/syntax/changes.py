"""The names of objects that code changes in place: by attributes, items and methods, and through other names.

What they are worth after that is not known.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterable, Iterator

from toolgen.syntax.expressions import last_name, namespace_owner, owners, parsed
from toolgen.syntax.facts import Assignment, Class, Expression, Scope
from toolgen.syntax.mutation import CHANGING_METHODS
from toolgen.syntax.nodes import DefinitionNode, FunctionDef, names_in, statements_in, walk

ANY = "*"
"""Stands for the name of an attribute that is not known."""

_READERS = frozenset(
    {"critical", "debug", "dump", "error", "exception", "info", "log", "pprint", "print", "warn", "warning", "write"}
)
"""Functions that are called for what they do, and do nothing to their arguments."""

_CHAIN = re.compile(r"(\w+)(?:\.\w+|\[[^\[\]]*\])*")
_DISPLAYS = ("[", "{", "(")

_FUNCTIONS = FunctionDef | ast.Lambda


def touched(statement: ast.stmt, scope: Scope) -> dict[str, bool]:
    """The names in `scope` of what `statement` changes; False for its insides, and for what functions are given."""
    match statement:
        case (
            ast.Assign(targets=[ast.Name()])
            | ast.AnnAssign(target=ast.Name())
            | ast.Expr(value=ast.Constant())
            | ast.For(target=ast.Name())
        ):
            return {}  # most statements
        case ast.AugAssign(target=ast.Name(id=name)):
            return {other: same for other, same in _sharing(name, scope, deep=False).items() if other != name}
    found: dict[str, bool] = {}
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        for name in _passed(statement.value, scope):
            note(found, dict.fromkeys([name, *_sharing(name, scope, deep=False)], False))
    for name, deep in (root for part in targets_of(statement) for root in _roots(part)):
        if not _is_own_method(statement, name, scope):
            note(found, {name: True} | _sharing(name, scope, deep))
    return found


def targets_of(statement: ast.stmt) -> list[ast.AST]:
    """What `statement` binds or deletes, with the parts of that, or what it calls."""
    match statement:
        case ast.Expr(value=value):
            return [value]
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            return [part for target in targets for part in walk(target)]
        case ast.AnnAssign(value=ast.expr(), target=target) | ast.AugAssign(target=target):
            return walk(target)
        case ast.For(target=target) | ast.AsyncFor(target=target):
            return walk(target)
        case ast.With(items=items) | ast.AsyncWith(items=items):
            return [part for item in items if item.optional_vars for part in walk(item.optional_vars)]
        case _:
            return []


def _is_own_method(statement: ast.stmt, name: str, scope: Scope) -> bool:
    """Whether `statement` is a call of a method of the class `name`, or of an object of it: `add` is then its own."""
    is_class = isinstance(scope.bindings.get(name), Class)
    return is_class and isinstance(statement, ast.Expr) and _is_method(statement.value, name)


def _is_method(node: ast.AST, class_: str) -> bool:
    """Whether `node` calls a method of `class_`, or of an object that this makes."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=owner) | ast.Call(func=ast.Name(id=owner)))):
            return owner == class_
        case _:
            return False


def note(changed: dict[str, bool], names: dict[str, bool]) -> None:
    """Add `names` to those that are `changed`; what is changed itself once stays so."""
    for name, itself in names.items():
        changed[name] = itself or changed.get(name, False)


def touched_through(loop: ast.For | ast.AsyncFor, scope: Scope) -> dict[str, bool]:
    """The names of the objects whose items `loop` has changed, as `scope` tells of its variables."""
    if scope.changed.keys().isdisjoint(names_in(loop.target)):
        return {}
    return dict.fromkeys(names_in(loop.iter), False)


def touched_by_parts(module: ast.Module, classes: Container[str]) -> set[str]:
    """The names of the objects that calls inside the expressions of `module` change: `last = items.pop()`.

    A method of one of its `classes` is called so by its own name, as `Registry.add`, and changes what it says.
    """
    nodes = walk(module)
    statements = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    return _changed((one for one in nodes if one.__class__ is ast.Call and id(one) not in statements), classes)


def touched_in(function: FunctionDef, classes: Container[str] = ()) -> set[str]:
    """The names of the objects outside of `function` that it changes when it is called, `classes` as above."""
    nodes = walk(function)
    names = _changed(nodes, classes)
    if not names:
        return names
    inner = [node for node in nodes if isinstance(node, _FUNCTIONS)]
    parameters = {argument.arg for node in inner for argument in walk(node.args) if isinstance(argument, ast.arg)}
    stored = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    defined = {node.name for node in nodes if isinstance(node, DefinitionNode) and node is not function}
    return names - parameters - stored - defined


def changed_in(body: Iterable[ast.stmt]) -> set[str]:
    """The names of the objects that statements change in place."""
    return _changed((node for statement in body for node in walk(statement)), ())


def _changed(nodes: Iterable[ast.AST], classes: Container[str]) -> set[str]:
    changing = (one for one in nodes if one.__class__ in _CHANGES)
    return {root for one in changing for root, _ in _roots(one) if not (root in classes and _is_method(one, root))}


_CHANGES = frozenset({ast.Attribute, ast.Call, ast.Subscript})
"""The nodes that may change an object: to match all others with a pattern takes most of the time."""


def _roots(node: ast.AST) -> Iterator[tuple[str, bool]]:
    """The names of objects that `node` itself changes, and whether it changes what is inside of them."""
    match node:
        case ast.Attribute(value=value) | ast.Subscript(value=value) if not isinstance(node.ctx, ast.Load):
            pass
        case ast.Call(func=ast.Attribute(value=value, attr=method)) if method in CHANGING_METHODS:
            pass
        case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[value, *_]):
            pass
        case _:
            return
    if (root := _root(value)) is not None:
        yield root, not isinstance(value, ast.Name)


def attributes_touched_in(class_: ast.ClassDef) -> tuple[set[str], set[str]]:
    """The attributes of the class that its methods change, and those of its instances."""
    of_class, of_instances = set[str](), set[str]()
    for method in statements_in(class_.body):
        if not isinstance(method, FunctionDef):
            continue
        receiver = next((argument.arg for argument in [*method.args.posonlyargs, *method.args.args]), "")
        is_own = "classmethod" in map(last_name, method.decorator_list)
        for node in walk(method):
            for owner, name, is_inside in changed_attributes(node):
                of_instances |= {name}
                is_shared = is_inside and isinstance(node, ast.Call)  # other statements may make one of the instance
                if is_own or is_shared or not (isinstance(owner, ast.Name) and owner.id == receiver):
                    of_class |= {name}
    return of_class, of_instances


def changed_attributes(node: ast.AST) -> Iterator[tuple[ast.expr, str, bool]]:
    """The owners and names of attributes that `node` changes, and whether it does so inside of what these are."""
    match node:
        case ast.Attribute(value=owner, attr=name, ctx=ast.Store() | ast.Del()):
            yield owner, name, False
        case ast.Subscript(value=inside, ctx=ast.Store() | ast.Del()) if (of := namespace_owner(inside)) is not None:
            yield of, ANY, False
        case ast.Call(func=ast.Attribute(value=inside, attr=method)) if (of := namespace_owner(inside)) is not None:
            if method in CHANGING_METHODS:
                yield of, ANY, False
        case ast.Subscript(value=ast.Attribute(value=owner, attr=name), ctx=ast.Store() | ast.Del()):
            yield owner, name, True
        case ast.AugAssign(target=ast.Attribute(value=owner, attr=name)):
            yield owner, name, True
        case ast.Call(func=ast.Attribute(value=ast.Attribute(value=owner, attr=name), attr=method)):
            if method in CHANGING_METHODS:
                yield owner, name, True
        case ast.Call():
            yield from ((owner, name, False) for owner, name in _changed_by_call(node))


def _changed_by_call(node: ast.Call) -> Iterator[tuple[ast.expr, str]]:
    """The owners and names of attributes that a function is called for to change."""
    match node:
        case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[owner, key, *_]):
            yield owner, _key(key)
        case ast.Call(func=ast.Attribute(value=owner, attr="__setattr__" | "__delattr__"), args=[first, *_]):
            yield (owner, _key(first)) if isinstance(first, ast.Constant) else (first, ANY)
        case ast.Call(func=function, args=[owner, *_]) if last_name(function) == "update_wrapper":
            yield owner, ANY
        case ast.Call(func=ast.Call(func=function), args=[owner]) if last_name(function) == "wraps":
            yield owner, ANY


def inner_variables(node: ast.AST) -> dict[str, ast.expr]:
    """The variables of a comprehension, or of each `lambda` that a call has or is given, with what they are of."""
    match node:
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            return {name: one.iter for one in node.generators for name in names_in(one.target)}
        case ast.Call(func=function, args=arguments):
            functions = [one for one in (function, *arguments) if isinstance(one, ast.Lambda)]
            given = ast.Tuple([one for one in arguments if one not in functions])
            return {one.arg: given for function in functions for one in function.args.args}
        case _:
            return {}


def changed_items(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """The dictionaries in which `node` changes something, and the keys of that; `ANY` for one that is not known."""
    match node:
        case ast.Subscript(value=owner, slice=key, ctx=ast.Store() | ast.Del()):
            yield owner, _key(key)
        case ast.Call(func=ast.Attribute(value=owner, attr="update"), args=[], keywords=keywords):
            yield from ((owner, one.arg or ANY) for one in keywords)
        case ast.Call(func=ast.Attribute(value=owner, attr=method), args=[key, *_]) if method in CHANGING_METHODS:
            yield from ((owner, _key(one)) for one in (key.keys if isinstance(key, ast.Dict) else [key]))


def _key(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ANY


def _root(node: ast.expr) -> str | None:
    """The name that `name.attribute[key].method()` begins with."""
    *_, whole = owners(node)
    return whole.id if isinstance(whole, ast.Name) else None


def _passed(call: ast.Call, scope: Scope) -> Iterator[str]:
    """The names whose objects are given to a function that is called only for what it does."""
    name = last_name(call.func)
    if name not in _READERS and name not in CHANGING_METHODS:
        roots = filter(None, map(_root, call.args))
        yield from (root for root in roots if isinstance(scope.bindings.get(root), Assignment))


def _sharing(name: str, scope: Scope, deep: bool) -> dict[str, bool]:
    """The names whose objects are that of `name`; with False those that hold it or, where `deep`, are held by it."""
    own = scope.bindings.get(name)
    if not isinstance(own, Assignment) or own.value is None:
        return {}
    found = {other: other == own.value.text for other in _held(own.value, deep)}
    for other, binding in scope.bindings.items():
        if isinstance(binding, Assignment) and binding.value is not None:
            text = binding.value.text
            if binding is own or (name in text and name in _held(binding.value, deep=True)):
                found[other] = binding is own or text == name
    return found


def _held(expression: Expression, deep: bool) -> set[str]:
    """The names of objects that the value of `expression` is, or, where `deep`, is made of."""
    if found := _CHAIN.fullmatch(expression.text):
        return {found[1]}
    if not deep or expression.text[:1] not in _DISPLAYS:
        return set()
    held, pending = set[str](), [parsed(expression.text)]
    while pending:
        match pending.pop():
            case ast.Name(id=name):
                held.add(name)
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Dict(values=parts):
                pending += parts
    return held
