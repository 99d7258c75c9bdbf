"""What a star import takes from a module: the names in `__all__`, or all that are public."""

from __future__ import annotations

import ast
from typing import Any, TypeAlias

from toolgen.evaluation.names.symbols import UNKNOWN, EvaluateConstant, Site
from toolgen.project.modules import Module

Exports: TypeAlias = frozenset[str] | None
"""The names in `__all__`; None where only running tells which these are."""


def exported(module: Module, evaluate_constant: EvaluateConstant) -> Exports:
    """What the `__all__` of `module` lists, as its own statements say."""
    return names_in(evaluate_constant(ast.Name("__all__"), Site(module, (module.facts.scope,)), {}))


def names_in(value: Any) -> Exports:
    """The names in `value`, which is what `__all__` is worth."""
    is_list = isinstance(value, list | tuple | set | frozenset) and all(isinstance(name, str) for name in value)
    return frozenset(value) if is_list else None


def unknown_constant(_node: ast.expr, _site: Site, _variables: object) -> Any:
    """Evaluates nothing: for lookups without anything that does."""
    return UNKNOWN
