"""One file's bytes → `ModuleFacts`."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

import ast
import codecs
import pickle
import sys
from collections.abc import Iterator
from textwrap import dedent

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.syntax.facts import (
    Assignment,
    Binding,
    Class,
    Expression,
    Function,
    Import,
    ModuleFacts,
    OpaqueBinding,
    Parameter,
    Scope,
    StarImport,
)
from toolgen.syntax.module import parse_module

NEEDLES = frozenset({b"tool"})


def parsed(source: str | bytes) -> ModuleFacts:
    encoded = source if isinstance(source, bytes) else dedent(source).encode()
    facts = parse_module(encoded, "app.py", NEEDLES)
    assert isinstance(facts, ModuleFacts), facts
    assert pickle.loads(pickle.dumps(facts)) == facts  # what one process reads is sent to another
    return facts


def refused(source: str | bytes) -> Diagnostic:
    facts = parse_module(source if isinstance(source, bytes) else source.encode(), "app.py", NEEDLES)
    assert isinstance(facts, Diagnostic)
    return facts


def bindings(source: str) -> dict[str, Binding]:
    return parsed(source).scope.bindings


def function(source: str) -> Function:
    return next(b for b in bindings(source).values() if isinstance(b, Function))


def class_(source: str) -> Class:
    return next(b for b in bindings(source).values() if isinstance(b, Class))


def text(expression: Expression | None) -> str | None:
    return None if expression is None else expression.text


# -- bindings -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("", {}, id="nothing"),
        pytest.param("print(1)", {}, id="an expression binds nothing"),
        pytest.param("x.y = 1", {}, id="an attribute binds nothing"),
        pytest.param("x[0] = 1", {}, id="an item binds nothing"),
        pytest.param("import os", {"os": Import("os", None, 0, 1)}, id="import"),
        pytest.param("import os.path", {"os": Import("os", None, 0, 1)}, id="import of a submodule binds the package"),
        pytest.param("import os.path as p", {"p": Import("os.path", None, 0, 1)}, id="import as"),
        pytest.param(
            "import a, b as c", {"a": Import("a", None, 0, 1), "c": Import("b", None, 0, 1)}, id="several imports"
        ),
        pytest.param("from a import b", {"b": Import("a", "b", 0, 1)}, id="from import"),
        pytest.param("from a.b import c as d", {"d": Import("a.b", "c", 0, 1)}, id="from import as"),
        pytest.param("from . import a", {"a": Import("", "a", 1, 1)}, id="relative"),
        pytest.param("from ..a import b", {"b": Import("a", "b", 2, 1)}, id="relative to the parent"),
        pytest.param(
            "for i, (j, *k) in x: pass",
            {n: OpaqueBinding(1, Expression("x", 1, 19), "(i, (j, *k))") for n in "ijk"},
            id="for",
        ),
        pytest.param("with a as b, c as (d, e): pass", {n: OpaqueBinding(1) for n in "bde"}, id="with"),
        pytest.param("a, b = x", {n: OpaqueBinding(1) for n in "ab"}, id="unpacking"),
        pytest.param("a, *b = 1, 2", {n: OpaqueBinding(1) for n in "ab"}, id="unpacking with a star"),
        pytest.param(
            "for i in x:\n    a += 1",
            {"i": OpaqueBinding(1, Expression("x", 1, 10), "i"), "a": OpaqueBinding(2)},
            id="augmented in a loop",
        ),
        pytest.param("import os\nimport os.path", {"os": Import("os", None, 0, 1)}, id="import of a package twice"),
    ],
)
def test_bindings(source: str, expected: dict[str, Binding]) -> None:
    assert bindings(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "a = []\na.remove(1)",
        "a = []\na.append(*b)",
        "a = {}\na.update(k=1)",
        "a = []\na[:] = [1]",
        "a = {}\na['k'] += 1",
        "a = {}\ndel a['k']",
        "a = []\nfor b in c:\n    a.append(b)",
        "a = []\nwhile b:\n    a += [1]",
    ],
)
def test_what_a_collection_is_changed_to_is_not_always_known(source: str) -> None:
    binding = parsed(source).scope.bindings["a"]
    assert isinstance(binding, OpaqueBinding) or (isinstance(binding, Assignment) and binding.value is None)


@pytest.mark.parametrize(
    ("source", "name", "value", "annotation"),
    [
        ("a = 1", "a", "1", None),
        ("a = b = 1", "a", "1", None),
        ("a = b = 1", "b", "1", None),
        ("a, b = 1, 2", "b", "2", None),
        ("[a, (b, c)] = 1, [2, 3]", "c", "3", None),
        ("a = 1\na += 2", "a", "a + (2)", None),
        ("a = []\na += (\n  1,\n)", "a", "[*a, *((\n  1,\n))]", None),
        ("(a := 1)", "a", "1", None),
        ("if (a := 1): pass", "a", "1", None),
        ("while a := 1: pass", "a", "1", None),
        ("x = [a := 1]", "a", "1", None),
        ("__all__ = []\n__all__.append('a')", "__all__", "[*__all__, ('a')]", None),
        ("a = []\na.extend(x)", "a", "[*a, *(x)]", None),
        ("a: set[int] = set()\na.add(x)", "a", "(a | {x})", "set[int]"),
        ("a = dict(b)\na.update(x)", "a", "(a | (x))", None),
        ("a = {}\na['k'] = x", "a", "(a | {('k'): (x)})", None),
        ("a = b + []\na.append(1)\na.append(2)", "a", "[*a, (2)]", None),
        ("a = Server()\na.add(x)", "a", "Server()", None),
        ("a = make()\na.update(x)", "a", "make()", None),
        ("a = []\na.count(x)", "a", "[]", None),
        ("a: int", "a", None, "int"),
        ("a: int = 1", "a", "1", "int"),
        ("a = (1,\n  2)", "a", "(1,\n  2)", None),
        ("if True:\n    a = 1", "a", "1", None),
        ("while True:\n    a = 1", "a", "1", None),
        ("for i in x:\n    a = 1", "a", "1", None),
        ("with x:\n    a = 1", "a", "1", None),
        ("try:\n    a = 1\nfinally:\n    b = 1", "b", "1", None),
        ("try:\n    pass\nexcept* E:\n    a = 1", "a", "1", None),
        ("match x:\n    case 1:\n        a = 1", "a", "1", None),
    ],
)
def test_assignments(source: str, name: str, value: str | None, annotation: str | None) -> None:
    found = bindings(source)[name]
    assert isinstance(found, Assignment)
    assert (text(found.value), text(found.annotation)) == (value, annotation)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("try: pass\nexcept E as a: pass", id="except as"),
        pytest.param("match x:\n    case [a, *_]: pass", id="pattern"),
        pytest.param("match x:\n    case {'k': 1, **a}: pass", id="mapping pattern"),
    ],
)
def test_names_bound_by_other_statements_hide_what_was_there(source: str) -> None:
    """A name that Python rebinds must not keep the meaning that it had before."""
    assert isinstance(bindings(f"a = 1\n{source}").get("a"), OpaqueBinding)


def test_deleting_a_name_unbinds_it() -> None:
    assert not isinstance(bindings("a = 1\ndel a").get("a"), Assignment)


if sys.version_info >= (3, 12):

    def test_type_statement() -> None:
        found = bindings("type Ids = list[int]")["Ids"]
        assert isinstance(found, Assignment)
        assert text(found.value) == "list[int]"


def test_star_imports_are_kept_apart() -> None:
    assert parsed("from a import *\nfrom ..b import *").scope.star_imports == [
        StarImport("a", 0, 1),
        StarImport("b", 2, 2),
    ]


# -- branches: which of two bindings counts -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "value"),
    [
        pytest.param("a = 1\na = 2", "2", id="the last of a body"),
        pytest.param("a = 1\nif x:\n    a = 2", "2", id="a branch after it"),
        pytest.param("if x:\n    a = 1\nelse:\n    a = 2", "1", id="the first branch"),
        pytest.param("if x:\n    pass\nelse:\n    a = 2", "2", id="the only branch"),
        pytest.param("if x:\n    pass\nelif y:\n    a = 2\nelse:\n    a = 3", "2", id="elif"),
        pytest.param("if TYPE_CHECKING:\n    a = 1\nelse:\n    a = 2", "2", id="TYPE_CHECKING"),
        pytest.param("if typing.TYPE_CHECKING:\n    a = 1\nelse:\n    a = 2", "2", id="typing.TYPE_CHECKING"),
        pytest.param("if not TYPE_CHECKING:\n    a = 1\nelse:\n    a = 2", "1", id="not TYPE_CHECKING"),
        pytest.param("if TYPE_CHECKING:\n    a = 1", "1", id="only where TYPE_CHECKING"),
        pytest.param("a = 2\nif TYPE_CHECKING:\n    a = 1", "2", id="TYPE_CHECKING after it"),
        pytest.param("if TYPE_CHECKING:\n    a = 1\na = 2", "2", id="TYPE_CHECKING before it"),
        pytest.param("if not TYPE_CHECKING:\n    a = 1", "1", id="only where not TYPE_CHECKING"),
        pytest.param("if x:\n    raise E\nelse:\n    a = 2", "2", id="a branch that raises"),
        pytest.param("a = 2\nif x:\n    a = 1\n    raise E", "2", id="what a branch that raises binds"),
        pytest.param("a = 2\nif x:\n    a = 1\n    sys.exit()", "2", id="what a branch that exits binds"),
        pytest.param("a = 1\nif __name__ == '__main__':\n    a = 2", "1", id="the main program"),
        pytest.param("if x:\n    pass\nelse:\n    if y:\n        a = 2", "2", id="nested"),
        pytest.param("if sys.version_info < (3, 8):\n    a = 1\nelse:\n    a = 2", "2", id="version"),
        pytest.param("match x:\n    case 1:\n        a = 1\n    case _:\n        a = 2", "1", id="match"),
        pytest.param("try:\n    a = 1\nexcept ImportError:\n    a = 2", "1", id="try"),
        pytest.param("try:\n    pass\nexcept ImportError:\n    a = 2", "2", id="only in the handler"),
        pytest.param("try:\n    pass\nexcept ImportError:\n    a = 1\nelse:\n    a = 2", "2", id="try … else"),
    ],
)
def test_which_branch_counts(source: str, value: str) -> None:
    found = bindings(source)["a"]
    assert isinstance(found, Assignment)
    assert text(found.value) == value


def test_an_import_that_fails_over() -> None:
    source = "try:\n    from fast import loads\nexcept ImportError:\n    loads = None"
    assert bindings(source) == {"loads": Import("fast", "loads", 0, 2)}


# -- functions ------------------------------------------------------------------------------------------------


def test_a_function() -> None:
    found = function(
        '''
        @tool(name="x")
        @other
        async def search(query: str, /, limit: int = 5, *more: str, deep: bool = False, **rest: int) -> list[str]:
            """Search."""
        '''
    )
    assert (found.name, found.qualname, found.line, found.column) == ("search", "search", 4, 11)
    assert (found.is_async, found.is_generator, found.docstring) == (True, False, "Search.")
    assert [text(decorator) for decorator in found.decorators] == ['tool(name="x")', "other"]
    assert text(found.returns) == "list[str]"
    assert [(p.name, p.kind, text(p.annotation), text(p.default)) for p in found.parameters] == [
        ("query", "positional", "str", None),
        ("limit", "positional_or_keyword", "int", "5"),
        ("more", "var_positional", "str", None),
        ("deep", "keyword", "bool", "False"),
        ("rest", "var_keyword", "int", None),
    ]
    assert [(p.line, p.column) for p in found.parameters][:2] == [(4, 18), (4, 33)]


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ("", []),
        ("a", [("a", "positional_or_keyword", None)]),
        ("a, b=1", [("a", "positional_or_keyword", None), ("b", "positional_or_keyword", "1")]),
        ("a, b=1, /, c=2", [("a", "positional", None), ("b", "positional", "1"), ("c", "positional_or_keyword", "2")]),
        ("*, a, b=1", [("a", "keyword", None), ("b", "keyword", "1")]),
        ("*, a=1, b", [("a", "keyword", "1"), ("b", "keyword", None)]),
    ],
)
def test_defaults_belong_to_the_last_parameters(parameters: str, expected: list[tuple[str, str, str | None]]) -> None:
    found = function(f"def f({parameters}): pass").parameters
    assert [(p.name, p.kind, text(p.default)) for p in found] == expected


@pytest.mark.parametrize(
    ("body", "is_generator"),
    [
        ("pass", False),
        ("'yield'", False),
        ("# yield\n    pass", False),
        ("yield 1", True),
        ("yield from x", True),
        ("x = yield", True),
        ("for i in x:\n        if i:\n            yield i", True),
        ("return (yield)", True),
        ("def inner():\n        yield 1", False),
        ("f = lambda: (yield)", False),
        ("class C:\n        def m(self):\n            yield 1", False),
        ("def inner():\n        yield 1\n    yield 2", True),
    ],
)
def test_generators(body: str, is_generator: bool) -> None:
    assert function(f"def f():\n    {body}").is_generator is is_generator


@pytest.mark.parametrize(
    ("source", "qualnames"),
    [
        ("@tool\ndef f(): pass", ["f"]),
        ("def f():\n    @tool\n    def g(): pass", ["f.<locals>.g"]),
        ("class C:\n    @tool\n    def m(self): pass", ["C.m"]),
        ("class C:\n    class D:\n        @tool\n        def m(self): pass", ["C.D.m"]),
        ("class C:\n    def m(self):\n        @tool\n        def f(): pass", ["C.m.<locals>.f"]),
        ("def f():\n    def g():\n        @tool\n        def h(): pass", ["f.<locals>.g.<locals>.h"]),
        ("def f():\n    class C:\n        @tool\n        def m(self): pass", ["f.<locals>.C.m"]),
        ("if x:\n    @tool\n    def f(): pass\nelse:\n    @tool\n    def g(): pass", ["f", "g"]),
        ("try:\n    @tool\n    def f(): pass\nexcept E:\n    @tool\n    def g(): pass", ["f", "g"]),
        ("with x:\n    @tool\n    def f(): pass", ["f"]),
        ("for x in y:\n    @tool\n    def f(): pass\nelse:\n    @tool\n    def g(): pass", ["f", "g"]),
        ("match x:\n    case 1:\n        @tool\n        def f(): pass", ["f"]),
        ("@tool\ndef f(): pass\n\n@tool\ndef f(): pass", ["f", "f"]),
        ("class T(Tool): pass", ["T"]),
        ("def f(): pass\nclass C: pass", []),
    ],
)
def test_what_may_be_a_tool(source: str, qualnames: list[str]) -> None:
    """Qualified names are those of Python's `__qualname__` (PEP 3155)."""
    assert [declared.node.qualname for declared in parsed(source).declared] == qualnames


