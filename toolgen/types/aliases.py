"""The names that pydantic reads a field from.

Source: `GenerateJsonSchema._get_alias_name` of `pydantic.json_schema`.
"""

from __future__ import annotations

from toolgen.model.json_values import Json


def property_name(alias: Json, name: str) -> str:
    """What the field `name` is called in JSON: its alias, or the first choice that is one key; else its own name."""
    if isinstance(alias, str):
        return alias
    choices = alias if isinstance(alias, list) else ()
    keys = (choice[0] for choice in choices if isinstance(choice, list) and len(choice) == 1)
    return next((key for key in keys if isinstance(key, str)), name)
