"""What a syntax writes it reads again, in one piece or in many, and nothing that it is given makes it fail or slow."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.effort import excessive
from toolgen.call_syntax import BUILT_IN, call_syntax
from toolgen.call_syntax.message import ToolCall
from toolgen.call_syntax.syntax import CallSyntax

SYNTAXES = tuple(BUILT_IN)


@dataclass(frozen=True)
class Tool:
    name: str
    input_schema: dict[str, Any]
    multiline: tuple[str, ...] = ()


def _object(required: int, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [*properties][:required]}


TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
TOOLS = (
    Tool("now", _object(0)),
    Tool("bash", _object(1, command=TEXT, timeout=NUMBER)),
    Tool("search.web", _object(2, limit={"type": "number"}, query=TEXT, tags={"type": "array", "items": TEXT})),
    Tool("create-file", _object(1, path=TEXT, content=TEXT, note=TEXT), ("content", "note")),
    Tool("optional", _object(0, a={"anyOf": [TEXT, {"type": "null"}]}, b={}, c={"enum": ["x", 1]})),
    Tool("nested", {"properties": {"at": {"$ref": "#/$defs/At"}}, "$defs": {"At": _object(1, x=NUMBER)}}),
)

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
)
texts = st.text(st.sampled_from("ab \n\r\t\"'`\\<>/=[]{}()|&;:.,#0\u00e4\U0001f6e0\ufe0f\U0001f51a")) | st.text()
MARKERS = (
    "```",
    "</tool>",
    "</tool_call>",
    "</parameter>",
    "<|call|>",
    "\n\U0001f6e0\ufe0f\U0001f51a\n",
    "\n\U0001f6e0 x ",
    "]",
    '"""',
)
hostile = st.builds(lambda parts: "".join(parts), st.lists(st.sampled_from(MARKERS) | texts, max_size=5))


@st.composite
def calls(draw: st.DrawFn) -> ToolCall:
    tool = draw(st.sampled_from(TOOLS))
    names = draw(st.lists(st.sampled_from([*tool.input_schema["properties"], "more"]), unique=True))
    return ToolCall(tool.name, {name: draw(hostile | values) for name in names})


PROSE = st.text(st.sampled_from("ab .,:;!?-*\n\u00e4'")).map(lambda text: f"So {text}.")


@pytest.mark.parametrize("name", SYNTAXES)
@given(made=st.lists(calls(), min_size=1, max_size=4), prose=st.lists(PROSE, min_size=5, max_size=5))
def test_what_is_rendered_is_parsed_again_also_inside_prose(name: str, made: list[ToolCall], prose: list[str]) -> None:
    syntax = call_syntax(name, TOOLS)
    between = [f"\n{text}\n" for text in prose]
    text = "".join(before + syntax.render(call) for before, call in zip(between, made, strict=False)) + between[-1]
    found = syntax.parse(text)
    assert found.errors == ()
    assert [(call.name, json.dumps(call.arguments, sort_keys=True)) for call in found.calls] == [
        (call.name, json.dumps(call.arguments, sort_keys=True)) for call in made
    ]
    assert found.message.split() == " ".join([*prose[: len(made)], prose[-1]]).split()


def test_values_that_are_no_json_are_not_rendered() -> None:
    for name in SYNTAXES:
        with pytest.raises(ValueError, match=r"JSON|cannot be written"):
            call_syntax(name, TOOLS).render(ToolCall("bash", {"command": float("nan")}))


def _in_pieces(syntax: CallSyntax, text: str, size: int) -> list[object]:
    parser = syntax.parser()
    items = [item for start in range(0, len(text), size) for item in parser.feed(text[start : start + size])]
    joined: list[object] = []
    for item in [*items, *parser.close()]:
        if isinstance(item, str) and joined and isinstance(joined[-1], str):
            joined[-1] += item
        else:
            joined.append(item)
    return joined


FRAGMENTS = (
    *('```{"tool": "now"}', '{"name": "now"', '{"name": "x"}', "<think>", "</think>", "nwo(x=", "nwo(", "[now]\n"),
    *("```", "```json\n", "```\n", "~~~\n", "\n", " ", "{", '{"tool": "now"', '{"tool": "now", "args": {}}', '"', "}"),
    *(
        '<tool name="now">',
        "</tool>",
        '<tool name="now"/>',
        "<command>",
        "</command>",
        "[now]",
        "[now](x)",
        "[bash command=",
        "]",
    ),
    *(
        "\n\U0001f6e0\ufe0f now\n",
        "\n\U0001f6e0 bash ls",
        "\n\U0001f6e0\ufe0f\U0001f51a\n",
        "\nnow()",
        "\nbash(command=",
        "'",
        ")",
        "(",
    ),
    *(
        "<tool_call>",
        "</tool_call>",
        "<function=now>",
        "</function>",
        "<parameter=a>",
        "<|channel|>",
        "<|message|>",
        "<|call|>",
    ),
    *(
        "to=functions.now",
        "<|channel|>final<|message|>",
        "<|end|>",
        "<|python_start|>",
        "<|python_tag|>now()",
        '"""',
        "'''",
        "#",
        "\n> ",
        "\n    ```",
    ),
    *("</function>\n</tool_call>", "<function_calls>", '{"type": "function", "tool": "now"', ", ", "\r\n"),
    *(
        "commentary to=functions.now",
        "text",
        "\\",
        "[",
        '[{"tool": "nwo"}]',
        "\n\U0001f6e0\ufe0f create-file a\nb\n",
        "\u201c",
    ),
)
messages = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=5), max_size=20).map("".join)