def test_a_declaration_knows_the_scopes_and_the_class_around_it() -> None:
    facts = parsed("class C:\n    def m(self):\n        @tool\n        def f(): pass")
    (declared,) = facts.declared
    assert [scope.kind for scope in declared.scopes] == ["module", "class", "function"]
    assert declared.scopes[0] is facts.scope
    assert declared.owner is facts.scope.bindings["C"]


# -- classes --------------------------------------------------------------------------------------------------


def test_a_class() -> None:
    found = class_(
        '''
        @dataclass(frozen=True)
        class Task(Base, Generic[T], total=False, **options):
            """A task."""
            title: str
            """What to do."""

            done: bool = False
            other = 1
            def method(self): pass
        '''
    )
    assert (found.name, found.qualname, found.line, found.column, found.docstring) == ("Task", "Task", 3, 7, "A task.")
    assert [text(base) for base in found.bases] == ["Base", "Generic[T]"]
    assert [(name, text(value)) for name, value in found.keywords] == [("total", "False")]
    assert [text(decorator) for decorator in found.decorators] == ["dataclass(frozen=True)"]
    assert list(found.scope.bindings) == ["title", "done", "other", "method"]


def test_strings_below_attributes_document_them() -> None:
    scope = class_('class C:\n    a: int\n    """About a."""\n    b: int = 1\n\n    c: int\n    f"{c}"\n').scope
    found = {name: b.docstring for name, b in scope.bindings.items() if isinstance(b, Assignment)}
    assert found == {"a": "About a.", "b": None, "c": None}


