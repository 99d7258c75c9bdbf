"""Comments in libcst's tree: those that there are, and the codes in `# toolgen: ignore[…]`, as of a baseline."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Any

from toolgen.config.config import Config
from toolgen.diagnostics.suppression import COMMENT, codes_in
from toolgen.iteration import grouped
from toolgen.model.span import Span
from toolgen.pipeline import Analysis
from toolgen.rewrite import cst
from toolgen.rewrite.change import Change
from toolgen.rewrite.codemod import Codemod


def _suppressing(node: Any, new: Sequence[str]) -> Any:
    """The end of a line, a `TrailingWhitespace`, that suppresses `new` codes beside those that it does."""
    text = node.comment.value if node.comment else ""
    found = COMMENT.search(text)
    if found is None:
        whitespace = node.whitespace if node.comment else cst.SimpleWhitespace("  ")
        value = f"{text}  {_comment(new)}".lstrip()
        return node.with_changes(whitespace=whitespace, comment=cst.Comment(value))
    return _saying(node, found, [*dict.fromkeys([*codes_in(found), *new])])


def _unsuppressing(node: Any, unused: Sequence[str]) -> Any:
    """What holds a comment, without `unused` codes in that, and without all of it where none is left."""
    text = node.comment.value
    found = COMMENT.search(text)
    if found is None:
        return node
    if codes := [code for code in codes_in(found) if code not in unused]:
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


def _saying(node: Any, found: re.Match[str], codes: Sequence[str]) -> Any:
    """`node` with `codes` in its comment in the place of those that were `found`."""
    value = f"{found.string[: found.start()]}{_comment(codes)}{found.string[found.end() :]}"
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
        told = (one for one in analysis.diagnostics if one.code in codes and one.span.path in analysis.sources)
        lines = grouped(((one.span.path, one.span.line), one.code) for one in told if one.span.line)
        for (path, line), found in lines.items():
            new = [*dict.fromkeys(found)]
            yield Change(", ".join(new), Span(path, line), "LineEnd", partial(_suppressing, new=new))

    return Codemod(tuple(codes), changes)


def _unused(analysis: Analysis, _: Config) -> Iterator[Change]:
    """Codes in comments that suppress nothing (TG108)."""
    for found in analysis.diagnostics:
        if found.code == "TG108":
            codes = dict(found.details)["codes"].split(", ")
            yield Change("TG108", found.span, "Comment", partial(_unsuppressing, unused=codes))


UNSUPPRESSING = Codemod(("TG108",), _unused)