@pytest.mark.parametrize("name", SYNTAXES)
@given(text=messages, size=st.integers(1, 7))
@example(text="\n<think>a</think>b", size=1)
def test_a_message_in_pieces_says_what_the_whole_one_says(name: str, text: str, size: int) -> None:
    syntax = call_syntax(name, TOOLS)
    assert _in_pieces(syntax, text, size) == _in_pieces(syntax, text, len(text) or 1)


@pytest.mark.parametrize("name", SYNTAXES)
def test_calls_come_as_soon_as_they_are_whole(name: str) -> None:
    syntax = call_syntax(name, TOOLS)
    text = syntax.render(ToolCall("bash", {"command": "ls"}))
    parser = syntax.parser()
    assert parser.feed("Let me see.\n") == ["Let me see.\n"]
    found = [item for character in text + "\n" for item in parser.feed(character)]
    assert [item for item in found if isinstance(item, ToolCall)] == [ToolCall("bash", {"command": "ls"})]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("line", "\n\U0001f6e0 create-file a\nb\n\U0001f6e0 now\nNothing of this is lost."),
        ("json", " <think>{x}</think>So."),
        ("python", "So.\n <|python_tag|>now()"),
        ("xml", "So <function_calls><think>"),
        ("python", 'bash(command="""a"b(""")'),
        ("python", "bash(command='')"),
        ("python", "bash(command=!!!ls!!!)".replace("!!!l", "!" * 303 + "l").replace("!", '"')),
    ],
)
def test_a_message_comes_in_pieces_of_any_size(name: str, text: str) -> None:
    syntax = call_syntax(name, TOOLS)
    for size in range(1, len(text)):
        assert _in_pieces(syntax, text, size) == _in_pieces(syntax, text, len(text)), size


def test_prose_of_a_channel_comes_as_it_is_written() -> None:
    parser = call_syntax("harmony", TOOLS).parser()
    pieces = ["<|channel|>final", "<|message|>Hello", " there", ".<|return|>"]
    assert [parser.feed(piece) for piece in pieces] == [[], ["Hello"], [" there"], ["."]]


@pytest.mark.parametrize("name", ["tool", "", "a b", "<x>", "$ref"])
def test_arguments_may_have_any_name(name: str) -> None:
    call = ToolCall("odd", {name: "a\r\nb\r"})
    tools = [Tool("odd", _object(0, **{name: TEXT}))]
    for syntax in (call_syntax(one, tools) for one in SYNTAXES):
        assert syntax.parse(f"So.\n{syntax.render(call)}\nSo.").calls == (call,)


HOSTILE = {
    **{fragment: fragment for fragment in FRAGMENTS},
    "open objects": '{"tool": ',
    "open lists": '{"tool": [',
    "unclosed elements": '<tool name="now"><a>',
    "empty elements": '<tool name="now"/>',
    "parameters": "<function=now><parameter=a>",
    "fences": '```json\n{"tool": 1}\n```\n',
    "other fences": "```python\n",
    "entities": '<tool name="bash"><command>&#38;</command></tool>',
    "words": "a ",
    "lines": "\nnow(",
    "unknown": "[nwo a=1]\n",
    "spaces": " " * 50,
    "quotes": "bash('",
    "objects to repair": "{'tool': " + "{a " * 1000 + "}" * 1001,
    "dollars": "{'tool': " + "$" * 19_900 + "}",
    "escaped quotes": "{'tool': " + "\\'" * 9_900 + "}",
    "tildes": "~~~~",
}

LONG, MOST = 20_000, 40
"""Characters, and units of effort: four times what the slowest takes. The square of `LONG` are 400 million steps."""


@pytest.mark.parametrize("name", SYNTAXES)
def test_anything_takes_time_in_proportion_to_its_length(name: str) -> None:
    parse = call_syntax(name, TOOLS).parse
    texts = {what: fragment * (LONG // len(fragment)) for what, fragment in HOSTILE.items()}
    assert excessive({what: partial(parse, text) for what, text in texts.items()}, MOST) == {}
