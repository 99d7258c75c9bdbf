"""The names that pydantic reads a field from, as they are written: `"name"`, `AliasPath(…)`, `AliasChoices(…)`.

Source: `pydantic.aliases`, and `GenerateJsonSchema._get_alias_name` of `pydantic.json_schema`.
"""

from __future__ import annotations

import ast

from toolgen.evaluation.constants import Constants
from toolgen.evaluation.names.lookup import Names, Site
from toolgen.model.types import Json
from toolgen.types.external_names import external_name


def read_alias(node: ast.expr, site: Site, names: Names, constants: Constants) -> Json:
    """A name, a path of keys and indices, or a list of the paths that are tried. Raises NotConstantError."""
    if isinstance(node, ast.Call):
        name = external_name(node.func, site, names)
        if name == "pydantic.AliasPath":
            return [constants.fold(argument, site) for argument in node.args]
        if name == "pydantic.AliasChoices":
            choices = [read_alias(argument, site, names, constants) for argument in node.args]
            return [choice if isinstance(choice, list) else [choice] for choice in choices]
    return constants.fold(node, site)


def property_name(alias: Json, name: str) -> str:
    """What the field `name` is called in JSON: its alias, or the first choice that is one key; else its own name."""
    if isinstance(alias, str):
        return alias
    keys = (choice[0] for choice in alias or () if isinstance(choice, list) and len(choice) == 1)
    return next((key for key in keys if isinstance(key, str)), name)
