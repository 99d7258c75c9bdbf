"""The modules of a project → their tools, and what is to be said of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import reduce
from itertools import chain
from operator import add, and_, or_
from typing import Any

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose, errors_in, has_errors, tolerated
from toolgen.diagnostics.net import Net
from toolgen.diagnostics.suppression import Suppression, is_suppressed
from toolgen.emit.enforcement import Enforcement, endless_patterns
from toolgen.evaluation.constants import Constants
from toolgen.evaluation.evaluated_names import EvaluatedNames
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.names.lookup import Names
from toolgen.model.classes import ClassSpec
from toolgen.model.json_values import Json
from toolgen.model.keywords import keyword_fault
from toolgen.model.manifest import SkippedTool
from toolgen.model.span import Span
from toolgen.model.tool import ToolSpec
from toolgen.project.loader import FEW_FILES, ModuleLoader
from toolgen.project.modules import Module
from toolgen.project.parallel import shared
from toolgen.syntax.conditions import Target
from toolgen.tools.declarations.copies import copies
from toolgen.tools.declarations.declaration import Declaration
from toolgen.tools.declarations.declarations import Declarations
from toolgen.tools.declarations.mounts import Mount
from toolgen.tools.declarations.repeated import most_specific
from toolgen.tools.declarations.signature_decorators import effects
from toolgen.tools.declarations.unfollowed import FunctionPlace, Unfollowed, tolerating
from toolgen.tools.tool_builder import ToolBuilder
from toolgen.types.annotations import AnnotationReader
from toolgen.types.classes.classes import build_class
from toolgen.types.type_map import neutral_site, read_type_map

_JOINING: Mapping[type, Callable[[Any, Any], Any]] = {bool: and_, dict: or_, list: add, set: or_}


@dataclass(frozen=True, slots=True)
class Resolved:
    """The tools of some modules, those that are left out, the classes that they name, and all that was said up to then.

    `unfollowed` is said of calls that no other call leads to: `followed` are the functions that are called. What is
    `unenforced` is said of schemas, some of which are not those that were meant unless all `is_whole`. `faults` are
    those of the configuration, which are the same whatever the modules. `absent` are names that were asked for, and the
    modules that were not found. `servers` are the objects that tools are declared with, or their frameworks,
    and `mounts` those that are mounted on others.
    """

    tools: list[ToolSpec]
    left_out: list[SkippedTool]
    classes: dict[str, ClassSpec]
    diagnostics: list[Diagnostic]
    unfollowed: list[Unfollowed]
    followed: set[FunctionPlace]
    unenforced: list[Diagnostic]
    is_whole: bool
    suppressions: dict[str, tuple[Suppression, ...]]
    faults: list[Diagnostic]
    absent: dict[str, str]
    servers: set[str]
    mounts: list[Mount]

    def __or__(self, other: Resolved) -> Resolved:
        """The tools of the modules of both."""
        pairs = ((one.name, getattr(self, one.name), getattr(other, one.name)) for one in fields(self))
        joined = {name: _JOINING[type(own)](own, more) for name, own, more in pairs}
        return Resolved(**joined | {"faults": self.faults})

    @property
    def skipped(self) -> list[SkippedTool]:
        """The tools that are left out, when these are all modules."""
        tolerated = (one for one in self._not_followed() if one.diagnostic.is_tolerated)
        return [*self.left_out, *(tool for one in tolerated for tool in one.tools)]

    def all_diagnostics(self) -> Iterator[Diagnostic]:
        """What is to be said, when these are all modules."""
        yield from self.diagnostics
        yield from (one.diagnostic for one in self._not_followed())
        yield from (found for found in self.unenforced if self.is_whole or found.severity == "error")

    def _not_followed(self) -> Iterator[Unfollowed]:
        return (one for one in self.unfollowed if self.followed.isdisjoint(one.around))


def resolve(modules: list[Module], loader: ModuleLoader, config: Config) -> Resolved:
    """The tools of `modules`, many in two processes; which go together is the same on every machine."""
    halves = [modules] if len(modules) < FEW_FILES else _halves(modules)

    def resolve_some(some: Iterable[tuple[int, list[Module]]]) -> list[tuple[int, Resolved]]:
        return [(index, _resolve(half, loader, config)) for index, half in some]

    resolved = dict(chain(*shared([*enumerate(halves)], resolve_some)))
    return reduce(or_, (resolved[index] for index in sorted(resolved)))


def _halves(modules: Sequence[Module]) -> list[list[Module]]:
    """Two parts of `modules`, each in their order, whose files are about as long."""
    halves: tuple[set[Module], set[Module]] = set(), set()
    lengths = [0, 0]
    for module in sorted(modules, key=lambda one: (-len(one.contents.bytes), one.path)):
        shorter = lengths.index(min(lengths))
        halves[shorter].add(module)
        lengths[shorter] += len(module.contents.bytes)
    return [[one for one in modules if one in half] for half in halves]


def _resolve(modules: list[Module], loader: ModuleLoader, config: Config) -> Resolved:
    """The tools of `modules`: once more without what fails, which may have left half done what others share."""
    net, known = Net(), -1
    while known < len(net.found):
        known = len(net.found)
        resolver = _Resolver(loader, config, net)
        resolved = resolver.resolve(modules)
        resolver.forget()
    return resolved


def evaluator_of(loader: ModuleLoader, config: Config) -> Evaluator:
    """What evaluates the expressions of the modules that `loader` reads."""
    names = Names(loader.project, loader.dialects, [mapped.name for mapped in config.type_map], config.bare_names)
    target = Target(config.python_version, config.platform)
    evaluator = Evaluator(names, effects(config.signature_decorators), target)
    names.values = EvaluatedNames(evaluator)
    return evaluator


@dataclass(frozen=True, slots=True)
class _Built:
    """A tool, and what is to be said of what is not enforced of its schema."""

    tool: ToolSpec
    unenforced: list[Diagnostic]


class _Resolver:
    """Declares, builds and checks tools of modules that share what is known, such as the ids of `valid` schemas."""

    def __init__(self, loader: ModuleLoader, config: Config, net: Net) -> None:
        self._loader = loader
        self._config = config
        self._net = net
        self._evaluator = evaluator_of(loader, config)
        constants = Constants(self._evaluator)
        self._reader = AnnotationReader(self._evaluator.names, constants, build_class)
        self._faults = read_type_map(config.type_map, neutral_site(config.type_map, config.root), self._reader)
        self._declarations = Declarations(self._evaluator)
        self._builder = ToolBuilder(self._evaluator.names, constants, self._reader)
        self._skips = config.on_error == "skip"
        self._enforcement = Enforcement()
        self._valid: dict[int, Json] = {}

    def resolve(self, modules: Iterable[Module]) -> Resolved:
        """The tools of `modules`, and what is to be said of them."""
        found = [one for module in modules for one in self._declared(module)]
        declared = most_specific(found, self._declarations.followed)
        served = [(one, kept) for one, servers in declared if (kept := self._kept(servers))]
        built = [self._build(one) for one, _ in served]
        pairs = [(one, kept) for one, (_, kept) in zip(built, served, strict=True) if isinstance(one, _Built)]
        return Resolved(
            tools=[replace(one.tool, server=at) for one, kept in pairs for at in kept],
            left_out=[one for one in built if isinstance(one, SkippedTool)],
            classes=self._reader.classes,
            diagnostics=self._diagnostics(one for one, _ in declared),
            unfollowed=self._unfollowed(),
            followed=self._declarations.followed,
            unenforced=[told for one, _ in pairs for told in one.unenforced],
            is_whole=self._skips or not has_errors([*self._reader.diagnostics, *self._evaluator.faults]),
            suppressions=self._loader.suppressions,
            faults=self._faults,
            absent=self._evaluator.names.absences.absent,
            servers={at for _, servers in declared for at in servers},
            mounts=self._declarations.mounts,
        )

    def forget(self) -> None:
        """End what knows each other: else only the collector, which has to go through all else, would."""
        evaluator = self._evaluator
        for one in (evaluator.objects, evaluator.markers, evaluator, evaluator.names, self._declarations):
            vars(one).clear()

    def _declared(self, module: Module) -> list[tuple[Declaration, Sequence[str]]]:
        """The tools that `module` declares, each with its servers."""
        declarations = self._declarations
        read = lambda: [(one, declarations.servers(one)) for one in declarations.of(module)]  # noqa: E731
        return self._net.run(f"the module `{module.name}`", Span(module.path), read) or []

    def _kept(self, servers: Iterable[str]) -> list[str]:
        """Those of `servers` that the configuration does not leave out."""
        return [at for at in servers if self._config.servers.get(at) is not False]

    def _diagnostics(self, declared: Iterable[Declaration]) -> list[Diagnostic]:
        of_declarations = [*self._declarations.diagnostics, *copies(declared, self._evaluator)]
        found = [*of_declarations, *self._reader.diagnostics, *self._net.found.values(), *self._evaluator.faults]
        # Resolving parses what the modules import, so what was said of that comes last.
        return [*(tolerated(found) if self._skips else found), *self._loader.diagnostics]

    def _unfollowed(self) -> list[Unfollowed]:
        found = self._declarations.unfollowed
        return [tolerating(one) for one in found] if self._skips else found

    def _build(self, declaration: Declaration) -> _Built | SkippedTool | None:
        """The tool that is declared; it is skipped where only running tells its name."""
        node, place = declaration.node, declaration.site.name_span(declaration.node)
        checked = self._net.run(f"the tool `{node.name}`", place, lambda: self._checked(declaration))
        built, found = checked or (None, [])
        found += declaration.diagnostics
        self._reader.diagnostics += found
        causes = [one for one in found if built is None and one.code == "TG211"]
        causes += self._tolerated(built, found, place) if self._skips else []
        if not causes:
            return built
        name, codes = built.tool.name if built else node.name, sorted({one.code for one in causes})
        return SkippedTool(name, declaration.site.module.name, node.qualname, tuple(codes))

    def _checked(self, declaration: Declaration) -> tuple[_Built | None, list[Diagnostic]]:
        """The tool that is declared, unless its schemas are none, and what was said of it."""
        with self._reader.diagnostics.captured() as found:
            tool = self._builder.build(declaration)
            faults = [] if tool is None else [*_invalid(tool, self._valid)]
            found += [] if has_errors(found) else faults
        if tool is None or faults:
            return None, found
        return _Built(tool, [*_not_enforced(tool, self._enforcement)]), found

    def _tolerated(self, built: _Built | None, found: Iterable[Diagnostic], place: Span) -> list[Diagnostic]:
        """The errors for which a tool is skipped: those that no comment silences."""
        refused = errors_in(built.unenforced) if built else []
        failed = [self._net.found[place]] if place in self._net.found else []
        of_tool = (one for one in (*found, *refused, *failed) if one.severity == "error")
        errors = [one for one in of_tool if not is_suppressed(one, self._loader.suppressions)]
        self._reader.diagnostics += refused if errors else []
        return errors


def _invalid(tool: ToolSpec, valid: dict[int, Json]) -> Iterator[Diagnostic]:
    """TG209 for the schemas of `tool` that are none, whatever they are made of."""
    for which in ("input_schema", "output_schema"):
        schema = getattr(tool, which)
        if (reason := keyword_fault(schema, valid)) is not None:
            yield diagnose("TG209", tool.span, argument=which, tool=tool.name, reason=reason)
        elif isinstance(schema, dict):
            valid |= {id(one): one for key in ("properties", "$defs") for one in schema.get(key, {}).values()}


def _not_enforced(tool: ToolSpec, enforcement: Enforcement) -> Iterator[Diagnostic]:
    found = enforcement.unenforced(tool.input_schema)
    if patterns := endless_patterns(found):
        yield diagnose("TG219", tool.span, tool=tool.name, patterns=", ".join(f"`{one}`" for one in patterns))
    elif found:
        keywords = ", ".join(f"`{pointer}`" for pointer in found)
        yield diagnose("TG212", tool.span, tool=tool.name, keywords=keywords)
