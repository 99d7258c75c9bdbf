"""What stands for type variables: the arguments of generic classes and aliases, and what a variable says of itself.

Source: <https://typing.python.org/en/latest/spec/generics.html>, and of pydantic `replace_types` and
`_unsubstituted_typevar_schema`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from toolgen.evaluation.names.symbols import Arguments, Defined, Symbol, class_around
from toolgen.model.classes import ClassSpec, Field, class_key
from toolgen.model.types import ANY, Constrained, Generic, Metadata, Named, TypeExpr, Unknown, union
from toolgen.syntax.expressions import arguments_of, parse_expression
from toolgen.syntax.facts import Class
from toolgen.types.arity import expected
from toolgen.types.known.forms import SELF
from toolgen.types.parameters import (
    TypeVariable,
    alias_value,
    is_whole_value,
    named_alias,
    type_parameters,
    type_variable,
)

if TYPE_CHECKING:
    from toolgen.types.annotation_parser import AnnotationParser
    from toolgen.types.annotations import AnnotationReader

_OBJECT = Named("object")
"""What a type variable is that nothing is said of: pydantic takes anything for it."""


def read_name(parser: AnnotationParser, symbol: Defined, node: ast.expr) -> TypeExpr:
    """What an assigned name means: a type variable is what stands for it, an alias is read where it is defined."""
    names, arguments = parser.reader.names, dict(parser.site.arguments)
    if (argument := arguments.get(symbol.name)) is not None:
        parser.is_substituted = SELF in arguments
        return argument
    if (variable := type_variable(symbol, names)) is not None:
        return _variable(parser, symbol, variable, node)
    if named_alias(symbol, names) is not None:
        return parser.named_class(symbol, node)
    return _alias(parser, symbol, parser.site.arguments, node)


def read_self(parser: AnnotationParser, node: ast.expr) -> TypeExpr:
    """The class that `Self` stands in (PEP 673)."""
    if found := dict(parser.site.arguments).get(SELF):
        return found
    owner = class_around(parser.site)
    if owner is None:
        return parser.invalid("`Self` means a class around it", node)
    return parser.named_class(owner, node)


def read_subscript(parser: AnnotationParser, symbol: Defined, node: ast.Subscript) -> TypeExpr:
    """A class or an alias of the user's, with types for its type variables: `Box[int]`."""
    names = parser.reader.names
    is_plain = not isinstance(symbol.node, Class) and named_alias(symbol, names) is None
    if is_plain and alias_value(symbol, names) is None:
        return parser.problem("TG303", node.value, name=ast.unparse(node.value))
    given = _given(parser, symbol, node)
    if given is None:
        return Unknown(parser.expression.text)
    if is_plain:
        return _alias(parser, symbol, given, node)
    named = [names.evaluate(argument, parser.site) for argument in arguments_of(node)]
    is_itself = [getattr(one, "name", None) for one in named] == [name for name, _ in given]
    is_free = not {name for name, _ in given} & {name for name, _ in parser.site.arguments}
    return parser.named_class(symbol, node.value, () if is_itself and is_free else given)


_WRITTEN_OUT = "write the class or type out: only running the code tells what this name is bound to"


def read_root_model(parser: AnnotationParser, arguments: list[ast.expr]) -> TypeExpr:
    """`RootModel[T]`, without a class of its own."""
    root = parser.type(arguments[0])
    type_ = Generic("pydantic.RootModel", (root,))
    field = Field("root", "root", root, required=True)
    spec = ClassSpec(
        class_key(type_), "pydantic", "RootModel", "root_model", fields=(field,), parameters=1, arguments=(root,)
    )
    parser.reader.classes.setdefault(spec.name, spec)
    return type_


def read_bases(symbol: Defined, reader: AnnotationReader) -> Iterator[Symbol]:
    """The base classes of a model; in those that have arguments, these are what their type variables stand for."""
    if not isinstance(symbol.node, Class):
        return
    for expression in symbol.node.bases:
        base = reader.names.base(expression, symbol.node, symbol.site)
        node = parse_expression(expression.text) if isinstance(base, Defined) else None
        if isinstance(base, Defined) and isinstance(node, ast.Subscript):
            given = _given(reader.parser(expression, symbol.site), base, node) or ()
            own = tuple(pair for pair in symbol.site.arguments if pair[0] == SELF)
            base = replace(base, site=base.site._replace(arguments=(*own, *given)))
        if base is not None:
            yield base


def _variable(parser: AnnotationParser, symbol: Defined, variable: TypeVariable, node: ast.expr) -> TypeExpr:
    """A type variable that nothing stands for: its default, one of its constraints or its bound, or anything."""
    if not variable.is_single:
        return parser.problem("TG303", node, name=ast.unparse(node))
    if not (parts := [variable.default] if variable.default else variable.choices):
        return _OBJECT
    read = partial(parser.reader.read_part, arguments=parser.site.arguments)
    return _enclosed(_followed(parser, symbol.node, node, lambda: union(*map(read, parts))))


def _alias(parser: AnnotationParser, symbol: Defined, arguments: Arguments, node: ast.expr) -> TypeExpr:
    """What an alias stands for, where `arguments` stand for its type variables."""
    part = alias_value(symbol, parser.reader.names)
    if part is None:
        return parser.undescribed(node, _WRITTEN_OUT)
    type_ = _followed(parser, symbol.node, node, lambda: parser.reader.read_part(part, arguments))
    return type_ if is_whole_value(symbol, part) else _enclosed(type_)


def _enclosed(type_: TypeExpr) -> TypeExpr:
    """`type_` behind a name that pydantic follows on its own: its metadata is of no field, but for a default."""
    if not isinstance(type_, Constrained) or {"default", "default_factory"} & dict(type_.metadata.items).keys():
        return type_
    return Constrained(type_, Metadata(()))


def _followed(parser: AnnotationParser, binding: object, node: ast.expr, read: Callable[[], TypeExpr]) -> TypeExpr:
    """What `read` gives for `binding`, unless that is being read: an alias of itself is; others of its name are not."""
    outer = parser.reader.following
    if id(binding) in outer:
        return parser.invalid("it refers to itself", node)
    parser.reader.following = outer | {id(binding)}
    try:
        return read()
    finally:
        parser.reader.following = outer


def _given(parser: AnnotationParser, symbol: Defined, node: ast.Subscript) -> Arguments | None:
    """What the subscript `node` makes of the type variables of `symbol`; None, with TG316, if there are not as many."""
    variables, nodes = type_parameters(symbol, parser.reader.names), arguments_of(node)
    if not all(variable.is_single for variable in variables):
        parser.problem_at("TG303", node.value, name=ast.unparse(node.value))
        return None
    required = sum(variable.default is None for variable in variables)
    if not required <= len(nodes) <= len(variables):
        details = {"name": ast.unparse(node.value), "expected": expected(required, len(variables))}
        parser.problem_at("TG316", node, given=str(len(nodes)), **details)
        return None
    given: Arguments = tuple((v.name, parser.type(argument)) for v, argument in zip(variables, nodes, strict=False))
    for variable in variables[len(nodes) :]:
        # A default may name the parameters before it.
        given += ((variable.name, parser.reader.read_part(variable.default, given) if variable.default else ANY),)
    return given
