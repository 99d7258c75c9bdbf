"""Markdown that was made safe, as HTML; and any other text."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.effort import effort
from toolgen.views import markdown
from toolgen.views.html import blocks, inline, text

PIECES = [
    *"`*_-#>|\\<&\"'+.:1 a\n\t~[]()!/=",
    "``",
    "```",
    "    ",
    "\n\n",
    "- ",
    "2. ",
    "<script>",
    "</script>",
    "&lt;",
]
TEXTS = st.lists(
    st.sampled_from([*PIECES, "\u202e", "\x00", "\x1b", "\ud800", "\u2028", "\u200b", "\u200d", "\U000e0041"]),
    max_size=20,
).map("".join)


@pytest.mark.parametrize(
    ("plain", "html"),
    [
        ("", ""),
        ("get_task", "get_task"),
        ("a < b & c > \"d\" 'e'", "a &lt; b &amp; c &gt; &quot;d&quot; 'e'"),
        ("</script><script>alert(1)</script>", "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("one\ntwo", "one\ntwo"),
        ("a\u202eb\x00\x1b", "a\ufffdb\ufffd\ufffd"),
    ],
)
def test_text(plain: str, html: str) -> None:
    assert text(plain) == html
    assert text(plain).__html__() == html


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("Say pong.", "Say pong."),
        ("`a<b>` or `` a`b ``", "<code>a&lt;b&gt;</code> or <code>a`b</code>"),
        (r"no \`code\`, no \<b>", "no `code`, no &lt;b&gt;"),
        (r"C:\dir", r"C:\dir"),
        ("*so* [x](javascript:y)", "*so* [x](javascript:y)"),
    ],
)
def test_inline(source: str, html: str) -> None:
    assert inline(source) == html


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("", ""),
        ("One\nline.\n\nTwo.", "<p>One\nline.</p>\n<p>Two.</p>"),
        ("Of:\n- `a`: b\n  c\n- d", "<p>Of:</p>\n<ul><li><code>a</code>: b\n  c</li><li>d</li></ul>"),
        ("1. a\n2) b", "<ul><li>1. a</li><li>2. b</li></ul>"),
        (
            "- a\n  - b\n    - c\n  - d\n- e",
            "<ul><li>a<ul><li>b<ul><li>c</li></ul></li><li>d</li></ul></li><li>e</li></ul>",
        ),
        (
            "  - a\n- b\n     - c\n   - d",
            "<ul><li>a</li></ul><ul><li>b<ul><li>c</li></ul><ul><li>d</li></ul></li></ul>",
        ),
        ("A:\n```json\n{\n\n}\n```\nB", "<p>A:</p>\n<pre><code>{\n\n}</code></pre>\n<p>B</p>"),
        ("````\n```\n</code>\n````", "<pre><code>```\n&lt;/code&gt;</code></pre>"),
        ("```\n\n```", "<pre><code></code></pre>"),
    ],
)
def test_blocks(source: str, html: str) -> None:
    assert blocks(source) == html


GROWING = ["`" * number for number in range(1, 1_400)]


@pytest.mark.parametrize(
    "source",
    [
        " ".join(GROWING),
        "x".join(reversed(GROWING)),
        "\n".join(GROWING),
        "\n".join(f"{run}a\nb" for run in GROWING),
        "`" * 1_000_000,
        "``a`" * 20_000,
        "\\`" * 20_000,
        "```\n" * 20_000,
    ],
    ids=lambda source: source[:12],
)
def test_it_takes_time_that_is_linear(source: str) -> None:
    assert effort(lambda: (inline(source), blocks(source)), 600) <= 600


@given(st.lists(st.sampled_from(["`", "``", "```", "\\", "\n", " ", "a", "<"]), max_size=30).map("".join))
def test_spans_and_fences_are_those_of_commonmark(source: str) -> None:
    """As patterns say it, which take the square of the time."""
    span = re.compile(r"(?<!`)(`+)(?!`)([\s\S]+?)(?<!`)\1(?!`)|\\([!-/:-@\[-`{-~])")
    fenced = re.compile(r"^(`{3,})[^`\n]*\n(?:([\s\S]*?)\n)??\1$", re.MULTILINE)
    assert inline(source).count("<code>") == sum(bool(found[1]) for found in span.finditer(source))
    said = [text(found[2] or "") for found in fenced.finditer(source)]
    assert re.findall(r"<pre><code>([\s\S]*?)</code></pre>", blocks(source)) == said


class Structure(HTMLParser):
    """The tags that a text has, and what it says beside them."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.said = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not attrs
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.said += data


@given(TEXTS)
def test_any_text_stays_text(plain: str) -> None:
    assert unescape(text(plain)) == (plain if plain.isprintable() else markdown.clean(plain))
    assert not Structure(text(plain)).tags
    assert set(Structure(blocks(markdown.prose(plain))).tags) <= {"p", "ul", "li", "pre", "code"}
    assert set(Structure(inline(markdown.line(plain))).tags) <= {"code"}


@given(TEXTS)
def test_code_is_what_markdown_says_it_is(plain: str) -> None:
    """Another reader of Markdown finds the same words in code blocks."""
    source = markdown.fenced(plain)
    (token,) = MarkdownIt("commonmark").parse(source)
    assert Structure(blocks(source)).said == token.content.removesuffix("\n")
