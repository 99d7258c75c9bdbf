"""The modules of a project → their tools, and what is to be said of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain
from operator import or_

from toolgen.config.config import Config
from toolgen.diagnostics.diagnostic import Diagnostic, diagnose, has_errors, tolerated
from toolgen.diagnostics.net import Net
from toolgen.diagnostics.suppression import Suppression, is_suppressed
from toolgen.emit.enforcement import Enforcement, endless_patterns
from toolgen.evaluation.constants import Constants
from toolgen.evaluation.evaluated_names import EvaluatedNames
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.names.lookup import Names
from toolgen.model.keywords import keyword_fault
from toolgen.model.manifest import SkippedTool
from toolgen.model.span import Span
from toolgen.model.tool import ToolSpec
from toolgen.model.types import ClassSpec, Json
from toolgen.project.loader import FEW_FILES, ModuleLoader
from toolgen.project.modules import Module
from toolgen.project.parallel import shared
from toolgen.syntax.conditions import Target
from toolgen.tools.declarations.copies import copies
from toolgen.tools.declarations.declaration import Declaration
from toolgen.tools.declarations.declarations import Declarations
from toolgen.tools.declarations.mounts import Mount
from toolgen.tools.declarations.signature_decorators import effects
from toolgen.tools.declarations.unfollowed import FunctionPlace, Unfollowed, tolerating
from toolgen.tools.tool_builder import ToolBuilder
from toolgen.types.annotations import AnnotationReader
from toolgen.types.classes.classes import build_class
from toolgen.types.type_map import neutral_site, read_type_map


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
        return Resolved(
            self.tools + other.tools,
            self.left_out + other.left_out,
            self.classes | other.classes,
            self.diagnostics + other.diagnostics,
            self.unfollowed + other.unfollowed,
            self.followed | other.followed,
            self.unenforced + other.unenforced,
            self.is_whole and other.is_whole,
            self.suppressions | other.suppressions,
            self.faults,
            self.absent | other.absent,
            self.servers | other.servers,
            self.mounts + other.mounts,
        )

    @property
    def skipped(self) -> list[SkippedTool]:
        """The tools that are left out, when these are all modules."""
        return [
            *self.left_out,
            *(tool for one in self._not_followed() if one.diagnostic.is_tolerated for tool in one.tools),
        ]

    def all_diagnostics(self) -> Iterator[Diagnostic]:
        """What is to be said, when these are all modules."""
        yield from self.diagnostics
        yield from (one.diagnostic for one in self._not_followed())
        yield from (found for found in self.unenforced if self.is_whole or found.severity == "error")

    def _not_followed(self) -> Iterator[Unfollowed]:
        return (one for one in self.unfollowed if self.followed.isdisjoint(one.around))


def resolve(modules: list[Module], loader: ModuleLoader, config: Config) -> Resolved:
    """The tools of `modules`, where there are many in two processes.

    Which module is resolved with which others does not depend on the number of processors, nor on chance.
    """
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
        resolved = _resolve_in(net, modules, loader, config)
    return resolved


def _resolve_in(net: Net, modules: list[Module], loader: ModuleLoader, config: Config) -> Resolved:
    evaluator = evaluator_of(loader, config)
    names, constants = evaluator.names, Constants(evaluator)
    reader = AnnotationReader(names, constants, build_class)
    neutral = neutral_site(config.type_map, config.root)
    faults = read_type_map(config.type_map, neutral, reader)
    declarations = Declarations(evaluator)
    builder = ToolBuilder(names, constants, reader)
    found = [_declared(module, declarations, net) for module in modules]
    declared = [one for some in found for one in some]
    skips = config.on_error == "skip"
    comments = loader.suppressions if skips else None
    served = [(one, kept) for one, servers in declared if (kept := [*_kept(servers, config)])]
    valid: dict[int, Json] = {}
    enforcement = Enforcement()
    built = [_build(one, builder, comments, net, valid, enforcement) for one, _ in served]
    pairs = zip(built, served, strict=True)
    tools = [replace(one.tool, server=at) for one, (_, kept) in pairs if isinstance(one, _Built) for at in kept]
    of_declarations = [*declarations.diagnostics, *copies((one for one, _ in declared), evaluator)]
    found_so_far = [*of_declarations, *reader.diagnostics, *net.found.values(), *evaluator.faults]
    resolved = Resolved(
        tools,
        [one for one in built if isinstance(one, SkippedTool)],
        reader.classes,
        # Resolving parses what the modules import, so what was said of that comes last.
        [*(tolerated(found_so_far) if skips else found_so_far), *loader.diagnostics],
        [tolerating(one) for one in declarations.unfollowed] if skips else declarations.unfollowed,
        declarations.followed,
        [found for one in built if isinstance(one, _Built) for found in one.unenforced],
        skips or not has_errors([*reader.diagnostics, *evaluator.faults]),
        loader.suppressions,
        faults,
        names.absent,
        {at for _, servers in declared for at in servers},
        declarations.mounts,
    )
    # These know each other: else only the collector, which has to go through all else, would end them.
    for one in (evaluator.objects, evaluator.markers, evaluator, names, declarations):
        vars(one).clear()
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


def _declared(module: Module, declarations: Declarations, net: Net) -> list[tuple[Declaration, Sequence[str]]]:
    """The tools that `module` declares, each with its servers."""
    read = lambda: [(one, declarations.servers(one)) for one in declarations.of(module)]  # noqa: E731
    return net.run(f"the module `{module.name}`", Span(module.path), read) or []


def _kept(servers: Iterable[str], config: Config) -> Iterator[str]:
    """Those of `servers` that the configuration does not leave out."""
    return (at for at in servers if config.servers.get(at) is not False)


def _build(
    declaration: Declaration,
    builder: ToolBuilder,
    tolerating: Mapping[str, Sequence[Suppression]] | None,
    net: Net,
    valid: dict[int, Json],
    enforcement: Enforcement,
) -> _Built | SkippedTool | None:
    """The tool that is declared; it is skipped where only running tells its name.

    With comments for `tolerating` errors it is skipped for those that none silences. `valid` are the properties and
    definitions of the tools before, by their identities: many tools have the same.
    """
    diagnostics, node = builder.reader.diagnostics, declaration.node
    place = declaration.site.name_span(node)

    def build() -> tuple[_Built | None, list[Diagnostic]]:
        with diagnostics.captured() as found:
            tool = builder.build(declaration)
            faults = [] if tool is None else [*_invalid(tool, valid)]
            tool = None if faults else tool
            found += [] if has_errors(found) else faults
        return None if tool is None else _Built(tool, [*_not_enforced(tool, enforcement)]), found

    built, found = net.run(f"the tool `{node.name}`", place, build) or (None, [])
    found += declaration.faults
    diagnostics += found
    causes = [one for one in found if built is None and one.code == "TG211"]
    if tolerating is not None:
        refused = [one for one in built.unenforced if one.severity == "error"] if built else []
        failed = [net.found[place]] if place in net.found else []
        of_tool = (*found, *refused, *failed)
        errors = [one for one in of_tool if one.severity == "error" and not is_suppressed(one, tolerating)]
        diagnostics += refused if errors else []
        causes += errors
    if not causes:
        return built
    name = built.tool.name if built else node.name
    return SkippedTool(name, declaration.site.module.name, node.qualname, tuple(sorted({one.code for one in causes})))


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
