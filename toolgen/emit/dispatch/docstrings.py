"""Descriptions → docstrings, as `ruff format` has them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc

from toolgen.emit.dispatch.layout import WIDTH

_ESCAPED = re.compile(r'"""|\\')
_FLOWS = re.compile(r"[^\W\d]|[`'(\"]")
_QUOTES = '"""'


def docstring(indent: str, description: str) -> list[str]:
    """The lines of a docstring at `indent`; none where there is nothing to say."""
    width = WIDTH - len(indent)
    written = f"{_QUOTES}{in_docstring(cleandoc(description).strip())}"
    paragraphs = [*_paragraphs(written)]
    # What stands on one line has the quotes behind it, whatever its width.
    least = width - len(_QUOTES) - 1 if len(paragraphs) == 1 else width
    lines = [line for paragraph in paragraphs for line in _wrapped(paragraph, least)]
    if lines == [_QUOTES]:
        return []
    if lines[0].startswith(f'{_QUOTES}"'):
        lines[0] = f"{_QUOTES} {lines[0].removeprefix(_QUOTES)}"
    last = f"{lines[-1]} " if lines[-1].endswith('"') else lines[-1]
    lines = [*lines, _QUOTES] if len(lines) > 1 else [f"{last}{_QUOTES}"]
    return [f"{indent}{line}".rstrip() for line in lines]


def _paragraphs(text: str) -> Iterator[str]:
    """Paragraphs, each of them on one line, and the lines of what is none: lists, code, tables."""
    for paragraph in text.split("\n\n"):
        if not paragraph.startswith(_QUOTES):
            yield ""
        lines = paragraph.split("\n")
        yield from [" ".join(lines)] if all(map(_FLOWS.match, lines)) else lines


def in_docstring(text: str) -> str:
    """What stands for `text` in a docstring; its lines stay lines."""
    text = _ESCAPED.sub(lambda match: "".join(f"\\{character}" for character in match[0]), text)
    if text.replace("\n", " ").isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else _escape_of(c) for c in text)


def _escape_of(character: str) -> str:
    """As Python writes it; of a surrogate the text of that: Python 3.13 compiles no docstring that holds one."""
    escape = ascii(character)[1:-1]
    return f"\\{escape}" if "\ud800" <= character <= "\udfff" else escape


def _wrapped(line: str, width: int) -> Iterator[str]:
    """The line, broken at its spaces where it is too wide; what follows is indented as it is."""
    text = line.lstrip(" ")
    indent = line[: len(line) - len(text)]
    parts, columns, has_text = list[str](), _width(indent), False
    for word in text.split(" "):
        columns += _width(word) + bool(parts)
        if columns > width and has_text:
            yield " ".join(parts).rstrip()
            parts, columns, has_text = [], _width(indent + word), False
        parts.append(word if parts else indent + word)
        has_text = has_text or bool(word.strip())
    yield " ".join(parts).rstrip()


def _width(line: str) -> int:
    """How many columns a line takes at most: a character beyond ASCII may take two."""
    return len(line) if line.isascii() else sum(1 if character.isascii() else 2 for character in line)
