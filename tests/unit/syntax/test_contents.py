"""What is asked of a file beyond its facts: what its functions change, and what is said of these after their `def`."""

from __future__ import annotations

import ast
from collections.abc import Sequence

import pytest

from toolgen.syntax.contents import Contents
from toolgen.syntax.facts import Class, Function, ModuleFacts
from toolgen.syntax.module import parse_module


def contents(source: str) -> Contents:
    return Contents(source.encode())


def named(source: str, name: str) -> Class | Function:
    """The class or function `name` of a file with the text `source`, wherever it stands."""
    facts = parse_module(source.encode(), "m.py", frozenset({b"def", b"class"}))
    assert isinstance(facts, ModuleFacts)
    pending = [facts.scope]
    while pending:
        for binding in pending.pop().bindings.values():
            if isinstance(binding, Class | Function) and binding.name == name:
                return binding
            pending += [binding.scope] if isinstance(binding, Class | Function) and binding.scope else []
    raise LookupError(name)


def test_file_that_is_not_valid_has_no_statements() -> None:
    assert ast.unparse(contents("def f(:").source.tree) == ""


def test_words() -> None:
    assert contents("from mcp import x").speaks_of(frozenset({b"tool", b"mcp"}))
    assert not contents("from mcp import x").speaks_of(frozenset({b"tool"}))


def test_late_fact_is_found_once() -> None:
    asked = list[int]()

    def lines(body: Sequence[ast.stmt]) -> list[int]:
        asked.append(len(body))
        return [one.lineno for one in body]

    file = contents("import os\n\nimport re\n")
    assert file.late(lines) is file.late(lines)
    assert (file.late(lines), asked) == ([1, 3], [2])


TOUCHED = {
    # the file, and whether something other than its statements changes ALL in it
    "nothing": ("ALL = []\n", False),
    "a statement, which the facts tell of": ("ALL = []\nALL.append(1)\n", False),
    "read": ("ALL = []\ndef f(): return ALL[0].name + ALL.count(1)\n", False),
    "another object": ("ALL = []\ndef f(OTHER): OTHER.append(ALL[0])\n", False),
    "a parameter of that name": ("ALL = []\ndef f(ALL): ALL.append(1)\n", False),
    "a local name": ("ALL = []\ndef f():\n    ALL = []\n    ALL.append(1)\n", False),
    "in words": ("ALL = []\ndef f():\n    'ALL.append(1)'\n", False),
    "a method": ("ALL = []\ndef f(): ALL.append(1)\n", True),
    "an item": ("ALL = {}\ndef f(): ALL['a'] = 1\n", True),
    "an item, by an index with brackets": ("ALL = {}\ndef f(keys): ALL[keys[0]] = 1\n", True),
    "an item, before another target": ("ALL = {}\ndef f(): ALL['a'], b = 1, 2\n", True),
    "an item, in brackets": ("ALL = {}\ndef f(): (ALL['a'], b) = 1, 2\n", True),
    "an item in a list of targets": ("ALL = {}\ndef f(): [ALL['a']] = [1]\n", True),
    "an item, by a loop": ("ALL = {}\ndef f():\n    for ALL['a'] in [1]: ...\n", True),
    "an attribute, by a loop over several": ("ALL = C()\ndef f():\n    for b, ALL.name in [(1, 2)]: ...\n", True),
    "an item, by a context manager": ("ALL = {}\ndef f():\n    with open() as ALL['a']: ...\n", True),
    "an attribute": ("ALL = C()\ndef f(): ALL.name = 1\n", True),
    "an attribute on another line": ("ALL = C()\ndef f():\n    (ALL\n        .name) = 1\n", True),
    "below a comment": ("ALL = C()\ndef f():\n    (ALL  # all of them\n        .append(1))\n", True),
    "setattr": ("ALL = C()\ndef f(): setattr(ALL, 'name', 1)\n", True),
    "del": ("ALL = {}\ndef f():\n    del ALL['a']\n", True),
    "in a method": ("ALL = []\nclass C:\n    def f(self): ALL.append(self)\n", True),
    "in an expression": ("ALL = [1]\nlast = ALL.pop()\n", True),
    "what a call of it gives": ("def ALL(): ...\ndef f(): ALL().append(1)\n", True),
}


