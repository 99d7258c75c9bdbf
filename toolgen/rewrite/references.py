"""References in libcst's tree, which stand for names of other modules until all else in the file is done."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

import libcst as cst

from toolgen.rewrite.change import Imported
from toolgen.rewrite.spelling import COLON, DOT, spelling
from toolgen.syntax.newer_syntax import text_and_tree


def spelled(module: cst.Module) -> tuple[cst.Module, list[Imported]]:
    """`module` with its references as the file can write them, and what it has to import for them.

    Raises UnchangeableError where it can write one in no way.
    """
    found = sorted({*references(module)})
    if not found:
        return module, []
    tree = tree_of(module)
    names = {one: spelling(tree, *one.replace(DOT, ".").split(COLON)) for one in found}
    made = module.visit(_Replacing(lambda text: cst.parse_expression(names[text].text)))
    return made, [need for one in names.values() for need in one.needs]


def references(module: cst.Module) -> Iterator[str]:
    """The references that stand in `module`."""
    found: list[str] = []

    def kept(text: str) -> cst.Name:
        found.append(text)
        return cst.Name(text)

    module.visit(_Replacing(kept))
    return iter(found)


def tree_of(module: cst.Module) -> ast.Module:
    """The tree of `module`, in which references are no names of the file."""
    return text_and_tree(module.visit(_Replacing(lambda _: cst.Name("_"))).bytes)[1]


class _Replacing(cst.CSTTransformer):
    """Puts what `new` makes of each reference in its place."""

    def __init__(self, new: Callable[[str], cst.BaseExpression]) -> None:
        super().__init__()
        self._new = new

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:  # noqa: ARG002, N802
        return self._new(updated_node.value) if COLON in updated_node.value else updated_node
