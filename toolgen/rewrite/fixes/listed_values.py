"""TG613: values that only the docstring lists become the type of a parameter, where its default is one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from toolgen.config.config import Config
from toolgen.model.applicators import without
from toolgen.model.json_values import Json, Schema
from toolgen.model.span import Span
from toolgen.pipeline import Analysis
from toolgen.rewrite import cst
from toolgen.rewrite.change import Change, UnchangeableError
from toolgen.rewrite.codemod import Codemod, untyped
from toolgen.rewrite.functions import functions_of
from toolgen.rewrite.literals import quoted
from toolgen.rewrite.parameters import typed
from toolgen.rewrite.spelling import reference

_VALUE = r"(?:'[^'\n]+'|\"[^\"\n]+\"|`[^`'\"\n]+`)"
_LIST = re.compile(
    rf"\b(?:one of|either|options|choices|values|can be|must be|may be)\b[^'\"`.\n]{{0,20}}?"
    rf"(?P<values>{_VALUE}(?:(?:\s*[,/|]\s*(?:or\s+|and\s+)?|\s+or\s+|\s+and\s+){_VALUE})+)",
    re.IGNORECASE,
)
"""`One of "a", "b" or "c"`: quoted values, of which some words say that there are no others."""


def _literal(type_: Any, values: Sequence[str]) -> Any:
    """`Literal[…]` in the place of `str`."""
    if not isinstance(type_, cst.Name) or type_.value != "str":
        raise UnchangeableError("the annotation is not `str`")
    elements = [cst.SubscriptElement(cst.Index(cst.SimpleString(quoted(value)))) for value in values]
    return cst.Subscript(cst.Name(reference("typing", "Literal")), elements)


def _changes(analysis: Analysis, _: Config) -> Iterator[Change]:
    listed: dict[Span, tuple[str, ...]] = {}  # a function may be several tools
    for tool, at, function in functions_of(analysis):
        properties = tool.input_schema.get("properties", {})
        for one in (one for one in tool.parameters if one.name in function.parameters):
            if values := _listed(properties.get(one.alias)):
                listed[Span(at.path, *function.parameters[one.name])] = values
    for at, values in listed.items():
        yield Change("TG613", at, "Param", partial(typed, change=partial(_literal, values=values)))


def _listed(schema: Json) -> tuple[str, ...]:
    """The values that the description of a text lists, where its default is one of them; else none."""
    match schema:
        case {"type": "string", "default": str(default), "description": str(text), **others} if not others:
            found = [one[1:-1] for listed in _LIST.finditer(text) for one in re.findall(_VALUE, listed["values"])]
            values = tuple(dict.fromkeys(found))
            is_plain = all(value.isprintable() and not {*value} & {'"', "\\"} for value in values)
            return values if default in values and is_plain else ()
        case _:
            return ()


def _any_text(schema: Schema) -> Schema:
    is_choice = schema.get("type") == "string" and isinstance(schema.get("enum"), list)
    return without(schema, "enum") if is_choice else schema


CODEMOD = Codemod(("TG613",), _changes, forgets=untyped(_any_text), is_safe=False)
