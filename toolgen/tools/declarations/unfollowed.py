"""Calls that declare tools which cannot be seen where they stand, but perhaps where the function around is called."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TypeAlias

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose, tolerated
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.frameworks import ToolMarker
from toolgen.model.arguments import REMARKS
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


def given_elsewhere(argument: str, ref: ExpressionRef, marker: ToolMarker) -> Diagnostic:
    """What is to be said of an argument of `marker` that callers of the function around say: TG211 or TG201."""
    text = ast.unparse(ref.node)
    if argument == "name" or argument in REMARKS:
        return diagnose("TG211", ref.span(), what=f"`{argument}={text}`", dialect=marker.dialect.name)
    return diagnose("TG201", ref.span(), argument=argument, text=text)
