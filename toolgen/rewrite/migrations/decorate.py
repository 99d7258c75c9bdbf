"""`--decorate`: `@tool` on the public functions of modules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import TypeAlias

from toolgen.config.config import Config
from toolgen.model.span import Span
from toolgen.pipeline import Analysis
from toolgen.rewrite.change import Change
from toolgen.rewrite.codemod import Codemod
from toolgen.rewrite.migrations.decorator import DecoratorEdit
from toolgen.rewrite.migrations.files import UNREADABLE, Files
from toolgen.rewrite.migrations.qualified import Modules
from toolgen.rewrite.spelling import reference
from toolgen.syntax.newer_syntax import text_and_tree
from toolgen.syntax.nodes import FunctionDef
from toolgen.syntax.text import SourceText

_Fits: TypeAlias = Callable[[str], object]


def decorating(pattern: str) -> Codemod:
    """Makes tools of public functions whose `module.name` fits `pattern`: `*` in one part, `**` in several."""
    return Codemod(("decorate",), partial(_changes, pattern), adds=True)


def fits_any(pattern: str, analysis: Analysis, config: Config) -> bool:
    """Whether some public function fits `pattern`, be it a tool or none."""
    return next(_fitting(pattern, analysis, config), None) is not None


def _matcher(pattern: str) -> _Fits:
    parts = {"**": ".*", "*": r"[^.]*"}
    return re.compile("".join(parts.get(part) or re.escape(part) for part in re.split(r"(\*\*?)", pattern))).fullmatch


def _changes(pattern: str, analysis: Analysis, config: Config) -> Iterator[Change]:
    tools = {(tool.defined.path, tool.defined.line) for tool in analysis.manifest.tools if tool.defined}
    for one in _fitting(pattern, analysis, config):
        if (one.span.path, one.span.line) not in tools:
            yield one


def _fitting(pattern: str, analysis: Analysis, config: Config) -> Iterator[Change]:
    """The changes of all functions that fit `pattern`."""
    fits_module, fits = (_matcher(part) for part in pattern.rpartition(".")[::2])
    modules = Modules(config)
    for path, source in Files(analysis).everything(config):
        if fits_module(modules.named(path)):
            with suppress(*UNREADABLE):
                text, tree = text_and_tree(source)
                for node in (one for one in tree.body if isinstance(one, FunctionDef) and fits(one.name)):
                    if not node.name.startswith("_"):
                        span = Span(path, node.lineno, SourceText(text).name_column(node), len(node.name))
                        edit = DecoratorEdit(reference("toolgen", "tool"))
                        yield Change("decorate", span, "FunctionDef", edit, about=node.name)
