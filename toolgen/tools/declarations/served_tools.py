"""Calls that change what a server serves of the tools that are declared: `main.mount(orders, namespace="orders")`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.folding.values import NotConstantError
from toolgen.evaluation.names.lookup import Site
from toolgen.frameworks.dialect import Dialect, ServedTools
from toolgen.project.modules import Module
from toolgen.syntax.expressions import parsed, whole_span
from toolgen.syntax.facts import Called
from toolgen.tools.declarations.mounts import Mount
from toolgen.tools.declarations.roots import site_of
from toolgen.tools.declarations.servers import Servers


class ServedCalls:
    """Finds such calls: `mounts` are those that are followed, `diagnostics` tell of all others (TG226)."""

    def __init__(self, evaluator: Evaluator, servers: Servers) -> None:
        self.mounts: list[Mount] = []
        self.diagnostics: list[Diagnostic] = []
        self._evaluator = evaluator
        self._servers = servers
        self._recognisers = evaluator.names.dialects.recognisers(ServedTools)

    def follow(self, module: Module) -> None:
        """Find those of `module`."""
        for called in module.facts.called:
            match node := parsed(called.call.text):
                case ast.Call(func=ast.Attribute(value=server, attr=method)):
                    site = site_of(called, module)
                    for _, served in self._of_server(server, method, site):
                        self._follow(node, server, served, called, site)

    def _of_server(self, server: ast.expr, method: str, site: Site) -> Iterator[tuple[Dialect, ServedTools]]:
        """The dialects that have such a `method` and whose server this is."""
        found = [one for one in self._recognisers if method in one[1].methods or method in one[1].renaming]
        decorator = ast.copy_location(ast.Attribute(server, "tool", ast.Load()), server)
        markers = self._evaluator.markers
        marker = (markers.decorator(decorator, site) or markers.overridden(decorator, site)) if found else None
        return (one for one in found if marker is not None and marker.dialect == one[0])

    def _follow(self, node: ast.Call, server: ast.expr, served: ServedTools, called: Called, site: Site) -> None:
        parent, method = self._servers.only(server, site), getattr(node.func, "attr", "")
        details = {"call": ast.unparse(node), "object": _object(parent, site.module)}
        told = diagnose("TG226", whole_span(called.call, site.module.path), **details)
        names = served.renaming.get(method, frozenset())
        is_conditional = site.module.contents.source.is_conditional(called.call.line)
        is_followed = bool(parent and names) and not is_conditional and not _gives(node, names - served.prefixes)
        mounted = self._mounted(node, served, site) if is_followed else None
        if mounted is not None:
            self.mounts.append(Mount(parent, *mounted, told))
        elif not names or len(node.args) > 1 or _gives(node, names):
            self.diagnostics.append(told)

    def _mounted(self, call: ast.Call, served: ServedTools, site: Site) -> tuple[str, str] | None:
        """The server that `call` is given, and what stands before the names of its tools; None if it hangs on more."""
        given = [one.value for one in call.keywords if one.arg in {"server", *served.prefixes}]
        values = [*call.args, *given]
        servers = [self._servers.only(value, site) for value in values]
        texts = [self._text(value, site) for value, found in zip(values, servers, strict=True) if not found]
        child = [found for found in servers if found]
        if len(child) != 1 or len(texts) > 1 or None in texts:
            return None
        return child[0], "".join(f"{text}{served.joint}" for text in texts if text)

    def _text(self, node: ast.expr, site: Site) -> str | None:
        """The constant text that `node` is, empty for `None`; None for anything else."""
        try:
            value, environment = self._evaluator.constant(node, site)
        except NotConstantError:
            return None
        return None if environment or not isinstance(value, str | None) else value or ""


def _gives(call: ast.Call, names: frozenset[str]) -> bool:
    """Whether something is given by one of `names`: `None` and `""` change nothing, and `**` may hold each."""
    given = {one.arg for one in call.keywords if getattr(one.value, "value", True)}
    return None in given or not names.isdisjoint(given)


def _object(reference: str, module: Module) -> str:
    """What `toolgen verify` finds a server by: its name in a module, or a call of the function that makes it."""
    place, is_local, _ = reference.partition(".<locals>")
    is_reached = place and "." not in place.partition(":")[2]
    return f"'{place}()'" if is_reached and is_local else place if is_reached else f"{module.name}:NAME"
