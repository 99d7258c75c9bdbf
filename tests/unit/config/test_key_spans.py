"""Where keys stand in TOML: the keys are those of `tomllib`, and each span holds the key that it is of."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.config.document import Document
from toolgen.config.key_spans import KeyPath, key_spans

DOCUMENT = '''\
title = "a # b"   # title = 2
[tool.toolgen]
paths = [
  "a", # paths = 3
  """
[tool.other]
paths = 4
""",
]
"quoted key" = { inner.deep = 1, other = [] }
dotted.name = 5

[[list]]
x = 1
[[list]]
y = 2
[list.below]
z = 3
inline = [{ k = "{" }, { "\\u006b" = [] }]
'''


def written(text: str) -> dict[KeyPath, tuple[int, str]]:
    """The line of each key, and what stands at its place."""
    lines = text.split("\n")
    return {
        path: (span.line, lines[span.line - 1][span.column - 1 : span.column - 1 + span.width])
        for path, span in key_spans(text, "toolgen.toml").items()
    }


def test_every_kind_of_statement() -> None:
    assert written(DOCUMENT) == {
        ("title",): (1, "title"),
        ("tool",): (2, "tool"),
        ("tool", "toolgen"): (2, "toolgen"),
        ("tool", "toolgen", "paths"): (3, "paths"),
        ("tool", "toolgen", "paths", "0"): (4, '"a"'),
        ("tool", "toolgen", "paths", "1"): (5, '"""'),
        ("tool", "toolgen", "quoted key"): (10, '"quoted key"'),
        ("tool", "toolgen", "quoted key", "inner"): (10, "inner"),
        ("tool", "toolgen", "quoted key", "inner", "deep"): (10, "deep"),
        ("tool", "toolgen", "quoted key", "other"): (10, "other"),
        ("tool", "toolgen", "dotted"): (11, "dotted"),
        ("tool", "toolgen", "dotted", "name"): (11, "name"),
        ("list",): (13, "list"),
        ("list", "0"): (13, "list"),
        ("list", "0", "x"): (14, "x"),
        ("list", "1"): (15, "list"),
        ("list", "1", "y"): (16, "y"),
        ("list", "1", "below"): (17, "below"),
        ("list", "1", "below", "z"): (18, "z"),
        ("list", "1", "below", "inline"): (19, "inline"),
        ("list", "1", "below", "inline", "0"): (19, "{"),
        ("list", "1", "below", "inline", "0", "k"): (19, "k"),
        ("list", "1", "below", "inline", "1"): (19, "{"),
        ("list", "1", "below", "inline", "1", "k"): (19, '"\\u006b"'),
    }


@pytest.mark.parametrize("text", ["", "\n", "# a = 1", "# a = 1\n\n"])
def test_nothing_is_written(text: str) -> None:
    assert key_spans(text, "toolgen.toml") == {}


KEYS = st.sampled_from(["a", "b-c", '"d"', "'e f'", "x.y"])
VALUES = st.sampled_from(
    [
        "-1.5",
        "1979-05-27 07:32:00",
        "'a'",
        "'\\'",
        '"# a = 1"',
        r'"\"]"',
        "''",
        '""',
        "[\n1, # ]\n]",
        "{}",
        '{a = 1, "b" = {c.d = 2}}',
        "[]",
        "[{}, {a = [{b.c = [[1]]}]}]",
        '"""\n[a]\nb = 1\n"""',
        '""""a""b\\""""""',
        "ab'",
    ]
)
STATEMENTS = st.builds("{} = {}".format, KEYS, VALUES) | st.sampled_from(["[t]", "[t.u]", "[[v]]", "", "# a = 1"])


def items(value: Any) -> Iterator[tuple[KeyPath, Any]]:
    """All that is in a document, by the keys and numbers that lead to it."""
    named = value if isinstance(value, dict) else {str(n): v for n, v in enumerate(value)}
    for key, inner in named.items():
        yield (key,), inner
        if isinstance(inner, dict | list):
            yield from (((key, *path), item) for path, item in items(inner))


@given(st.lists(STATEMENTS, max_size=8).map("\n".join))
def test_all_keys_of_a_document_are_found(text: str) -> None:
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:  # a key twice
        return
    expected = dict(items(document))
    assert written(text).keys() == expected.keys()
    for path, (_, found) in written(text).items():
        names = [part for part in path if not part.isdecimal()]
        spellings = {"{", "[", str(expected[path])} if path[-1].isdecimal() else set()
        assert found.strip("\"'") in {names[-1], *spellings}


# -- the time it takes is linear ------------------------------------------------------------------------------

LARGE: dict[str, Callable[[int], str]] = {
    "a list of many lines": lambda n: "a = [\n" + '  "x",\n' * n + "]",
    "a string of many lines": lambda n: 'a = """\n' + "b = 1\n" * n + '"""',
    "many keys": lambda n: "".join(f'"k{i}" = {{ x = {i} }}\n' for i in range(n)),
    "an inline table of many keys": lambda n: f"a = {{ {', '.join(f'k{i} = {i}' for i in range(n))} }}",
    "an array of many tables": lambda n: "".join(f"[[a]]\nx = {i}\n" for i in range(n)),
}


@pytest.mark.parametrize("text", LARGE.values(), ids=LARGE)
def test_four_times_the_text_is_four_times_the_work(text: Callable[[int], str]) -> None:
    assert work(lambda: key_spans(text(400), "")) < 5 * work(lambda: key_spans(text(100), ""))


def test_the_text_is_read_once_for_many_keys() -> None:
    def spans(count: int) -> None:
        document = Document(Path("toolgen.toml"), LARGE["many keys"](count), (), {})
        for index in range(count):
            document.value_span(document.span(f"k{index}", "x"), str(index))

    assert work(lambda: spans(400)) < 5 * work(lambda: spans(100))


def work(task: Callable[[], object]) -> int:
    """How many calls `task` makes, those of functions in C among them."""
    calls = 0

    def count(_: object, event: str, __: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        task()
    finally:
        sys.setprofile(None)
    return calls
