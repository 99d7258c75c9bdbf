"""How a block of statements ends: at its end, with a jump, or with an exception that a handler takes."""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass
from typing import TypeAlias

from toolgen.evaluation.folding.values import Value


@dataclass(frozen=True, slots=True, eq=False)
class Returned:
    """The statements end with `return value`."""

    value: Value


@dataclass(frozen=True, slots=True)
class Jump:
    """They end with `break` or `continue`."""

    is_break: bool


Completion: TypeAlias = Returned | Jump | None
"""How a block ends; None where its end is reached."""


def takes(handler: ast.ExceptHandler, raised: str) -> bool:
    """Whether `handler` is for the exceptions that are called `raised`; those without a name may be any."""
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    found = getattr(builtins, raised, Exception)
    names = ["BaseException" if one is None else ast.unparse(one) for one in types]
    return raised in names or any(issubclass(found, getattr(builtins, name, ())) for name in names)
