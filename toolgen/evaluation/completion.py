"""How a block of statements ends: at its end, with a jump, or with an exception that a handler takes."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TypeAlias

from toolgen.evaluation.folding.values import Value


@dataclass(frozen=True, slots=True, eq=False)
class Returned:
    """The statements end with `return value`."""

    value: Value


Completion: TypeAlias = Returned | type[ast.Break | ast.Continue] | None
"""How a block ends: with `return`, or `break` or `continue`; None where its end is reached."""
