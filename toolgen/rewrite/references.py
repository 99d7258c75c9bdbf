"""References in the text of a file, which stand for names of other modules until all else in the file is done."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from toolgen.rewrite.spelling import COLON, DOT, Spelling, spelling
from toolgen.syntax.newer_syntax import parse

_REFERENCE = re.compile(rf"\w+{COLON}\w+")


def tree_of(text: str) -> ast.Module:
    """The tree of `text`, in which references are no names of the file."""
    return parse(_REFERENCE.sub("_", text))[1]


def spellings(text: str) -> Mapping[str, Spelling]:
    """How the file `text` can write each of its references. Raises UnchangeableError where there is no way."""
    found = sorted({*_REFERENCE.findall(text)})
    tree = tree_of(text) if found else ast.Module([], [])
    return {one: spelling(tree, *one.replace(DOT, ".").split(COLON)) for one in found}


def spelled(text: str, names: Mapping[str, Spelling]) -> str:
    """`text` with its references as `names` writes them."""
    return _REFERENCE.sub(lambda found: names[found[0]].text, text) if names else text
