"""A scan of many files takes a small multiple of what parsing them takes, on any machine."""

from __future__ import annotations

from pathlib import Path

import pytest
import tree
from measure import Command, run

FILES = 200
PARSE = "import ast, pathlib\nfor path in pathlib.Path('bench_tools').rglob('*.py'): ast.parse(path.read_bytes())"


def test_scan_of_many_files_takes_a_small_multiple_of_parsing_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time on the processor, which other processes disturb less. About 4; something quadratic would be far above."""
    monkeypatch.setattr(tree, "FUNCTIONS_PER_MODULE", 2)
    tree.write_tree(tmp_path, tools=2 * FILES)
    assert len([*tmp_path.rglob("*.py")]) >= FILES
    scan = Command(("-m", "toolgen", "scan", "bench_tools"), tmp_path)
    parse = Command(("-c", PARSE), tmp_path)
    assert run(scan).cpu < 10 * run(parse).cpu
