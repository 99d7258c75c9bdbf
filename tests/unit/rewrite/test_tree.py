"""libcst is asked to change what stands at a place; all else stays, byte for byte."""

from __future__ import annotations

from typing import Any

import libcst as cst
import pytest
from libcst.codemod import CodemodContext
from libcst.codemod.visitors import AddImportsVisitor, ImportItem

from toolgen.model.span import Span
from toolgen.rewrite.change import Change, Edit, Kind, UnchangeableError
from toolgen.rewrite.tree import rewritten


def renamed(node: Any) -> Any:
    return node.with_changes(name=cst.Name("new"))


def refusing(_: Any) -> Any:
    raise UnchangeableError("it is odd")


def change(kind: Kind, line: int, column: int, edit: Edit = renamed, **more: Any) -> Change:
    return Change("TG208", Span("a.py", line, column), kind, edit, **more)


SOURCES = [
    b"def f(a): return a",
    b"\xef\xbb\xbfdef f(a): return a\n",
    b"# coding: latin-1\ndef g(): '\xe9'\ndef f(a): pass\n",
    b"x = 1; y = 2 ;\r\n\r\nasync def f( a , ):\r\n\tpass # c\r\n\r\n",
    b"@ ( tool ) # c\ndef f(a,\n\n  # d\n  b = 1): # e\n  pass\n # f",
    b"if x:\n  class A:\n\n    def f(self):\n        def g(): pass\n",
    b"def f[T](a: T) -> T: ...\n",
]


@pytest.mark.parametrize("source", SOURCES)
def test_only_the_node_at_the_place_changes(source: bytes) -> None:
    before = source[: source.index(b"f(") if b"f(" in source else source.index(b"f[")]
    line = before.count(b"\n") + 1
    column = len(before.rpartition(b"\n")[2].removeprefix(b"\xef\xbb\xbf")) + 1
    new, failures = rewritten(source, [change("FunctionDef", line, column)])
    assert (new, failures) == (before + b"new" + source[len(before) + 1 :], [])


@pytest.mark.parametrize(
    ("kind", "place"),
    [("ClassDef", (1, 7)), ("Param", (2, 9)), ("Default", (2, 16)), ("FunctionDef", (2, 7)), ("Module", (0, 0))],
)
def test_nodes_are_found_by_their_kind_and_place(kind: Kind, place: tuple[int, int]) -> None:
    found: list[str] = []

    def noting(node: Any) -> Any:
        found.append(type(node).__name__)
        return node

    source = b"class A:\n  def f(b: int=0): pass\n"
    assert rewritten(source, [change(kind, *place, edit=noting)]) == (source, [])
    assert found == [{"Default": "Param"}.get(kind, kind)]


@pytest.mark.parametrize("call", ["f(1)(2)", "f (1) (2)", "f(f(1))"])
def test_of_calls_that_begin_at_one_place_it_is_the_whole(call: str) -> None:
    def gone(_: cst.Call) -> cst.Name:
        return cst.Name("x")

    assert rewritten(f"a = {call}\n".encode(), [change("Call", 1, 5, edit=gone)])[0] == b"a = x\n"


def test_a_change_that_is_refused_keeps_no_other_from_being_made() -> None:
    source = b"def f(): ...\ndef g(): ...\n"
    refused = change("FunctionDef", 1, 5, edit=refusing, needs=(("typing", "Annotated"),))
    assert rewritten(source, [refused, change("FunctionDef", 2, 5)]) == (
        b"def f(): ...\ndef new(): ...\n",
        [(refused, "it is odd")],
    )


def test_imports_are_added_once_and_removed_where_nothing_uses_them() -> None:
    source = b'"""Doc."""\nfrom __future__ import annotations\nfrom a import b, c  # kept\nimport typing\n\nc()\n'
    needs = (("typing", "Annotated"), ("a", "d"))
    one = change("Module", 0, 0, edit=lambda node: node.with_changes(), needs=needs, done_with=(("a", "b"), ("a", "c")))
    new, _ = rewritten(source, [one])
    assert b"from typing import Annotated\n" in new
    assert b"from a import c, d  # kept\n" in new or b"from a import d, c  # kept\n" in new
    assert rewritten(new, [one])[0] == new


