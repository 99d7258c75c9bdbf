"""The tools of an agent: loaded from manifests, chosen, shown to a model, and called."""

from __future__ import annotations

from toolgen.runtime.catalogue import Catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from typing import Any, TypeVar

    from toolgen.call_syntax.syntax import CallSyntax
    from toolgen.model.contract import RiskLevel
    from toolgen.model.json_values import Json, Schema
    from toolgen.model.notations import PromptNotation
    from toolgen.providers import TargetName
    from toolgen.runtime.calling import Caller
    from toolgen.runtime.catalogue import OnDuplicate
    from toolgen.runtime.dispatch_module import Arguments, Context
    from toolgen.runtime.entry import ToolEntry
    from toolgen.runtime.functions import Functions
    from toolgen.runtime.signatures import Mismatch
    from toolgen.runtime.sources import Origin, Source
    from toolgen.runtime.trust import Trust

    _Function = TypeVar("_Function", bound=Callable[..., Any])


class Toolbox:
    """Tools by their names, in an order that is always the same. `Toolbox.load` makes one.

    What `select` returns is a view: it shows what the whole toolbox has at the time, also after `register` and
    `reload`, and it calls no tool but its own.
    """

    def __init__(self, catalogue: Catalogue, keep: tuple[Callable[[ToolEntry], bool], ...] = ()) -> None:
        self._catalogue = catalogue
        self._keep = keep

    @classmethod
    def load(
        cls,
        *origins: Origin,
        on_duplicate: OnDuplicate = "warn",
        packages: Collection[str] | None = None,
        trust: Trust | None = None,
    ) -> Toolbox:
        """The tools of one or more manifests.

        Each origin is the path of a manifest, of a folder in which all files `manifest.json` are taken, a generated
        dispatch module or one of its `Dispatcher`s, or a source: `package("assistant.generated")`, `*installed()`. Of
        two tools of one name the first counts, with a DuplicateToolWarning, or there is a RegistrationError where
        `on_duplicate` is "error". Manifests are read when they are needed. Raises ManifestError where there is none.

        Only tools in one of `packages` and below are imported and called, where they are given: what a manifest says is
        data, and should not decide what code an application runs.

        `trust` is what `digest` or `digests` said of the tools when somebody looked at them. With it the manifests are
        read at once, and nothing but them is believed; ManifestError names the tools that are others.
        """
        return cls(Catalogue(origins, on_duplicate, packages, trust))

    def reload(self) -> None:
        """Look for the manifests again, read them, and import their dispatch modules again where they were imported.

        What was registered and bound stays; so do the modules of the tools. Raises as `load` does, and what the import
        of a dispatch module raises.
        """
        self._catalogue.reload()

    def get(self, name: object) -> ToolEntry | None:
        """What the manifest says of the tool `name`; None where there is none, whatever a model sent for a name."""
        entry = self._catalogue.named(name) if isinstance(name, str) else None
        return entry if entry and all(accepts(entry) for accepts in self._keep) else None

    def __getitem__(self, name: str) -> ToolEntry:
        entry = self.get(name)
        if entry is None:
            raise KeyError(name)
        return entry

    @property
    def names(self) -> list[str]:
        """The names of the tools, sorted."""
        return [entry.name for entry in self]

    def __iter__(self) -> Iterator[ToolEntry]:
        entries = self._catalogue.entries.values()
        return (entry for entry in entries if all(accepts(entry) for accepts in self._keep))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        return self.get(name) is not None

    def __repr__(self) -> str:
        return f"<Toolbox of {len(self)} tools>"

    @property
    def digest(self) -> str:
        """Changes when, and only when, what a model or a caller is told of any of these tools changes."""
        from toolgen.runtime.trust import digest

        return digest(self)

    @property
    def digests(self) -> dict[str, str]:
        """The same of each tool alone, by its name. They are of what the tools are, whatever their manifest says."""
        from toolgen.runtime.trust import digests

        return digests(self)

    def select(
        self,
        *,
        tags: str | Collection[str] | None = None,
        category: str | Collection[str] | None = None,
        name_pattern: str | None = None,
        risk_at_most: RiskLevel | None = None,
        where: Callable[[ToolEntry], bool] | None = None,
    ) -> Toolbox:
        """The tools that are all of what is asked for.

        That is: that have one of `tags`, are in one of the categories, have a name in which the regular expression
        `name_pattern` is found, declare a risk level that is not above `risk_at_most` (low, medium, high, critical; a
        tool that declares none may do anything), and of which `where` is true.
        """
        from toolgen.runtime.selection import predicate

        return Toolbox(self._catalogue, (*self._keep, predicate(tags, category, name_pattern, risk_at_most, where)))

    def search(self, query: str, limit: int = 10) -> Toolbox:
        """The tools of which most is said in the words of `query`, at most `limit`.

        There are fewer where no more share a word with it. Their order is that of their names, as always. What was
        registered or built since is found by the next search only. The first one takes a moment, to read all tools.
        """
        ranked = [name for name in self._catalogue.index.ranked(query) if name in self]
        found = frozenset(ranked[: max(limit, 0)])
        return Toolbox(self._catalogue, (*self._keep, lambda tool: tool.name in found))

    def definitions(self, target: TargetName | str, *, instance: object = None, context: Context = None) -> Json:
        """The tools as the interface of `target` takes them: a list, but for openapi, a document of OpenAPI 3.1, and
        json-schema, the schemas by the names of their files. How they are told of is what the configuration says.

        Enumerations that are known at run time only have no values, as in the files that the build writes, unless
        `instance` or `context` is given: then they have those for `instance`, the object whose methods are tools, or
        else for the bound one, and for `context`, what the caller supplies. A toolbox of a `Dispatcher` always asks its
        objects. Raises ValueError for a target that there is not or that cannot be told of a tool, and ToolError where
        the values cannot be known.
        """
        from toolgen.providers import document
        from toolgen.runtime.definitions import built, check, options

        check(target)
        source, is_dynamic = self._whole(instance, context)
        found = built(source, target, is_dynamic) if source else None
        if found is not None:
            return found
        settings = self._catalogue.settings
        told = self._resolved(instance, context)
        return document(target, told, settings.get("input_examples", True), options(settings, target))

    def prompt(
        self,
        syntax: str | CallSyntax | None = None,
        notation: PromptNotation | None = None,
        *,
        instance: object = None,
        context: Context = None,
    ) -> str:
        """The tools as text, for a model without an interface for tools: what `prompt.md` says.

        `syntax` is how it is to write calls, and `notation` what it reads arguments in, unless as configured.
        `instance` and `context` are those of `definitions`: with them the values of enumerations that are known at run
        time only take the place of `<known at run time>`. Raises ValueError for a syntax or notation that there is not.
        """
        from toolgen.runtime.loading import generated

        source, is_dynamic = self._whole(instance, context)
        text = generated(source, "prompt.md", is_dynamic) if source and syntax is None and notation is None else None
        if text is not None:
            return text.decode()
        from toolgen.model.notations import NOTATIONS
        from toolgen.views.prompt import markdown
        from toolgen.views.tool import view

        chosen = self.call_syntax(syntax)
        written = notation or self._catalogue.settings.get("notation", NOTATIONS[0])
        if written not in NOTATIONS:
            raise ValueError(f"{written!r} is not a notation: {', '.join(NOTATIONS)}")
        return markdown(map(view, self._resolved(instance, context)), chosen, written)

    def call_syntax(self, name: str | CallSyntax | None = None, *, coerce: bool = False, **options: str) -> CallSyntax:
        """How a model writes calls of these tools in text, and how they are read: as configured, or by `name`.

        A syntax stands for itself. With `coerce`, arguments become what their schemas want where that is clear. Raises
        ValueError for a name of no syntax, and TypeError for options that it does not have.
        """
        from toolgen.call_syntax import call_syntax

        if not isinstance(name, str | None):
            return name
        chosen = self._catalogue.settings.get("call_syntax", {}) if name is None else {"name": name}
        return call_syntax(**{"name": "json", **chosen, **options}, tools=self, coerce=coerce)

    def _whole(self, instance: object, context: Context) -> tuple[Source | None, bool]:
        """The one manifest that all tools are from, if there is one, and whether enumerations are to be resolved."""
        source = None if self._keep or self._catalogue.is_pinned else self._catalogue.only_source
        is_dynamic = instance is not None or context is not None or (source is not None and source.has_objects)
        return source, is_dynamic

    def _resolved(self, instance: object, context: Context) -> Iterator[ToolEntry]:
        is_given = instance is not None or context is not None
        for entry in self:
            source = self._catalogue.source(entry.name)
            if entry.dynamic and (is_given or (source and source.has_objects)):
                from toolgen.runtime.calling import Caller

                entry = Caller(self._catalogue, entry).resolved(instance, context)
            yield entry

    async def dispatch(
        self, name: str, arguments: Arguments, context: Context = None, *, approved: bool = False
    ) -> Any:
        """Make the call that a model asked for, through the dispatch module beside the manifest.

        Raises a ToolError: that of the dispatch module, or a CallError for a tool that is not in this toolbox, that
        nothing can call, or whose registered function failed.
        """
        return await self._caller(name).dispatch(arguments, context, approved)

    def dispatch_sync(self, name: str, arguments: Arguments, context: Context = None, *, approved: bool = False) -> Any:
        """The same for a sync tool, in this thread and without an event loop."""
        return self.prepare(name, arguments, context, approved=approved)()

    def prepare(
        self, name: str, arguments: Arguments, context: Context = None, *, approved: bool = False
    ) -> Callable[[], Any]:
        """The call of a sync tool as a function without parameters, to be made in another thread or process.

        Raises ToolError where it cannot be made; what it returns raises ToolError where it fails.
        """
        return self._caller(name).prepare(arguments, context, approved)

    def decode(self, name: str, arguments: Arguments, context: Context = None) -> dict[str, Any]:
        """The Python values of the arguments by parameter name, without a call. Raises ToolError."""
        return self._caller(name).decode(arguments, context)

    def check_context(self, name: str, context: Context = None) -> None:
        """See that a call has all that the application supplies to the tool `name`, if there is one.

        Raises a TypeError, the InvalidContext of the dispatch module: a model could do nothing about it.
        """
        tool = self.get(name)
        if tool is not None and tool.injected:
            self._caller(name).check_context(context)

    def functions(self, context: Context = None) -> Functions:
        """The tools as the functions that the stubs declare, for code that an agent wrote.

        `functions(context).search_web(query="x")` takes and returns JSON values and raises as `dispatch` does; it is to
        be awaited where the tool is async. The names are those of `tools.pyi`, in a selection too.
        """
        from toolgen.runtime.functions import Functions
        from toolgen.views.naming import functions

        names = functions(self._catalogue.entries)
        return Functions(self._catalogue, {names[tool.name]: tool for tool in self}, context)

    def requires_approval(self, name: str) -> bool:
        """Whether the tool `name` is not called before somebody agrees: by the manifest, or by the dispatch module.

        Raises CallError where nothing can call it.
        """
        return self._caller(name).requires_approval

    def is_sync(self, name: str) -> bool:
        """Whether the code of the tool `name` blocks the thread that it runs in. Raises CallError for no tool."""
        return self._caller(name).is_sync

    def register(
        self,
        function: _Function,
        *,
        name: str | None = None,
        description: str | None = None,
        input_schema: Schema | None = None,
    ) -> _Function:
        """Let `function` run the tool `name`, by default that of the function's own name.

        It takes the place of a tool that a manifest has, which tells a model the same as before; the dispatch module
        decodes its arguments. A tool that no manifest has needs `input_schema`, and a description unless there is a
        docstring; the package jsonschema validates its arguments, which the function takes as JSON values. Raises
        RegistrationError where something is missing, and for a second function of one name.
        """
        from toolgen.runtime.calling import registered

        self._catalogue.register(registered(self._catalogue, function, name, description, input_schema))
        return function

    def verify(self) -> list[Mismatch]:
        """How the functions differ from the manifest: gone, other parameters, other defaults, sync instead of async.

        This imports the tools, which nothing else does but calling them. Types are not compared: `toolgen verify`
        does that.
        """
        from toolgen.runtime.signatures import differences, scanned

        found = []
        for entry in self:
            registered = self._catalogue.registered.get(entry.name)
            is_allowed = self._catalogue.allows(entry.module)
            found += differences(entry, registered.function) if registered else scanned(entry, is_allowed)
        return found

    def _caller(self, name: str) -> Caller:
        """What makes the calls of the tool `name`. Raises CallError where there is no such tool."""
        from toolgen.runtime.calling import Caller

        entry = self.get(name)
        if entry is None:
            from toolgen.runtime.errors import unknown_tool

            raise unknown_tool(name, self.names)
        return Caller(self._catalogue, entry)
