"""Values as Python source: the one place where what a project says becomes text that is written into its files."""

from __future__ import annotations

from toolgen.model.json_values import Json


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


def quoted(text: str) -> str:
    """`text` as a string, with the quotes that formatters prefer; nothing in it ends that, and nothing is unseen."""
    return repr(text) if '"' in text else f'"{repr(text)[1:-1]}"'
