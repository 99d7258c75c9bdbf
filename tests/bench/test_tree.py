"""The trees that the benchmarks measure are what they claim to be."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tree import write_mixed_tree, write_plain_tree, write_tree


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def marked(text: bytes) -> list[str]:
    def is_marker(node: ast.expr) -> bool:
        return ast.unparse(node).partition("(")[0] == "tool"

    functions = (node for node in ast.parse(text).body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))
    return [function.name for function in functions if any(map(is_marker, function.decorator_list))]


@pytest.mark.parametrize("tools", [0, 1, 10, 11, 250])
def test_a_tree_has_as_many_tools_as_asked_for_and_each_a_name_of_its_own(tmp_path: Path, tools: int) -> None:
    write_tree(tmp_path, tools)
    names = [name for path in tmp_path.rglob("*.py") for name in marked(path.read_bytes())]
    assert (len(names), len(set(names))) == (tools, tools)


def test_a_thousand_tools_are_about_100_files_and_2_4_megabytes(tmp_path: Path) -> None:
    write_tree(tmp_path, 1_000)
    sizes = [path.stat().st_size for path in tmp_path.rglob("*.py")]
    assert len(sizes) == pytest.approx(100, rel=0.2)
    assert sum(sizes) == pytest.approx(2_400_000, rel=0.05)


def test_the_seed_decides_every_byte(tmp_path: Path) -> None:
    for name, seed in (("first", 1), ("again", 1), ("other", 2)):
        write_tree(tmp_path / name, 20, seed)
    assert contents(tmp_path / "first") == contents(tmp_path / "again")
    assert contents(tmp_path / "first") != contents(tmp_path / "other")


def test_a_small_tree_is_the_beginning_of_a_large_one(tmp_path: Path) -> None:
    write_tree(tmp_path / "small", 30)
    write_tree(tmp_path / "large", 300)
    assert contents(tmp_path / "small").items() <= contents(tmp_path / "large").items()


def test_a_plain_tree_is_as_large_as_asked_for_and_never_speaks_of_tools(tmp_path: Path) -> None:
    write_plain_tree(tmp_path, 1_000)
    texts = [text for path, text in contents(tmp_path).items() if path.endswith(".py")]
    assert len(texts) == pytest.approx(1_000, rel=0.02)
    assert sum(map(len, texts)) == pytest.approx(16_000_000, rel=0.05)
    assert not any(b"tool" in text for text in texts)


def test_one_file_of_twenty_of_a_mixed_tree_has_tools_and_no_two_functions_have_one_name(tmp_path: Path) -> None:
    write_mixed_tree(tmp_path, 100)
    texts = [text for path, text in contents(tmp_path).items() if path.endswith(".py")]
    assert len(texts) == pytest.approx(100, rel=0.1)
    assert [len(found) for text in texts if (found := marked(text))] == [7] * 5
    statements = [node for text in texts for node in ast.parse(text).body]
    functions = [node.name for node in statements if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    public = [name for name in functions if not name.startswith("_")]
    assert len(public) == len({*public}) > 500
