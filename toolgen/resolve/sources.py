"""The statements of the project's files, read again where the body of a function matters."""

from __future__ import annotations

import ast

from toolgen.parse.bodies import Source, statements
from toolgen.parse.facts import Function
from toolgen.resolve.project import Module, Project
from toolgen.resolve.symbols import Defined


class Sources:
    """The sources of the modules of one project, each read at most once."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._bytes: dict[str, bytes] = {}
        self._sources: dict[str, Source] = {}

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
