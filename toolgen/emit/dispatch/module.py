"""What the parts of one generated module share while it is written."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field

from toolgen.emit.dispatch.document import Definitions
from toolgen.emit.dispatch.layout import Brackets, Expression, flat, lay_out, text
from toolgen.emit.dispatch.naming import RESERVED
from toolgen.views.naming import Namer, snake_case


class Memo:
    """Statements that the parts of a package have in common, by all that they depend on. Tools resemble each other."""

    def __init__(self) -> None:
        self.definitions = Definitions()
        self._found: dict[Hashable, tuple[list[str], frozenset[str]]] = {}

    def statements(self, module: Module, key: Hashable, write: Callable[[], list[str]]) -> list[str]:
        """What `write` returns for `module`. What names nothing of that module's own will do for all others."""
        if key in self._found:
            lines, names = self._found[key]
            module.used |= names
            return lines
        used, own = module.used, module.own
        module.used = set()
        lines = write()
        if module.own == own:
            self._found[key] = lines, frozenset(module.used)
        module.used |= used
        return lines


@dataclass(slots=True)
class Module:
    """The names that are taken, those used of the standard library and how often of its `own`, and the lines."""

    memo: Memo = field(default_factory=Memo)
    own: int = 0

    names: Namer = field(default_factory=lambda: Namer(RESERVED))
    used: set[str] = field(default_factory=set)
    constants: list[str] = field(default_factory=list)
    checks: list[str] = field(default_factory=list)
    decoders: list[str] = field(default_factory=list)
    _constants: dict[str, str] = field(default_factory=dict)

    def use(self, name: str) -> str:
        """`name`, noted as used."""
        self.used.add(name)
        return name

    def constant(self, hint: str, value: Expression) -> str:
        """The name of a constant of the module that holds `value`."""
        self.own += 1
        key = flat(value)
        if key not in self._constants:
            name = self._constants[key] = self.names.unique(f"_{hint.upper()}")
            self.constants += lay_out("", f"{name} = ", value)
        return self._constants[key]

    def class_(self, module: str, qualname: str, names: Iterable[str] = ()) -> str:
        """The constant that stands for a class, whose constructor takes arguments of these `names`."""
        made = call("_support.Class", text(module), text(qualname), *map(text, names))
        return self.constant(snake_case(qualname), made)


def call(function: str, *arguments: Expression) -> Brackets:
    """A call with positional arguments."""
    return Brackets(f"{function}(", arguments, ")")


def keyword(name: str, value: Expression) -> Expression:
    """An argument that is given by name."""
    if isinstance(value, Brackets):
        return Brackets(f"{name}={value.opening}", value.items, value.closing)
    return f"{name}={flat(value)}"
