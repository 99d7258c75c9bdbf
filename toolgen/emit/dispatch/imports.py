"""The imports of a generated module, in the order and layout of ruff's rule `I`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from toolgen.emit.dispatch.annotations import STANDARD_MODULES
from toolgen.emit.dispatch.layout import INDENT, WIDTH
from toolgen.emit.dispatch.naming import MODULES, SOURCES

_PART = re.compile(r"\d+|.")


def import_block(
    used: set[str], annotated: Mapping[str, str], package: str = ".", parts: Iterable[str] = ()
) -> list[str]:
    """All imports of a module, or the index of `parts`, that uses `used`, from `package`, and `annotated`."""
    running = used & MODULES
    # `import collections.abc` binds the name `collections`, which belongs to one block alone.
    running |= {module for module, alias in annotated.items() if alias.rpartition(".")[0] in running}
    standard = {name: alias for name, alias in annotated.items() if name in STANDARD_MODULES and alias not in running}
    others = {module: alias for module, alias in annotated.items() if module not in STANDARD_MODULES}
    checked = [_imports(modules) for modules in (standard, others) if modules]
    # They stand below `if TYPE_CHECKING`.
    checked += [_from_import(".", parts, WIDTH - len(INDENT))] if parts else []
    names: dict[str, list[str]] = {}
    for name in {*used, *(["TYPE_CHECKING"] if checked else [])} & SOURCES.keys():
        names.setdefault(SOURCES[name], []).append(name)
    lines = _imports({module: module for module in running})
    for module in sorted(names, key=_module_key):
        lines += _from_import(module, names[module])
    lines += [*([""] if lines else []), f"from {package} import _support"]
    for number, block in enumerate(checked):
        lines += ["", *([] if number else ["if TYPE_CHECKING:"]), *(f"{INDENT}{line}" for line in block)]
    return lines


def _imports(modules: Mapping[str, str]) -> list[str]:
    """Imports of modules by the names they are given; `import a.b` stands for `import a` as well."""
    implied = {module.rpartition(".")[0] for module, alias in modules.items() if alias == module}
    return [
        f"import {module}" if alias == module else f"import {module} as {alias}"
        for module, alias in sorted(modules.items(), key=lambda item: _module_key(item[0]))
        if module not in implied
    ]


def _from_import(module: str, names: Iterable[str], width: int = WIDTH) -> list[str]:
    members = sorted(names, key=_member_key)
    line = f"from {module} import {', '.join(members)}"
    return [line] if len(line) <= width else [f"from {module} import (", *(f"{INDENT}{m}," for m in members), ")"]


@cache
def _module_key(module: str) -> tuple[object, object]:
    """Runs of digits count as numbers, and case only where nothing else differs."""
    return _natural(module.lower()), _natural(module)


def _natural(text: str) -> list[tuple[str, int]]:
    return [("0", int(part)) if part.isdecimal() else (part, 0) for part in _PART.findall(text)]


def _member_key(name: str) -> tuple[int, object, object]:
    """Constants, then classes, then the rest."""
    return (0 if name.isupper() else 1 if name[:1].isupper() else 2, *_module_key(name))
