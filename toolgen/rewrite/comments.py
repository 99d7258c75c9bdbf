"""Comments in libcst's tree: those that there are, and the codes in `# toolgen: ignore[…]`, as of a baseline."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from toolgen.config.config import Config
from toolgen.model.span import Span
from toolgen.pipeline import Analysis
from toolgen.rewrite import cst
from toolgen.rewrite.change import Change
from toolgen.rewrite.codemod import Codemod

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
        return _saying(node, found, list(dict.fromkeys([*_codes(found), *self.codes])))


@dataclass(frozen=True, slots=True)
class Unsuppressing:
    """Takes codes out of those that a comment suppresses, and all of it where none is left."""

    codes: tuple[str, ...]

    def __call__(self, node: Any) -> Any:
        text = node.comment.value
        found = _IGNORE.search(text)
        if found is None:
            return node
        if codes := [code for code in _codes(found) if code not in self.codes]:
            return _saying(node, found, codes)
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


def _saying(node: Any, found: re.Match[str], codes: Sequence[str]) -> Any:
    """`node` with `codes` in its comment in the place of those that were `found`, and the space behind them."""
    gap = found[0][len(found[0].rstrip()) :]
    value = f"{found.string[: found.start()]}{_comment(codes)}{gap}{found.string[found.end() :]}"
    return node.with_changes(comment=node.comment.with_changes(value=value))


def comments_in(node: Any) -> list[str]:
    """The comments inside of a node, in their order."""
    found: list[str] = []

    class Finding(cst.CSTVisitor):
        def visit_Comment(self, node: cst.Comment) -> None:  # noqa: N802 - libcst's interface
            found.append(node.value)

    node.visit(Finding())
    return found


def baseline(codes: Collection[str]) -> Codemod:
    """The codemod that suppresses all diagnostics of `codes` by comments on their lines; what is new is told."""

    def changes(analysis: Analysis, _: Config) -> Iterator[Change]:
        lines: dict[tuple[str, int], dict[str, None]] = {}
        for found in analysis.diagnostics:
            if found.code in codes and found.span.line and found.span.path in analysis.sources:
                lines.setdefault((found.span.path, found.span.line), {})[found.code] = None
        for (path, line), told in lines.items():
            yield Change(", ".join(told), Span(path, line), "LineEnd", Suppressing(tuple(told)))

    return Codemod(tuple(codes), changes)


def _unused(analysis: Analysis, _: Config) -> Iterator[Change]:
    """Codes in comments that suppress nothing (TG108)."""
    for found in analysis.diagnostics:
        if found.code == "TG108":
            codes = dict(found.details)["codes"].split(", ")
            yield Change("TG108", found.span, "Comment", Unsuppressing(tuple(codes)))


UNSUPPRESSING = Codemod(("TG108",), _unused)
