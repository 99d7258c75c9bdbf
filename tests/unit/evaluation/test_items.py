"""Dictionaries that are read item by item, each value where it is written: what `params` says of a parameter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from toolgen.model.tool import ToolSpec
from toolgen.pipeline import Analysis

BEFORE = """
from toolgen import tool
LONG = {"type": "string", "minLength": 9}
TEXT = {"text": LONG}
BY_NAME = {"search": TEXT, "other": {}}
def limits(): return {"text": {"type": "string", "maxLength": 5}}
def typed(type_): return {"text": type_}
"""

KNOWN: dict[str, dict[str, Any]] = {
    "{'text': int}": {"type": "integer"},
    "{'text': {'minLength': 1}}": {"type": "string", "minLength": 1},
    "dict(text=int)": {"type": "integer"},
    "TEXT": {"type": "string", "minLength": 9},
    "TEXT.copy()": {"type": "string", "minLength": 9},
    "{**TEXT, 'text': int}": {"type": "integer"},
    "TEXT | {'text': int}": {"type": "integer"},
    "{'text': LONG | {'maxLength': 10}}": {"type": "string", "minLength": 9, "maxLength": 10},
    "BY_NAME['search']": {"type": "string", "minLength": 9},
    "TEXT if 1 > 0 else {}": {"type": "string", "minLength": 9},
    "limits()": {"type": "string", "maxLength": 5},
    "{**limits()}": {"type": "string", "maxLength": 5},
    "{name: {'minLength': 2} for name in ('text',)}": {"type": "string", "minLength": 2},
    "{name: one for name, one in TEXT.items()}": {"type": "string", "minLength": 9},
}


@pytest.mark.parametrize(("given", "schema"), KNOWN.items(), ids=KNOWN)
def test_what_is_known(only: Callable[[str], ToolSpec], given: str, schema: dict[str, Any]) -> None:
    tool = only(f"{BEFORE}@tool('f', 'F.', params={given})\ndef f(text: str): ...\n")
    assert tool.input_schema["properties"]["text"] == schema


@pytest.mark.parametrize("given", ["typed(int)", "unknown()", "{name: {'title': name} for name in ('text',)}"])
def test_what_is_told(analyse: Callable[..., Analysis], given: str) -> None:
    """A value that means nothing outside of the call or loop that makes it is not known."""
    analysis = analyse({"tools.py": f"{BEFORE}@tool('f', 'F.', params={given})\ndef f(text: str): ...\n"})
    assert [found.code for found in analysis.diagnostics] == ["TG201"]
