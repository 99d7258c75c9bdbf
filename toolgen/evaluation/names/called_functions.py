"""Which functions of a project are called when its modules are imported, as far as their names tell."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolgen.evaluation.names.imports import Imports
from toolgen.memoize import memoized
from toolgen.syntax.conditions import is_main
from toolgen.syntax.running import called, definitions, running


@dataclass(frozen=True, slots=True)
class _Calls:
    """The names that the statements of a module call, and those in each of its functions and classes."""

    called: frozenset[str]
    inside: Mapping[str, frozenset[str]]


class CalledFunctions:
    """Looks for calls where a name stands: in statements of modules, or in functions that are called in turn."""

    def __init__(self, imports: Imports) -> None:
        self._imports = imports

    @memoized
    def __contains__(self, name: str) -> bool:
        """Whether something of that name is called."""
        names = [name]
        return any(self._is_called(one, names) for one in names)  # which grow

    def _is_called(self, name: str, names: list[str]) -> bool:
        """Whether a statement of a module calls it; the functions around other calls are new `names`."""
        word = frozenset({name.encode()})
        speaking = [one.contents.late(_calls) for one in self._imports.named if one.contents.speaks_of(word)]
        around = (outer for one in speaking for outer, inner in one.inside.items() if name in inner)
        names += dict.fromkeys(outer for outer in around if outer not in names)
        return any(name in one.called for one in speaking)


def _calls(body: Sequence[ast.stmt]) -> _Calls:
    names = (called(one, running(one)) for one in body if not (isinstance(one, ast.If) and is_main(one.test)))
    return _Calls(frozenset[str]().union(*names), definitions(body))
