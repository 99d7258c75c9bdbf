"""Which calls of a module may register tools: by what they call, and by what that is given, holds or has made."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.names.expression_ref import ExpressionRef
from toolgen.evaluation.names.lookup import Site
from toolgen.frameworks import ToolMarker
from toolgen.project.modules import Module
from toolgen.syntax.expressions import attribute, callee, given_to, parse_expression, parsed, whole_span
from toolgen.syntax.facts import Called
from toolgen.syntax.nodes import named_defaults, walk
from toolgen.tools.declarations.near_markers import NearMarkers
from toolgen.tools.declarations.slices import site_of
from toolgen.tools.declarations.wrappers import Wrappers

_ASKING = frozenset(
    {
        *("bool", "callable", "dir", "format", "hasattr", "hash", "id", "isinstance", "issubclass", "print", "repr"),
        *("dict", "frozenset", "list", "set", "str", "tuple"),
        *("functools.wraps", "inspect.iscoroutinefunction", "inspect.signature", "typing.cast"),
    }
)
"""Functions that are given a class or function and do not call it, and collections, which keep it for others."""


@dataclass(frozen=True, slots=True, eq=False)
class RegisteringCall:
    """A call of a module, or a decorator that calls its function, and what it is.

    `marker` is what it calls, None for a function of the project. `dialect` is the one by which it surely registers
    tools, if that is not said by `marker`.
    """

    node: ast.expr
    called: Called
    site: Site
    marker: ToolMarker | None
    dialect: str = ""

    @property
    def ref(self) -> ExpressionRef:
        return ExpressionRef(self.node, self.called.call, self.site)


class RegisteringCalls:
    """Recognises them."""

    def __init__(self, evaluator: Evaluator, wrappers: Wrappers) -> None:
        self._names = evaluator.names
        self._markers = evaluator.markers
        self._near = NearMarkers(evaluator.names, self._markers)
        self._evidence = evaluator.evidence
        self._wrappers = wrappers

    def of(self, called: Called, module: Module) -> RegisteringCall | Diagnostic | None:
        """What `called` is, if it may register tools; TG211 for one that is nearly called so."""
        site = site_of(called, module)
        node = parsed(called.call.text)
        if not isinstance(node, ast.Call):
            return None
        function = attribute(node.func) or node.func  # by a dot, or by `getattr`
        if isinstance(function, ast.Call):
            marker = self._markers.decorator(function.func, site)
        else:
            marker = self._markers.call(function, site) or self._markers.decorator(function, site)
        dialect = self._dialect_of(node, site) if marker is None else ""
        if marker is None and not dialect and not self._wrappers.is_followed(node, site):
            return self._misspelt(node, called, site)
        return RegisteringCall(node, called, site, marker, dialect)

    def _misspelt(self, node: ast.Call, called: Called, site: Site) -> Diagnostic | None:
        """TG211 for `mcp.add_tol(f)`."""
        function = callee(node)
        found = self._near.misspelt(function, site) if self._wrappers.gives_function(node, site) else None
        if found is None:
            return None
        what = f"a call of `{ast.unparse(function)}` (did you mean `{found[0]}`?)"
        return diagnose("TG211", whole_span(called.call, site.module.path), what=what, dialect=found[1])

    def _dialect_of(self, node: ast.Call, site: Site) -> str:
        """The dialect of a call that hands on what registers: `map(mcp.tool, fs)`, `partial(mcp.tool, name="g")(f)`."""
        if not _ASKING.isdisjoint(self._markers.names_of(node.func, site)):
            return ""
        function = callee(node.func)
        markers = (
            *self.given_markers(node, site),
            *(self.given_markers(node.func, site) if isinstance(node.func, ast.Call) else ()),
            *self._default_markers(function, site),
            *self._assigned_markers(function, site),
        )
        found = next((marker.dialect.name for marker in markers), "")
        use = node.func if isinstance(node.func, ast.Call) else node
        return found or self._near.resembles(use.func, site, node) or self._held(node, site)

    def given_markers(self, node: ast.Call, site: Site) -> Iterator[ToolMarker]:
        """What registers tools among the arguments of a call."""
        return self._markers_of(given_to(node), site)

    def _default_markers(self, function: ast.expr, site: Site) -> Iterator[ToolMarker]:
        """What `function` registers tools with where it is a parameter with a default: `def go(add=mcp.add_tool)`."""
        if not isinstance(function, ast.Name):
            return iter(())
        parameters = (parameter for around in site.functions for parameter in around.parameters)
        texts = (one.default.text for one in parameters if one.name == function.id and one.default)
        contents = site.module.contents  # most have no lambda, and are not parsed for one
        lambdas = contents.late(_lambdas_with_defaults) if contents.speaks_of(frozenset({b"lambda"})) else []
        around = (one for one in lambdas if one.lineno <= site.line <= (one.end_lineno or 0))
        given = (default for one in around for name, default in named_defaults(one) if name == function.id)
        return self._markers_of([*map(parse_expression, texts), *given], site)

    def _assigned_markers(self, function: ast.expr, site: Site) -> Iterator[ToolMarker]:
        """What `function` is another name of: `add = self.server.add_tool`."""
        ref = ExpressionRef.named(function, site, self._names)
        return iter(()) if ref is None else self._markers_of([ref.node], ref.site)

    def _markers_of(self, nodes: Iterable[ast.expr], site: Site) -> Iterator[ToolMarker]:
        """The markers that `nodes` are, or that names among them stand for: `add = getattr(server, "add_tool")`."""
        for node in nodes:
            ref = ExpressionRef.named(node, site, self._names) if isinstance(node, ast.Name) else None
            for one, at in ((callee(node), site), *([] if ref is None else [(attribute(ref.node), ref.site)])):
                if isinstance(one, ast.Name | ast.Attribute):
                    yield from filter(None, (self._markers.decorator(one, at) or self._markers.call(one, at),))

    def _held(self, node: ast.Call, site: Site) -> str:
        """The dialect whose decorator a call with a function's name, or what a call made (`adder()`), may be of."""
        found = None
        if self._wrappers.gives_function(node, site) or self._is_made_to_be_called(node, site):
            found = self._evidence.dialect(ast.unparse(node.func), site)
        return "" if found is None else found.name

    def _is_made_to_be_called(self, node: ast.Call, site: Site) -> bool:
        """Whether a call has made what is called, which is no object of a dialect, and it may be given a function."""
        made = ExpressionRef.named(node.func, site, self._names) if isinstance(node.func, ast.Name) else None
        if made is None or not isinstance(made.node, ast.Call) or self._markers.call(made.node.func, made.site):
            return False
        is_given = any(map(_may_be_function, given_to(node)))
        return is_given or self._wrappers.gives_function(made.node, made.site)


def _lambdas_with_defaults(body: Sequence[ast.stmt]) -> list[ast.Lambda]:
    nodes = (node for statement in body for node in walk(statement))
    return [one for one in nodes if isinstance(one, ast.Lambda) and any(named_defaults(one))]


def _may_be_function(node: ast.expr) -> bool:
    """Whether `node` may be a function, as far as its form tells."""
    return not isinstance(node, ast.Constant | ast.JoinedStr | ast.List | ast.Tuple | ast.Dict | ast.Set)
