"""The slices of a program in which its calls are followed: of the statement, or the function, in which they stand."""

from __future__ import annotations

import ast
import builtins
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from toolgen.evaluation.folding.pure import ITERATING
from toolgen.evaluation.names.lookup import Site
from toolgen.project.modules import Module
from toolgen.syntax.bodies import Source
from toolgen.syntax.changes import touched_in
from toolgen.syntax.expressions import given_to
from toolgen.syntax.facts import Called
from toolgen.syntax.line_ranges import any_on
from toolgen.syntax.nodes import DefinitionNode, FunctionDef, blocks, children, names_in, other_statements, own_nodes


@dataclass(frozen=True, slots=True, eq=False)
class Slice:
    """Statements at `site` that are run for the `calls` in them; `source` is the text of the file.

    `inside` remembers what stands in the blocks of a statement, by its identity.
    """

    statements: Sequence[ast.stmt]
    site: Site
    source: Source
    calls: tuple[Called, ...]
    inside: dict[int, list[ast.stmt]] = field(default_factory=dict)


def slices(module: Module, source: Source) -> Iterator[Slice]:
    """The slices of the calls of `module`: each statement of it or of a class in it, and each function, once.

    Calls that stand nowhere in the file, as it is now, have none.
    """
    by_body: dict[int, tuple[list[ast.stmt], Site, list[Called]]] = {}
    for called in module.facts.called:
        if (found := _enclosing(source.tree.body, called, module)) is not None:
            body, site = found
            by_body.setdefault(id(body[0]), (body, site, []))[2].append(called)
    for body, site, calls in by_body.values():
        lines = [called.call.line for called in calls]
        yield Slice(sliced(body, lines), site, source, tuple(calls))


def slice_of(called: Called, module: Module, source: Source) -> Slice | None:
    """The slice of one call of `module`, or of what stands in the place of one."""
    if (found := _enclosing(source.tree.body, called, module)) is None:
        return None
    body, site = found
    statements = sliced(body, [called.call.line]) if len(body) > 1 else body
    return Slice(statements, site, source, (called,))


def _enclosing(body: Sequence[ast.stmt], called: Called, module: Module) -> tuple[list[ast.stmt], Site] | None:
    """The body of the outermost function that holds a call, or the statement that does."""
    depth = 1
    while (statement := _holding(body, called)) is not None:
        depth += getattr(statement, "type_params", None) not in (None, [])
        if isinstance(statement, FunctionDef):
            return statement.body, _site(module, called, depth + 1, 0)
        if not isinstance(statement, ast.ClassDef):
            return [statement], _site(module, called, depth, statement.lineno)
        body, depth = statement.body, depth + 1
    return None


def innermost(part: Slice, called: Called) -> Slice | None:
    """The body of the innermost function in `part` that holds a call, if there is one."""
    body, found = part.statements, list[ast.stmt]()
    while (statement := _holding(body, called)) is not None:
        if id(statement) not in part.inside:
            part.inside[id(statement)] = _inside(statement)
        body = part.inside[id(statement)]
        found = body if isinstance(statement, FunctionDef) else found
    if not found:
        return None
    site = Site(part.site.module, called.scopes, called.owner)
    return Slice(sliced(found, [called.call.line]), site, part.source, (called,))


def _site(module: Module, called: Called, depth: int, line: int) -> Site:
    scopes = called.scopes[:depth]
    owner = called.owner if any(called.owner and scope is called.owner.scope for scope in scopes) else None
    return Site(module, scopes, owner, line)


def site_of(called: Called, module: Module) -> Site:
    """Where a call stands."""
    return Site(module, called.scopes, called.owner, called.call.line)


def _inside(statement: ast.stmt) -> list[ast.stmt]:
    """The statements in the blocks of `statement`, of handlers and cases too."""
    parts = (one for part in blocks(statement) for one in ([part] if isinstance(part, ast.stmt) else blocks(part)))
    return [one for one in parts if isinstance(one, ast.stmt)]


