"""Classes that are tools, in layouts and with schemas that nobody would choose, through the migrations of classes.

A call does the same before and after, and examples are what was written; the comments stay, and a second run changes
nothing.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from tests.unit.rewrite.test_properties import analysed, comments, config
from toolgen.call_syntax import BUILT_IN, call_syntax
from toolgen.call_syntax.message import ToolCall
from toolgen.model.json_values import Json, Schema
from toolgen.rewrite.migrations.sources import SOURCES
from toolgen.rewrite.planning import RewritePlan, plan
from toolgen.rewrite.schema_meaning import meaning

UNITS = st.sampled_from(["\t", "  ", "    "])
COMMENTS = st.sampled_from(["", "", "  # c", "  # é", " #"])
NAMES = st.lists(st.sampled_from(["a", "b_c", "naïve", "text", "Size"]), min_size=1, max_size=4, unique=True)
VALUES: list[tuple[Schema, list[Any]]] = [
    ({"type": "string", "minLength": 1}, ["x", "two words"]),
    ({"type": "string", "enum": ["a", 'b"']}, ["a", 'b"']),
    ({"type": "integer", "minimum": 0}, [0, 7]),
    ({"type": ["number", "null"]}, [1.5, None]),
    ({"type": "boolean", "description": "Whether\nor not."}, [True, False]),
    ({"type": "array", "items": {"type": "string"}}, [[], ["x"]]),
    ({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}, [{"n": 1}]),
    ({"oneOf": [{"type": "string"}, {"type": "integer"}]}, ["x", 3]),
]
CONSTANT = ["", ", None", ", 'd'"]
FALLBACKS = [*CONSTANT, ", []", ", len('abc')"]
"""What a method takes where an argument is not given: one that may be null keeps a method that makes something else."""


@dataclass(frozen=True)
class Written:
    """A module with a tool, and arguments of calls of it."""

    source: bytes
    calls: list[dict[str, Json]]


@st.composite
def classes(draw: st.DrawFn) -> Written:
    """A class whose method returns what it was given, asked for in one way or another."""
    unit, names = draw(UNITS), draw(NAMES)
    rows = {name: draw(st.sampled_from(VALUES)) for name in names}
    required = [name for name in names if draw(st.booleans())]
    schema = {"type": "object", "properties": {name: rows[name][0] for name in names}, "required": required}
    fallbacks = {name: draw(st.sampled_from(CONSTANT if None in rows[name][1] else FALLBACKS)) for name in names}
    lines, given_back = list[str](), list[str]()
    for name in names:
        if name in required and draw(st.booleans()):
            asked = f"kwargs[ '{name}' ]"
        else:
            asked = f'kwargs.get("{name}"{fallbacks[name]})'
        if draw(st.booleans()):
            lines.append(f"{name} = {asked}{draw(COMMENTS)}")
            given_back.append(name)
        else:
            given_back.append(asked)
    head = ["from toolgen import Tool", f"class T(Tool):{draw(COMMENTS)}"]
    members = ["name = 't'", "description = 'T.'", f"parameters_schema = {schema!r}", ""]
    body = [f"def execute(self, **kwargs):{draw(COMMENTS)}", *(unit + line for line in lines)]
    inside = [*members, *body, f"{unit}return [{', '.join(given_back)}]"]
    text = "\n".join([*head, *(unit + line for line in inside)])
    every = {name: draw(st.sampled_from(rows[name][1])) for name in names}
    calls = [every, {name: every[name] for name in required}]
    return Written((text + "\n").replace("\n", draw(st.sampled_from(["\n", "\r\n"]))).encode(), calls)


def made_of(source: bytes, root: Path, what: str) -> tuple[RewritePlan, bytes]:
    (root / "tools.py").write_bytes(source)
    made = plan(config(root), [SOURCES[what].codemod()])
    return made, made.files[0].new if made.files else source


def results(source: bytes, calls: list[dict[str, Json]]) -> list[Any]:
    scope: dict[str, Any] = {"__name__": "tools"}
    exec(source, scope)
    return [scope["T"]().execute(**one) for one in calls]


@given(written=classes())
def test_class_with_parameters_does_the_same(written: Written) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        before = analysed(written.source, root).manifest.tools
        made, new = made_of(written.source, root, "classes")
        assert made.diagnostics == ()
        assert b"**" not in new
        assert results(new, written.calls) == results(written.source, written.calls)
        assert comments(new, with_ignores=True) == comments(written.source, with_ignores=True)
        assert (b"\r\n" in new) == (b"\r\n" in written.source)
        after = analysed(new, root).manifest.tools
        for one, other in zip(before, after, strict=True):
            old, now = meaning(one.input_schema), meaning(other.input_schema)
            assert now.get("required") == old.get("required")
            assert {name: now["properties"][name] for name in old.get("required", ())} == {
                name: old["properties"][name] for name in old.get("required", ())
            }
        assert made_of(new, root, "classes")[0].files == ()


@dataclass(frozen=True)
class Shown:
    name: str
    input_schema: Schema
    multiline: tuple[str, ...]


# One that is in quotes as a whole may be an argument without them, and stays.
TEXTS = (
    st.text(st.sampled_from("ab \"'\\é=[]{}<&-1"), min_size=1, max_size=8)
    .map(str.strip)
    .filter(lambda text: text != "" and not (len(text) > 1 and text[0] == text[-1] == "'"))
)
CALLS = st.fixed_dictionaries({"path": TEXTS, "count": st.integers(), "text": TEXTS | st.just("a\nb")})


@given(
    values=st.lists(
        st.fixed_dictionaries({"path": TEXTS, "count": st.integers(), "text": TEXTS | st.just("a\nb")}), max_size=3
    ),
    syntax=st.sampled_from(sorted(BUILT_IN)),
    unit=UNITS,
)
@example(values=[{"path": '"', "count": 0, "text": "a\nb"}], syntax="line", unit="\t")
@example(values=[{"path": '" 1', "count": 0, "text": "a\nb"}], syntax="line", unit="\t")
def test_examples_are_what_was_written(values: list[dict[str, Json]], syntax: str, unit: str) -> None:
    types = {"path": "string", "count": "integer", "text": "string"}
    schema = {
        "type": "object",
        "properties": {name: {"type": one} for name, one in types.items()},
        "required": [*types],
    }
    has_lines = any("\n" in str(one["text"]) for one in values)
    writing = call_syntax(syntax, [Shown("t", schema, ("text",) if has_lines else ())])
    texts = [writing.render(ToolCall("t", one)) for one in values]
    listed = "".join(f"{unit * 2}{text!r},  # {index}\n" for index, text in enumerate(texts))
    said = f"\n{unit}multiline = ['text']" if has_lines else ""
    source = (
        f"from toolgen import Tool\nclass T(Tool):\n{unit}'''T.'''\n{unit}name = 't'{said}\n"
        f"{unit}examples = [\n{listed}{unit}]\n"
        f"{unit}def execute(self, path: str, count: int, text: str): return path\n"
    ).encode()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        made, new = made_of(source, root, "example-strings")
        assert made.diagnostics == ()
        assert [*analysed(new, root).manifest.tools[0].examples] == values
        assert comments(new, with_ignores=True) == comments(source, with_ignores=True)
        assert made_of(new, root, "example-strings")[0].files == ()
