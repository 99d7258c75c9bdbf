"""What other files of a project take from one, which imports it for them: such an import is not unused."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from toolgen.config.config import Config
from toolgen.rewrite.change import Change
from toolgen.rewrite.migrations.files import Files
from toolgen.rewrite.migrations.qualified import Modules, imported_names, qualified


def sparing(change: Change, files: Files, config: Config) -> Change:
    """`change` without those names in `done_with` that another file takes from the one that it changes."""
    if not change.done_with:
        return change
    taken = {*_taken(change.span.path, files, config)}
    return replace(change, done_with=tuple(one for one in change.done_with if one[1] not in taken))


def _taken(path: str, files: Files, config: Config) -> Iterator[str]:
    """The names that other files import from the file `path`, or speak of as its own."""
    modules = Modules(config)
    module = modules.named(path)
    for other, tree in files.mentioning(config, [module.rpartition(".")[2].encode()]):
        found = _qualified(tree, modules.package(other)) if other != path else ()
        yield from (name.removeprefix(f"{module}.") for name in found if name.startswith(f"{module}."))


def _qualified(tree: ast.Module, package: str) -> Iterator[str]:
    """The qualified names of what a file imports, and of the attributes of that."""
    names = imported_names(tree, package)
    yield from names.values()
    yield from (qualified(node, names) for node in ast.walk(tree) if isinstance(node, ast.Attribute))
