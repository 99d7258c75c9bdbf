"""Makes the modules of `support`, and the canonical form of schemas, importable by its tests.

What is asked of one framework is asked in one process, one after another: its environment is found once, and what is
forked for its tests imports it once.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "differential" / "support"))
sys.path.insert(0, str(Path(__file__).parent / "support"))

from frameworks import FRAMEWORKS, HERE

NAMES = {framework.name for framework in FRAMEWORKS}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if isinstance(item, pytest.Function) and HERE in item.path.parents and (name := _framework(item)):
            item.add_marker(pytest.mark.xdist_group(name))


def _framework(item: pytest.Function) -> str:
    """The name of the framework that `item` is about, or nothing."""
    given = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return next((name for name in (getattr(one, "name", one) for one in given) if name in NAMES), "")
