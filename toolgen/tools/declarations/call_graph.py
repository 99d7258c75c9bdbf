"""Whether a function that may be a wrapper by its text alone is one when its names are looked up."""

from __future__ import annotations

from collections.abc import Iterator

from toolgen.evaluation.names.lookup import Defined, External, ModuleName, Names
from toolgen.evaluation.names.symbols import Symbol
from toolgen.evaluation.tool_markers import ToolMarkers
from toolgen.syntax.expressions import parse_expression
from toolgen.syntax.facts import Class, Function


class CallGraph:
    """Follows what wrappers call: `register` may be anybody's, and to follow one through its statements is slow."""

    def __init__(self, names: Names, markers: ToolMarkers) -> None:
        self._names = names
        self._markers = markers
        self._known: dict[int, bool] = {}

    def declares(self, function: Defined) -> bool:
        """Whether `function` calls what declares tools, itself or through others; yes where that cannot be seen."""
        key = id(function.node)
        if key not in self._known:
            passed = self._passed(function)
            # Functions on the way to a declaration need not lead there; of those that lead nowhere none does.
            self._known |= {key: True} if passed is None else dict.fromkeys(passed, False)
        return self._known[key]

    def _passed(self, function: Defined) -> set[int] | None:
        """All functions that are called from `function` on; None where something may declare tools."""
        passed: set[int] = set()
        pending = [function]
        while pending:
            current = pending.pop()
            if self._known.get(id(current.node)):
                return None
            if id(current.node) in passed or id(current.node) in self._known:
                continue
            passed.add(id(current.node))
            for target in self._targets(current):
                match target:
                    case Defined(node=Function() | Class()):
                        pending.append(target)
                    case External() | ModuleName():
                        pass
                    case _:
                        return None
        return passed

    def _targets(self, function: Defined) -> Iterator[Symbol | None]:
        """What `function` calls; None for what declares tools, and for what cannot be seen."""
        node, site = function.node, function.site
        if not isinstance(node, Function | Class):
            return
        method = self._names.attribute(function, "__init__") if isinstance(node, Class) else function
        if isinstance(method, Defined) and isinstance(method.node, Function) and method.site.module is site.module:
            site = method.site.entering(method.node.scope)
        for text in site.module.facts.wrappers.get(node.name, ()):
            callee = parse_expression(text)
            is_marker = self._markers.decorator(callee, site) or self._markers.call(callee, site)
            yield None if is_marker else self._markers.target(callee, site)
