"""A docstring → the description of a tool: the ways that frameworks have."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from toolgen.parse.docstring_entries import clean
from toolgen.parse.docstrings import parse_docstring

_SECTION = re.compile(
    r"^(?:[A-Z]\w*(?: [A-Z]?\w+)?:[ \t]*\n(?=[ \t]+\S)"  # Google: a title, and indented lines
    r"|[A-Z]\w*(?: \w+)?\n-{3,}[ \t]*$"  # NumPy: a title that is underlined
    r"|:(?:param|parameter|arg|argument|key|keyword|type|returns?|rtype|raises?|except|exception)\b.*:)",
    re.MULTILINE,
)


def body(text: str, _: Mapping[str, Any]) -> str:
    """The summary and the body, without the sections of parameters, results and exceptions."""
    return parse_docstring(text).description


def whole(text: str, _: Mapping[str, Any]) -> str:
    """The docstring as `inspect.getdoc` gives it."""
    return clean(text).strip()


def lead(text: str, _: Mapping[str, Any]) -> str:
    """What stands before the first section of any kind."""
    cleaned = clean(text).strip()
    found = _SECTION.search(cleaned)
    return cleaned if found is None else cleaned[: found.start()].rstrip()
