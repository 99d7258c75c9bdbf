"""Other names for what declares tools: a file that uses one need not hold the word that was scanned for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from toolgen.syntax.facts import Assignment, Binding, Class, Import, ModuleFacts


def aliases(facts: ModuleFacts, words: Collection[str]) -> Iterator[bytes]:
    """Other names of what `words` name: `tool as expose`, `= tool(tags=["x"])`, `class Base(Tool)`, or a few more."""
    for name, binding in facts.scope.bindings.items():
        if name not in words and _speaks(binding, words):
            yield name.encode()


def _speaks(binding: Binding, words: Collection[str]) -> bool:
    match binding:
        case Import(name=str(name)):
            return name in words
        case Assignment(value=value) if value is not None:
            return _callee(value.text) in words
        case Class(bases=bases):
            return any(_callee(base.text) in words for base in bases)
        case _:
            return False


def _callee(text: str) -> str:
    """The last name of a dotted name, or of what is called or subscripted: `tool` of `toolgen.tool(…)`."""
    dotted = re.match(r"(?:[\w.]*\bpartial\(\s*)?([\w.]*)", text)
    return "" if dotted is None else dotted[1].rpartition(".")[2]
