"""What pydantic makes the names of fields with.

Source: `pydantic.alias_generators` and `pydantic.aliases`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any


def _to_pascal(name: str) -> str:
    return re.sub(r"([0-9A-Za-z])_(?=[0-9A-Z])", r"\1", name.title())


def _to_camel(name: str) -> str:
    is_camel = re.match(r"[a-z]+[A-Za-z0-9]*$", name) and not re.search(r"\d(?=[a-z])", name)
    return name if is_camel else re.sub(r"^_*[A-Z]", lambda match: match[0].lower(), _to_pascal(name))


_WORD_ENDS = (r"([A-Z]+)([A-Z][a-z])", r"([a-z])([A-Z])", r"([0-9])([A-Z])", r"([a-z])([0-9])")


def _to_snake(name: str) -> str:
    for end in _WORD_ENDS:
        name = re.sub(end, r"\1_\2", name)
    return name.replace("-", "_").lower()


def _choices(*paths: str | list[str | int]) -> list[list[str | int]]:
    return [path if isinstance(path, list) else [path] for path in paths]


def _generator(alias: Any = None, validation_alias: Any = None, serialization_alias: Any = None) -> SimpleNamespace:
    return SimpleNamespace(alias=alias, validation_alias=validation_alias, serialization_alias=serialization_alias)


_CLASSES: Mapping[str, Callable[..., Any]] = {
    "AliasChoices": _choices,
    "AliasGenerator": _generator,
    "AliasPath": lambda *keys: [*keys],
}

FIELD_NAMES: Mapping[str, Callable[..., Any]] = {
    **{f"pydantic.{inner}{name}": made for name, made in _CLASSES.items() for inner in ("", "aliases.")},
    "pydantic.alias_generators.to_camel": _to_camel,
    "pydantic.alias_generators.to_pascal": _to_pascal,
    "pydantic.alias_generators.to_snake": _to_snake,
}
"""By qualified names. A path of keys and indices is a list, and so are the paths that are tried in turn."""
