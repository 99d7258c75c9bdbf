"""The Markdown that `toolgen.views.markdown` writes, and any other text, as HTML: no text of others becomes markup.

Of Markdown this is what that module lets through: code spans and blocks, escapes, paragraphs and lists. Emphasis and
links stay as they were written. Standard library only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from toolgen.views.markdown import clean

_MARK = re.compile(r"(`+)()|\\([!-/:-@\[-`{-~])")
_TICKS = re.compile("(`+)()")
_FENCE = re.compile(r"^(`{3,})([^`\n]*)$", re.MULTILINE)
_ITEM = re.compile(r"^( *)(?:[-+*]|(\d{1,9})[.)]) +", re.MULTILINE)


class Html(str):
    """HTML that may stand as it is; Jinja and markupsafe know it by `__html__`."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


def text(plain: str) -> Html:
    """Any text, to stand between tags or in a quoted attribute; what would hide or reorder it is replaced."""
    if not plain.isprintable():
        plain = clean(plain)
    return Html(escape(plain, quote=False).replace('"', "&quot;"))


def inline(markdown: str) -> Html:
    """Markdown of one line or paragraph."""
    if "`" not in markdown and "\\" not in markdown:
        return text(markdown)
    parts, end, position, ends = [], 0, 0, _ends(_TICKS, markdown)
    while match := _MARK.search(markdown, position):
        position = match.end()
        if match.start() in ends:
            opening, close = ends[match.start()]
            shown, position = _span(markdown[opening.end() : close.start()]), close.end()
        elif match[1]:  # of which there is no other
            continue
        else:
            shown = text(match[3])
        parts += [text(markdown[end : match.start()]), shown]
        end = position
    return Html("".join([*parts, text(markdown[end:])]))


def blocks(markdown: str) -> Html:
    """Markdown of paragraphs, lists and code blocks."""
    parts, end, ends = [], 0, _ends(_FENCE, markdown) if "```" in markdown else {}
    for start, (opening, close) in ends.items():
        if start >= end:
            content = markdown[opening.end() + 1 : close.start() - 1]
            parts += [*_paragraphs(markdown[end:start]), f"<pre><code>{text(content)}</code></pre>"]
            end = close.end()
    return Html("\n".join([*parts, *_paragraphs(markdown[end:])]))


def _ends(fence: re.Pattern[str], markdown: str) -> dict[int, tuple[re.Match[str], re.Match[str]]]:
    """What is a fence with one of its kind below, and that: by their places, each looked at once."""
    found, below = {}, dict[str, re.Match[str]]()
    for mark in reversed([*fence.finditer(markdown)]):
        if close := below.get(mark[1]):
            found[mark.start()] = mark, close
        if not mark[2]:
            below[mark[1]] = mark
    return dict(reversed(found.items()))


def _span(content: str) -> str:
    content = content.replace("\n", " ")
    is_padded = content[0] == content[-1] == " " and content.strip(" ")
    return f"<code>{text(content[1:-1] if is_padded else content)}</code>"


def _paragraphs(markdown: str) -> Iterator[str]:
    for paragraph in markdown.split("\n\n"):
        marks = [*_ITEM.finditer(paragraph)]
        before = paragraph[: marks[0].start()] if marks else paragraph
        if before.strip():
            yield f"<p>{inline(before.strip())}</p>"
        if marks:
            yield "".join(_list(paragraph, marks))


def _list(paragraph: str, marks: Sequence[re.Match[str]]) -> Iterator[str]:
    """The items that begin with `marks`, in lists inside each other as they are indented."""
    indents: list[int] = []
    for mark, end in zip(marks, [*(mark.start() for mark in marks[1:]), len(paragraph)], strict=True):
        indent = len(mark[1])
        while indents and indent < indents[-1]:
            yield "</li></ul>"
            indents.pop()
        is_inside = not indents or indent > indents[-1]
        yield "<ul>" if is_inside else "</li>"
        indents += [indent] * is_inside
        number = f"{mark[2]}. " if mark[2] else ""
        yield f"<li>{number}{inline(paragraph[mark.end() : end].strip())}"
    yield "</li></ul>" * len(indents)
