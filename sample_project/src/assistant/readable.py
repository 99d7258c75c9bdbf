"""The text of an HTML page that a person would read."""

from __future__ import annotations

import re
from html import unescape

_HIDDEN = "noscript|script|style|svg|template"
_BLOCKS = frozenset(
    {"article", "blockquote", "br", "dd", "div", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "p", "pre"}
    | {"section", "table", "td", "th", "title", "tr", "ul", "ol"}
)
_MARKUP = re.compile(
    rf"<!--.*?(?:-->|\Z)|<({_HIDDEN})\b.*?(?:</\1[^>]*(?:>|\Z)|\Z)|<(?:[!?]|/?(?P<tag>[a-z][^\s/>]*))[^>]*(?:>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
"""A comment, an element that is not shown, or a tag. What has no end goes on to the end of the page, so that no page
is looked at twice: the `html.parser` of older Pythons takes hours for some of 100 KB."""


def readable(html: str) -> str:
    """The text between the tags of `html`, a line per block, without scripts, styles and empty lines."""
    text = unescape(_MARKUP.sub(_break, html.replace("\0", "")))
    lines = (re.sub(r"\s+", " ", line).strip() for line in text.split("\0"))
    return "\n".join(line for line in lines if line)


def _break(markup: re.Match[str]) -> str:
    """A NUL, which is no character of HTML, where a block begins or ends."""
    return "\0" if (markup["tag"] or "").lower() in _BLOCKS else ""
