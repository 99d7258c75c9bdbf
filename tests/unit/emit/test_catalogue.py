"""`tools.html`: what it says of tools, and that no text of theirs becomes markup."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import json
import re
from functools import partial
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.config.config import Config
from toolgen.emit.artifacts import emit
from toolgen.model.manifest import Manifest
from toolgen.model.span import Span
from toolgen.model.tool import Origin, ToolSpec
from toolgen.providers import DEFAULT_TARGETS, document
from toolgen.runtime.trust import digest, digests

PING = ToolSpec(
    name="ping",
    description="Say pong.",
    input_schema={"type": "object", "properties": {}},
    origin=Origin("app/ping.py", "app.ping", "ping", "toolgen"),
    span=Span("app/ping.py", 7, 1),
)
NOTE = dataclasses.replace(
    PING,
    name="save_note",
    description="Save a `note`.\n\nOnly *new* ones: <b>.",
    input_schema={
        "type": "object",
        "properties": {
            "text": {"type": "string", "description": 'The note, a text of people\'s; "quoted" é.', "minLength": 1},
            "where": {"$ref": "#/$defs/Where"},
        },
        "required": ["text"],
        "$defs": {"Where": {"type": "object", "properties": {"x": {"type": "number", "exclusiveMinimum": 0}}}},
    },
    category="notes",
    tags=("a b", "c"),
    risk_level="low",
    requires_approval=True,
    examples=({"text": "x"},),
)

HOSTILE = "\"'></script><script>alert(1)</script><!-- <img src=x onerror=alert(1)> `</b>` {{ 7 }} ]]> \u202e\u2028\x1b"
TEXTS = st.lists(st.sampled_from([*HOSTILE, "</script>", "<b>", "&lt;", "```", "\n", "- ", "a", "\ud800"])).map("".join)


def page(*tools: ToolSpec, **settings: Any) -> str:
    return emit(Manifest(tools, **settings), Config(Path()))["tools.html"].decode()


def part(html: str, name: str) -> str:
    """What stands of one tool."""
    return html[html.index(f'id="{name}"') :].split('<details class="tool"')[0]


def definitions(html: str) -> list[str]:
    """The texts of the input schema and of each provider's definition, complete as the script makes them."""
    schema, *sent = re.findall(r'(?s)class="sent">.*?<pre[^>]*><code>(.*?)</code></pre>', html)
    put = partial(re.sub, r'(?m)^( *)(.*)<a class="schema">.*</a>', partial(_put, schema=schema))
    return [unescape(text) for text in (schema, *map(put, sent))]


def _put(match: re.Match[str], *, schema: str) -> str:
    return match[1] + match[2] + schema.replace("\n", f"\n{match[1]}")


