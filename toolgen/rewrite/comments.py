"""Comments in libcst's tree: those that there are, and the codes in `# toolgen: ignore[…]`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from toolgen.rewrite import cst

_IGNORE = re.compile(r"(?P<head>#\s*toolgen:\s*ignore\b)(?:\[(?P<codes>[^\]]*)\])?[ \t]*")


@dataclass(frozen=True, slots=True)
class Suppressing:
    """Adds codes to those that the end of a line, a `TrailingWhitespace`, suppresses."""

    codes: tuple[str, ...]

    def __call__(self, node: Any) -> Any:
        text = node.comment.value if node.comment else ""
        found = _IGNORE.search(text)
        if found is None:
            whitespace = node.whitespace if node.comment else cst.SimpleWhitespace("  ")
            value = f"{text}  {_comment(self.codes)}".lstrip()
            return node.with_changes(whitespace=whitespace, comment=cst.Comment(value))
        codes = list(dict.fromkeys([*_codes(found), *self.codes]))
        value = f"{text[: found.start()]}{_comment(codes)}{_tail(found, text)}"
        return node.with_changes(comment=node.comment.with_changes(value=value))


@dataclass(frozen=True, slots=True)
class Unsuppressing:
    """Takes codes out of those that a comment suppresses, and all of it where none is left."""

    codes: tuple[str, ...]

    def __call__(self, node: Any) -> Any:
        text = node.comment.value
        found = _IGNORE.search(text)
        if found is None:
            return node
        codes = [code for code in _codes(found) if code not in self.codes]
        if codes:
            value = f"{text[: found.start()]}{_comment(codes)}{_tail(found, text)}"
            return node.with_changes(comment=node.comment.with_changes(value=value))
        rest = f"{text[: found.start()].rstrip()}  {text[found.end() :].strip()}".strip()
        if rest.strip("# "):
            value = rest if rest.startswith("#") else f"# {rest}"
            return node.with_changes(comment=node.comment.with_changes(value=value))
        if isinstance(node, cst.EmptyLine):
            return cst.RemoveFromParent()
        return node.with_changes(whitespace=cst.SimpleWhitespace(""), comment=None)


def _comment(codes: Sequence[str]) -> str:
    return f"# toolgen: ignore[{', '.join(codes)}]"


def _codes(found: re.Match[str]) -> list[str]:
    return [code for code in re.split(r"[\s,]+", found["codes"] or "") if code]


def _tail(found: re.Match[str], text: str) -> str:
    """What follows in the comment, with the space before it."""
    gap = found[0][len(found[0].rstrip()) :]
    return gap + text[found.end() :]


def comments_in(node: Any) -> list[str]:
    """The comments inside of a node, in their order."""
    found: list[str] = []

    class Finding(cst.CSTVisitor):
        def visit_Comment(self, node: cst.Comment) -> None:  # noqa: N802 - libcst's interface
            found.append(node.value)

    node.visit(Finding())
    return found
