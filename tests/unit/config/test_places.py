"""Where keys stand in TOML: the keys are those of `tomllib`, and each place holds the key that it is of."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.config.places import KeyPath, places

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
'''


def written(text: str) -> dict[KeyPath, tuple[int, str]]:
    """The line of each key, and what stands at its place."""
    lines = text.split("\n")
    return {
        path: (line, lines[line - 1][column - 1 : column - 1 + width])
        for path, (line, column, width) in places(text).items()
    }


def test_every_kind_of_statement() -> None:
    assert written(DOCUMENT) == {
        ("title",): (1, "title"),
        ("tool",): (2, "tool"),
        ("tool", "toolgen"): (2, "toolgen"),
        ("tool", "toolgen", "paths"): (3, "paths"),
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
    }


@pytest.mark.parametrize("text", ["", "\n", "# a = 1", "# a = 1\n\n"])
def test_nothing_is_written(text: str) -> None:
    assert places(text) == {}


KEYS = st.sampled_from(["a", "b-c", '"d"', "'e f'", "x.y"])
VALUES = st.sampled_from(
    ["1", '"# a = 1"', "[\n1, # ]\n]", '"""\n[a]\nb = 1\n"""', "{}", '{a = 1, "b" = {c.d = 2}}', "'a'"]
)
STATEMENTS = st.builds("{} = {}".format, KEYS, VALUES) | st.sampled_from(["[t]", "[t.u]", "[[v]]", "", "# a = 1"])


def paths(value: Any) -> Iterator[KeyPath]:
    tables = value if isinstance(value, dict) else {str(n): v for n, v in enumerate(value)} if is_array(value) else {}
    for key, inner in tables.items():
        yield (key,)
        yield from ((key, *path) for path in paths(inner))


def is_array(value: Any) -> bool:
    """Whether `value` is an array of tables."""
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


@given(st.lists(STATEMENTS, max_size=8).map("\n".join))
def test_all_keys_of_a_document_are_found(text: str) -> None:
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:  # a key twice
        return
    assert written(text).keys() == set(paths(document))
    for path, (_, found) in written(text).items():
        assert found.strip("\"'") == [part for part in path if not part.isdecimal()][-1]