@pytest.mark.parametrize(("source", "expected"), TOUCHED.values(), ids=TOUCHED)
def test_is_touched(source: str, expected: bool) -> None:
    assert contents(source).is_touched("ALL") is expected


def test_is_touched_under_a_name_that_is_not_ascii() -> None:
    assert contents("größe = []\ndef f(): größe.append(1)\n").is_touched("größe")


ATTRIBUTES = {
    # the body of the class, and whether its attribute `items` is changed: of the class, of its instances
    "nothing": ("items = []", (False, False)),
    "read": ("def f(self): return self.items[0]", (False, False)),
    "of self": ("def f(self): self.items = []", (False, True)),
    "of the class": ("@classmethod\n    def f(cls): cls.items = []", (True, True)),
    "by a method": ("def f(self): self.items.append(1)", (True, True)),
    "an item, by an index with brackets": ("def f(self, keys): self.items[keys[0]] = 1", (False, True)),
    "beside another": ("def f(self): self.other, C.items = 1, 2", (True, True)),
}


@pytest.mark.parametrize(("body", "expected"), ATTRIBUTES.values(), ids=ATTRIBUTES)
def test_attribute_is_touched(body: str, expected: tuple[bool, bool]) -> None:
    source = f"class Other:\n    def f(self): self.items.clear()\nclass C:\n    {body}\n"
    class_ = named(source, "C")
    assert isinstance(class_, Class)
    found = (contents(source).is_attribute_touched(class_, "items", of_instances=one) for one in (False, True))
    assert tuple(found) == expected


REDESCRIBED = {
    # the file, and what it says of f after its `def`: None where it cannot be said
    "nothing": ("def f(): ...\nprint(f.__name__)\n", []),
    "a name": ("def f(): ...\nf.__name__ = 'g'\n", [("__name__", "'g'")]),
    "two": ("def f(): ...\nf.__name__ = 'g'\nf.__doc__ = TEXT\n", [("__name__", "'g'"), ("__doc__", "TEXT")]),
    "with another": ("def f(): ...\ndef g(): ...\nf.__doc__ = g.__doc__ = 'F.'\n", [("__doc__", "'F.'")]),
    "annotated": ("def f(): ...\nf.__name__: str = 'g'\n", [("__name__", "'g'")]),
    "in a branch": ("def f(): ...\nif ON:\n    f.__name__ = 'g'\n", [("__name__", None)]),
    "in a handler": ("def f(): ...\ntry: ...\nexcept E:\n    f.__name__ = 'g'\n", [("__name__", None)]),
    "augmented": ("def f(): ...\nf.__doc__ += 'more'\n", [("__doc__", None)]),
    "deleted": ("def f(): ...\ndel f.__doc__\n", [("__doc__", None)]),
    "in a function": ("def f(): ...\ndef g():\n    f.__name__ = 'g'\n", [("__name__", None)]),
    "in a function with one of its own": ("def f(): ...\ndef g(f):\n    f.__name__ = 'g'\n", []),
    "of an inner function": ("def make():\n    def f(): ...\n    f.__name__ = 'g'\n", [("__name__", "'g'")]),
    "of a method": ("class C:\n    def f(self): ...\n    f.__name__ = 'g'\n", [("__name__", "'g'")]),
    "of what has the name of a method": ("class C:\n    def f(self): ...\nf = g\nf.__doc__ = 'F.'\n", []),
    "in a method": ("def f(): ...\nclass C:\n    def f(): ...\n    def g(): f.__doc__ = 'F.'\n", [("__doc__", None)]),
    "another attribute": ("def f(): ...\nf.seen = True\n", []),
    "another function": ("def f(): ...\ndef g(): ...\ng.__name__ = 'f'\n", []),
}  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), REDESCRIBED.values(), ids=REDESCRIBED)
def test_attribute_assignments(source: str, expected: list[tuple[str, str | None]]) -> None:
    function = named(source, "f")
    assert isinstance(function, Function)
    found = contents(source).attribute_assignments(function)
    assert [(one.attribute, None if one.value is None else ast.unparse(one.value)) for one in found] == expected
