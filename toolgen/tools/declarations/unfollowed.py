"""Calls that declare tools which cannot be seen where they stand, but perhaps where the function around is called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.project.modules import Module
from toolgen.syntax.facts import Function

FunctionPlace: TypeAlias = tuple[str, int, int]
"""Path, line and column of a function: the same in every process."""


@dataclass(frozen=True, slots=True)
class Unfollowed:
    """What is to be said of a call, unless one of the functions `around` it is followed where that is called."""

    diagnostic: Diagnostic
    around: frozenset[FunctionPlace]


def place_of(function: Function, module: Module) -> FunctionPlace:
    """Where `function`, which stands in `module`, is found again."""
    return module.path, function.line, function.column
