"""Defaults that name a member of an enumeration: what Python raises for is an error, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from toolgen.pipeline import Analysis

Analyse: TypeAlias = Callable[..., Analysis]

HEADER = """
from enum import Enum, EnumMeta
from pydantic import BaseModel, Field
from toolgen import tool
class Color(Enum):
    RED = "red"
    BLUE = RED
    @property
    def dark(self): return False
    @classmethod
    def usual(cls): return cls.RED
class Upper(EnumMeta):
    def __getitem__(cls, name): return super().__getitem__(name.upper())
class Size(Enum, metaclass=Upper):
    A = "a"
class Lenient(Enum):
    A = "a"
    @classmethod
    def _missing_(cls, value): return cls.A
"""
DEFAULTS = {
    "Color.RED": False,
    "Color.BLUE": False,
    "Color.RED.value": False,
    "Color.usual()": False,
    "Color.__members__": False,
    "Color['RED']": False,
    "Color('red')": False,
    "Lenient('b')": False,
    "Size['a']": False,
    "Color.PURPLE": True,
    "Color.PURPLE.value": True,
    "Color['PURPLE']": True,
    "Color('purple')": True,
    "Lenient.B": True,
}
FORMS = ["@tool\ndef paint(a={}):\n    'Paint.'\n", "class M(BaseModel):\n    a: object = Field({})\n"]


@pytest.mark.parametrize("form", FORMS, ids=["parameter", "field"])
@pytest.mark.parametrize(("default", "is_raised"), DEFAULTS.items(), ids=DEFAULTS)
def test_members_that_are_not_there(analyse: Analyse, form: str, default: str, is_raised: bool) -> None:
    source = HEADER + form.format(default)
    try:
        exec(source, {"__name__": "tools"})
    except (AttributeError, KeyError, ValueError):
        assert is_raised
    else:
        assert not is_raised
    used = "" if "@tool" in source else "@tool\ndef paint(m: M):\n    'Paint.'\n"
    found = {one.code for one in analyse({"tools.py": source + used}).diagnostics}
    assert ("TG324" in found) == is_raised
