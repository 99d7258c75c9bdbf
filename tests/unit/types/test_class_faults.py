"""What is wrong with classes that name each other does not depend on which of them is named first."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

CLASSES = """
from __future__ import annotations
import socket
from dataclasses import dataclass
from toolgen import tool
@dataclass
class A:
    faulty: socket.socket
    b: B | None = None
@dataclass
class B:
    n: int
    c: C | None = None
    well: Well | None = None
@dataclass
class C:
    a: A | None = None
    b: B | None = None
@dataclass
class Sub(B):
    more: int = 0
@dataclass
class Well:
    well: Well | None = None
"""


@pytest.mark.parametrize("order", list(permutations("ABC")), ids="".join)
def test_whole_circle_has_the_faults_of_each(analyse: Analyse, order: tuple[str, ...]) -> None:
    named = [*order, "Sub", "Well"]
    tools = "".join(f'@tool\ndef of_{name}() -> {name}:\n    "Of."\n' for name in named)
    analysis = analyse({"tools.py": CLASSES + tools})
    assert {tool.name for tool in analysis.manifest.tools if tool.output_schema is not None} == {"of_Well"}
    assert {found.code for found in analysis.diagnostics} == {"TG307"}
