"""The text of an HTML page that a person would read."""

from __future__ import annotations

import re
from html.parser import HTMLParser

_HIDDEN = frozenset({"noscript", "script", "style", "svg", "template"})
_BLOCKS = frozenset(
    {"article", "blockquote", "br", "dd", "div", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "p", "pre"}
    | {"section", "table", "td", "th", "title", "tr", "ul", "ol"}
)


def readable(html: str) -> str:
    """The text between the tags of `html`, a line per block, without scripts, styles and empty lines."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    lines = (re.sub(r"\s+", " ", line).strip() for line in "".join(reader.parts).split("\0"))
    return "\n".join(line for line in lines if line)


class _Reader(HTMLParser):
    """Collects text in `parts`, with a NUL, which is no character of HTML, where a block begins or ends."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in _HIDDEN
        self._break_at(tag)

    def handle_endtag(self, tag: str) -> None:
        self._hidden = max(0, self._hidden - (tag in _HIDDEN))
        self._break_at(tag)

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(data)

    def _break_at(self, tag: str) -> None:
        if tag in _BLOCKS:
            self.parts.append("\0")