@pytest.mark.parametrize(
    ("body", "attributes"),
    [
        ("pass", {}),
        ("def m(self): pass", {}),
        ("x = 1", {}),
        ("def m(self): self.server = FastMCP()", {"server": "FastMCP()"}),
        ("def m(this): this.server = FastMCP()", {"server": "FastMCP()"}),
        ("def m(self): self.server: FastMCP = make()", {"server": "make()"}),
        ("def m(self, other): other.server = FastMCP()", {}),
        ("def m(self):\n        if x:\n            self.server = FastMCP()", {"server": "FastMCP()"}),
        ("def m(self): self.a = 1\n    def n(self): self.a = 2", {"a": "1"}),
        ("def m(self): self.a.b = 1", {}),
    ],
)
def test_attributes_that_methods_assign(body: str, attributes: dict[str, str]) -> None:
    found = class_(f"class C:\n    tool = 1\n    {body}").attributes
    assert {name: text(value.value) for name, value in found.items()} == attributes


# -- encodings and newlines -----------------------------------------------------------------------------------

SOURCE = '@tool\ndef greet(name: str = "Zoë") -> str:\n    """Say é."""\n'


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(SOURCE.encode(), id="UTF-8"),
        pytest.param(codecs.BOM_UTF8 + SOURCE.encode(), id="BOM"),
        pytest.param(SOURCE.replace("\n", "\r\n").encode(), id="CRLF"),
        pytest.param(SOURCE.replace("\n", "\r").encode(), id="lone CR"),
        pytest.param(codecs.BOM_UTF8 + SOURCE.replace("\n", "\r\n").encode(), id="BOM and CRLF"),
        pytest.param(SOURCE.removesuffix("\n").encode(), id="no newline at the end"),
    ],
)
def test_the_form_of_the_file_changes_nothing(source: bytes) -> None:
    assert parsed(source) == parsed(SOURCE.encode())


