"""The members of a class in libcst's tree: new ones are written before another."""

from __future__ import annotations

import ast
from collections.abc import Set
from dataclasses import dataclass
from typing import Any

from toolgen.rewrite.change import Edit, UnchangeableError


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
class TypedClass:
    """Changes the method of a class, takes out the members `gone`, and writes others and, before the class, `classes`.

    The others stand where the first of `gone` did, or else where the method does. `base` takes the place of its one
    base, if it is given.

    Raises UnchangeableError where a comment stands inside of what is taken out.
    """

    method: str
    edit: Edit
    gone: Set[str]
    members: tuple[str, ...]
    classes: tuple[str, ...]
    base: str = ""

    def __call__(self, node: Any) -> Any:
        import libcst as cst

        from toolgen.rewrite.removing import gone_uncommented, without_gone

        if not isinstance(node.body, cst.IndentedBlock):
            raise UnchangeableError("its class is written in one line")
        statements: list[Any] = []
        pending = [*map(cst.parse_statement, self.members)]
        for one in node.body.body:
            names = _written(one)
            if pending and (self.gone & {*names} or self.method in names):
                statements, pending = [*statements, *pending], []
            if not self.gone & {*names}:
                statements.append(self.edit(one) if self.method in names else one)
            else:
                statements.append(gone_uncommented(one))
        changed = node.with_changes(body=without_gone(node.body.with_changes(body=statements)))
        if self.base:
            value = cst.parse_expression(self.base)
            changed = changed.with_changes(bases=[changed.bases[0].with_changes(value=value)])
        if not self.classes:
            return changed
        blank = [cst.EmptyLine(indent=False)] * 2
        parsed = [cst.parse_statement(one) for one in self.classes]
        others = [one.with_changes(leading_lines=blank) for one in parsed[1:]]
        leading = [*node.leading_lines]
        lines = leading if any(one.comment for one in leading) else blank
        return cst.FlattenSentinel(
            [parsed[0].with_changes(leading_lines=leading), *others, changed.with_changes(leading_lines=lines)]
        )


@dataclass(frozen=True, slots=True)
class NewMember:
    """Writes the statement `text` into a class, in front of the member `before` and what stands above that."""

    text: str
    before: str

    def __call__(self, node: Any) -> Any:
        import libcst as cst

        if not isinstance(node.body, cst.IndentedBlock):
            raise UnchangeableError("its class is written in one line")
        statements = [*node.body.body]
        at = next((index for index, one in enumerate(statements) if self.before in _written(one)), 0)
        statements.insert(at, cst.parse_statement(self.text))
        return node.with_changes(body=node.body.with_changes(body=statements))


def _written(statement: Any) -> list[str]:
    """The names that a statement of libcst's binds."""
    import libcst as cst

    return _bound(ast.parse(cst.Module([statement]).code.lstrip()).body[-1])
