"""The qualified names of the modules of a project, and of what the names in a file mean, by its imports alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import PurePosixPath

from toolgen.config.config import Config
from toolgen.project.modules import Project
from toolgen.syntax.expressions import parsed


class Modules:
    """The modules of a project, by the paths of their files."""

    def __init__(self, config: Config) -> None:
        self._project = Project(config.root, (), lambda *_: None)

    def named(self, path: PurePosixPath | str) -> str:
        """The name of the module that a file holds."""
        return self._project.named(PurePosixPath(path))[0]

    def package(self, path: str) -> str:
        """The package that relative imports of a file begin from."""
        module = self.named(path)
        return module if path.rpartition("/")[2] == "__init__.py" else module.rpartition(".")[0]


@lru_cache(maxsize=16)  # for each tool of a file
def imported_names(tree: ast.Module, package: str = "", above: int | None = None) -> Mapping[str, str]:
    """The qualified names of what a file of `package` imports, wherever it does, or `above` a line."""
    found: dict[str, str] = {}
    for node in ast.walk(tree):
        if above is not None and getattr(node, "lineno", 0) >= above:
            continue
        match node:
            case ast.Import(names=aliases):
                found |= {one.asname or one.name: one.name for one in aliases}
            case ast.ImportFrom(module=module, names=aliases, level=level):
                base = [*package.split(".")[: len(package.split(".")) - level + 1]] if level else []
                parts = [part for part in (*base, module) if part]
                found |= {one.asname or one.name: ".".join([*parts, one.name]) for one in aliases}
    return found


def qualified(node: ast.expr, names: Mapping[str, str]) -> str:
    """The qualified name of a dotted name; nothing where that is not imported, or it is none."""
    match node:
        case ast.Name(id=name):
            return names.get(name, "")
        case ast.Attribute(value=value, attr=attribute):
            before = names.get(ast.unparse(value)) or qualified(value, names)
            return f"{before}.{attribute}" if before else ""
        case _:
            return ""


def classes_in(annotation: ast.expr, names: Mapping[str, str]) -> Iterator[str]:
    """The qualified names in an annotation, inside of quotes, too."""
    for node in ast.walk(annotation):
        match node:
            case ast.Constant(value=str(text)):
                yield from classes_in(inner, names) if (inner := parsed(text)) is not None else ()
            case ast.Name() | ast.Attribute():
                yield qualified(node, names)
