"""An environment that lacks what the committed manifest was made with: an error, and no stale files."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from toolgen.output.record import digest

Toolgen = Callable[..., Result]

THIRD = """
from dataclasses import dataclass
@dataclass
class Order:
    number: int
"""
ORDER = (
    "TG409 the class `third.models.Order` was known when the committed manifest was made, and `third` is not found here"
)
FIND = "TG409 the tool `find` was known when the committed manifest was made, and `third` is not found here"


@pytest.fixture
def write(tmp_path: Path, toolgen: Toolgen) -> Callable[..., Path]:
    """`write(source, *settings)`: a built project that imports `third`, which is installed beside it."""

    def run(source: str, *settings: str) -> Path:
        (tmp_path / "installed" / "third").mkdir(parents=True)
        (tmp_path / "installed" / "third" / "__init__.py").write_text("from third.models import Order\n")
        (tmp_path / "installed" / "third" / "models.py").write_text(THIRD)
        lines = ['paths = ["tools.py"]', 'search_path = ["installed"]', *settings]
        (tmp_path / "toolgen.toml").write_text("\n".join(lines))
        (tmp_path / "tools.py").write_text(f"from third import Order\nfrom toolgen import tool\n{source}")
        assert toolgen("build").exit_code == 0
        return tmp_path

    return run


Write = Callable[..., Path]
RESULT = "@tool\ndef find() -> Order: 'F.'\n"
PARAMETER = "@tool\ndef find(order: Order): 'F.'\n@tool\ndef other(): 'O.'\n"
BASE = (
    "from dataclasses import dataclass\n@dataclass\nclass Mine(Order):\n    a: int\n"
    "@tool\ndef find(order: Mine): 'F.'\n@tool\ndef other(): 'O.'\n"
)
SKIP = 'on_error = "skip"'


@pytest.mark.parametrize(
    ("source", "settings", "expected"),
    [
        (RESULT, [], [ORDER]),
        (PARAMETER, [], [ORDER]),
        (PARAMETER, [SKIP], [ORDER, FIND]),
        (BASE, [SKIP], [FIND]),
    ],
)
def test_what_is_not_installed_here(
    toolgen: Toolgen, write: Write, source: str, settings: list[str], expected: list[str]
) -> None:
    root = write(source, *settings)
    before = (root / "generated" / "manifest.json").read_bytes()
    shutil.rmtree(root / "installed" / "third")
    for command, last in (("check", "the generated files were not compared"), ("build", "nothing was written")):
        result = toolgen(command)
        assert result.exit_code == 1
        found = [line.partition("manifest.json: ")[2] for line in result.stderr.splitlines() if "TG409" in line]
        assert found == expected
        assert last in result.stderr
        assert "is out of date" not in result.stdout
    assert (root / "generated" / "manifest.json").read_bytes() == before


@pytest.mark.parametrize(
    "change",
    [
        lambda root: (root / "tools.py").write_text("from toolgen import tool\n@tool\ndef find() -> int: 'F.'\n"),
        lambda root: (root / "installed" / "third" / "models.py").write_text(THIRD.replace("number", "id")),
    ],
    ids=["a class that is no longer used", "a class that changed"],
)
def test_what_is_only_stale(toolgen: Toolgen, write: Write, change: Callable[[Path], object]) -> None:
    change(root := write(RESULT))
    if "Order" not in (root / "tools.py").read_text():
        shutil.rmtree(root / "installed" / "third")
    result = toolgen("check")
    assert "TG409" not in result.stderr
    assert "manifest.json is out of date" in result.stdout


def test_what_is_meant(toolgen: Toolgen, write: Write) -> None:
    shutil.rmtree(write(RESULT) / "installed" / "third")
    assert toolgen("build", "--force").exit_code == 0
    assert toolgen("check").exit_code == 0


@pytest.mark.parametrize(
    "text",
    [
        *("no JSON", "[]", "null", "[" * 100_000, '{"types": 3, "tools": []}', '{"manifest_version": 99, "tools": []}'),
        *('{"manifest_version": 1, "types": {"a": 3}, "tools": [3]}', '{"manifest_version": 1, "tools": [{}]}'),
    ],
    ids=len,
)
def test_what_the_record_lists_and_is_no_manifest_knows_nothing(toolgen: Toolgen, write: Write, text: str) -> None:
    root = write(PARAMETER, SKIP)
    shutil.rmtree(root / "installed" / "third")
    record = root / "generated" / "toolgen.sum"
    (root / "generated" / "manifest.json").write_text(text)
    lines = [line for line in record.read_text().splitlines() if "manifest.json" not in line]
    record.write_text("\n".join([*lines, f"{digest(text.encode())}  manifest.json\n"]))
    result = toolgen("check")
    assert (result.exit_code, "TG409" in result.stderr) == (1, False)
    assert "generated/manifest.json is out of date" in result.stdout
