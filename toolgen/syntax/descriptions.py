"""A docstring → the description of a tool: the ways that frameworks have."""

from __future__ import annotations

import re
from collections.abc import Callable

from toolgen.syntax.indentation import clean

_GOOGLE = re.compile(r"\w[\s\w-]*:(?:\s+\S.*)?\s*$")
_PARSED_TITLE = re.compile(
    r"(?:Arg(?:ument)?s|Param(?:eter)?s|Raises|Except(?:ion)?s?|Attributes|Examples?|Returns|Yields):[ \t]*$"
)
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

_UNDERLINE = re.compile(r"-{3,}\s*$")
_SPHINX = re.compile(r":(?:param|parameter|arg|argument|key|keyword|type|returns?|rtype|raises?|except|exception)\b.*:")


def body(text: str) -> str:
    """The summary and the body, without the sections of parameters, results and exceptions."""
    from toolgen.syntax.docstrings import parse_docstring  # its patterns take long to compile

    return parse_docstring(text).description


def whole(text: str) -> str:
    """The docstring as `inspect.getdoc` gives it."""
    return clean(text).strip()


def lead(text: str) -> str:
    """What stands before the first section of any kind, as griffe splits docstrings.

    Google's sections have a title between an empty and an indented line, NumPy's one that is underlined; Sphinx has
    fields. In a fenced block nothing is a section.
    """
    return _before(text, _opens_section)


def known_lead(text: str) -> str:
    """As `lead` where one of the sections is known by its title; else the whole: `Rules:` may stand in any text.

    Source: `parse_docstring` in `fastmcp/utilities/docstring_parsing.py` of `fastmcp` 4.2.
    """
    return whole(text) if _before(text, _opens_known) == whole(text) else lead(text)


def introduction(text: str) -> str:
    """What stands before the first section, as the package `docstring-parser` splits docstrings.

    Fewer titles of Google's are known to it than to `lead`, and need no empty line above; other sections are the same.
    """
    return _before(text, _is_title, has_fences=False)


def _before(text: str, opens: Callable[[str, str, str], bool], *, has_fences: bool = True) -> str:
    """The lines before the first that `opens` a section, as it and those above and below it tell."""
    lines = ["", *clean(text).strip().split("\n"), ""]
    fenced = False
    for index, (above, line, below) in enumerate(zip(lines, lines[1:], lines[2:], strict=False)):
        fenced ^= has_fences and line.lstrip().startswith("```")
        if not fenced and opens(line, above, below):
            return "\n".join(lines[1 : index + 1]).rstrip()
    return "\n".join(lines[1:-1])


def _is_title(line: str, _above: str, below: str) -> bool:
    is_underlined = bool(line.strip()) and _UNDERLINE.match(below) is not None
    return _PARSED_TITLE.match(line) is not None or line.startswith(":") or is_underlined


def _opens_section(line: str, above: str, below: str) -> bool:
    if _SPHINX.match(line):
        return True
    if above.strip() or not line.strip():
        return False
    is_google = below[:1] == " " and bool(below.strip()) and _GOOGLE.match(line) is not None
    return is_google or _UNDERLINE.match(below) is not None


def _opens_known(line: str, above: str, below: str) -> bool:
    is_known = line.partition(":")[0].lower() in _KNOWN or _GOOGLE.match(line) is None
    return is_known and _opens_section(line, above, below)


def joined(text: str) -> str:
    """As `introduction`, its first line and the rest with no empty line between them."""
    first, line, rest = introduction(text).partition("\n")
    return first + line + rest.lstrip("\n")