def test_a_coding_line_moves_lines_alone() -> None:
    found = parsed(f"# coding: latin-1\n{SOURCE}".encode("latin-1")).scope.bindings["greet"]
    assert isinstance(found, Function)
    assert (found.line, found.docstring) == (3, "Say é.")
    assert text(found.parameters[0].default) == '"Zoë"'


def test_form_feeds_and_other_separators_end_no_line() -> None:
    found = bindings("a = 1\n\x0c\nb = '''\x0b\x1c\x1d\x85\u2028'''\nc = 3\n")
    assert [b.line for b in found.values() if isinstance(b, Assignment)] == [1, 3, 4]
    assert [text(b.value) for b in found.values() if isinstance(b, Assignment)] == [
        "1",
        "'''\x0b\x1c\x1d\x85\u2028'''",
        "3",
    ]


@pytest.mark.parametrize(
    ("source", "column"),
    [
        ("def f(a, b): pass", 10),
        ("def f(é, b): pass", 10),
        ("def f(a='é', b=1): pass", 14),
        ("def f(a='🌦', b=1): pass", 14),
    ],
)
def test_columns_count_characters(source: str, column: int) -> None:
    parameter = function(source).parameters[1]
    assert (parameter.line, parameter.column) == (1, column)


@pytest.mark.parametrize(
    ("source", "column"),
    [("def f(): pass", 5), ("async  def  f(): pass", 13), ("class f: pass", 7), ("def é(): pass", 5)],
)
def test_the_column_of_a_definition_is_that_of_its_name(source: str, column: int) -> None:
    found = next(iter(bindings(source).values()))
    assert isinstance(found, Function | Class)
    assert found.column == column


