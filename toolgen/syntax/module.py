"""Bytes → `ModuleFacts`: a file is decoded, parsed and read, or it is said why it cannot be."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from functools import cache

from toolgen.diagnostics.diagnostic import Diagnostic, diagnose
from toolgen.diagnostics.net import TOO_DEEP
from toolgen.model.span import Span
from toolgen.syntax.block import Block
from toolgen.syntax.carriers import carriers
from toolgen.syntax.collector import Collector
from toolgen.syntax.conditions import DEFAULT_TARGET, Target
from toolgen.syntax.facts import LazyImports, ModuleFacts, Scope
from toolgen.syntax.newer_syntax import text_and_tree
from toolgen.syntax.nodes import own_nodes
from toolgen.syntax.source import UNREADABLE, DenseError, UndecodableError
from toolgen.syntax.text import SourceText
from toolgen.syntax.wrappers import reachable, wrappers


def parse_module(
    source: bytes | Callable[[], tuple[str, ast.Module]],
    path: str,
    needles: frozenset[bytes],
    target: Target = DEFAULT_TARGET,
    around: frozenset[bytes] = frozenset(),
    keywords: frozenset[str] = frozenset(),
) -> ModuleFacts | Diagnostic:
    """What the file `path` says, or why it cannot be read (TG101, TG102, TG107).

    `source` are its bytes, or what gives its text and tree and keeps them.

    `needles` are words that stand wherever a tool is declared: functions whose lines hold none are not searched for
    nested tools. `target` decides the conditions on versions and platforms. `around` are functions of other files that
    stand around what declares tools. `keywords` are arguments by which a call is given functions that are tools.
    """
    try:
        text, tree = text_and_tree(source) if isinstance(source, bytes) else source()
    except UNREADABLE as error:
        return _unreadable(error, path)
    try:
        return _facts(text, tree, needles, target, around, keywords)
    except RecursionError:
        return _too_much(Span(path))
    except SyntaxError as error:
        return _syntax_error(error, path)


def _facts(
    text: str,
    tree: ast.Module,
    needles: frozenset[bytes],
    target: Target,
    around: frozenset[bytes],
    keywords: frozenset[str],
) -> ModuleFacts:
    words, known = (frozenset(one.decode() for one in some) for some in (needles, around))
    lines, scope = SourceText(text), Scope("module")
    needle_lines = lines.lines_with(*_shortest(words | keywords))
    if known:
        needle_lines = sorted({*needle_lines, *lines.lines_with_words(known)})
    functions = reachable(tree)
    found = wrappers(tree, functions, words, known)
    names = carriers(tree, lines, needle_lines, words).union(found)
    if not known.issuperset(names):
        needle_lines = sorted({*needle_lines, *lines.lines_with_words(names)})
    collector = Collector(lines, needle_lines, words.union(known, names), target, keywords)
    collector.body(tree.body, Block((scope,), "", None))
    if collector.faults:
        raise collector.faults[0]
    lazy = lazy_imports(tree, text)
    declared, called = tuple(collector.declared), tuple(collector.called)
    return ModuleFacts(scope, declared, called, found, lazy, functions, target.version >= (3, 14))


@cache
def _shortest(words: frozenset[str]) -> list[str]:
    """Those of `words` that hold no other: where these stand, all stand."""
    return [word for word in words if not any(other != word and other in word for other in words)]


def _unreadable(error: Exception, path: str) -> Diagnostic:
    match error:
        case DenseError():
            return _too_much(Span(path), str(error))
        case UndecodableError():
            return diagnose("TG102", Span(path, error.line, 1), encoding=error.encoding, reason=error.reason)
        case SyntaxError():
            return _syntax_error(error, path)
        case ValueError():  # lone surrogates, which a few encodings let through
            return diagnose("TG102", Span(path), encoding="Unicode", reason=str(error))
        case _:
            return _too_much(Span(path))


def _too_much(span: Span, reason: str = TOO_DEEP) -> Diagnostic:
    return diagnose("TG107", span, what="this file", reason=reason)


def _syntax_error(error: SyntaxError, path: str) -> Diagnostic:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    span = Span(path, error.lineno or 0, error.offset or 1)
    if "nested" in error.msg:
        return _too_much(span)
    return diagnose("TG101", span, reason=error.msg, version=version)


_HINTS = ("globals(", "locals(", "vars(", "exec(", "sys.modules[")
"""What stands in every file that gives such names: to look for each is faster than a pattern."""
_OWN = frozenset({"globals", "locals", "vars"})
"""What gives the dictionary of a module when it is called in its body."""


def lazy_imports(tree: ast.Module, text: str) -> LazyImports:
    """What the module `tree`, written as `text`, says of them."""
    if not any(hint in text for hint in _HINTS):
        return LazyImports()
    statements = [one for one in own_nodes(tree.body) if isinstance(one, ast.stmt)]
    return LazyImports(
        next((ast.unparse(value) for value in map(_replacement, statements) if value is not None), ""),
        any(map(_makes_names, statements)),
    )


def _replacement(statement: ast.stmt) -> ast.expr | None:
    """The value of `sys.modules[__name__] = value`."""
    match statement:
        case ast.Assign(
            targets=[ast.Subscript(value=ast.Attribute(attr="modules"), slice=ast.Name(id="__name__"))], value=value
        ):
            return value
        case _:
            return None


def _makes_names(statement: ast.stmt) -> bool:
    """Whether `statement` itself may bind names that do not stand in it."""
    match statement:
        case ast.Assign(targets=[ast.Subscript(value=owner)]):
            return _is_own(owner)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner, attr="update" | "setdefault"))):
            return _is_own(owner)
        case ast.Expr(value=ast.Call(func=ast.Name(id="exec"))):
            return True
        case ast.Expr(value=ast.Call(func=ast.Name(id="setattr"), args=[owner, *_])):
            return ast.unparse(owner) == "sys.modules[__name__]"
        case _:
            return False


def _is_own(node: ast.expr) -> bool:
    """Whether `node` is the dictionary of the module."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _OWN
