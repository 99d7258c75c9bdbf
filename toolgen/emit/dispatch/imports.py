"""The imports of a generated module, in the order and layout of ruff's rule `I`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from toolgen.emit.dispatch.annotations import STANDARD_MODULES
from toolgen.emit.dispatch.helpers import MODULES, sources
from toolgen.emit.dispatch.layout import INDENT, WIDTH

_NUMBER = re.compile(r"(\d+)")


def import_block(used: set[str], annotated: Mapping[str, str]) -> list[str]:
    """All imports of a module that uses `used` when it runs; its annotations name `annotated`, by module and alias."""
    modules = used & MODULES
    checked = {module: annotated[module] for module in sorted(annotated, key=_module_key) if module not in modules}
    names = sources({*used, "TYPE_CHECKING"} if checked else used)
    standard = [_import(module, module) for module in sorted(checked, key=_module_key) if module in STANDARD_MODULES]
    others = [
        _import(module, checked[module])
        for module in sorted(checked, key=_module_key)
        if module not in STANDARD_MODULES
    ]
    return [
        *(_import(module, module) for module in sorted(modules, key=_module_key)),
        *(line for module in sorted(names, key=_module_key) for line in _from_import(module, names[module])),
        *(["", "if TYPE_CHECKING:"] if checked else []),
        *(f"{INDENT}{line}" for line in standard),
        *([""] if standard and others else []),
        *(f"{INDENT}{line}" for line in others),
    ]


def _import(module: str, alias: str) -> str:
    return f"import {module}" if alias == module else f"import {module} as {alias}"


def _from_import(module: str, names: Iterable[str]) -> list[str]:
    members = sorted(names, key=_member_key)
    line = f"from {module} import {', '.join(members)}"
    return [line] if len(line) <= WIDTH else [f"from {module} import (", *(f"{INDENT}{m}," for m in members), ")"]


def _module_key(module: str) -> tuple[object, ...]:
    """Numbers inside a name count as numbers, and case only where nothing else differs."""
    return (*_natural(module.lower()), *_natural(module))


def _natural(text: str) -> list[tuple[bool, int, str]]:
    return [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in _NUMBER.split(text)]


def _member_key(name: str) -> tuple[int, str]:
    """Constants, then classes, then the rest."""
    return (0 if name.isupper() else 1 if name[:1].isupper() else 2, name)
