"""The function that a program calls for a tool."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from toolgen.evaluation.names.lookup import Defined, Names, Site
from toolgen.model.span import Span
from toolgen.project.modules import Module
from toolgen.rewrite.migrations.files import File
from toolgen.syntax.facts import Assignment, Class, Function
from toolgen.syntax.nodes import FunctionDef, defaults, parameters_of, walk

_BINDING = frozenset({"classmethod", "property", "staticmethod"})
"""Decorators of what is no method of an object."""


@dataclass(frozen=True, slots=True, eq=False)
class Handler:
    """A function of the project: `span` is the place of its name, and `receiver` the object whose method it is."""

    module: Module
    node: FunctionDef
    qualname: str
    span: Span
    receiver: str = ""

    @property
    def is_async(self) -> bool:
        """Whether its result has to be awaited."""
        return isinstance(self.node, ast.AsyncFunctionDef)

    @property
    def parameters(self) -> list[ast.arg]:
        """What a call gives it, without the object whose method it is."""
        return parameters_of(self.node)[bool(self.receiver) :]

    @property
    def defaults(self) -> Mapping[str, ast.expr]:
        """The defaults of parameters."""
        return dict(defaults(self.node))

    @property
    def indent(self) -> str:
        """What the lines of its body begin with."""
        first = self.node.body[0]
        return self.module.contents.parsed()[0].split("\n")[first.lineno - 1][: first.col_offset]

    @property
    def docstring(self) -> str | None:
        """Its docstring, as the file has it."""
        return ast.get_docstring(self.node, clean=False)


@dataclass(slots=True)
class Handlers:
    """Finds handlers by the expressions that are called."""

    names: Names
    _known: dict[tuple[str, int], Handler] = field(default_factory=dict)

    def named(self, node: ast.expr, file: File) -> Handler | None:
        """The function that `node` is, which stands in `file`; None for anything else."""
        site = Site.of_module(file.module)
        match node:
            case ast.Attribute(value=ast.Name(id="self")):
                owner = file.owner(node)
                symbol = None if owner is None else self.names.lookup(owner.name, site)
                found = None if symbol is None else self.names.attribute(symbol, node.attr)
                is_class = isinstance(symbol, Defined) and isinstance(symbol.node, Class)
                return self._method(found, "self") if is_class else None
            case ast.Name() | ast.Attribute():
                is_local = any(isinstance(one, ast.Name) and one.id in file.local(node) for one in walk(node))
                return None if is_local else self._method(self.names.evaluate(node, site), "")
            case _:
                return None

    def is_assigned(self, node: ast.Name | ast.Attribute, file: File, target: ast.expr, where: File) -> bool:
        """Whether `node` means what a statement of the module `where` assigns to `target`."""
        symbol = self.names.evaluate(node, Site.of_module(file.module))
        match symbol:
            case Defined(node=Assignment(line=line), site=site):
                return site.module is where.module and line == target.lineno
            case _:
                return False

    def _method(self, symbol: object, receiver: str) -> Handler | None:
        """The function that a symbol is, if it is one of a module, or a method of the `receiver`."""
        if not isinstance(symbol, Defined) or not isinstance(symbol.node, Function):
            return None
        module, facts = symbol.site.module, symbol.node
        if bool(receiver) != (symbol.site.scopes[-1].kind == "class") or (
            receiver and not _BINDING.isdisjoint(facts.decorator_texts)
        ):
            return None
        key = module.path, facts.line
        if key not in self._known:
            node = module.contents.source.find(facts)
            if not isinstance(node, FunctionDef):
                return None
            span = Span(module.path, facts.line, facts.column, len(facts.name))
            self._known[key] = Handler(module, node, facts.qualname, span, receiver)
        return self._known[key]
