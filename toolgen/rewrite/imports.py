"""The imports of a file whose changes are made: those that they need, and not those that they leave unused."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence, Set
from contextlib import suppress
from typing import Any

import libcst as cst
from libcst.helpers import get_full_name_for_node_or_raise

from toolgen.rewrite.change import Change, Imported
from toolgen.rewrite.references import spelled, tree_of
from toolgen.rewrite.removing import gone, without_gone

_LONGEST_ANNOTATION = 500


def with_imports(module: cst.Module, changes: Sequence[Change]) -> cst.Module:
    """`module` with the imports that the changes need, without those that they leave unused, and with what they define.

    An import stays where a comment would be lost with it, and in a module that begins a package, which others may
    import it from. Raises UnchangeableError where a name has no spelling.
    """
    is_package = any(change.span.path.rpartition("/")[2] == "__init__.py" for change in changes)
    done_with = {one for change in changes for one in change.done_with}
    module = module if is_package else _without(module, done_with)
    module, needs = spelled(_defined(module, changes))
    wanted = dict.fromkeys([*needs, *(one for change in changes for one in change.needs)])
    if not wanted:
        return module
    from libcst.codemod import CodemodContext
    from libcst.codemod.visitors import AddImportsVisitor, ImportItem

    adding = AddImportsVisitor(CodemodContext(), [ImportItem(of, name or None) for of, name in wanted])
    return adding.transform_module(module)


# -- what is defined --------------------------------------------------------------------------------------------


def _defined(module: cst.Module, changes: Sequence[Change]) -> cst.Module:
    """`module` with the statements that the changes define, below its first imports."""
    defined = dict.fromkeys(one for change in changes for one in change.defines)
    if not defined:
        return module
    body = [*module.body]
    at = next((index for index, one in enumerate(body) if not _begins(one, index)), len(body))
    made = [_statement(one) for one in defined]
    if at < len(body):
        following: Any = body[at]
        body[at] = following.with_changes(leading_lines=_apart(following.leading_lines, len(made[-1].leading_lines)))
    return module.with_changes(body=[*body[:at], *made, *body[at:]])


def _statement(text: str) -> Any:
    """The statement that `text` is, with blank lines above it."""
    made = cst.parse_statement(text)
    return made.with_changes(leading_lines=[_blank()] * (2 if isinstance(made, cst.ClassDef) else 1))


def _apart(lines: Sequence[cst.EmptyLine], least: int) -> list[cst.EmptyLine]:
    """What stands above a statement, beginning with so many blank lines at the `least`."""
    blank = next((index for index, one in enumerate(lines) if one.comment), len(lines))
    return [*[_blank()] * (least - blank), *lines]


def _blank() -> cst.EmptyLine:
    return cst.EmptyLine(indent=False)


def _begins(statement: cst.CSTNode, index: int) -> bool:
    """Whether a statement at the top is an import, makes some under a condition, or is the docstring."""
    match statement:
        case cst.SimpleStatementLine(body=[cst.Expr(value=cst.SimpleString() | cst.ConcatenatedString()), *_]):
            return index == 0
        case cst.SimpleStatementLine(body=body):
            return all(isinstance(one, cst.Import | cst.ImportFrom) for one in body)
        case cst.If(body=cst.IndentedBlock(body=body), orelse=None) | cst.Try(body=cst.IndentedBlock(body=body)):
            return all(_begins(one, 1) for one in body)
        case _:
            return False


# -- what is unused ---------------------------------------------------------------------------------------------


def _without(module: cst.Module, done_with: Collection[Imported]) -> cst.Module:
    """`module` without those imports at its top that nothing uses."""
    if not done_with:
        return module
    used = {*_used(tree_of(module))}
    unused = {(of, name) for of, name in done_with if (name or of.partition(".")[0]) not in used}
    body = [_trimmed(statement, unused) for statement in module.body] if unused else [*module.body]
    return cst.ensure_type(without_gone(module.with_changes(body=body)), cst.Module)


def _trimmed(statement: Any, unused: Set[Imported]) -> Any:
    """A statement at the top without its `unused` imports."""
    match statement:
        case cst.SimpleStatementLine(body=[cst.Import(names=aliases) | cst.ImportFrom(names=[*aliases]) as node]):
            pass
        case _:
            return statement
    kept = [one for one in aliases if unused.isdisjoint(_names(node, one))]
    if len(kept) == len(aliases):
        return statement
    if not kept:
        return statement if statement.trailing_whitespace.comment or _comments(node) else gone(statement)
    kept[-1] = kept[-1].with_changes(comma=aliases[-1].comma)
    made = statement.with_changes(body=[node.with_changes(names=kept)])
    return made if _comments(made) == _comments(statement) else statement


def _names(node: cst.Import | cst.ImportFrom, alias: cst.ImportAlias) -> set[Imported]:
    """What `done_with` may call an import: by what it binds, or by the module that it is from."""
    name, bound = alias.evaluated_name, alias.evaluated_alias
    known = {("", bound or name.partition(".")[0])}
    if bound is None and isinstance(node, cst.Import):
        return known | {(name, "")}
    if bound is None and isinstance(node, cst.ImportFrom) and not node.relative and node.module is not None:
        return known | {(get_full_name_for_node_or_raise(node.module), name)}
    return known


def _comments(node: cst.CSTNode) -> list[str]:
    return [line.partition("#")[2] for line in cst.Module([]).code_for_node(node).splitlines() if "#" in line]


def _used(tree: ast.Module) -> Iterator[str]:
    """The names that a file uses, and those in its texts that may be annotations or exports."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name):
                yield name
            case ast.Constant(value=str(text)) if len(text) < _LONGEST_ANNOTATION:
                yield from _named_in(text)


def _named_in(text: str) -> Iterator[str]:
    if re.fullmatch(r"\w+", text):
        yield text
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
        found = ast.walk(ast.parse(text, mode="eval")) if "[" in text or "|" in text or "." in text else ()
        yield from (node.id for node in found if isinstance(node, ast.Name))
