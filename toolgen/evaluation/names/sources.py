"""What the files of a project say beyond their facts: the statements of functions, and what these change."""

from __future__ import annotations

import ast

from toolgen.evaluation.names.symbols import Defined, Site
from toolgen.project.modules import Module, Project
from toolgen.syntax.bodies import FunctionNode, Source, statements
from toolgen.syntax.facts import Class, Function


class Sources:
    """Asks the modules of one project."""

    def __init__(self, project: Project) -> None:
        self._project = project

    @property
    def modules(self) -> tuple[Module, ...]:
        """The modules of the project that may declare tools."""
        return self._project.modules

    def own(self, name: str, importer: Module) -> Module | None:
        """The module of the project that `import name` in `importer` means."""
        return self._project.find_own(name, importer)

    def below(self, package: str, importer: Module) -> list[str]:
        """The names of the modules in the folder of a package of the project, sorted."""
        return self._project.below(package, importer)

    def of(self, module: Module) -> Source:
        """The statements of `module`."""
        return module.contents.source

    def body(self, function: Defined) -> list[ast.stmt]:
        """The statements of a function. Raises TypeError where they are not to be had."""
        node = self.of(function.site.module).find(function.node) if isinstance(function.node, Function) else None
        if node is None:
            raise TypeError
        return statements(node)

    def entered(self, function: Function, site: Site) -> tuple[FunctionNode, Site] | None:
        """The `def` of `function`, which stands at `site`, and the site of its body; None where it is not to be had."""
        source = self.of(site.module)
        node = source.find(function)
        scope = None if node is None else source.facts(node).scope
        return None if node is None or scope is None else (node, site.within(function).entering(scope))

    def is_touched(self, module: Module, name: str) -> bool:
        """Whether something in `module`, other than its statements, changes the object that it calls `name`."""
        return module.contents.is_touched(name)

    def is_attribute_touched(self, class_: Defined, name: str, *, of_instances: bool) -> bool:
        """Whether a method of `class_` changes the attribute `name` of the class, or of its instances."""
        module, node = class_.site.module, class_.node
        return isinstance(node, Class) and module.contents.is_attribute_touched(node, name, of_instances=of_instances)

    def is_of_project(self, module: Module) -> bool:
        """Whether the file that holds `module` lies in the project."""
        return (self._project.root / module.path).is_relative_to(self._project.root)
