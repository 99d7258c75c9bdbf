"""The tools of several manifests and of functions that were registered, by name."""

from __future__ import annotations

from toolgen.runtime.sources import sources

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import Literal, TypeAlias

    from toolgen.model.json_values import Json
    from toolgen.runtime.entry import ToolEntry
    from toolgen.runtime.registered import Registered
    from toolgen.runtime.search import Index
    from toolgen.runtime.sources import Origin, Source
    from toolgen.runtime.trust import Trust

    OnDuplicate: TypeAlias = Literal["warn", "error"]


class Catalogue:
    """All tools of a toolbox and its views. Manifests are read when they are first asked for, and once."""

    def __init__(
        self,
        origins: Sequence[Origin],
        on_duplicate: OnDuplicate = "warn",
        packages: Collection[str] | None = None,
        trust: Trust | None = None,
    ) -> None:
        if on_duplicate not in ("warn", "error"):
            raise ValueError(f'`on_duplicate` is "warn" or "error", not {on_duplicate!r}')
        self._origins = origins
        self._on_duplicate = on_duplicate
        self._packages = packages
        self._trust = trust
        self._loaded: tuple[dict[str, ToolEntry], dict[str, Source]] | None = None
        self._merged: dict[str, ToolEntry] | None = None
        self._index: tuple[Mapping[str, ToolEntry], Index] | None = None
        self.sources = [*sources(origins)]
        self.registered: dict[str, Registered] = {}
        if self.is_pinned:
            self._manifests()

    @property
    def is_pinned(self) -> bool:
        """Whether the application says which tools they have to be."""
        return self._trust is not None

    @property
    def entries(self) -> Mapping[str, ToolEntry]:
        """Every tool by its name, sorted: registered functions before what manifests say."""
        if self._merged is None:
            merged = {**self.scanned, **{name: registered.entry for name, registered in self.registered.items()}}
            self._merged = {name: merged[name] for name in sorted(merged)}
        return self._merged

    def named(self, name: str) -> ToolEntry | None:
        """The tool `name`, or the one that a target is told of under that name in place of one that it refuses."""
        found = self.entries.get(name)
        told = self.settings.get("targets", {}).values() if found is None else ()
        if not any(options.get("names") == "sanitise" for options in told):
            return found
        from toolgen.providers.projection.names import sanitised

        return next((entry for entry in self.entries.values() if sanitised(entry.name) == name), None)

    @property
    def index(self) -> Index:
        """The words of all tools, read when they are first asked for."""
        entries = self.entries
        if self._index is None or self._index[0] is not entries:
            from toolgen.runtime.search import Index

            self._index = (entries, Index(entries.values()))
        return self._index[1]

    @property
    def scanned(self) -> Mapping[str, ToolEntry]:
        """Every tool of the manifests by its name, sorted."""
        return self._manifests()[0]

    def source(self, name: str) -> Source | None:
        """The manifest that has the tool `name`."""
        return self._manifests()[1].get(name)

    @property
    def only_source(self) -> Source | None:
        """The one manifest that all tools are from, if there is one."""
        alone = len(self.sources) == 1 and not (self.registered and self.registered.keys() - self.scanned.keys())
        return self.sources[0] if alone else None

    @property
    def settings(self) -> Mapping[str, Json]:
        """How models read of tools and write calls in text: what the first of the manifests says of it."""
        self._manifests()
        return self.sources[0].settings if self.sources else {}

    def allows(self, module: str) -> bool:
        """Whether `module` may be imported: it is one of the packages that the application allows, or in one."""
        allowed = self._packages
        return allowed is None or any(f"{module}.".startswith(f"{package}.") for package in allowed)

    def register(self, function: Registered) -> None:
        """Add a tool, or put a function in the place of a scanned one. Raises RegistrationError for a second time."""
        from toolgen.runtime.errors import RegistrationError

        name = function.entry.name
        if name in self.registered:
            raise RegistrationError(f"a function was already registered as {name!r}")
        self.registered[name] = function
        self._merged = None

    def reload(self) -> None:
        """Read the manifests again and import their dispatch modules; after a ManifestError all is as it was."""
        from dataclasses import replace

        from toolgen.runtime.reloading import reload

        found = [*sources(self._origins)]
        before, loaded = self._loaded[0] if self._loaded else {}, self._read(found)
        for source in found:
            reload(source)
        for name in before.keys() & loaded[0].keys() & self.registered.keys():
            self.registered[name] = replace(self.registered[name], entry=loaded[0][name])
        self._loaded, self._merged = loaded, None
        self.sources = found

    def _manifests(self) -> tuple[dict[str, ToolEntry], dict[str, Source]]:
        if self._loaded is None:
            self._loaded = self._read(self.sources)
        return self._loaded

    def _read(self, found: Iterable[Source]) -> tuple[dict[str, ToolEntry], dict[str, Source]]:
        from toolgen.runtime.loading import load

        entries: dict[str, ToolEntry] = {}
        places: dict[str, Source] = {}
        for source in found:
            for entry in load(source):
                if entry.name in entries:
                    self._duplicate(entry.name, places[entry.name], source)
                else:
                    entries[entry.name], places[entry.name] = entry, source
        if self._trust is not None:
            from toolgen.runtime.trust import check

            check(entries.values(), self._trust)
        return {name: entries[name] for name in sorted(entries)}, places

    def _duplicate(self, name: str, first: Source, second: Source) -> None:
        from warnings import warn

        from toolgen.runtime.errors import DuplicateToolWarning, RegistrationError

        message = f"the tool {name!r} of {second.path} is also in {first.path}"
        if self._on_duplicate == "error":
            raise RegistrationError(message)
        warn(f"{message}, which counts", DuplicateToolWarning, stacklevel=2)
