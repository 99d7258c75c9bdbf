"""How files write docstrings: what a new section of one is to look like."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping

from toolgen.model.span import Span
from toolgen.rewrite.docstring_lines import Layout, Style, margin, style_of
from toolgen.syntax.source import decode

_LONGEST_HEAD = 200
"""In how many lines below the name of a function its docstring is looked for."""
_LITERAL = re.compile(r"[rRuU]?[\"']")


def layouts(sources: Mapping[str, bytes]) -> Callable[[Span], Layout]:
    """The layout of the docstring of a function, by the place of its name; the style is that of most files."""
    texts = {path: decode(source) for path, source in sources.items()}
    lines = {path: text.split("\n") for path, text in texts.items()}
    styles = Counter(found for path in sorted(texts) if (found := style_of(texts[path])) is not None)
    newlines = {path: "\r\n" if b"\r\n" in source else "\n" for path, source in sources.items()}
    style: Style = styles.most_common(1)[0][0] if styles else "google"

    def layout(at: Span) -> Layout:
        return Layout(style, _indent(lines[at.path], at.line), newlines[at.path])

    return layout


def _indent(lines: list[str], line: int) -> str:
    """What the lines of the docstring of the function at `line` are indented by."""
    below = (line for line in lines[line : line + _LONGEST_HEAD] if _LITERAL.match(line.lstrip()))
    found = next(below, f"{margin(lines[line - 1])}    ")
    return margin(found)