def test_the_name_of_a_definition_is_not_looked_for_in_its_keyword() -> None:
    assert function("def e(): pass").column == 5
    assert function("async def a(): pass").column == 11
    assert class_("class c: pass").column == 7


# -- bad input ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "code", "line", "column"),
    [
        pytest.param("def f(:\n", "TG101", 1, 7, id="syntax error"),
        pytest.param("x = 1\n  y = 2\n", "TG101", 2, None, id="indentation"),
        pytest.param("x = 1\nif x:\n\ty\n        z\n", "TG101", 4, None, id="tabs and spaces"),
        pytest.param("x = '''\n", "TG101", 1, 5, id="unterminated string"),
        pytest.param("print 'x'\n", "TG101", 1, 1, id="Python 2"),
        pytest.param("é = = 1\n", "TG101", 1, 5, id="columns count characters"),
        pytest.param("def f(\n  a,\n  a): pass\n", "TG101", 3, 3, id="a parameter twice"),
        pytest.param("class C:\n def f(a, *, é, **é): pass\n", "TG101", 2, 19, id="one of any kind"),
        pytest.param(b"x = 1\ny = '\xff'\n", "TG102", 2, 1, id="not UTF-8"),
        pytest.param(b"# coding: klingon\n", "TG102", 1, 1, id="unknown encoding"),
        pytest.param(b"# coding: rot13\n", "TG102", 1, 1, id="not a text encoding"),
        pytest.param(b"x = 1\0\n", "TG101", None, None, id="null byte"),
        pytest.param("x = 1\n".encode("utf-16"), "TG102", 1, 1, id="UTF-16 with a BOM"),
        pytest.param("x = 1\n".encode("utf-16-le"), "TG101", None, None, id="UTF-16"),
        pytest.param("x = " + "(" * 1000 + ")" * 1000 + "\n", "TG107", None, None, id="1,000 brackets"),
        pytest.param("x = " + "-" * 100_000 + "1\n", "TG107", None, None, id="deep unary operators"),
        pytest.param("x = 1\n" * 200_000, "TG107", None, None, id="many statements"),
        pytest.param(f"x = f'{'{a}' * 200_000}'\n", "TG107", None, None, id="much code in a string"),
        pytest.param(f"x = 1\ny = 0x{'f' * 5000}\n", "TG101", 2, 5, id="long number"),
        pytest.param(b"# coding: Punycode\n", "TG102", 1, 1, id="encoding of host names"),
        pytest.param("".join("    " * i + "if x:\n" for i in range(101)), "TG101", None, None, id="100 indentations"),
    ],
)
def test_bad_input(source: str | bytes, code: str, line: int | None, column: int | None) -> None:
    found = refused(source)
    assert found.code == code
    assert found.span.path == "app.py"
    assert line is None or found.span.line == line
    assert column is None or found.span.column == column
    assert found.message
    assert found.help


