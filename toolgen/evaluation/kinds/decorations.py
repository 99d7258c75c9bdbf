"""Decorators that make a class a record: those of `dataclasses`, pydantic and attrs, by whatever name they go."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import MAX_ALIASES, Defined, External, Names, Site
from toolgen.model.classes import ClassKind
from toolgen.syntax.expressions import is_literal, parsed
from toolgen.syntax.facts import Assignment, Class, Expression

_DECORATORS: Mapping[str, ClassKind] = {
    "dataclasses.dataclass": "dataclass",
    "dataclasses.make_dataclass": "dataclass",
    "pydantic.dataclasses.dataclass": "pydantic_dataclass",
    **dict.fromkeys((f"attr.{name}" for name in ("attrs", "attributes", "dataclass", "s")), "attrs"),
    **{f"{package}.{name}": "attrs" for package in ("attr", "attrs") for name in ("define", "frozen", "mutable")},
}


@dataclass(frozen=True, slots=True)
class Decoration:
    """The decorator `name`, of the kind of class that it makes, with its keyword arguments."""

    name: str
    kind: ClassKind
    options: Mapping[str, ExpressionRef]

    def is_true(self, option: str) -> bool:
        """Whether `option` is given as `True`."""
        return option in self.options and is_literal(self.options[option].node, True)


def decoration(node: Class, site: Site, names: Names) -> Decoration | None:
    """The decorator that makes the class `node`, defined at `site`, a record; not one of a class above it."""
    return next((found for text in node.decorators if (found := _read(text, site, names, MAX_ALIASES))), None)


def _read(expression: Expression, site: Site, names: Names, steps: int) -> Decoration | None:
    node = parsed(expression.text)
    options: dict[str, ExpressionRef] = {}
    while isinstance(node, ast.Call):
        options |= {k.arg: ExpressionRef(k.value, expression, site) for k in node.keywords if k.arg}
        is_partial = names.evaluate(node.func, site) == External("functools.partial") and node.args
        node = node.args[0] if is_partial else node.func
    symbol = None if node is None else names.evaluate(node, site)
    if isinstance(symbol, Defined) and isinstance(symbol.node, Assignment) and symbol.node.value is not None and steps:
        # The project's own name for it: `frozen = dataclass(frozen=True)`, `model = partial(dataclass, slots=True)`.
        inner = _read(symbol.node.value, symbol.site, names, steps - 1)
        return inner and Decoration(inner.name, inner.kind, {**inner.options, **options})
    kind = _DECORATORS.get(symbol.name) if isinstance(symbol, External) else None
    return None if kind is None or symbol is None else Decoration(symbol.name, kind, options)
