"""What only some frameworks do: classes by which whoever can find it asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal


class Recogniser:
    """What only one framework does: its file has a class below this one, by which whoever can find it asks for it."""

    @property
    def needles(self) -> frozenset[str]:
        """Words one of which stands in every file with such a tool."""
        return frozenset()

    @property
    def serving(self) -> frozenset[str]:
        """Words one of which stands in every file that does something with a server, and declares no tool."""
        return frozenset()

    @property
    def keywords(self) -> frozenset[str]:
        """What else is looked for in the files that are read."""
        return frozenset()

    @property
    def known_names(self) -> frozenset[str]:
        """The qualified names of classes that it knows by these alone, whether or not the framework is installed."""
        return frozenset()


@dataclass(frozen=True, slots=True)
class ServedTools(Recogniser):
    """Methods of servers, which are what has the decorator `tool`, that hide or change tools that are declared.

    `renaming` are those that do so only if they are given one of their keywords, or more than one positional argument.
    They are given a server, and the keywords in `prefixes` are the text that stands, with `joint` behind it, before the
    names of its tools. `sought` are those that are searched for. Where there are `classes`, what has the
    methods is no server but an object of one of them, or below, whose own tools they register. `parts` are attributes
    of a server that have its methods, too, and `options` keywords of the call that makes a server which do the same.
    What is set in the place of the method `asked`, or handed to that of the attribute `inner`, may tell of others.
    """

    methods: frozenset[str] = frozenset()
    renaming: Mapping[str, frozenset[str]] = field(default_factory=dict)
    prefixes: frozenset[str] = frozenset()
    joint: str = ""
    sought: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()
    options: frozenset[str] = frozenset()
    asked: str = ""
    inner: str = ""

    @property
    def serving(self) -> frozenset[str]:
        return frozenset(f"{name}(" for name in self.sought)  # `mount` stands in every `amount`

    @property
    def keywords(self) -> frozenset[str]:
        asked = {self.asked} if self.asked else set[str]()
        return frozenset(f"{name}(" for name in self.methods.union(self.renaming)) | self.options | asked


@dataclass(frozen=True, slots=True)
class Handed(Recogniser):
    """The `servers`, classes of objects on which any code that is handed one may register tools.

    `running` are the methods by which one is served, with all tools that it has; `sought` stands in files that do so.
    """

    servers: frozenset[str]
    running: frozenset[str] = frozenset()
    sought: frozenset[str] = frozenset()

    @property
    def serving(self) -> frozenset[str]:
        return self.sought


@dataclass(frozen=True, slots=True)
class Keeping(Recogniser):
    """The `classes` of objects that have what they were given, until something else is set."""

    classes: frozenset[str]


@dataclass(frozen=True, slots=True)
class DistinctMethods(Recogniser):
    """Those of the `methods` that declare tools whose names say so alone, whatever their object is called."""

    methods: frozenset[str]


@dataclass(frozen=True, slots=True)
class ServingClasses(Recogniser):
    """Classes below which a project makes or chooses tools that are not read: each with the method by which it does.

    A class that has not that method does neither. `code` says which of the two it is; `sought` are the methods that
    stand in files without tools. What `is_followed` is a method whose tools are read as others are, as far as it makes
    them itself.
    """

    methods: Mapping[str, str]
    code: Literal["TG211", "TG226"]
    sought: frozenset[str] = frozenset()
    is_followed: bool = False

    @property
    def needles(self) -> frozenset[str]:
        return self.sought

    @property
    def known_names(self) -> frozenset[str]:
        return frozenset(self.methods)