@pytest.mark.parametrize("text", ["# {},\n" * 100_000, f'x = "{"a, " * 300_000}"\n', "\n" * 300_000])
def test_text_is_not_too_much(text: str) -> None:
    assert bindings(f"{text}x = 1\n")


def test_long_chains_of_operators_are_no_error() -> None:
    """A chain of 500 `+` is legal Python, and generated tables hold some."""
    assert text(getattr(bindings(f"x = {'+'.join(['1'] * 500)}")["x"], "value", None))


def test_messages_of_syntax_errors_are_those_of_python() -> None:
    with pytest.raises(SyntaxError) as caught:
        ast.parse("def f(:\n")
    assert refused("def f(:\n").message == caught.value.msg


# -- properties -----------------------------------------------------------------------------------------------


@given(st.binary(max_size=200))
@example(b"\xff\xfe")
@example(b"\0")
@example(b"# coding: undefined\n")
@example(b"# coding: base64\n")
@example(b"# coding: unicode_escape\n'\\ud800'")
@example(b"# coding: utf-16\nx")
@example(b"# coding: utf-7\nx = '+2AA-'\n")
@example(b"# coding: raw_unicode_escape\nx = '\\ud800'\n")
def test_any_bytes_are_facts_or_a_diagnostic(source: bytes) -> None:
    assert isinstance(parse_module(source, "app.py", NEEDLES), ModuleFacts | Diagnostic)


