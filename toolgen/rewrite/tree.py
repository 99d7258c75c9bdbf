"""The bytes of one file → those with its changes made: all that is not changed stays as it is, byte for byte."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import reduce
from typing import Any, TypeAlias

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from toolgen.iteration import grouped
from toolgen.rewrite.change import Change, Kind, UnchangeableError
from toolgen.rewrite.docstring_lines import TooMuchError, of_one_file
from toolgen.rewrite.imports import with_imports
from toolgen.rewrite.removing import without_gone
from toolgen.rewrite.spelling import COLON
from toolgen.syntax.newer_syntax import text_and_tree
from toolgen.syntax.nodes import walk
from toolgen.syntax.source import DenseError, UndecodableError

DEEPEST = 200
"""How deep expressions and statements may be nested: libcst goes over them in Python, and parses them on the stack of
the process, which a deeper one would end."""

TOO_DEEP = "it is nested too deeply"

MOST_PATTERN_STEPS = 3_000_000
"""Of what libcst may take to parse the patterns of a file: it tries each again in up to four ways for every bracket
around it. These are about 3 s."""

_NEWLINE = re.compile(r"\r\n?|\n")  # as libcst counts lines
_BRACKETS = re.compile(r"([(\[{])|[)\]}]")

Failure = tuple[Change, str]
"""A change that was not made, and why."""

_PLACES: Mapping[Kind, Mapping[type[cst.CSTNode], str]] = {
    "FunctionDef": {cst.FunctionDef: "name"},
    "ClassDef": {cst.ClassDef: "name"},
    "Param": {cst.Param: "name"},
    "Default": {cst.Param: "default", cst.AnnAssign: "value"},
    "Decorator": {cst.Decorator: "decorator"},
    "Call": {cst.Call: ""},
    "List": {cst.List: ""},
    "Line": {cst.SimpleStatementLine: ""},
    "String": {cst.SimpleString: "", cst.ConcatenatedString: ""},
    "If": {cst.If: ""},
    "Match": {cst.Match: ""},
    "Comment": {cst.EmptyLine: "comment", cst.TrailingWhitespace: "comment"},
    "LineEnd": {cst.TrailingWhitespace: ""},
}
"""The nodes of each kind, and the attribute that stands at the place of one; where there is none it is the node."""

_NodePosition: TypeAlias = tuple[Kind, int, int]
"""A kind of node, and the line and column of what it is found by."""

_OF_LINES: frozenset[Kind] = frozenset({"Comment", "LineEnd"})
"""Those of which a line has one."""


def rewritten(source: bytes, changes: Sequence[Change]) -> tuple[bytes, list[Failure]]:
    """`source` with `changes`, and those that were not made. Raises UnchangeableError where none can be."""
    module = _parsed(source)
    try:
        writer = _Writer(module, _targets(module, changes))
        with of_one_file():
            module = module.visit(writer)
        new = with_imports(module, [one for one in changes if one in writer.made]).encode(module.encoding)
    except TooMuchError as error:
        raise UnchangeableError("its docstrings are too long for as many changes") from error
    except (RecursionError, KeyError) as error:  # libcst forgets nodes where it goes too deep
        raise UnchangeableError(TOO_DEEP) from error
    except UnicodeError as error:
        raise UnchangeableError("its encoding has no letter for what is new") from error
    return new, writer.failures


def _parsed(source: bytes) -> cst.Module:
    """The tree of `source`, which gives back the same bytes. Raises UnchangeableError."""
    try:
        text, tree = text_and_tree(source)
        if is_deep(tree) or _pattern_steps(text, tree) > MOST_PATTERN_STEPS:
            raise UnchangeableError(TOO_DEEP)
        if COLON in text:
            raise UnchangeableError(f"it has the letter {COLON!a}, which stands for another while it is changed")
        module = cst.parse_module(source)
        if module.bytes == source:
            return module
    except DenseError as error:
        raise UnchangeableError(f"it {error}") from error
    except (SyntaxError, ValueError, LookupError, RecursionError, MemoryError, UndecodableError) as error:
        raise UnchangeableError("it cannot be parsed") from error
    except cst.ParserSyntaxError as error:
        raise UnchangeableError(f"libcst cannot parse line {error.raw_line}") from error
    raise UnchangeableError("its line ends or its encoding would not stay as they are")


def is_deep(tree: ast.AST) -> bool:
    """Whether something is nested deeper than `DEEPEST`, to libcst."""
    level: list[ast.AST] = [tree]
    depth = 0
    while level and depth <= DEEPEST:
        depth += max(map(_depth, level))
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return depth > DEEPEST


def _depth(node: ast.AST) -> int:
    """The levels that libcst makes of one node: what `and` and `or` join is nested, and so are dotted names."""
    match node:
        case ast.BoolOp():
            return len(node.values)
        case ast.alias():
            return 1 + node.name.count(".")
        case ast.ImportFrom(module=str(name)):
            return 1 + name.count(".")
        case _:
            return 1


def _pattern_steps(text: str, tree: ast.AST) -> int:
    """The steps for all `case` patterns at most, by whole lines: four times as many with each bracket around."""
    lines = text.split("\n")
    found = (node for node in walk(tree) if isinstance(node, ast.Match))
    return sum(_steps("\n".join(lines[first - 1 : last])) for node in found for first, last in _pattern_lines(node))


def _pattern_lines(node: ast.Match) -> Iterator[tuple[int, int]]:
    first = node.subject.end_lineno or 0
    for case in node.cases:
        yield first, case.body[0].lineno
        first = case.body[-1].end_lineno or 0


def _steps(text: str) -> int:
    """The steps for one pattern, as soon as they are too many."""
    steps, depth, last = 0, 0, 0
    for bracket in _BRACKETS.finditer(text):
        steps += (bracket.start() - last) * 4**depth
        if steps > MOST_PATTERN_STEPS:
            break
        depth, last = max(0, depth + (1 if bracket[1] else -1)), bracket.start()
    return steps


def _targets(module: cst.Module, changes: Iterable[Change]) -> dict[cst.CSTNode | None, list[Change]]:
    """The changes of each node, and of each statement at the top that has one; those of None are of nodes that were
    not found."""
    columns = ((0 if one.kind in _OF_LINES else one.span.column, one) for one in changes)
    wanted = grouped(((one.kind, one.span.line, column), one) for column, one in columns)
    found: dict[cst.CSTNode | None, list[Change]] = {module: wanted.pop(("Module", 0, 0), [])}
    parts = [*_statements(module, {line for _, line, _ in wanted})]
    found |= {part.body[0]: [] for part, _ in parts}
    # A statement says where its parts are at a fraction of what the whole does, which is asked for what is in none.
    for part, above in (*parts, (module, 0)):
        for place, node in _placed(part, above, {kind for kind, _, _ in wanted}).items() if wanted else ():
            if place in wanted:
                found.setdefault(node, []).extend(wanted.pop(place))
    found[None] = [change for some in wanted.values() for change in some]
    return found


def _statements(module: cst.Module, lines: Set[int]) -> Iterator[tuple[cst.Module, int]]:
    """The statements at the top that have some of `lines`, each as a module, and the number of lines above it."""
    above = len(module.header)
    for statement in module.body:
        below = above + len(_NEWLINE.findall(module.code_for_node(statement)))
        if any(above < line <= below for line in lines):
            yield module.with_changes(header=(), body=(statement,), footer=()), above
        above = below


def _placed(module: cst.Module, above: int, kinds: Set[Kind]) -> dict[_NodePosition, cst.CSTNode]:
    """The nodes of `kinds` by the places that they are found by, of those at one place the outermost."""
    # A parsed tree has no node twice; the places of outer nodes are known after those inside.
    positions = MetadataWrapper(module, unsafe_skip_copy=True).resolve(PositionProvider)
    attributes = grouped((type_, (kind, attribute)) for kind in kinds for type_, attribute in _PLACES[kind].items())
    found: dict[_NodePosition, cst.CSTNode] = {}
    for node in positions:
        for kind, attribute in attributes.get(type(node), ()):
            part = getattr(node, attribute) if attribute else node
            if part is not None:
                start = positions[part].start
                found[kind, start.line + above, 0 if kind in _OF_LINES else start.column + 1] = node
    return found


class _Writer(cst.CSTTransformer):
    """Makes the `changes` inside statements that have some, inner nodes first; `made` are those that changed a node."""

    def __init__(self, module: cst.Module, changes: Mapping[cst.CSTNode | None, list[Change]]) -> None:
        super().__init__()
        self._changes = changes
        self._unchanged: Set[cst.CSTNode] = {*module.body} - changes.keys()
        self.made: set[Change] = set()
        self.failures: list[Failure] = [(one, _missing(one.kind)) for one in changes.get(None, ())]

    def on_visit(self, node: cst.CSTNode) -> bool:
        return node not in self._unchanged and super().on_visit(node)

    def on_leave(self, original_node: Any, updated_node: Any) -> Any:
        node = super().on_leave(original_node, updated_node)
        node = without_gone(node) if isinstance(node, cst.Module | cst.IndentedBlock) else node
        return reduce(self._changed, self._changes.get(original_node, ()), node)

    def _changed(self, node: Any, change: Change) -> Any:
        try:
            new = change.edit(node)
        except UnchangeableError as error:
            self.failures.append((change, str(error)))
            return node
        if new is not node:
            self.made.add(change)
        return new


def _missing(kind: Kind) -> str:
    return "no comment can stand at the end of this line" if kind == "LineEnd" else f"there is no {kind} here"
