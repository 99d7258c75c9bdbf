"""TG205: a tool of a name that another has is called by its module as well."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator
from functools import partial
from itertools import chain, count
from typing import Any

from toolgen.config.config import Config
from toolgen.frameworks import Dialect
from toolgen.frameworks.plugins import in_use
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis
from toolgen.rewrite import cst
from toolgen.rewrite.change import Change, Kind, Left, UnchangeableError, made_or_left
from toolgen.rewrite.codemod import Codemod
from toolgen.rewrite.literals import quoted
from toolgen.rewrite.parameters import with_keyword


def _naming(node: Any, keyword: str, name: str) -> Any:
    """The decorator or the call that declares a tool, with a name for it, where it says none."""
    call = node.decorator if isinstance(node, cst.Decorator) else node
    given = call.args if isinstance(call, cst.Call) else ()
    # What stands in order in a call that declares a function is the function.
    others = [one for one in given if call is not node or one.keyword is not None or one.star == "**"]
    if any(one.keyword is None or one.keyword.value == keyword for one in others):
        raise UnchangeableError("what declares it may say a name already")
    named = with_keyword(call, keyword, cst.SimpleString(quoted(name)))
    return named if call is node else node.with_changes(decorator=named)


def _changes(analysis: Analysis, config: Config) -> Iterator[Change | Left]:
    again = {(one.span, dict(one.details)["tool"]) for one in analysis.diagnostics if one.code == "TG205"}
    if not again:
        return
    dialects = {one.name: one for one in in_use(config, []).known}
    taken = {tool.name for tool in analysis.manifest.tools}
    for tool in analysis.manifest.tools:
        if (tool.span, tool.name) in again:
            named = _named(tool, dialects[tool.origin.dialect], taken, analysis.sources)
            yield from made_or_left(named, "TG205", tool.span)


def _named(tool: ToolSpec, dialect: Dialect, taken: set[str], sources: Container[str]) -> Iterator[Change]:
    """The change that gives `tool` a name that is not `taken`, which it is then. Raises UnchangeableError."""
    if tool.origin.registration == "class":
        raise UnchangeableError("a class says its name")
    if not tool.marker:
        raise UnchangeableError("a function of the project declares it")
    arguments = {**dialect.decorators, **dialect.calls}[tool.marker].arguments
    keywords = [keyword for keyword, means in arguments.items() if means == "name"]
    if len(keywords) != 1:
        raise UnchangeableError(f"{dialect.name} has several words for its name, or none")
    if tool.declared is None or tool.declared.path not in sources:
        raise UnchangeableError("its declaration stands elsewhere")
    taken.add(name := _free(tool, taken))
    kind: Kind = "Decorator" if tool.origin.registration == "decorator" else "Call"
    yield Change("TG205", tool.declared, kind, partial(_naming, keyword=keywords[0], name=name))


def _free(tool: ToolSpec, taken: Collection[str]) -> str:
    """`MODULE_NAME`, and a number behind it if that is taken."""
    name = f"{tool.origin.module.rpartition('.')[2]}_{tool.name}"
    numbered = (f"{name}_{number}" for number in count(2))
    return next(one for one in chain([name], numbered) if one not in taken)


CODEMOD = Codemod(("TG205",), _changes, forgets=lambda tool: {**tool, "name": ""})
