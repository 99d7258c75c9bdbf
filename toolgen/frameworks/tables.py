"""The dialects in use, and what their tables say together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias, TypeVar

from toolgen.frameworks.dialect import Declarator, Dialect, ToolClass
from toolgen.frameworks.recognisers import DistinctMethods, Handed, Keeping, Recogniser

R = TypeVar("R", bound=Recogniser)
T = TypeVar("T")

Meanings: TypeAlias = Mapping[str, Mapping[str, str]]
"""The last part of a name → the dialects that have it → what each means by it: a qualified name."""


class ToolMarker(NamedTuple):
    """A callable of a dialect: how it declares tools, and the qualified name by which it is known."""

    dialect: Dialect
    declarator: Declarator
    name: str = ""


class Table:
    """The decorators of all dialects, or their calls. Where two dialects have one name, the first counts."""

    def __init__(self, dialects: tuple[Dialect, ...], members: Callable[[Dialect], Mapping[str, Declarator]]) -> None:
        found = [
            (name, ToolMarker(dialect, one, name)) for dialect in dialects for name, one in members(dialect).items()
        ]
        self.by_name: Mapping[str, ToolMarker] = dict(reversed(found))
        self.methods = frozenset(name.rpartition(".")[2] for name in self.by_name)
        self._by_receiver: dict[str, dict[str, ToolMarker]] = {}
        self._by_dialect: dict[str, ToolMarker] = {}
        for name, one in ((name.rpartition(".")[2], marker) for name, marker in found if is_method(name)):
            self._by_dialect.setdefault(f"{one.dialect.name}.{name}", one)
            kinds = (kind for kind in one.dialect.recognisers if isinstance(kind, DistinctMethods))
            of_any = {"*"} if any(name in kind.methods for kind in kinds) else set[str]()
            for key in one.dialect.receivers | of_any:
                self._by_receiver.setdefault(f"{key}.{name}", {}).setdefault(one.dialect.name, one)

    def of_receiver(self, receiver: str, method: str) -> Mapping[str, ToolMarker]:
        """`receiver.method`, of an object that is usually called so, by the dialects that may be meant."""
        found = self._by_receiver.get(f"{receiver}.{method}")
        return self._by_receiver.get(f"*.{method}", {}) if found is None else found

    def of_dialect(self, dialect: str, method: str) -> ToolMarker | None:
        """`x.method` of an `x` that may be any object of a dialect."""
        return self._by_dialect.get(f"{dialect}.{method}")


def is_method(name: str) -> bool:
    """Whether the qualified `name` is that of a method, by the case of what stands before its last part."""
    return name.rpartition(".")[0].rpartition(".")[2][:1].isupper()


def _of_all(part: Callable[[Dialect], frozenset[T]]) -> cached_property[frozenset[T]]:
    return cached_property(lambda dialects: frozenset[T]().union(*map(part, dialects.known)))


@dataclass(frozen=True, eq=False)
class Dialects:
    """Several dialects as one, those that win over others first."""

    known: tuple[Dialect, ...]

    needles = _of_all(lambda dialect: dialect.needles)
    """One of these stands in every file that declares a tool, or says what becomes of tools elsewhere."""
    serving = _of_all(lambda dialect: dialect.serving)
    """Those of them that are of no interest where nothing declares a tool."""
    injected = _of_all(lambda dialect: dialect.injected)
    """The types that one of the frameworks supplies."""
    injected_metadata = _of_all(lambda dialect: dialect.injected_metadata)
    keywords = _of_all(lambda dialect: dialect.keywords)
    known_names = _of_all(lambda dialect: dialect.known_names)
    packages = _of_all(lambda dialect: dialect.packages)
    servers = _of_all(
        lambda dialect: frozenset[str]().union(*(one.servers for one in dialect.recognisers if isinstance(one, Handed)))
    )
    """The classes of what is a server by its declaration."""

    @cached_property
    def decorators(self) -> Table:
        return Table(self.known, lambda dialect: dialect.decorators)

    @cached_property
    def calls(self) -> Table:
        return Table(self.known, lambda dialect: dialect.calls)

    @cached_property
    def bases(self) -> Mapping[str, tuple[Dialect, ToolClass]]:
        """The classes whose subclasses are tools, by their names."""
        return {name: (dialect, made) for dialect in reversed(self.known) for name, made in dialect.bases.items()}

    @cached_property
    def functions(self) -> Meanings:
        """The decorators that are functions."""
        names = ((one, name) for one in self.known for name in one.decorators)
        return _meanings((one, name, name) for one, name in names if not is_method(name))

    @cached_property
    def owners(self) -> Meanings:
        """The decorators that are methods, by whose names the classes are found that have them."""
        names = ((one, name) for one in self.known for name in one.decorators)
        return _meanings((one, name, name.rpartition(".")[0]) for one, name in names if is_method(name))

    @cached_property
    def named_bases(self) -> Meanings:
        """The classes whose subclasses are tools."""
        return _meanings((one, name, name) for one in self.known for name in one.bases)

    @cached_property
    def keeping(self) -> frozenset[str]:
        """The classes whose objects have what they were given, as attributes, until something else is set."""
        return frozenset[str]().union(*(one.classes for _, one in self.recognisers(Keeping)))

    def recognisers(self, kind: type[R]) -> tuple[tuple[Dialect, R], ...]:
        """The recognisers of one kind, with the dialects that have them."""
        found = ((dialect, one) for dialect in self.known for one in dialect.recognisers)
        return tuple((dialect, one) for dialect, one in found if isinstance(one, kind))

    def describe(self, name: str) -> bool:
        """Whether the qualified `name` is of a package that one of them describes."""
        return not self.packages.isdisjoint(packages_of(name))

    def of_packages(self, packages: frozenset[str]) -> tuple[str, ...]:
        """The names of the dialects that one of `packages` belongs to, in their order."""
        return tuple(dict.fromkeys(one.name for one in self.known if not packages.isdisjoint(one.packages)))

    def of_roots(self, packages: frozenset[str]) -> tuple[str, ...]:
        """The same, where a package beside them is enough: `mcp.types` for those of `mcp.server`."""
        found = (one.name for one in self.known for known in one.packages if known.partition(".")[0] in packages)
        return tuple(dict.fromkeys(found))


def _meanings(rows: Iterable[tuple[Dialect, str, str]]) -> Meanings:
    """Of each dialect the first row of a name; none of toolgen's own, which is found wherever toolgen is."""
    found: dict[str, dict[str, str]] = {}
    for dialect, name, meant in rows:
        if not dialect.is_closed:
            found.setdefault(name.rpartition(".")[2], {}).setdefault(dialect.name, meant)
    return found


def packages_of(name: str) -> frozenset[str]:
    """The packages that a dialect may have by which the qualified name `name` is its: `a` and `a.b` of `a.b.c`."""
    parts = name.split(".")
    return frozenset({parts[0], ".".join(parts[:2])})