PIECES = st.sampled_from(
    ["@tool", "def f(", "):", "\n", "    ", "class C", ":", "x", "=", "1", "(", ")", "[", "]", ",", '"""', "é", "lambda",
     "yield", "match x", "case", "type X", "import a", "from . import *", "if", "else", "try", "except* E", "\\", "#", "*", "**"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=30).map("".join))
def test_any_text_is_facts_or_a_diagnostic(source: str) -> None:
    assert isinstance(parse_module(source.encode(), "app.py", NEEDLES), ModuleFacts | Diagnostic)


LEAVES = st.sampled_from(["x", "1", '"é🌦"', "'''a\nb'''", "None", "list[int]", "b'x'", 'f"{x}é"', "...", "é.ü"])
EXPRESSIONS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds("({} | {})".format, inner, inner),
        st.builds("f({},\n   k={})".format, inner, inner),
        st.builds("[{}, {}]".format, inner, inner),
        st.builds("{{{}: {}}}".format, inner, inner),
        st.builds("(\n{}  # é\n)".format, inner),
        st.builds("-{}".format, inner),
        st.builds("x[{}]".format, inner),
    ),
    max_leaves=6,
)


@given(EXPRESSIONS, st.sampled_from(["", "'é'; ", "'🌦'; "]))
def test_expressions_point_exactly_at_the_source(expression: str, before: str) -> None:
    source = f"{before}a: {expression} = {expression}\n@{expression}\ndef f(p: {expression} = {expression}) -> {expression}: pass\n"
    for found in expressions(parsed(source.encode()).scope):
        lines = source.split("\n")[found.line - 1 :]
        lines[0] = lines[0][found.column - 1 :]
        assert "\n".join(lines).startswith(found.text)
        assert ast.dump(ast.parse(f"({found.text}\n)", mode="eval")) == ast.dump(
            ast.parse(f"({expression}\n)", mode="eval")
        )


def expressions(scope: Scope) -> Iterator[Expression]:
    for binding in scope.bindings.values():
        match binding:
            case Assignment(value=value, annotation=annotation) | Parameter(default=value, annotation=annotation):
                yield from filter(None, (value, annotation))
            case Function(parameters=parameters, returns=returns, decorators=decorators):
                yield from filter(None, (*decorators, returns))
                yield from expressions(Scope("function", {p.name: p for p in parameters}))


def test_an_empty_branch_binds_nothing_earlier_than_it_is() -> None:
    """An `if` without `else` says nothing of the lines above it."""
    source = "x = 1\nif a:\n    x = 2\nx = 3\nif b:\n    x = 4\n"
    facts = parse_module(source.encode(), "m.py", frozenset())
    assert isinstance(facts, ModuleFacts)
    assert [getattr(facts.scope.bound("x", line), "line", None) for line in (2, 4, 5)] == [1, None, 4]
