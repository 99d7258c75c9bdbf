"""The members of a class in libcst's tree: new ones are written before another."""

from __future__ import annotations

import ast
from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Any

from toolgen.rewrite import cst
from toolgen.rewrite.change import Edit, UnchangeableError
from toolgen.rewrite.removing import gone_uncommented, without_gone


def member(node: ast.ClassDef, name: str) -> ast.stmt | None:
    """The statement of a class that binds a name: an assignment, or a method."""
    return next((one for one in node.body if name in _bound(one)), None)


def _bound(statement: ast.stmt) -> list[str]:
    match statement:
        case ast.Assign(targets=[*targets]):
            return [one.id for one in targets if isinstance(one, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return [name]
        case _:
            return []


@dataclass(frozen=True, slots=True)
class MembersEdit:
    """Writes `members` into a class, where the first of those that are `gone` stood, or else the member `at`.

    `edit` changes that one. `classes` are written before the class, and `base` in the place of its one base, if it is
    given; the members that stay have no annotation then. Raises UnchangeableError where a comment stands inside of what
    is taken out.
    """

    at: str
    members: tuple[str, ...]
    edit: Edit = lambda statement: statement
    gone: Set[str] = frozenset()
    classes: tuple[str, ...] = ()
    base: str = ""

    def __call__(self, node: Any) -> Any:
        if not isinstance(node.body, cst.IndentedBlock):
            raise UnchangeableError("its class is written in one line")
        body = without_gone(node.body.with_changes(body=self._body(node.body.body)))
        based = [node.bases[0].with_changes(value=cst.parse_expression(self.base))] if self.base else node.bases
        changed = node.with_changes(body=body, bases=based)
        return self._below_classes(changed) if self.classes else changed

    def _body(self, old: Sequence[Any]) -> list[Any]:
        names = [{*_bound(ast.parse(cst.Module([one]).code.lstrip()).body[-1])} for one in old]
        place = next((index for index, some in enumerate(names) if self.gone & some or self.at in some), len(old))
        other = _unannotated if self.base else lambda statement: statement
        edits = [gone_uncommented if self.gone & some else self.edit if self.at in some else other for some in names]
        body = [edit(one) for edit, one in zip(edits, old, strict=True)]
        return [*body[:place], *map(cst.parse_statement, self.members), *body[place:]]

    def _below_classes(self, node: Any) -> Any:
        """The classes and `node`, of which the first stands where that did, with the comments above the last."""
        blank = [cst.EmptyLine(indent=False)] * 2
        first, *others = map(cst.parse_statement, self.classes)
        above = node.leading_lines if any(one.comment for one in node.leading_lines) else blank
        below = [*(one.with_changes(leading_lines=blank) for one in others), node.with_changes(leading_lines=above)]
        return cst.FlattenSentinel([first.with_changes(leading_lines=node.leading_lines), *below])


def _unannotated(statement: Any) -> Any:
    """`statement` as it gives a class what `toolgen.Tool` has of classes: with an annotation, objects would have it."""
    match statement:
        case cst.SimpleStatementLine(body=[cst.AnnAssign(target=target, value=cst.BaseExpression() as value)]):
            return statement.with_changes(body=[cst.Assign([cst.AssignTarget(target)], value)])
        case _:
            return statement
