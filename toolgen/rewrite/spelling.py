"""How a file calls what a codemod writes into it: by its name, or by its module where the name means something else.

It is decided when all else in the file is done. Until then a reference stands in the place of the name: `module:name`,
with two letters in place of the signs that no name may have.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from toolgen.rewrite.change import Imported, UnchangeableError
from toolgen.syntax.newer_syntax import parse
from toolgen.syntax.nodes import bound_by, walk

COLON, DOT = "\ua4fd", "\ua4f8"
"""Letters of Lisu that look like the signs."""

_REFERENCE = re.compile(rf"\w+{COLON}\w+")


def reference(module: str, name: str) -> str:
    """What is written for `name` of a `module`, until it is known how the file spells it: it reads as a name."""
    return f"{module.replace('.', DOT)}{COLON}{name}"


def short(text: str) -> str:
    """`text` with each reference as its name alone, which is how most files will spell it."""
    return re.sub(rf"\w+{COLON}", "", text)


def laid_out(opening: str, parts: Sequence[str], closing: str, width: int) -> str:
    """A statement of `parts` between brackets: on one line of less than `width`, or each on its own."""
    line = f"{opening}{', '.join(parts)}{closing}"
    lines = [line] if len(short(line)) < width else [opening, *(f"    {one}," for one in parts), closing]
    return "\n".join([*lines, ""])


@dataclass(frozen=True, slots=True)
class Spelling:
    """An expression, and what has to be imported for it."""

    text: str
    needs: tuple[Imported, ...]


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


def spelling(tree: ast.Module, module: str, name: str) -> Spelling:
    """`name` of `module` in the file `tree`. Raises UnchangeableError where neither name is free."""
    if {*_imports(tree, name)} == {(module, name)} or not (name in bound(tree) or _is_foreign(tree, module, name)):
        return Spelling(name, ((module, name),))
    top = module.partition(".")[0]
    if top in bound(tree) and not _is_module(tree, top):
        raise UnchangeableError(f"`{name}` and `{top}` mean something else in this file")
    return Spelling(f"{module}.{name}", ((module, ""),))


def _is_foreign(tree: ast.Module, module: str, name: str) -> bool:
    """Whether the file uses `name`, and may have it from all that it imports of another module."""
    stars = {node.module for node in walk(tree) if isinstance(node, ast.ImportFrom) and node.names[0].name == "*"}
    used = (node.id for node in walk(tree) if isinstance(node, ast.Name)) if stars - {module} else ()
    return module not in stars and name in used


def _is_module(tree: ast.Module, top: str) -> bool:
    """Whether the imports of the file bind `top` to the package of this name."""
    found = [*_imports(tree, top)]
    return bool(found) and all(not name and of.partition(".")[0] == top for of, name in found)


def _imports(tree: ast.Module, bound: str) -> Iterator[Imported]:
    """What the imports at the top of the file bind to a name; an empty module for what has another name there."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and not node.level:
            found = [((node.module or "", one.name), one.name, one.asname) for one in node.names]
        elif isinstance(node, ast.Import):
            found = [((one.name, ""), one.name.partition(".")[0], one.asname) for one in node.names]
        else:
            continue
        yield from (("", bound) if asname else of for of, name, asname in found if bound == (asname or name))


@lru_cache(maxsize=8)  # asked for each tool of a file
def bound(tree: ast.Module) -> frozenset[str]:
    """All names that some statement of the file binds, wherever it stands."""
    return frozenset(name for node in walk(tree) for name in bound_by(node))
