"""What is to be written is read before it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolgen.config.config import Config
from toolgen.emit.artifacts import emit
from toolgen.emit.verified import FEW_FILES, verified
from toolgen.pipeline import analyse

SOURCE = '''
from dataclasses import dataclass
from toolgen import tool

@dataclass
class Point:
    _1: int

@tool
def move(to: Point) -> str:
    """Move."""
    return ""

@tool
def stay() -> str:
    """Stay."""
    return ""
'''


def test_the_tool_is_named_whose_code_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tools.py").write_text(SOURCE)
    config = Config(root=tmp_path)
    manifest = analyse(config).manifest
    assert [*verified(emit(manifest, config), manifest, config)] == []
    monkeypatch.setattr("toolgen.emit.dispatch.instances.variable", lambda *_: "1_")
    (found,) = verified(emit(manifest, config), manifest, config)
    assert (found.code, str(found.span)) == ("TG412", "tools.py:10:5")
    said = (
        "internal error: toolgen fails at the tool `move`: what it makes of it cannot be read: invalid decimal literal"
    )
    assert said in found.message


@pytest.mark.parametrize("more", [0, FEW_FILES])
@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("x.py", b"x = (", "'(' was never closed"),
        ("x.py", b"\0", "source code string cannot contain null bytes"),
        ("x.py", b"\xff", "utf-8"),
        ("x.py", b"def f(a, a): ...", "duplicate argument 'a' in function definition"),
        ("x.py", b"-" * 100_000 + b"1", ""),
        ("x.json", b"{", "Expecting property name enclosed in double quotes"),
        ("x.json", b"[" * 100_000, "maximum recursion depth exceeded"),
        ("x.json", b"\xff", "invalid start byte"),
    ],
)
def test_what_cannot_be_read(tmp_path: Path, name: str, data: bytes, reason: str, more: int) -> None:
    config = Config(root=tmp_path)
    files = {f"{number}.py": b"" for number in range(more)}
    (found,) = verified({**files, name: data}, analyse(config).manifest, config)
    assert str(found.span) == f"generated/{name}"
    assert reason in found.message


@pytest.mark.parametrize(
    ("name", "data"),
    [("x.md", b"x = ("), ("x.py", b"x = '\\d'"), ("_support.py", b"it is copied"), ("x.json", b"{}\n"), ("x.py", b"")],
)
def test_what_can_be_read(tmp_path: Path, name: str, data: bytes) -> None:
    config = Config(root=tmp_path)
    assert [*verified({name: data}, analyse(config).manifest, config)] == []
