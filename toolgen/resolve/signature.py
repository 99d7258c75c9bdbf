"""A function's parameters → what a model fills, what the caller supplies, and the types of both."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from toolgen.diagnostics.diagnostic import diagnose
from toolgen.model.span import Span
from toolgen.model.tool import Binding, Parameter
from toolgen.model.types import Field, Generic, TypeExpr
from toolgen.parse import facts
from toolgen.parse.expressions import InvalidExpressionError, parse_expression
from toolgen.resolve.annotations import AnnotationReader
from toolgen.resolve.names import MAX_ALIASES, Defined, External, Site

_PLAIN = frozenset({"str", "int", "float", "bool"})
"""Annotations that need no look: most parameters have one of them."""


@dataclass(frozen=True, slots=True)
class Signature:
    """`fields` are the properties of the input schema, one for each of `parameters` but `**kwargs`.

    `rest` is the type of the values of `**kwargs`, None where unknown arguments are not taken. `multiline` names
    arguments that hold many lines.
    """

    parameters: tuple[Parameter, ...]
    fields: tuple[Field, ...]
    injected: tuple[str, ...]
    rest: TypeExpr | None
    multiline: tuple[str, ...] = ()


class SignatureReader:
    """Reads the signature of one tool.

    `tool` is its name. `injected` are the qualified names of types whose parameters the caller supplies. `typed` are
    the parameters whose type is given elsewhere, so that they need no annotation.
    """

    def __init__(
        self, reader: AnnotationReader, injected: Collection[str], tool: str, typed: Collection[str] = ()
    ) -> None:
        self._reader = reader
        self._injected = injected
        self._tool = tool
        self._typed = typed

    def read(self, function: facts.Function, site: Site, binding: Binding, excluded: Collection[str]) -> Signature:
        """The signature of `function`, defined at `site`; `excluded` are parameters that the caller supplies."""
        parameters: list[Parameter] = []
        fields: list[Field] = []
        injected: list[str] = []
        rest: TypeExpr | None = None
        for written in _without_receiver(function, binding):
            if written.name in excluded or self._is_injected(written, site):
                injected.append(written.name)
                continue
            field = self._field(written, site)
            if written.kind == "var_keyword":
                rest = field.type
            else:
                fields.append(field)
            parameters.append(Parameter(written.name, field.alias, written.kind, field.type))
        return Signature(tuple(parameters), tuple(fields), tuple(injected), rest)

    def _field(self, written: facts.Parameter, site: Site) -> Field:
        is_rest = written.kind in {"var_positional", "var_keyword"}
        if written.annotation is None and not is_rest and written.name not in self._typed:
            span = Span(site.module.path, written.line, written.column, len(written.name))
            self._reader.diagnostics.append(diagnose("TG304", span, name=written.name, tool=self._tool))
        field = self._reader.field(written.name, written.annotation, written.default, site)
        if written.kind == "var_positional":
            return Field(written.name, written.name, Generic("list", (field.type,)), required=False)
        return field

    def _is_injected(self, written: facts.Parameter, site: Site) -> bool:
        """Whether the annotation names one of the dialect's injected types: alone, optional, or in `Annotated`."""
        return written.annotation is not None and self._mentions_injected(written.annotation.text, site, MAX_ALIASES)

    def _mentions_injected(self, text: str, site: Site, steps: int) -> bool:
        if text in _PLAIN or steps == 0:
            return False
        for node in _names_in(text):
            match self._reader.names.evaluate(node, site):
                case External(name=name) if name in self._injected:
                    return True
                case Defined(node=facts.Assignment(value=facts.Expression(text=alias)), site=inner):
                    if self._mentions_injected(alias, inner, steps - 1):
                        return True
        return False


def _without_receiver(function: facts.Function, binding: Binding) -> tuple[facts.Parameter, ...]:
    has_receiver = binding in {"method", "class_method", "tool_class"}
    return function.parameters[1:] if has_receiver else function.parameters


def _names_in(text: str) -> Iterator[ast.expr]:
    """Every name and dotted name in an annotation, those inside its strings included."""
    try:
        nodes = list(ast.walk(parse_expression(text)))
    except InvalidExpressionError:
        return
    for node in nodes:
        if isinstance(node, ast.Name | ast.Attribute):
            yield node
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from _names_in(node.value)