def _holding(body: Sequence[ast.stmt], called: Called) -> ast.stmt | None:
    """The statement of `body` that holds a call, but for the decorators above it."""
    place = called.call.line, called.call.column - 1
    index = bisect_left(body, place, key=lambda one: (one.end_lineno or one.lineno, one.end_col_offset or 0))
    return body[index] if index < len(body) and body[index].lineno <= called.call.line else None


_LEAVING = ast.Raise | ast.Return | ast.Yield | ast.YieldFrom
"""What may leave a function, for ever or until a generator is gone through further."""


def sliced(body: Sequence[ast.stmt], lines: Iterable[int]) -> list[ast.stmt]:
    """The statements of `body` that hold one of `lines`, or have a say in what those do: a slice of the program.

    Statements that bind or change the names in them, in turn, and those that may leave the function before.
    """
    lines = sorted(lines)
    kept = {index for index, one in enumerate(body) if any_on(lines, one)}
    before = ((index, own_nodes([one])) for index, one in enumerate(body) if one.lineno < lines[-1])
    kept |= {index for index, nodes in before if any(isinstance(node, _LEAVING) for node in nodes)}
    is_later = any(isinstance(body[index], DefinitionNode) for index in kept)  # what is in these runs when it is called
    local = {one.name for one in body if isinstance(one, DefinitionNode)}
    changing = defaultdict[str, list[int]](list)
    for index, one in enumerate(body):
        called = local.intersection(name for used in getattr(one, "decorator_list", ()) for name in names_in(used))
        for name in (*changed_names(one), *called) if is_later or one.lineno <= lines[-1] else ():
            changing[name].append(index)
    pending, asked = [*kept], set[str]()
    while pending:
        one = body[pending.pop()]
        asked.update(names_in(one))
        # What stands in a definition, or changes what is asked for, does so where that is called.
        is_run = isinstance(one, DefinitionNode) and (any_on(lines, one) or not asked.isdisjoint(_changed_by(one)))
        asked |= {getattr(one, "name", "")} if is_run else set()
        more = {index for name in changing.keys() & asked for index in changing.pop(name)} - kept
        kept |= more
        pending += more
    return [body[index] for index in sorted(kept)]


def changed_names(statement: ast.stmt) -> set[str]:
    """The names that a statement binds, or whose objects it may change."""
    found = set[str]()
    for node in own_nodes([statement]):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                found = found.union([node.name], _changed_by(node))
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                found.add(name)
            case ast.Attribute(ctx=ast.Store() | ast.Del()) | ast.Subscript(ctx=ast.Store() | ast.Del()):
                found |= _holders(node.value)
            case ast.Assign(value=ast.Name() | ast.List() | ast.Tuple() | ast.Dict() as value):  # under another name
                found |= _holders(value).union(*map(_holders, children(value)))
            case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[owner, *_]):
                found |= _holders(owner)
            case ast.For(iter=items) | ast.comprehension(iter=items):  # an iterator is left elsewhere
                found |= _holders(items)
            case ast.Call(func=function):
                found |= _holders(function).union(*map(_holders, _given(node)))
    return found


def _changed_by(definition: DefinitionNode) -> set[str]:
    """The names around `definition` of what is changed where that is called; a class has a say in those above it, and
    its body is run at once.
    """
    if isinstance(definition, ast.ClassDef):
        return set[str]().union(*map(_holders, definition.bases), *map(changed_names, other_statements(definition)))
    return touched_in(definition)


def _given(call: ast.Call) -> list[ast.expr]:
    """What a call may change of what it is given: Python's own but `exec` change nothing; iterators are used up."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    if hasattr(builtins, name) and name not in {*ITERATING, "exec"}:
        return []
    return given_to(call)


def _holders(node: ast.AST) -> set[str]:
    """The name of what holds an object: `self` of `self.kit.tools`; of anything but names none."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return {node.id} if isinstance(node, ast.Name) else set()
