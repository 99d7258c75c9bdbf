"""Files are changed in two processes as they are in one, and it is told how many are done."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

import toolgen.project.parallel
from toolgen.model.span import Span
from toolgen.rewrite.change import Change, UnchangeableError
from toolgen.rewrite.planning import FEW_FILES, changed


def renamed(node: Any) -> Any:
    import libcst as cst

    if node.name.value == "stays":
        raise UnchangeableError("it stays")
    return node.with_changes(name=cst.Name("new"))


def change(path: str, line: int) -> Change:
    return Change("x", Span(path, line, 5), "FunctionDef", renamed)


FILES = {f"{number}.py": b"def old(): ...\ndef stays(): ...\n" + b"# x\n" * number for number in range(40)}
FILES["broken.py"] = b"def f(:\n"


@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("count", [0, 1, FEW_FILES, len(FILES)])
def test_all_files_are_changed_and_counted(count: int, processes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolgen.project.parallel, "_can_fork", lambda: processes > 1)
    sources = dict([*FILES.items()][-count:] if count else [])
    changes: dict[str, Sequence[Change]] = {path: [change(path, 1), change(path, 2)] for path in sources}
    told: list[tuple[str, int, int]] = []
    found = changed(sources, changes, lambda *one: told.append(one))
    assert found.keys() == sources.keys()
    for path, outcome in found.items():
        if path == "broken.py":
            assert outcome == (b"", (), "it cannot be parsed")
        else:
            assert outcome.new == sources[path].replace(b"old", b"new")
            assert outcome.failures == ((changes[path][1], "it stays"),)
    assert [what for what, _, _ in told] == ["changing files"] * len(told)
    assert all(one < next_ for (_, one, _), (_, next_, _) in pairwise(told))
    assert {of for _, _, of in told} <= {count}
    assert told == [] or told[-1][1] <= count
