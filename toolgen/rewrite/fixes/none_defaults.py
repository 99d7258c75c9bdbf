"""TG231: a default of `None` for a type that has no `None`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from toolgen.config.config import Config
from toolgen.pipeline import Analysis
from toolgen.rewrite import cst
from toolgen.rewrite.change import Change, UnchangeableError
from toolgen.rewrite.codemod import Codemod, untyped
from toolgen.rewrite.parameters import typed
from toolgen.rewrite.schema_meaning import without_null

_UNIONS = (3, 10)
"""The Python that first had `X | None`."""


def _with_none(node: Any, is_union: bool) -> Any:
    """A parameter or field whose default is `None`, with an annotation that has that as well."""
    default = node.default if isinstance(node, cst.Param) else node.value
    if node.annotation is None or not isinstance(default, cst.Name) or default.value != "None":
        raise UnchangeableError("the default is not written as `None`")
    return typed(node, partial(_optional, is_union=is_union))


def _optional(type_: Any, is_union: bool) -> Any:
    match type_:
        case cst.SimpleString():
            text = f"{type_.raw_value} | None" if is_union else f"Optional[{type_.raw_value}]"
            return type_.with_changes(value=f"{type_.prefix}{type_.quote}{text}{type_.quote}")
        case cst.Name() | cst.Attribute() | cst.Subscript() | cst.BinaryOperation(operator=cst.BitOr()):
            if is_union:
                bar = type_.operator if isinstance(type_, cst.BinaryOperation) else cst.BitOr()
                return cst.BinaryOperation(type_, bar.deep_clone(), cst.Name("None"))
            return cst.Subscript(cst.Name("Optional"), [cst.SubscriptElement(cst.Index(type_))])
    raise UnchangeableError("the annotation is written in a form that is not changed")


def _changes(analysis: Analysis, config: Config) -> Iterator[Change]:
    for found in analysis.diagnostics:
        if (
            found.code == "TG231"
            and found.span.path in analysis.sources
            and dict(found.details)["reason"].startswith("None ")
        ):
            source = analysis.sources[found.span.path]
            uses_optional = b"Optional[" in source and b"| None" not in source
            is_union = config.python_version >= _UNIONS and not uses_optional
            needs = () if is_union else (("typing", "Optional"),)
            yield Change("TG231", found.span, "Default", partial(_with_none, is_union=is_union), needs=needs)


CODEMOD = Codemod(("TG231",), _changes, forgets=untyped(without_null))
