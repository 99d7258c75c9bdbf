"""Calls that declare tools which cannot be seen where they stand, but perhaps where the function around is called."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from toolgen.diagnostics.diagnostic import Diagnostic, tolerated
from toolgen.model.manifest import SkippedTool
from toolgen.project.modules import Module
from toolgen.syntax.facts import Function

FunctionPlace: TypeAlias = tuple[str, int, int]
"""Path, line and column of a function: the same in every process."""


@dataclass(frozen=True, slots=True)
class Unfollowed:
    """What is to be said of a call, unless one of the functions `around` it is followed where that is called.

    `tools` are left out where it is said.
    """

    diagnostic: Diagnostic
    around: frozenset[FunctionPlace]
    tools: tuple[SkippedTool, ...] = ()


def tolerating(one: Unfollowed) -> Unfollowed:
    """What leaves out the tools that it is about, and is no error."""
    (diagnostic,) = tolerated([one.diagnostic])
    return replace(one, diagnostic=diagnostic)


def place_of(function: Function, module: Module) -> FunctionPlace:
    """Where `function`, which stands in `module`, is found again."""
    return module.path, function.line, function.column
