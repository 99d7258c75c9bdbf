"""A change of one node of a file, which libcst is asked to make."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from toolgen.diagnostics.codes import CODES
from toolgen.model.span import Span

Kind = Literal[
    "FunctionDef",
    "ClassDef",
    "Param",
    "Default",
    "Decorator",
    "Call",
    "List",
    "Line",
    "If",
    "Match",
    "String",
    "Comment",
    "LineEnd",
    "Module",
]
"""What stands at a place: the class of libcst's node, found by its name or what else stands there.

`Default` is the `Param` or `AnnAssign` whose default stands at the place. `Comment` is what holds the comment of a
line, an `EmptyLine` or `TrailingWhitespace`, and `LineEnd` the latter, with or without a comment: the column does not
count. Of several calls or strings that begin at one place it is the whole. `Line` is one of simple statements, the
first of which begins at the place.
"""

Edit: TypeAlias = Callable[[Any], Any]
"""A node of libcst → the one in its place, or what else `leave_*` of a transformer returns.

Raises UnchangeableError where it cannot be.
"""

Imported: TypeAlias = tuple[str, str]
"""A module, and what is imported from it; nothing for the module itself."""


class UnchangeableError(Exception):
    """A file or a place cannot be changed: the text says why, for a person."""


def with_error(code: str) -> str:
    """Why something stays that would have an error with `code`."""
    return f"it would have an error ({code}, {CODES[code].title})"


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """The node of a `kind` that stands at `span` is to be what `edit` makes of it, which mends `code`.

    If that is another node, the file imports what it `needs`, and no longer what it is `done_with`, unless it uses it:
    an import by what it binds, where no module is said. The file `defines` these statements below its imports. What
    `edit` writes and these may have references (`toolgen.rewrite.spelling`) for names of other modules: how they are
    spelled, and that they are imported, follows; `needs` is for what stands in texts, and for modules.
    `about` is the one tool that it changes: it is not made if that would be another, or would have an error.
    """

    code: str
    span: Span
    kind: Kind
    edit: Edit
    needs: tuple[Imported, ...] = ()
    done_with: tuple[Imported, ...] = ()
    about: str = ""
    defines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Left:
    """A place that a codemod leaves as it is, which would mend `code` or be `about` a tool, and the reason."""

    code: str
    span: Span
    reason: str
    about: str = ""


def made_or_left(changes: Iterable[Change], code: str, span: Span, about: str = "") -> list[Change | Left]:
    """The `changes`, all of them, or the reason why they are left: making them may raise UnchangeableError."""
    try:
        return [*changes]
    except UnchangeableError as error:
        return [Left(code, span, str(error), about)]
