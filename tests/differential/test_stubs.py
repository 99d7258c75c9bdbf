"""Types that are read from stubs: what they tell is what pydantic derives from the module that they describe."""

from __future__ import annotations

from pathlib import Path

import pytest
from sides import TOOLS, read, runtime, static, write

HEADER = """\
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple
from pydantic import BaseModel, Field
from typing_extensions import NotRequired, TypedDict
"""
TOOL = "import shapes\nfrom toolgen import tool\n@tool('f', 'F.')\ndef f({parameter}): ...\n"


@pytest.mark.parametrize(
    ("stub", "module"),
    [
        pytest.param("x: int = ...", "x: int = field(default_factory=int)", id="a default"),
        pytest.param("x: int", "x: int", id="no default"),
        pytest.param("x: int = field(default_factory=...)", "x: int = field(default_factory=int)", id="factory"),
        pytest.param("x: int = 5", "x: int = 5", id="a default that is told"),
        pytest.param("x: Later\n    y: int = ...", "x: 'Later'\n    y: int = field(default_factory=int)", id="forward"),
    ],
)
@pytest.mark.parametrize("head", ["@dataclass\nclass A:", "class A(BaseModel):"])
def test_defaults(tmp_path: Path, head: str, stub: str, module: str) -> None:
    factory = "Field" if "BaseModel" in head else "field"
    tool = {f"{TOOLS}.py": TOOL.format(parameter="a: shapes.A")}
    later = "\nclass Later(BaseModel):\n    z: int\n"
    for side, path, field in (("static", "shapes.pyi", stub), ("runtime", "shapes.py", module)):
        text = f"{HEADER}{head}\n    {field}{later}".replace("field(", f"{factory}(")
        write(tmp_path / side, {**tool, path: text})
    analysis = read(tmp_path / "static")
    assert [found for found in analysis.diagnostics if found.severity == "error"] == []
    assert static(analysis)["f"].input == runtime(tmp_path / "runtime")["f"].input


@pytest.mark.parametrize(
    ("definition", "parameter", "code"),
    [
        ("class A(BaseModel):\n    x: int = ...", "a: shapes.A", "TG305"),
        ("SIZE: int = ...", "size: int = shapes.SIZE", "TG305"),
        ("class Mode(Enum):\n    FAST = ...", "mode: shapes.Mode", "TG201"),
        ("class Mode(Enum):\n    FAST: str", "mode: shapes.Mode", "TG310"),
    ],
)
def test_what_a_stub_does_not_tell(tmp_path: Path, definition: str, parameter: str, code: str) -> None:
    tool = {f"{TOOLS}.py": TOOL.format(parameter=parameter)}
    write(tmp_path, {**tool, "shapes.pyi": f"{HEADER}{definition}\n"})
    assert [found.code for found in read(tmp_path).diagnostics] == [code]
