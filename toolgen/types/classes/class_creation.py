"""Code that runs when a class is made and may change what its body says: metaclasses, hooks of bases, decorators.

None of it is run. What does not touch fields, as most of it does not, leaves the schema as it is. Source:
<https://docs.python.org/3/reference/datamodel.html#customizing-class-creation>.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from toolgen.evaluation.kinds.class_bodies import ClassBody, class_bodies
from toolgen.evaluation.names.bodies import body_of
from toolgen.evaluation.names.lookup import Defined, External, Site, Symbol
from toolgen.syntax.expressions import callee, parsed
from toolgen.syntax.facts import Class, Expression, Function
from toolgen.syntax.mutation import CHANGING_METHODS
from toolgen.syntax.nodes import walk

if TYPE_CHECKING:
    from toolgen.types.annotations import AnnotationReader

_OF_METACLASSES = ("__new__", "__init__", "__prepare__")
_OF_BASES = ("__init_subclass__", "__pydantic_init_subclass__")
_TELLING = frozenset(
    {
        *("__annotate__", "__annotations__", "__dataclass_fields__", "__fields__", "__pydantic_fields__"),
        *("create_model", "make_dataclass", "model_config", "model_fields", "model_rebuild"),
    }
)
"""Names without which the fields of a class that is being made are not changed, but by its namespace."""

_LATER = frozenset({"__annotations__", "__pydantic_fields__", "model_config", "model_fields"})
"""The attributes of a class by which its fields are changed when it is made."""


def report_creation(symbol: Defined, reader: AnnotationReader) -> None:
    """TG321 for each piece of code that may change the fields of the class `symbol` when, or after, it is made."""
    bodies = class_bodies(symbol, reader.names)
    for what in dict.fromkeys(_changing(bodies, reader)):
        name = bodies[0].node.name
        reader.diagnostics.report("TG321", bodies[0].site.name_span(bodies[0].node), name=name, what=what)


def _changing(bodies: Sequence[ClassBody], reader: AnnotationReader) -> Iterator[str]:
    """The names of what may change the class of `bodies`, as it is written."""
    for number, body in enumerate(bodies):
        for keyword, metaclass in body.node.keywords:
            if keyword == "metaclass" and _is_changing_metaclass(metaclass, body.outside, reader):
                yield metaclass.text
        for decorator in body.node.decorators:
            if _is_changing_decorator(decorator, body.outside, reader):
                yield f"@{decorator.text}"
        for hook in _OF_BASES if number else ():
            method = body.bindings.get(hook)
            if isinstance(method, Function) and _touches_fields(Defined(hook, method, body.site)):
                yield f"{body.node.name}.{hook}"
        if "__class_getitem__" in body.bindings and bodies[0].name.endswith("]"):
            yield f"{body.node.name}.__class_getitem__"
        if "__annotations__" in body.node.scope.changed:
            yield "__annotations__"
        yield from _after(body)


def _after(body: ClassBody) -> Iterator[str]:
    """What a statement below the class changes in it."""
    name = body.node.name
    if name in body.outside.scopes[-1].changed:
        attributes = body.site.module.contents.source.attributes_of(name)
        yield from (f"{name}.{attribute}" for attribute in attributes if attribute in _LATER)


def _is_changing_metaclass(expression: Expression, site: Site, reader: AnnotationReader) -> bool:
    symbol = _symbol(expression, site, reader)
    if not isinstance(symbol, Defined) or not isinstance(symbol.node, Class):
        return not _is_tabled(symbol, reader)
    methods = (
        Defined(name, method, body.site)
        for body in class_bodies(symbol, reader.names)
        for name in _OF_METACLASSES
        if isinstance(method := body.bindings.get(name), Function)
    )
    return any(_touches_fields(method) for method in methods)


def _is_changing_decorator(expression: Expression, site: Site, reader: AnnotationReader) -> bool:
    symbol = _symbol(expression, site, reader)
    if isinstance(symbol, Defined):
        return isinstance(symbol.node, Function) and _touches_fields(symbol)
    return not _is_tabled(symbol, reader)


def _symbol(expression: Expression, site: Site, reader: AnnotationReader) -> Symbol | None:
    """What `expression` names, or calls."""
    node = parsed(expression.text)
    return None if node is None else reader.names.evaluate(callee(node), site)


def _is_tabled(symbol: Symbol | None, reader: AnnotationReader) -> bool:
    return isinstance(symbol, External) and reader.names.is_tabled(symbol.name)


def _touches_fields(function: Defined) -> bool:
    """Whether the body of `function` speaks of fields, makes a class, or changes the namespace that it is given."""
    try:
        body = body_of(function)
    except TypeError:
        return True
    parameters = function.node.parameters if isinstance(function.node, Function) else ()
    given = {parameter.name for parameter in parameters if not parameter.kind.startswith("var")}
    return any(_is_telling(node) or _changes(node, given) for statement in body for node in walk(statement))


def _is_telling(node: ast.AST) -> bool:
    names = (getattr(node, name, None) for name in ("id", "attr", "value"))
    return isinstance(node, ast.ClassDef) or any(isinstance(name, str) and name in _TELLING for name in names)


def _changes(node: ast.AST, given: Collection[str]) -> bool:
    """Whether `node` is `namespace[…] = …` or `namespace.update(…)` of one of the names `given`, or a `setattr`."""
    match node:
        case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()):
            return name in given
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)):
            return name in given and method in CHANGING_METHODS
        case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[ast.Name(id=name), attribute, *_]):
            return name in given and not isinstance(attribute, ast.Constant)
        case _:
            return False
