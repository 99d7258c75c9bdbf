"""Enumerations: bases, mixins, `auto()`, aliases and docstrings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hypothesis import strategies as st

from strategies.scope import OWN, Draw, Scope, Symbol, Type, indented, maybe, pick

MEMBERS = ("FAST", "SLOW", "IDLE", "lower", "_9")


@dataclass(frozen=True, slots=True)
class _Base:
    """The bases of an enumeration, and the expressions of a member's value for a number."""

    text: str
    values: tuple[str, ...]


_BASES = (
    _Base("Enum", ("{}", "auto()")),
    _Base("Enum", ("'v{}'", "'a' + 'v{}'")),
    _Base("enum.Enum", ("'v{}'", "{} * 2", "{}.5", "({}, 'a')", "None", "not {}")),
    _Base("str, Enum", ("'v{}'", "f'v{{{}}}'")),
    _Base("StrEnum", ("'v{}'", "auto()")),
    _Base("enum.IntEnum", ("{}", "auto()", "1 << {}")),
    _Base("int, enum.Enum", ("{}", "-{}")),
    _Base("IntFlag", ("1 << {}", "auto()")),
    _Base("enum.Flag", ("2 ** {}",)),
    _Base("float, Enum", ("{}.5",)),
)
_REST = (
    "def method(self) -> int:\n    return 1",
    "@property\ndef label(self) -> str:\n    return self.name.title()",
    "@classmethod\ndef _missing_(cls, value: object) -> None:\n    return None",
    "@staticmethod\ndef _generate_next_value_(name, start, count, last_values):\n    return name",
)


def enumeration(draw: Draw, scope: Scope, name: str) -> None:
    """Write an enumeration called `name`."""
    base = pick(draw, _BASES)
    lines = ["'''How it goes.'''"] if maybe(draw, 4) else []
    names = MEMBERS[: draw(st.integers(1, 4))]
    for number, member in enumerate(names, 1):
        lines.append(f"{member} = {pick(draw, base.values).format(number)}")
        if maybe(draw, 8):
            lines.append(f"'''About {member}.'''")
    if maybe(draw, 6):
        lines.append(f"ALSO = {names[0]}")
    if maybe(draw, 4):
        lines += ["", *pick(draw, _REST[:3]).split("\n")]
    values = tuple(f"{OWN}.{member}" for member in names)
    symbol = Symbol(name, "class", Type(OWN, values), base="enum")
    scope.add(symbol, f"class {name}({base.text}):", *indented(lines))


_Write = Callable[[Draw, Scope, str], None]
WRITERS: Mapping[str, _Write] = {"enum": enumeration}