@pytest.mark.parametrize(
    ("use", "is_kept"),
    [
        ("x = b", True),
        ("def f(x: 'list[b]'): ...", True),
        ("def f() -> 'b.C': ...", True),
        ("x: 'b'", True),
        ("X = Optional['b']", True),
        ("x = cast('b', y)", True),
        ("x = typing.cast(typ='b', val=y)", True),
        ("__all__ = ['b']", True),
        ("__all__: list[str] = ['b']", True),
        ("__all__ += ['b']", True),
        ("__all__.append('b')", True),
        ("x = 'b'", False),
        ("x = {'b': 'b[c] | b'}", False),
        ("say('b')", False),
        ("def f(x: int = 'b'): ...", False),
        ("x.b = 1", False),
    ],
)
def test_import_is_kept_where_its_name_is_used_as_one(use: str, is_kept: bool) -> None:
    one = change("Module", 0, 0, edit=lambda node: node.with_changes(), done_with=(("", "b"),))
    new, _ = rewritten(f"from a import b\n{use}\n".encode(), [one])
    assert (b"import b" in new) is is_kept


@pytest.mark.parametrize(
    "source",
    [
        b"x = " + b"+".join([b"1"] * 400),
        b"x = " + b" and ".join([b"a"] * 20_000),
        b"x = " + b" ".join([b"'a'"] * 20_000),
        b"x" + b".a" * 900,
        b"def f(:\n",
        b"x = '\xe9'\n",
        b"x = 1\ry = 2\r",
        b"\x0cx = 1\n",
        b"\0",
    ],
)
def test_file_that_cannot_be_written_as_it_was_is_refused(source: bytes) -> None:
    with pytest.raises(UnchangeableError):
        rewritten(source, [change("Module", 0, 0, edit=lambda node: node)])


def test_letter_that_the_encoding_has_not_is_refused() -> None:
    def foreign(node: Any) -> Any:
        return node.with_changes(name=cst.Name("日"))

    with pytest.raises(UnchangeableError, match="encoding"):
        rewritten(b"# coding: latin-1\ndef f(): ...\n", [change("FunctionDef", 2, 5, edit=foreign)])


def test_what_is_not_there_is_no_change() -> None:
    source, one = b"def f(): ...\nx = 1\n", change("FunctionDef", 2, 5)
    assert rewritten(source, [one]) == (source, [(one, "there is no FunctionDef here")])


TOPS = [
    "",
    "x = 1\n",
    "# A comment.\nx = 1\n",
    '"""Doc."""\n',
    '"""Doc."""\n\n\ndef f(): ...\n',
    '"""Doc."""\nfrom __future__ import annotations\n# Below.\nx = 1\n',
    "import a\nfrom b import c  # kept\n\nx = 1\n",
    "import a.b\nfrom b import (\n    c,\n    d,\n)\nx = 1\n",
    "from b import *\nimport a as z\n\n\n@f\nclass A: ...\n",
    "from b import e as f\nfrom .b import c\n",
    "import a; import b\nfrom b import c\n",
    "import a\r\nx = 1\r\nfrom b import c\r\n",
    "if a:\n    import a\nfrom b import c\n",
]
NEEDS = [{("b", "c")}, {("b", "e"), ("b", "d"), ("a", "")}, {("a.b", ""), ("c", "x"), ("a.b", "y"), ("b", "c")}]


@pytest.mark.parametrize("source", TOPS)
@pytest.mark.parametrize("needs", NEEDS, ids=len)
def test_imports_are_added_as_libcst_adds_them(source: str, needs: set[tuple[str, str]]) -> None:
    one = change("Module", 0, 0, edit=lambda node: node.with_changes(), needs=tuple(needs))
    items = [ImportItem(of, name or None) for of, name in needs]
    expected = AddImportsVisitor(CodemodContext(), items).transform_module(cst.parse_module(source.encode()))
    assert rewritten(source.encode(), [one])[0] == expected.bytes


@pytest.mark.parametrize(
    "source",
    [
        "from __future__ import annotations; import a\nx = 1\n",
        "from __future__ import annotations\nfrom __future__ import division; import a\n",
        '"""Doc."""; from __future__ import annotations\nx = 1\n',
    ],
)
def test_imports_are_added_below_those_of_the_future(source: str) -> None:
    one = change("Module", 0, 0, edit=lambda node: node.with_changes(), needs=(("b", "c"),))
    new = rewritten(source.encode(), [one])[0]
    compile(new, "a.py", "exec")
    assert b"from b import c" in new
