"""Forms of imports, and how they spell the names that they bring."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from strategies.scope import Draw, Scope, Symbol, Type, maybe, pick


def imports(draw: Draw, scope: Scope, module: str, symbols: Sequence[Symbol]) -> None:
    """Import all of `symbols` from `module`, each in a form of its own, or all with a star before all else."""
    if symbols and not scope.symbols and maybe(draw, 5):
        scope.lines.append(f"from {module} import *")
        scope.symbols += [symbol.spelled(symbol.name) for symbol in symbols]
        return
    for symbol in symbols:
        forms = ("as", "module", "module as") if _is_bound(scope, symbol.name) else tuple(_FORMS)
        form = pick(draw, forms)
        spelling, line = _FORMS[form](module, symbol.name)
        if line not in scope.lines:
            scope.lines.append(line)
        known = symbol.spelled(spelling)
        scope.symbols.append(_in_strings(known) if form == "type checking" else known)


def _is_bound(scope: Scope, name: str) -> bool:
    return any(symbol.bound == name for symbol in scope.symbols)


def _in_strings(symbol: Symbol) -> Symbol:
    """What exists for type checkers alone: a class can be named in a string, and all else not at all."""
    kind = symbol.kind if symbol.kind in {"class", "alias"} else "hidden"
    return replace(symbol, kind=kind, base="", members=(), type=Type(repr(symbol.type.text), quoted=True))


_Form = Callable[[str, str], tuple[str, str]]


def _from(module: str, name: str) -> tuple[str, str]:
    return name, f"from {module} import {name}"


def _as(module: str, name: str) -> tuple[str, str]:
    return f"{name}_", f"from {module} import {name} as {name}_"


def _module(module: str, name: str) -> tuple[str, str]:
    if module.startswith("."):
        package, _, last = module.rpartition(".")
        return f"{last}.{name}", f"from {package or '.'} import {last}"
    return f"{module}.{name}", f"import {module}"


def _module_as(module: str, name: str) -> tuple[str, str]:
    _, line = _module(module, name)
    short = f"{module.strip('.').replace('.', '_')}_"
    return f"{short}.{name}", f"{line} as {short}"


def _try(module: str, name: str) -> tuple[str, str]:
    return name, f"try:\n    from {module} import {name}\nexcept ImportError:\n    {name} = None"


def _type_checking(module: str, name: str) -> tuple[str, str]:
    return name, f"if TYPE_CHECKING:\n    from {module} import {name}"


_FORMS: Mapping[str, _Form] = {
    "from": _from,
    "as": _as,
    "module": _module,
    "module as": _module_as,
    "try": _try,
    "type checking": _type_checking,
}
