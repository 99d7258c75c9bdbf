"""Modules in layouts that nobody would choose, through each codemod.

What comes out parses, a second run changes nothing of it, and all else is what it was: the comments, the tree without
its docstrings, annotations or suppressions, and the tools.
"""

from __future__ import annotations

import ast
import io
import re
import tempfile
import tokenize
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.unit.rewrite.odd_modules import modules
from toolgen.config.config import Config
from toolgen.config.targets import DEFAULT
from toolgen.pipeline import Analysis, analyse
from toolgen.rewrite.codemod import Codemod
from toolgen.rewrite.comments import baseline
from toolgen.rewrite.descriptions import PLACES, moving
from toolgen.rewrite.fixes import FIXES, fixes
from toolgen.rewrite.planning import plan

CODEMODS: Mapping[str, Codemod] = {
    **dict(zip(FIXES, fixes(), strict=True)),
    **{f"descriptions_in_{place}": moving(place) for place in PLACES},
    "baseline": baseline(["TG208", "TG231", "TG304"]),
}

# -- what stays -------------------------------------------------------------------------------------------------

IGNORE = re.compile(r"\s*#\s*toolgen:\s*ignore\b(\[[^\]]*\])?\s*")


def comments(source: bytes, *, with_ignores: bool) -> list[str]:
    found = [one.string for one in tokenize.tokenize(io.BytesIO(source).readline) if one.type == tokenize.COMMENT]
    return found if with_ignores else [text for one in found if (text := IGNORE.sub("", one).strip("# "))]


def whole(tree: ast.AST) -> ast.AST:
    return tree


def without_docstrings(tree: ast.AST) -> ast.AST:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(node, clean=False):
            node.body[0] = ast.Pass()
    return tree


def without_annotations(tree: ast.AST) -> ast.AST:
    """And without imports, which they may need."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        if isinstance(node, ast.Module):
            node.body = [one for one in node.body if not isinstance(one, ast.ImportFrom)]
    return tree


def undecorated(tree: ast.AST) -> ast.AST:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.decorator_list.clear()
    return tree


def bare(tree: ast.AST) -> ast.AST:
    """Without all places where a description may stand."""
    return undecorated(without_docstrings(without_annotations(tree)))


KEEPS: Mapping[str, Callable[[ast.AST], ast.AST]] = {
    "colliding_names": undecorated,
    "gone_parameters": without_docstrings,
    "missing_parameters": without_docstrings,
    "order_of_parameters": without_docstrings,
    "none_defaults": without_annotations,
    "listed_values": without_annotations,
    **{f"descriptions_in_{place}": bare for place in PLACES},
}


def config(root: Path) -> Config:
    """One whose targets take every name: what providers refuse is none of a codemod's concern."""
    return Config(root, targets={"mcp": DEFAULT["mcp"]})


def analysed(source: bytes, root: Path) -> Analysis:
    (root / "tools.py").write_bytes(source)
    return analyse(config(root))


def signatures(analysis: Analysis, codemod: str) -> list[tuple[str, list[str], Any]]:
    """The tools in the order of the file; without their names, where these are to change."""
    return [
        ("" if codemod == "colliding_names" else tool.name, [*properties], tool.input_schema.get("required"))
        for tool in sorted(analysis.manifest.tools, key=lambda tool: tool.span.line)
        for properties in [tool.input_schema["properties"]]
    ]


@given(source=modules(), name=st.sampled_from(sorted(CODEMODS)))
def test_all_else_stays_and_a_second_run_changes_nothing(source: bytes, name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        before = analysed(source, root)
        made = plan(config(root), [CODEMODS[name]])
        assert {found.code for found in made.diagnostics} <= {"TG229", "TG602"}
        for file in made.files:
            assert file.old == source
            forget = KEEPS.get(name, whole)
            old, new = (ast.dump(forget(ast.parse(one))) for one in (source, file.new))
            assert new == old
            speaks = name not in {"baseline", "unused_suppressions"}
            old_comments, new_comments = (comments(one, with_ignores=speaks) for one in (source, file.new))
            assert new_comments == old_comments
            assert (b"\r\n" in file.new, b"\n" in file.new.replace(b"\r\n", b"")) == (
                b"\r\n" in source,
                b"\n" in source.replace(b"\r\n", b""),
            )
            after = analysed(file.new, root)
            assert signatures(after, name) == signatures(before, name)
            again = plan(config(root), [CODEMODS[name]])
            assert again.files == ()
