"""The parameters of functions, and the type parameters of functions, classes and aliases, as they are written."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from toolgen.model.tool import ParameterKind
from toolgen.syntax import newer_syntax
from toolgen.syntax.facts import Parameter, Scope, TypeParameter
from toolgen.syntax.text import SourceText


def parameters(node: ast.arguments, text: SourceText) -> Iterator[Parameter]:
    """The parameters of a function in their order."""

    def parameter(argument: ast.arg, kind: ParameterKind, default: ast.expr | None = None) -> Parameter:
        annotation, value = text.optional(argument.annotation), text.optional(default)
        return Parameter(argument.arg, kind, annotation, value, argument.lineno, text.column(argument))

    positional = [*node.posonlyargs, *node.args]
    defaults = [None] * (len(positional) - len(node.defaults)) + list(node.defaults)
    for index, (argument, default) in enumerate(zip(positional, defaults, strict=True)):
        yield parameter(argument, "positional" if index < len(node.posonlyargs) else "positional_or_keyword", default)
    if node.vararg:
        yield parameter(node.vararg, "var_positional")
    for argument, default in zip(node.kwonlyargs, node.kw_defaults, strict=True):
        yield parameter(argument, "keyword", default)
    if node.kwarg:
        yield parameter(node.kwarg, "var_keyword")


def repetition(found: Iterable[Parameter]) -> SyntaxError | None:
    """What Python says of parameters of which two have one name; None where none have."""
    names = set[str]()
    for one in found:
        if one.name in names:
            place = ("", one.line, one.column, "")
            return SyntaxError(f"duplicate argument '{one.name}' in function definition", place)
        names.add(one.name)
    return None


def type_parameters(node: ast.stmt, text: SourceText) -> Scope | None:
    """The names in brackets behind the name of a definition; None where there are none."""
    found = getattr(node, "type_params", None)  # Python 3.12 has it
    return Scope("type_parameters", {one.name: _type_parameter(one, text) for one in found}) if found else None


def _type_parameter(node: newer_syntax.TypeParameter, text: SourceText) -> TypeParameter:
    # The bound is that of a `TypeVar`, the default is new in Python 3.13.
    bound, default = (text.optional(getattr(node, part, None)) for part in ("bound", "default_value"))
    return TypeParameter(node.name, type(node).__name__, bound, default, node.lineno)
