"""The indentation that the lines of a docstring share."""

from __future__ import annotations

import re

_INDENTATION = re.compile(r"\n( *)[^ \n]")


def clean(text: str) -> str:
    """`text` without the indentation that its lines share and without empty lines around it.

    This is what `inspect.cleandoc` does in Python 3.13. Earlier versions differ for unusual white space, and what
    toolgen writes must not depend on the version that runs it.
    """
    return dedented(text).strip("\n")


def dedented(text: str) -> str:
    """`text` without the indentation that its lines share, as Python has docstrings since 3.13."""
    text = text.expandtabs().lstrip(" ")
    if "\n" not in text:
        return text
    margin = min(map(len, _INDENTATION.findall(text)), default=0)
    return re.sub(rf"\n {{0,{margin}}}", "\n", text)
