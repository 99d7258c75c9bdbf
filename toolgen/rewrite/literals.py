"""Values as Python text."""

from __future__ import annotations

from toolgen.model.json_values import Json
from toolgen.rewrite.quoting import quoted


def literal(value: Json) -> str:
    """`value` as Python writes it, with the quotes that formatters prefer."""
    match value:
        case str():
            return quoted(value)
        case list() | tuple():
            return f"[{', '.join(map(literal, value))}]"
        case dict():
            return f"{{{', '.join(f'{literal(key)}: {literal(one)}' for key, one in value.items())}}}"
        case _:
            return repr(value)
