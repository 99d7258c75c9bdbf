"""A file that Python's compiler refuses is refused, at the same place; one that it takes is taken."""

from __future__ import annotations

import pytest

from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.syntax.module import parse_module

TAKEN = [
    "match x:\n    case 1: pass\n    case _: pass",
    "match x:\n    case name if name: pass\n    case (a, b): pass\n    case _: pass",
    "try: pass\nexcept ValueError: pass\nexcept: pass",
    "for x in y:\n    if x:\n        with z: break\n    try: continue\n    finally: pass\nelse: pass",
    "while x:\n    match y:\n        case 1: break",
    "def tool():\n    def inner():\n        nonlocal x\n        return 1\n    x = 1\n    return inner",
    "class Tool:\n    def __init__(self): return",
]
REFUSED = [
    "match x:\n    case name: pass\n    case 1: pass",
    "match x:\n    case _: pass\n    case 1: pass",
    "try: pass\nexcept: pass\nexcept ValueError: pass",
    "return 1",
    "class Tool:\n    return 1",
    "if x:\n    return",
    "nonlocal x",
    "break",
    "if x:\n    continue",
    "for x in y:\n    def tool(): break",
    "for x in y:\n    class Tool: continue",
    "def go():\n    tool()\n    continue",
    "def tool(a, a): pass",
]


@pytest.mark.parametrize("source", TAKEN)
def test_it_is_taken_as_the_compiler_does(source: str) -> None:
    compile(source, "app.py", "exec")
    assert not isinstance(parse_module(source.encode(), "app.py", frozenset({b"tool"})), Diagnostic)


@pytest.mark.parametrize("source", REFUSED)
def test_it_is_refused_as_the_compiler_does(source: str) -> None:
    with pytest.raises(SyntaxError) as caught:
        compile(source, "app.py", "exec")
    found = parse_module(source.encode(), "app.py", frozenset({b"tool"}))
    assert isinstance(found, Diagnostic)
    assert (found.code, found.span.line, found.span.column) == ("TG101", caught.value.lineno, caught.value.offset)
    assert caught.value.msg in found.message
