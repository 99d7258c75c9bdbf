"""Generated constant expressions: what folding says is what Python says, and where Python raises, folding refuses."""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from toolgen.model.types import Json
from toolgen.parse.expressions import parse_expression
from toolgen.parse.facts import ModuleFacts
from toolgen.parse.module import parse_module
from toolgen.resolve.constants import Constants, NotConstantError
from toolgen.resolve.names import Names, Site
from toolgen.resolve.project import Project

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


def fold(expression: str) -> Json:
    facts = parse_module(SOURCE.encode(), "subject.py", frozenset())
    assert isinstance(facts, ModuleFacts)
    project = Project(Path("/nowhere"), [], lambda _file, _path: None)
    module = project.add(PurePosixPath("subject.py"), facts)
    return Constants(Names(project)).fold(parse_expression(expression), Site(module, (facts.scope,)))


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


def evaluated(expression: str) -> Any:
    """What Python says, as JSON; None, and not `(None,)`, where it raises."""
    try:
        return (json.loads(json.dumps(eval(expression, dict(NAMESPACE)), allow_nan=False)),)
    except (ArithmeticError, LookupError, NameError, TypeError, ValueError):
        return None


@settings(max_examples=200)
@given(expression=st.one_of(integers, truths, texts, numbers, words, tables))
def test_folding_says_what_python_says(expression: str) -> None:
    expected = evaluated(expression)
    try:
        found = (fold(expression),)
    except NotConstantError:
        found = None
    assert repr(found) == repr(expected), expression
