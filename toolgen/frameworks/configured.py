"""The dialects that a project configures: `[[tool.toolgen.decorators]]`."""

from __future__ import annotations

from collections.abc import Mapping

from toolgen.config.decorators import DeclaredDecorator
from toolgen.frameworks.dialect import Declarator, Describe, Dialect, ToolClass
from toolgen.syntax.descriptions import body, lead, whole

_STYLES: Mapping[str, Describe] = {"body": body, "lead": lead, "whole": whole}


def configured(entry: DeclaredDecorator) -> Dialect:
    """The dialect of one entry, with the name of the package that `match` is in."""
    package = entry.match.partition(".")[0]
    functions = (entry.function,) if entry.function else ()
    table = {entry.match: Declarator(entry.positional, entry.arguments, functions)}
    return Dialect(
        name=package,
        packages=frozenset({package}),
        decorators={} if functions or entry.method else table,
        calls=table if functions else {},
        bases={entry.match: ToolClass((entry.method,), entry.arguments, is_read=True)} if entry.method else {},
        is_closed=bool(entry.method),
        injected=frozenset(entry.injected),
        describe=_STYLES[entry.docstring],
        receivers=frozenset(entry.receivers),
    )