class Elements(HTMLParser):
    """The elements of a page, and the names of their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, ...]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, *(name for name, _ in attrs)))


@pytest.mark.parametrize("tool", [PING, NOTE], ids=lambda tool: tool.name)
def test_what_providers_are_sent_is_what_their_files_say(tool: ToolSpec) -> None:
    html = part(page(PING, NOTE), tool.name)
    schema, *sent = definitions(html)
    assert json.loads(schema) == tool.input_schema
    assert [json.loads(text) for text in sent] == [document(target, [tool])[0] for target in DEFAULT_TARGETS]


@pytest.mark.parametrize("tool", [PING, NOTE], ids=lambda tool: tool.name)
def test_sizes_are_the_bytes_of_one_line(tool: ToolSpec) -> None:
    sizes = re.findall(r'([\w-]+) <span class="size">([\d,]+) bytes', part(page(PING, NOTE), tool.name))
    lines = {target: json.dumps(document(target, [tool])[0], ensure_ascii=False) for target in DEFAULT_TARGETS}
    assert {target: int(size.replace(",", "")) for target, size in sizes} == {
        target: len(line.encode()) for target, line in lines.items()
    }


def test_a_schema_stands_once() -> None:
    html = part(page(NOTE), "save_note")
    assert html.count('"minLength"') == 2, "of the providers, gemini says bounds in another way"


def test_digests_are_those_that_trust_takes() -> None:
    html = page(PING, NOTE)
    assert re.findall(r'class="digest">(sha256:\w{64})<', html) == [
        digest([PING, NOTE]),
        *(digests([tool])[tool.name] for tool in (NOTE, PING)),
    ]


def test_examples_are_arguments_and_calls() -> None:
    html = unescape(part(page(NOTE, call_syntax={"name": "xml"}), "save_note"))
    assert '<pre><code>{"text": "x"}</code></pre>' in html
    assert "<text>x</text>" in html


def test_choices_are_what_the_tools_have() -> None:
    html = page(PING, NOTE, dataclasses.replace(PING, name="pong", risk_level="critical", category="a", tags=("c",)))
    options = [re.findall(r'<option value="([^"]+)"', block) for block in html.split("<select ")[1:]]
    assert options == [["a", "notes", "Other tools"], ["a b", "c"], ["low", "critical"]]
    assert "<select" not in page(PING)


def test_a_tag_is_chosen_as_it_is_shown() -> None:
    html = page(dataclasses.replace(NOTE, tags=("a\nb", "b", "", " ", "\u202ec", "__proto__")))
    options = re.findall(r'<option value="([^"]+)"', html.split('<select name="tag"')[1].split("</select>")[0])
    tags = re.search('data-tags="([^"]*)"', html)
    assert tags
    assert options == sorted(tags[1].split("\n")) == ["__proto__", "a b", "b", "\ufffdc"]


def test_anchors_are_unique() -> None:
    names = ("notes", "Notes", "notes-1", "tools", ".tools")
    html = page(*(dataclasses.replace(NOTE, name=name) for name in names))
    ids = re.findall(r' id="([^"]*)"', html)
    assert len(ids) == len({*ids}) == len(names) + 2


@pytest.mark.parametrize("end", ["\r\n", "\r"])
def test_the_policy_is_of_what_a_browser_reads(tmp_path: Path, end: str) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "tools.css").write_bytes(f"p {{ }}{end}a {{ }}{end}".encode())
    html = emit(Manifest((PING,)), Config(tmp_path, templates="templates"))["tools.html"].decode()
    assert "<style>p { }\na { }\n</style>" in html
    assert base64.b64encode(hashlib.sha256(b"p { }\na { }\n").digest()).decode() in html


def test_the_policy_allows_the_style_and_the_script_alone() -> None:
    html = page(NOTE)
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', html)
    assert policy
    hashes = {
        tag: "'sha256-" + base64.b64encode(hashlib.sha256(body.encode()).digest()).decode() + "'"
        for tag, body in re.findall(r"(?s)<(style|script)>(.*?)</\1>", html)
    }
    assert unescape(policy[1]).split("; ") == [
        *("default-src 'none'", f"style-src {hashes['style']}", f"script-src {hashes['script']}"),
        *("base-uri 'none'", "form-action 'none'"),
    ]
    assert not re.search(r"https?://|//\w|url\(|@import|src=", html)


@given(TEXTS, st.sampled_from([NOTE, PING]))
def test_a_text_of_a_tool_changes_no_element(text: str, tool: ToolSpec) -> None:
    def named(word: str) -> ToolSpec:
        values = {"title": word, "category": f"c{word}", "tags": (f"t{word}",), "deprecated": f"d{word}"}
        others = {"injected": (f"i{word}",), "returns_description": f"r{word}", "raises": (("E", f"e{word}"),)}
        schema = {"type": "object", "properties": {f"p{word}": {"type": "string", "description": f"a{word}"}}}
        example = ({f"p{word}": word},)
        return dataclasses.replace(tool, **values, **others, input_schema=schema, examples=example)  # type: ignore[arg-type]

    kept = {"p", "ul", "li", "code", "pre", "span", "h4", "a"}  # of descriptions, and of schemas of several lines
    html, plain = (
        [one for one in Elements(page(named(word))).found if one[0] not in kept] for word in (f"x{text}", "x")
    )
    assert html == plain


def test_a_hostile_text_is_shown_without_what_reorders_it() -> None:
    html = page(
        dataclasses.replace(NOTE, name="bad", description=HOSTILE, title=HOSTILE, examples=({"text": HOSTILE},))
    )
    assert html.count("<script>") == 1
    assert not re.search("[\u202e\x1b]", html)
    schema, *sent = definitions(part(html, "bad"))
    assert schema
    assert json.loads(sent[1])["description"] == HOSTILE, "what is copied is what is sent"


def test_templates_of_the_project_replace_the_style_alone(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "tools.css").write_text("p { color: red }", encoding="utf-8")
    files = emit(Manifest((PING,)), Config(tmp_path, templates="templates"))
    assert b"<style>p { color: red }</style>" in files["tools.html"]
