"""The classes of the parameters that a caller supplies, as far as they can be named in an annotation."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolgen.config.config import Config
from toolgen.pipeline import analyse

SOURCE = '''
from typing import Any, Generic, TypeVar
from toolgen import Injected, tool
from app.sessions import Session

T = TypeVar("T")

class Store(Generic[T]):
    pass

class Local:
    class Inner:
        pass

Alias = Local

@tool
def subject(given: {annotation}) -> None:
    """Subject."""
'''


@pytest.mark.parametrize(
    ("annotation", "supplied"),
    [
        ("Injected[str]", "str"),
        ("Injected[Session]", "app.sessions:Session"),
        ('"Injected[Session]"', "app.sessions:Session"),
        ("Injected[Local.Inner]", "app.tools:Local.Inner"),
        # What takes arguments, or is more than one class, is not named.
        ("Injected[Store[int]]", None),
        ("Injected[Store]", None),
        ("Injected[Session | None]", None),
        ("Injected[Any]", None),
    ],
)
def test_the_class_of_what_is_injected(tmp_path: Path, annotation: str, supplied: str | None) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "__init__.py").touch()
    (tmp_path / "app" / "sessions.py").write_text("class Session: ...\n", encoding="utf-8")
    (tmp_path / "app" / "tools.py").write_text(SOURCE.replace("{annotation}", annotation), encoding="utf-8")
    (tool,) = analyse(Config(root=tmp_path, output="")).manifest.tools
    assert tool.injected == ("given",)
    assert dict(tool.supplied).get("given") == supplied
