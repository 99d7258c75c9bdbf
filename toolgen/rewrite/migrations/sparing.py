"""Imports that a file no longer needs, and other files take from it: these stay."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace

from toolgen.config.config import Config
from toolgen.pipeline import Analysis
from toolgen.rewrite.change import Change
from toolgen.rewrite.migrations.files import UNREADABLE, Files
from toolgen.rewrite.migrations.qualified import Modules, imported_names, qualified
from toolgen.syntax.newer_syntax import text_and_tree


def sparing(wanted: Mapping[str, Sequence[Change]], analysis: Analysis, config: Config) -> dict[str, list[Change]]:
    """The changes that are `wanted`, by file, without those names in `done_with` that another file takes from it."""
    files, modules = Files(analysis), Modules(config)
    asked = {path: names for path, some in wanted.items() if (names := _imported(path, some, analysis, files))}
    taken = _taken({modules.named(path): names for path, names in asked.items()}, files, modules, config)
    return {
        path: [_without(one, taken.get(modules.named(path), frozenset())) if path in asked else one for one in some]
        for path, some in wanted.items()
    }


def _imported(path: str, changes: Sequence[Change], analysis: Analysis, files: Files) -> Set[str]:
    """The names that the `changes` are done with, as far as it is known those that imports of the file bind."""
    names = {name for change in changes for _, name in change.done_with if name}
    return names & imported_names(files.tree(path)).keys() if names and path in analysis.sources else names


def _without(change: Change, taken: Set[str]) -> Change:
    kept = tuple(one for one in change.done_with if not taken & {one[1], "*"})
    return change if kept == change.done_with else replace(change, done_with=kept)


def _taken(asked: Mapping[str, Set[str]], files: Files, modules: Modules, config: Config) -> dict[str, set[str]]:
    """The names that other files import from each of the modules `asked`, or speak of as its own; `*` for all."""
    words = [
        (module.rpartition(".")[2].encode(), [b"import *", *map(str.encode, names)]) for module, names in asked.items()
    ]
    taken: dict[str, set[str]] = {}
    for path, source in files.everything(config) if asked else ():
        if any(module in source and any(name in source for name in names) for module, names in words):
            with suppress(*UNREADABLE):
                for name in _qualified(text_and_tree(source)[1], modules.package(path)):
                    module, _, own = name.rpartition(".")
                    taken.setdefault(module, set()).add(own)
    return taken


def _qualified(tree: ast.Module, package: str) -> Iterator[str]:
    """The qualified names of what a file imports, and of the attributes of that."""
    names = imported_names(tree, package)
    yield from names.values()
    yield from (qualified(node, names) for node in ast.walk(tree) if isinstance(node, ast.Attribute))
