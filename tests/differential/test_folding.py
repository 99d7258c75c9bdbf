"""Generated constant expressions: what folding says is what Python says, and where Python raises, folding refuses."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.evaluation.constants import Constants, NotConstantError
from toolgen.evaluation.evaluator import Evaluator
from toolgen.evaluation.names.lookup import Names, Site
from toolgen.frameworks import BUILT_IN
from toolgen.model.json_values import Json
from toolgen.project.modules import Project
from toolgen.syntax.conditions import DEFAULT_TARGET
from toolgen.syntax.contents import Contents
from toolgen.syntax.expressions import parse_expression
from toolgen.syntax.facts import ModuleFacts
from toolgen.syntax.module import parse_module

SOURCE = """\
import enum, textwrap

NAME = "Ann"
WORDS = ["b", "a", "c"]
NUMBERS = (3, 1, 2)
TABLE = {"k": 1, "l": 2}


class Mode(enum.Enum):
    FAST = "f"
    SLOW = "s"


class Text(enum.StrEnum):
    A = "a"
    B = "b"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2
"""
NAMESPACE: dict[str, Any] = {"__name__": "subject"}
exec(SOURCE, NAMESPACE)


def fold(expression: str, source: str = SOURCE) -> Json:
    """What folding says of `expression` in a module with the text `source`. Raises NotConstantError."""
    facts = parse_module(source.encode(), "subject.py", frozenset())
    assert isinstance(facts, ModuleFacts)
    project = Project(Path("/nowhere"), [], lambda _file, _path: None)
    module = project.add(PurePosixPath("subject.py"), facts, Contents(source.encode()))
    constants = Constants(Evaluator(Names(project, BUILT_IN), lambda _: None, DEFAULT_TARGET))
    return constants.fold(parse_expression(expression), Site(module, (facts.scope,)))


def formed(*parts: st.SearchStrategy[str] | str) -> st.SearchStrategy[str]:
    """Source text made of fixed and of generated parts, in brackets."""
    pieces = [st.just(part) if isinstance(part, str) else part for part in parts]
    return st.tuples(*pieces).map(lambda found: f"({''.join(found)})")


def options(*choices: str) -> st.SearchStrategy[str]:
    return st.sampled_from(choices)


integers: st.SearchStrategy[str] = st.deferred(
    lambda: (
        st.integers(-9, 99).map(str)
        | options("NUMBERS[0]", "TABLE['k']", "Level.HIGH", "len(WORDS)", "True")
        | formed(integers, options("+", "-", "*", "//", "%", "|", "&", "^"), integers)
        | formed(integers, options("<<", ">>", "**"), options("0", "3", "-1"))
        | formed(options("-", "~", "+", "abs"), "(", integers, ")")
        | formed(options("len", "sum"), "(", numbers, ")")
        | formed(options("max", "min"), "(", integers, ",", integers, ")")
        | formed("len(", texts, ")")
        | formed("int(", texts, ")")
        | formed(texts, ".count(", texts, ")")
        | formed(numbers, "[", integers, "]")
        | formed(integers, " if ", truths, " else ", integers)
    )
)
truths: st.SearchStrategy[str] = st.deferred(
    lambda: (
        options("True", "False", "Mode.FAST in Mode", "NAME is None")
        | formed(integers, options("<", "<=", "==", "!=", ">"), integers)
        | formed(integers, "<", integers, "<=", integers)
        | formed(texts, options(" in ", " not in ", "==", "<"), texts)
        | formed("not ", truths)
        | formed(truths, options(" and ", " or "), truths)
        | formed(options("any", "all"), "(", numbers, ")")
        | formed(texts, ".", options("isupper()", "isdigit()", "startswith('a')"))
    )
)
texts: st.SearchStrategy[str] = st.deferred(
    lambda: (
        st.text("ab %{}é\n", max_size=5).map(repr)
        | options("NAME", "Text.A", "Mode.SLOW.value", "Mode.FAST.name", "WORDS[1]")
        | formed(texts, "+", texts)
        | formed(texts, "*", options("0", "2", "-1"))
        | formed(texts, ".", options("upper()", "title()", "strip()", "capitalize()", "swapcase()", "zfill(6)"))
        | formed(texts, ".replace(", texts, ",", texts, ")")
        | formed(texts, ".", options("center", "ljust", "rjust"), "(", options("3", "8"), ")")
        | formed(texts, "[", integers, ":", integers, "]")
        | formed(texts, ".join(", words, ")")
        | formed("(lambda n: f'<{n", options("", ":4d", ":,", "!r", ":>6", ":x", "="), "}>')(", integers, ")")
        | formed("f'{", options("NAME", "WORDS", "TABLE", "Mode.FAST", "Text.A", "Level.LOW", "NUMBERS"), "!r:>3}-'")
        | formed("'%s|%r' % (", texts, ",", integers, ")")
        | formed("'{0} {1!r:>4}'", ".format(", integers, ",", texts, ")")
        | formed(options("str", "repr"), "(", st.one_of(integers, texts, words, tables), ")")
        | formed("textwrap.dedent(", texts, ")")
        | formed(texts, " or ", texts)
    )
)
numbers: st.SearchStrategy[str] = st.deferred(
    lambda: (
        options("NUMBERS", "[]", "list(TABLE.values())", "[m.value for m in Level]", "list(Level)", "sorted(NUMBERS)")
        | formed("[", integers, ",", integers, "]")
        | formed("list(range(", integers, "))")
        | formed("[x ", options("+", "*", "-"), integers, " for x in ", numbers, " if x > ", integers, "]")
        | formed("list(", numbers, ")", options("[::-1]", "[1:]", "[:2]", " + [0]", " * 2"))
        | formed("[*", numbers, ",", integers, "]")
    )
)
words: st.SearchStrategy[str] = st.deferred(
    lambda: (
        options("WORDS", "sorted(WORDS)", "[m.value for m in Mode]", "list(TABLE)", "list(Text)", "['x']")
        | formed(texts, options(".split()", ".splitlines()", ".split('a')"))
        | formed("[x.upper() for x in ", words, "]")
        | formed("list(map(str, ", numbers, "))")
        | formed("[f'{i}{x}' for i, x in enumerate(", words, ")]")
        | formed("sorted({*", words, "})")
        | formed("sorted(", words, ", key=lambda x: (len(x), x), reverse=", truths, ")")
    )
)
tables: st.SearchStrategy[str] = st.deferred(
    lambda: (
        options("TABLE", "{}", "{m.name: m.value for m in Mode}", "dict(a=1)", "dict(zip(WORDS, NUMBERS))")
        | formed("{", texts, ":", integers, "}")
        | formed("{**", tables, ",", texts, ":", integers, "}")
        | formed(tables, "|", tables)
        | formed("{x: len(x) for x in ", words, "}")
        | formed("{k: v for k, v in ", tables, ".items() if v > ", integers, "}")
    )
)


def evaluated(expression: str, namespace: dict[str, Any] = NAMESPACE) -> Any:
    """What Python says, as JSON; None, and not `(None,)`, where it raises."""
    try:
        return (json.loads(json.dumps(eval(expression, dict(namespace)), allow_nan=False)),)
    except (ArithmeticError, LookupError, NameError, TypeError, ValueError):
        return None


@given(expression=st.one_of(integers, truths, texts, numbers, words, tables))
def test_folding_says_what_python_says(expression: str) -> None:
    expected = evaluated(expression)
    try:
        found = (fold(expression),)
    except NotConstantError:
        found = None
    assert repr(found) == repr(expected), expression


FUNCTIONS = '''
def text():
    """A docstring."""
    return "text"
def greet(name, greeting="Hello", *rest, mark=NAME[0], **more):
    return f"{greeting} {name}{mark} {rest} {sorted(more)}"
def joined():
    lines = "Modes:"
    for mode in Mode:
        lines += f" {mode.name}={mode.value}"
    return lines
def chosen(kind):
    if kind == "a":
        return "first"
    elif kind in TABLE:
        return TABLE[kind]
    prefix, suffix = "<", ">"
    both: str = prefix + suffix
    return both
def found(words):
    for index, word in enumerate(words):
        if word == "a":
            return index
    return None
def nothing():
    pass
def outer(x):
    return inner(x) + inner(x + 1)
def inner(x):
    return x * 2
def doubled(items):
    result = []
    result += items
    return result
def shared():
    a = b = []
    a += [1]
    return b
def grown():
    lines = []
    lines.append("a")
    return lines
def tried():
    try:
        return 1
    except ValueError:
        return 2
def generated():
    yield 1
async def awaited():
    return 1
def endless(x):
    return endless(x)
def asked():
    return input()
def wrap(function):
    return lambda: 5
@wrap
def wrapped():
    return 1
class Base:
    SIZE = 3
    def __init__(self): ...
    @staticmethod
    def plain(): return "plain"
    @classmethod
    def named(cls): return cls.__name__ + str(cls.SIZE)
class Fixed:
    SIZE = 3
    def method(self, x): return x + self.SIZE
    @property
    def size(self): return self.SIZE
class Level2(enum.IntEnum):
    LOW = 1
    @classmethod
    def names(cls): return [member.name for member in cls]
    @property
    def label(self): return self.name.lower()
class Printed(enum.Enum):
    A = "a"
    def __str__(self): return self.value
'''


@pytest.mark.parametrize(
    "call",
    [
        "text()",
        "greet('Ann')",
        "greet('Ann', 'Hi', 1, 2, mark='?', b=1, a=2)",
        "greet(name='Bob')",
        "joined()",
        "chosen('a')",
        "chosen('k')",
        "chosen('z')",
        "found(WORDS)",
        "found([])",
        "nothing()",
        "outer(1)",
        "[inner(x) for x in NUMBERS]",
        "sorted(NUMBERS, key=inner)",
        "list(map(inner, NUMBERS))",
        "Base.plain()",
        "Base.named()",
        "Fixed().method(2)",
        "Fixed().size",
        "Level2.names()",
        "Level2.LOW.label",
        "f'{Printed.A}'",
        "str(Printed.A)",
        "(lambda x, y: x - y)(3, 1)",
        "greet()",
        "inner(1, 2)",
        "inner('a', y=1)",
        *("doubled([1])", "shared()", "grown()"),  # what they change, they have made
    ],
)
def test_functions_that_only_compute(call: str) -> None:
    namespace = dict(NAMESPACE)
    exec(FUNCTIONS, namespace)
    expected = evaluated(call, namespace)
    try:
        found = (fold(call, SOURCE + FUNCTIONS),)
    except NotConstantError:
        found = None
    assert found == expected


@pytest.mark.parametrize(
    "call",
    [
        *("tried()", "generated()", "awaited()", "endless(1)", "asked()"),
        *("wrapped()", "Base()", "Base().plain()", "f'{Fixed()}'", "text", "Fixed().method"),
    ],
)
def test_functions_that_do_more(call: str) -> None:
    """What they return may be known or not: it is refused, and never guessed."""
    with pytest.raises(NotConstantError):
        fold(call, SOURCE + FUNCTIONS)
