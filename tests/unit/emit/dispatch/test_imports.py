from __future__ import annotations

import subprocess
import sys

import pytest

from toolgen.emit.dispatch.files import import_block
from toolgen.emit.dispatch.naming import SOURCES


def test_imports_stand_in_the_order_of_ruff() -> None:
    modules = ["b.a", "b", "B", "b10", "b2", "b_c", "_b", "bA", "ba"]
    annotated = {module: module for module in modules} | {"uuid": "uuid", "collections.abc": "collections.abc"}
    lines = import_block({"re", "collections", "partial", *SOURCES}, annotated)
    source = "\n".join(["from __future__ import annotations", "", *lines]) + "\n"
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--select", "I", "--diff", "-"]
    done = subprocess.run(command, input=source, capture_output=True, encoding="utf-8", check=False)
    assert (done.stdout, done.returncode) == ("", 0)


@pytest.mark.parametrize(
    ("used", "annotated", "lines"),
    [
        ({"re"}, {"re"}, ["import re"]),
        ({"collections"}, {"collections.abc"}, ["import collections.abc"]),
        ({"collections"}, {"collections", "collections.abc"}, ["import collections.abc"]),
        (set(), {"collections", "collections.abc"}, ["if TYPE_CHECKING:", "    import collections.abc"]),
        (
            set(),
            {"app", "app.models", "app.more"},
            ["if TYPE_CHECKING:", "    import app.models", "    import app.more"],
        ),
        (set(), {"app", "uuid"}, ["if TYPE_CHECKING:", "    import uuid", "    import app"]),
    ],
)
def test_no_name_is_bound_twice(used: set[str], annotated: set[str], lines: list[str]) -> None:
    found = import_block(used, {module: module for module in annotated})
    assert [line for line in found if not line.startswith("from ") and line] == lines


def test_a_module_may_have_another_name() -> None:
    assert import_block(set(), {"call": "_call", "call.models": "_call_models"})[-2:] == [
        "    import call as _call",
        "    import call.models as _call_models",
    ]
