"""No text of a tool's author, wherever it stands, changes the structure of a document."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from toolgen.call_syntax import call_syntax
from toolgen.emit.prompt import emit_prompt
from toolgen.emit.reference import emit_reference, sections_of
from toolgen.emit.templates import environment
from toolgen.model.canonical import dumps
from toolgen.model.manifest import Manifest
from toolgen.model.manifest_codec import encode
from toolgen.model.notations import NOTATIONS, PromptNotation
from toolgen.model.span import Span
from toolgen.model.tool import Origin, ToolSpec
from toolgen.providers import TARGETS, document
from toolgen.views.tool import view

PARSER = MarkdownIt("commonmark").enable("table")
TEMPLATES = environment(None)

MARKS = """` ``` ~~~ # > - * 1. | \\ --- === < <!-- --> <div> <script> [ ] ](x) [a]: {{ }}
{% %} {# : a é 😀 _ &lt; $ref title 0"""
OTHERS = ["\n", "\n\n", "\r", "\t", " ", "    ", "\x00", "\x0b", "\x85", "\u2028", "\ud800", "\udfff", '"', "'", '"""']
PIECES = st.sampled_from([*MARKS.split(), *OTHERS])
TEXT = st.lists(PIECES, max_size=12).map("".join)
NAME = st.lists(PIECES, min_size=1, max_size=5).map("".join)
PROPERTIES = st.dictionaries(
    NAME,
    st.fixed_dictionaries(
        {"type": st.just("string")},
        optional={
            "description": TEXT,
            "default": TEXT,
            "enum": st.lists(TEXT, min_size=1, max_size=3),
            "pattern": TEXT,
            "format": TEXT,
            "examples": st.lists(TEXT, max_size=2),
        },
    ),
    max_size=3,
)
SCHEMAS = st.builds(
    lambda properties, fields, about: {
        "type": "object",
        "properties": properties | {"ref": {"$ref": "#/$defs/D"}},
        "$defs": {"D": {"type": "object", "properties": fields, "description": about}},
    },
    PROPERTIES,
    PROPERTIES,
    TEXT,
)
TOOLS = st.builds(
    ToolSpec,
    name=NAME,
    description=TEXT,
    input_schema=SCHEMAS,
    origin=st.builds(Origin, TEXT, TEXT, TEXT, TEXT),
    span=st.just(Span("a.py")),
    title=st.none() | TEXT,
    returns_description=st.none() | TEXT,
    raises=st.lists(st.tuples(TEXT, TEXT), max_size=2).map(tuple),
    category=st.none() | TEXT,
    tags=st.lists(TEXT, max_size=2).map(tuple),
    examples=st.lists(st.dictionaries(NAME, TEXT, max_size=2), max_size=2).map(tuple),
    injected=st.lists(TEXT, max_size=2).map(tuple),
    deprecated=st.booleans() | TEXT,
)


@given(st.lists(TOOLS, max_size=2))
def test_json_holds_what_was_said(tools: list[ToolSpec]) -> None:
    values: list[Any] = [
        encode(Manifest(tuple(tools))),
        *(document(target, tools) for target in TARGETS),
    ]
    for value in values:
        text = dumps(value)
        assert json.loads(text) == json.loads(json.dumps(value))
        assert text.encode()


@given(st.lists(TOOLS, max_size=2), st.sampled_from(NOTATIONS))
def test_prompt_keeps_its_structure(tools: list[ToolSpec], notation: PromptNotation) -> None:
    manifest = Manifest(tuple(tools), notation=notation)
    template = TEMPLATES.get_template("prompt.md.j2")
    text = emit_prompt([view(tool) for tool in tools], call_syntax("json", tools), manifest, template)
    tokens = parse(text)
    assert [token.tag for token in tokens if token.type == "heading_open"] == ["h1", *("h2" for _ in tools), "h1"]
    assert [token.level for token in tokens if token.type == "heading_open"] == [0] * (len(tools) + 2)
    signatures = [one(following(tokens, token)) for token in tokens if token.tag == "h2" and token.nesting == 1]
    assert [signature.type for signature in signatures] == ["code_inline" for _ in tools]
    assert (tokens[-4].type, tokens[-4].info) == ("fence", "json")
    assert not {"table_open", "blockquote_open", "hr"} & {token.type for token in tokens}


@given(st.lists(TOOLS, max_size=2))
def test_reference_keeps_its_structure(tools: list[ToolSpec]) -> None:
    text = emit_reference([*sections_of([view(tool) for tool in tools])], TEMPLATES.get_template("TOOLS.md.j2"))
    tokens = parse(text)
    sections = {tool.category or None for tool in tools}
    tags = [token.tag for token in tokens if token.type == "heading_open"]
    assert tags.count("h1") == 1
    assert tags.count("h2") == len(sections)
    assert tags.count("h3") == len(tools)
    tables = [schema for tool in tools for schema in (tool.input_schema, tool.input_schema["$defs"]["D"])]
    rows = [len(schema["properties"]) for schema in tables if schema["properties"]]
    kinds = [token.type for token in tokens]
    assert kinds.count("table_open") == len(rows)
    assert kinds.count("tr_open") == sum(rows) + len(rows)
    assert kinds.count("td_open") == 5 * sum(rows)
    assert not {"blockquote_open", "hr"} & set(kinds)
    names = [cells[0] for cells in bodies(tokens)]
    assert [one(name).type for name in names] == ["code_inline" for _ in range(sum(rows))]
    assert [cells[2].content for cells in bodies(tokens)] == ["no" for _ in range(sum(rows))]


def parse(text: str) -> list[Token]:
    """The tokens of `text`, which has no HTML but the comment at its head."""
    assert text.encode()
    tokens = PARSER.parse(text)
    assert tokens[0].type == "html_block"
    every = [*tokens[1:], *(child for token in tokens for child in token.children or [])]
    assert [token.content for token in every if token.type.startswith("html")] == []
    return tokens


def following(tokens: list[Token], token: Token) -> Token:
    return tokens[tokens.index(token) + 1]


def one(inline: Token) -> Token:
    (child,) = inline.children or []
    return child


def bodies(tokens: list[Token]) -> list[list[Token]]:
    """The inline tokens of the cells of each row that is not a head."""
    cells = [tokens[index + 1] for index, token in enumerate(tokens) if token.type == "td_open"]
    return [cells[start : start + 5] for start in range(0, len(cells), 5)]
