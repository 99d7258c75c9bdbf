"""The imports of a file whose changes are made: those that they need, and not those that they leave unused."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence, Set
from itertools import chain
from typing import Any

import libcst as cst
from libcst.helpers import get_full_name_for_node_or_raise

from toolgen.iteration import grouped
from toolgen.rewrite.change import Change, Imported
from toolgen.rewrite.comments import comments_in
from toolgen.rewrite.removing import gone, without_gone
from toolgen.rewrite.spelling import spelled, spellings, tree_of
from toolgen.syntax.expressions import parsed
from toolgen.syntax.nodes import names_in

_LONGEST_ANNOTATION = 500
_EXPORTS = "__all__"
_OF_TYPES = frozenset({"ForwardRef", "NamedTuple", "NewType", "TypeVar", "TypedDict", "cast"})
"""The functions of `typing` that take types, which may stand in texts."""


def with_imports(module: cst.Module, changes: Sequence[Change]) -> str:
    """`module` as text with what `changes` need and define, without what they leave unused, if no comment is lost."""
    is_package = any(change.span.path.rpartition("/")[2] == "__init__.py" for change in changes)
    done_with = {one for change in changes for one in change.done_with}
    text = module.code
    made = _defined(module if is_package else _without(module, text, done_with), changes)
    text = text if made is module else made.code
    names = spellings(text)
    needs = {*chain(*(one.needs for one in names.values()), *(one.needs for one in changes))}
    return spelled(_importing(made, needs).code if needs else text, names)


def _importing(module: cst.Module, needs: Set[Imported]) -> cst.Module:
    """`module` with those of `needs` that the imports at its top do not have: in these, or else below them."""
    body: list[Any] = [*module.body]
    start = max((at + 1 for at, one in enumerate(body) if _stays_above(one, at)), default=0)
    end = next((at for at in range(start, len(body)) if _imported(body[at]) is None), len(body))
    missing = {*needs}
    for line in body[start:end]:
        missing -= _known(_imported(line), needs)
    for at in range(start, end):
        node = _imported(body[at])
        new = {(of, name) for of, name in missing if name and of == _source(node)}
        aliases = [cst.ImportAlias(cst.Name(name)) for _, name in sorted(new)]
        body[at] = body[at].with_changes(body=[node.with_changes(names=[*aliases, *node.names])]) if new else body[at]
        missing -= new
    if missing and end < len(body):
        body[end] = body[end].with_changes(leading_lines=_apart(body[end].leading_lines, 1))
    return module.with_changes(body=[*body[:end], *map(cst.parse_statement, _lines(missing)), *body[end:]])


def _stays_above(statement: cst.CSTNode, index: int) -> bool:
    """Whether nothing may be written above a statement at the top: the docstring, or what a `__future__` is in."""
    match statement:
        case cst.SimpleStatementLine(body=body):
            is_future = any(isinstance(one, cst.ImportFrom) and _module(one) == "__future__" for one in body)
            return is_future or (index == 0 and _is_docstring(statement))
        case _:
            return False


def _lines(needs: Set[Imported]) -> Iterator[str]:
    """The imports of `needs`: of modules first, and the names of each in one line."""
    yield from (f"import {of}" for of, name in sorted(needs) if not name)
    for of, names in grouped(one for one in sorted(needs) if one[1]).items():
        yield f"from {of} import {', '.join(names)}"


def _imported(statement: Any) -> Any:
    """The import that a line is, alone; None for anything else."""
    match statement:
        case cst.SimpleStatementLine(body=[cst.Import() | cst.ImportFrom() as node]):
            return node
        case _:
            return None


def _known(node: cst.Import | cst.ImportFrom, needs: Set[Imported]) -> set[Imported]:
    if isinstance(node.names, cst.ImportStar):
        return {(of, name) for of, name in needs if name and isinstance(node, cst.ImportFrom) and of == _module(node)}
    return {one for alias in node.names for one in _names(node, alias)}


def _source(node: cst.Import | cst.ImportFrom) -> str:
    """The module from which an import may take more names; empty where there is none."""
    return _module(node) if isinstance(node, cst.ImportFrom) and not isinstance(node.names, cst.ImportStar) else ""


def _module(node: cst.ImportFrom) -> str:
    """The absolute name of the module that names are imported from; empty for a relative one."""
    return "" if node.relative or node.module is None else get_full_name_for_node_or_raise(node.module)


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
        case _ if _is_docstring(statement):
            return index == 0
        case cst.SimpleStatementLine(body=body):
            return all(isinstance(one, cst.Import | cst.ImportFrom) for one in body)
        case cst.If(body=cst.IndentedBlock(body=body), orelse=None) | cst.Try(body=cst.IndentedBlock(body=body)):
            return all(_begins(one, 1) for one in body)
        case _:
            return False


def _is_docstring(statement: cst.CSTNode) -> bool:
    """Whether a statement is a text, which at the top is the docstring."""
    match statement:
        case cst.SimpleStatementLine(body=[cst.Expr(value=cst.SimpleString() | cst.ConcatenatedString()), *_]):
            return True
        case _:
            return False


def _without(module: cst.Module, text: str, done_with: Collection[Imported]) -> cst.Module:
    """`module`, which is written as `text`, without those imports at its top that nothing uses."""
    used = {*_used(tree_of(text))} if done_with else set[str]()
    unused = {(of, name) for of, name in done_with if (name or of.partition(".")[0]) not in used}
    if not unused:
        return module
    body = [_trimmed(statement, unused) for statement in module.body]
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
        return statement if statement.trailing_whitespace.comment or comments_in(node) else gone(statement)
    kept[-1] = kept[-1].with_changes(comma=aliases[-1].comma)
    made = statement.with_changes(body=[node.with_changes(names=kept)])
    return made if comments_in(made) == comments_in(statement) else statement


def _names(node: cst.Import | cst.ImportFrom, alias: cst.ImportAlias) -> set[Imported]:
    """What `done_with` may call an import: by what it binds, or by the module that it is from."""
    name, bound = alias.evaluated_name, alias.evaluated_alias
    known = {("", bound or name.partition(".")[0])}
    if bound is None and isinstance(node, cst.Import):
        return known | {(name, "")}
    if bound is None and isinstance(node, cst.ImportFrom) and _module(node):
        return known | {(_module(node), name)}
    return known


def _used(tree: ast.Module) -> Iterator[str]:
    """The names that a file uses, and those in its texts that are types or exports."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name):
                yield name
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign() | ast.Expr() if _EXPORTS in names_in(node):
                yield from _quoted(node)
            case (
                ast.arg(annotation=ast.expr() as type_)
                | ast.FunctionDef(returns=ast.expr() as type_)
                | ast.AsyncFunctionDef(returns=ast.expr() as type_)
                | ast.AnnAssign(annotation=type_)
                | ast.Subscript(slice=type_)
            ):
                yield from _quoted(type_)
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in _OF_TYPES:
                yield from _quoted(node)


def _quoted(node: ast.AST) -> Iterator[str]:
    """The names in the texts of `node`."""
    for one in ast.walk(node):
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and len(one.value) < _LONGEST_ANNOTATION:
            yield from names_in(inner) if (inner := parsed(one.value)) is not None else ()
