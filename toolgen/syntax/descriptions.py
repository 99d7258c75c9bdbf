"""A docstring → the description of a tool: the ways that frameworks have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from toolgen.syntax.indentation import clean

if TYPE_CHECKING:
    from docstring_parser import Docstring

_GOOGLE = re.compile(r"\w[\s\w-]*:(?:\s+\S.*)?\s*$")
_GIVEN = ("args", "arguments", "params", "parameters")
_KNOWN = frozenset(
    {
        *_GIVEN,
        *(f"{kind} {name}" for kind in ("keyword", "other", "type") for name in _GIVEN),
        *("attributes", "classes", "functions", "methods", "modules", "type aliases"),
        *("examples", "exceptions", "raises", "receives", "returns", "warnings", "warns", "yields"),
        *("attention", "caution", "danger", "error", "example", "hint", "important", "note", "notes", "raise"),
        *("references", "return", "see also", "see-also", "tip", "todo", "warning", "yield"),
    }
)
"""The titles of griffe's sections, and of Napoleon's that griffe does not know, in lower case."""
_ITEMISED = frozenset({"attributes", "exceptions", "raises", "warnings", "warns"}).union(
    one for one in _KNOWN if one.endswith(_GIVEN)
)
"""Those of which griffe reads nothing that has no colon."""

_UNDERLINE = re.compile(r"-{3,}\s*$")
_SPHINX = re.compile(r":(?:param|parameter|arg|argument|key|keyword|type|returns?|rtype|raises?|except|exception)\b.*:")


def body(text: str) -> str:
    """The summary and the body, without the sections of parameters, results and exceptions."""
    from toolgen.syntax.docstrings import parse_docstring  # its patterns take long to compile

    return parse_docstring(text).description


def whole(text: str) -> str:
    """The docstring as `inspect.getdoc` gives it."""
    return clean(text).strip()


def lead(text: str, styles: Iterable[str] = ("sphinx", "google", "numpy")) -> str:
    """What stands before the first section of one of the `styles`, as griffe splits docstrings.

    Google's sections have a title between an empty and an indented line, NumPy's one that is underlined; Sphinx has
    fields. In a fenced block nothing is a section.
    """
    opening = [_OPENS[style] for style in styles]
    return _before(text, lambda *lines: any(opens(*lines) for opens in opening))


def known_lead(text: str) -> str:
    """As `lead` where one of the sections is known by its title; else the whole: `Rules:` may stand in any text.

    Source: `parse_docstring` in `fastmcp/utilities/docstring_parsing.py` of `fastmcp` 4.2.
    """
    return whole(text) if _before(text, _opens_known) == whole(text) else lead(text)


def introduction(text: str) -> str:
    """What the package `docstring-parser` takes for the description."""
    return (styled(text).description or "").strip()


def styled(text: str) -> Docstring:
    """What `docstring-parser` makes of it in the style that fits best, if each section is as that has it."""
    from docstring_parser import Docstring, ParseError, parse

    try:
        return parse(text)
    except ParseError:
        found = Docstring()
        found.long_description = whole(text)
        return found


def _before(text: str, opens: Callable[[str, str, str], bool]) -> str:
    """The lines before the first that `opens` a section, as it and those above and below it tell."""
    lines = ["", *clean(text).strip().split("\n"), ""]
    fenced = False
    for index, (above, line, below) in enumerate(zip(lines, lines[1:], lines[2:], strict=False)):
        fenced ^= line.lstrip().startswith("```")
        if not fenced and opens(line, above, below):
            return "\n".join(lines[1 : index + 1]).rstrip()
    return "\n".join(lines[1:-1])


def _opens_google(line: str, above: str, below: str) -> bool:
    return not above.strip() and below[:1] == " " and bool(below.strip()) and _GOOGLE.match(line) is not None


def _opens_numpy(line: str, above: str, below: str) -> bool:
    return not above.strip() and bool(line.strip()) and _UNDERLINE.match(below) is not None


_OPENS = {"sphinx": lambda line, *_: _SPHINX.match(line) is not None, "google": _opens_google, "numpy": _opens_numpy}
"""Whether a line, with those above and below it, opens a section of a style."""


def _opens_known(line: str, above: str, below: str) -> bool:
    title = line.partition(":")[0].lower()
    is_known_title = title in _KNOWN and (title not in _ITEMISED or ":" in below)
    is_known = is_known_title or _GOOGLE.match(line) is None
    return is_known and any(opens(line, above, below) for opens in _OPENS.values())


def joined(text: str) -> str:
    """As `introduction`, its first line and the rest with no empty line between them."""
    first, line, rest = introduction(text).partition("\n")
    return first + line + rest.lstrip("\n")
