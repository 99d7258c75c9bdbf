"""The functions of `pydantic_core.core_schema` that toolgen knows, and their parameters by position; others have names.

Source: <https://docs.pydantic.dev/latest/api/pydantic_core_schema/>.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

MODULE = "pydantic_core.core_schema."

_BY_KEYWORD = (
    *("any", "bool", "bytes", "date", "datetime", "decimal", "float", "int", "none", "str", "time", "timedelta"),
    *("url", "uuid"),
)
_BY_POSITION: Mapping[str, Sequence[str]] = {
    "chain_schema": ("steps",),
    "dict_schema": ("keys_schema", "values_schema"),
    "is_instance_schema": ("cls",),
    "json_or_python_schema": ("json_schema", "python_schema"),
    "lax_or_strict_schema": ("lax_schema", "strict_schema"),
    "list_schema": ("items_schema",),
    "literal_schema": ("expected",),
    "nullable_schema": ("schema",),
    "set_schema": ("items_schema",),
    "union_schema": ("choices",),
    **{
        f"{info}_info_{kind}_validator_function": ("function", "schema")[: 1 if kind == "plain" else 2]
        for info in ("no", "with")
        for kind in ("after", "before", "plain", "wrap")
    },
}
PARAMETERS: dict[str, Sequence[str]] = {
    f"{MODULE}{name}": parameters
    for name, parameters in {**{f"{name}_schema": () for name in _BY_KEYWORD}, **_BY_POSITION}.items()
}
"""The parameters that are given by position, by the qualified names of the functions."""
