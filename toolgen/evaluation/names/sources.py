"""The statements of the project's files, read again where the body of a function matters."""

from __future__ import annotations

import ast
import re

from toolgen.evaluation.names.symbols import Defined
from toolgen.project.modules import Module, Project
from toolgen.syntax.bodies import Source, statements
from toolgen.syntax.changes import attributes_touched_in, touched_by_parts, touched_in
from toolgen.syntax.facts import Assignment, Function
from toolgen.syntax.mutation import CHANGING_METHODS

_METHODS = "|".join(CHANGING_METHODS).encode()
_STEP = rb"(?:\.\w+|\[[^\]\n]*\]|\([^()\n]*\))"
_TOUCH = (
    rb"\b%s(?:" + _STEP + rb"+\s*(?:[-+*/%%&|^@]|//|\*\*|<<|>>)?=(?!=)|" + _STEP + rb"*\.(?:%s)\()"
    rb"|\b(?:del\s+|(?:set|del)attr\(\s*)%s\b"
)
_TOUCH_ATTRIBUTE = rb"\.%s(?:\[[^\]\n]*\])?\s*(?:(?:[-+*/%%&|^@]|//|\*\*|<<|>>|:[^=\n]*)?=(?!=)|\.(?:%s)\()"
"""What stands where an attribute or item of an object is assigned or deleted, or a method changes it."""
_EMPTY = frozenset({"[]", "{}", "()", "dict()", "list()", "set()", "tuple()"})


class Sources:
    """The sources of the modules of one project, each read at most once."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._bytes: dict[str, bytes] = {}
        self._sources: dict[str, Source] = {}
        self._touched: dict[str, frozenset[str]] = {}
        self._is_touched: dict[tuple[str, str], bool] = {}

    @property
    def modules(self) -> tuple[Module, ...]:
        """The modules of the project that are known so far."""
        return tuple(module for module in self._project.modules if self.is_of_project(module))

    def of(self, module: Module) -> Source:
        """The statements of `module`; none where its file is gone or is not valid."""
        if module.path not in self._sources:
            self._sources[module.path] = Source.of_file(self.bytes(module))
        return self._sources[module.path]

    def body(self, function: Defined) -> list[ast.stmt]:
        """The statements of a function. Raises TypeError where they are not to be had."""
        node = self.of(function.site.module).find(function.node) if isinstance(function.node, Function) else None
        if node is None:
            raise TypeError
        return statements(node)

    def is_touched(self, module: Module, name: str) -> bool:
        """Whether something in `module`, other than its statements, changes the object that it calls `name`."""
        key = module.path, name
        if key not in self._is_touched:
            # To search is much faster than to parse the file.
            found = re.search(_touch(name), self.bytes(module))
            self._is_touched[key] = found is not None and name in self._touched_in(module)
        return self._is_touched[key]

    def is_filled(self, symbol: Defined, user: Module) -> bool:
        """Whether more may be in the collection that `symbol` names, for the module `user`, than its assignment says.

        An empty one is there to be filled by whoever imports it, or is given it.
        """
        module, name, scope = symbol.site.module, symbol.name.rpartition(".")[2], symbol.site.scopes[-1]
        value = symbol.node.value if isinstance(symbol.node, Assignment) else None
        if value is not None and value.text in _EMPTY and (name in scope.changed or module is not user):
            return True
        is_changed = name in scope.changed and re.search(_touch(name), self.bytes(module)) is not None
        return name in scope.rebound or is_changed or self.is_touched(module, name)

    def is_attribute_touched(self, class_: Defined, name: str, *, of_instances: bool) -> bool:
        """Whether a method of `class_` changes the attribute `name` of the class, or of its instances."""
        module, node = class_.site.module, class_.node
        if not re.search(_TOUCH_ATTRIBUTE % (name.encode(), _METHODS), self.bytes(module)):
            return False
        found = self.of(module).class_at(node.line)
        return found is None or name in attributes_touched_in(found)[of_instances]

    def _touched_in(self, module: Module) -> frozenset[str]:
        if module.path not in self._touched:
            source = self.of(module)
            self._touched[module.path] = frozenset(touched_by_parts(source.tree)).union(
                *map(touched_in, source.functions)
            )
        return self._touched[module.path]

    def bytes(self, module: Module) -> bytes:
        """The file that holds `module`; empty where it is gone."""
        if module.path not in self._bytes:
            try:
                self._bytes[module.path] = (self._project.root / module.path).read_bytes()
            except OSError:
                self._bytes[module.path] = b""
        return self._bytes[module.path]

    def is_of_project(self, module: Module) -> bool:
        """Whether the file that holds `module` lies in the project."""
        return (self._project.root / module.path).is_relative_to(self._project.root)


def _touch(name: str) -> bytes:
    return _TOUCH % (name.encode(), _METHODS, name.encode())
