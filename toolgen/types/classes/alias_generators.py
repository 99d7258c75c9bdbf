"""`alias_generator` of pydantic models: what makes the JSON names of the fields from their Python names.

Source: `pydantic.aliases.AliasGenerator`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import SimpleNamespace
from typing import TypeAlias

from toolgen.evaluation.constants import Constants
from toolgen.evaluation.names.lookup import Site
from toolgen.model.types import Json

AliasGenerator: TypeAlias = Callable[[str], Json]
"""The Python name of a field → its alias; raises NotConstantError where it is not known."""


def read_generator(node: ast.expr, site: Site, constants: Constants) -> AliasGenerator | None:
    """The generator that `node` names or makes, None for none. Raises NotConstantError for one that is not known."""
    value = constants.value(node, site)
    if isinstance(value, SimpleNamespace):
        value = value.validation_alias or value.alias
    return None if value is None else lambda name: constants.called(value, name, node)
