"""Which files are worth parsing, decided by their bytes."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.diagnostics.diagnostic import Diagnostic
from toolgen.project.prefilter import Needles, is_candidate, used_in
from toolgen.project.walk import SourceFile

NEEDLES = Needles(frozenset({b"tool", b"Tool"}), serving=frozenset({b"app.run"}))


def judge(path: Path, limit: int = 1000) -> bool | Diagnostic:
    return is_candidate(SourceFile("shown.py", str(path)), NEEDLES, limit)


@pytest.mark.parametrize(
    "source",
    [
        b"",
        b"import itertools",
        b"import setuptools, toolbox",
        b"tools = []",
        b"my_tool = tool_1 = tool2 = 3",
        b"TOOL = 1",
        b"Tools Toolbox",
        b"app = Flask(__name__)\napp.run()",
        b"import mcp\napp.runs()",
        b"from mail import MailTool\nsend(MailTool)",
        b"class MailTool(Base): ...",
        b"class Send(MailTools): ...",
    ],
)
def test_files_without_the_word_are_skipped(tmp_path: Path, source: bytes) -> None:
    (tmp_path / "a.py").write_bytes(source)
    assert judge(tmp_path / "a.py") is False


@pytest.mark.parametrize(
    "source",
    [
        b"tool",
        b"@tool\ndef f(): ...",
        b"from toolgen import tool",
        b"@mcp.tool()",
        b"import itertools, toolbox; tool",
        b"class A(Tool): ...",
        b"# -*- coding: latin-1 -*-\n# \xe9tool",
        b"tools tool_ tool",
        b"import tool\r\n",
        b"from mcp_weather import app\napp.run()",
        b"class Send(MailTool): ...",
        b"if MAIL:\n    class Send(mail.MailTool, Sending): ...",
    ],
)
def test_files_with_the_word_are_candidates(tmp_path: Path, source: bytes) -> None:
    (tmp_path / "a.py").write_bytes(source)
    assert judge(tmp_path / "a.py") is True


@pytest.mark.parametrize(
    ("source", "is_found"),
    [
        (b"@step\ndef f(): ...", True),
        (b"@app.registry.step(1)\ndef f(): ...", True),
        (b"from app import other, step", True),
        (b"from app import (\n    other,\n    step,\n)", True),
        (b"import app\napp.step(1)", True),
        (b"def g():\n    App().step(1)", True),
        (b"def g():\n    return app.step(1)", False),
        (b"def g(self):\n    self.step(1)", False),
        (b"step(1)", False),
        (b"x = self.step(1)", False),
        (b"@steps\ndef f(): ...", False),
        (b"@pytest.mark(step)\ndef f(): ...", False),
        (b"def step(): ...", False),
    ],
)
def test_wrappers_are_looked_for_only_where_they_declare(tmp_path: Path, source: bytes, is_found: bool) -> None:
    (tmp_path / "a.py").write_bytes(source)
    file = SourceFile("shown.py", str(tmp_path / "a.py"))
    assert (b"step" in used_in(file, 99)) is is_found


@given(st.lists(st.sampled_from([b"tool", b"Tool", b"_", b"s", b" ", b".", b"\xe9", b"o", b"t"])).map(b"".join))
def test_a_word_is_what_regular_expressions_call_one(tmp_path_factory: pytest.TempPathFactory, source: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "word.py"
    path.write_bytes(source)
    assert judge(path) == bool(re.search(rb"\b(tool|Tool)\b", source))


NAMES = [b"tool", b"Tool", b"add_tool", b"register", b"Function", b"functions=", b"ai_function", b"BaseAction", b"o"]
PIECES = [*NAMES, b"s", b"_", b" ", b".", b"bool", b"unction", b"section", b"=", b"\xe9"]


@given(st.sets(st.sampled_from(NAMES)), st.lists(st.sampled_from(PIECES)).map(b"".join))
def test_needles_are_found_together_as_each_is_alone(
    tmp_path_factory: pytest.TempPathFactory, needles: set[bytes], source: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "needles.py"
    path.write_bytes(source)
    file = SourceFile("shown.py", str(path))
    expected = any(
        re.search(rb"\b" + needle + (rb"\b" if needle[-1:].isalpha() else b""), source) for needle in needles
    )
    assert is_candidate(file, Needles(frozenset(needles)), 1000) is expected


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
@pytest.mark.parametrize("source", ["@tool\ndef f(): ...", "pass"])
def test_null_bytes_are_reported_because_they_hide_words(tmp_path: Path, source: str, encoding: str) -> None:
    (tmp_path / "a.py").write_text(source, encoding=encoding)
    found = judge(tmp_path / "a.py")
    assert isinstance(found, Diagnostic)
    assert (found.code, str(found.span)) == ("TG103", "shown.py")


def test_the_limit_is_inclusive_and_the_file_behind_it_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.py").write_bytes(b"tool".ljust(1000))
    assert judge(tmp_path / "a.py", limit=1000) is True
    monkeypatch.delattr("os.read")
    found = judge(tmp_path / "a.py", limit=999)
    assert isinstance(found, Diagnostic)
    assert (found.code, found.message) == ("TG104", "this file is 1,000 bytes, more than the limit of 999")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "gone.py", tmp_path):
        found = judge(path, limit=1_000_000)
        assert isinstance(found, Diagnostic)
        assert found.code == "TG105"


def test_no_file_stays_open(tmp_path: Path) -> None:
    def next_descriptor() -> int:
        descriptor = os.open(os.devnull, os.O_RDONLY)
        os.close(descriptor)
        return descriptor

    (tmp_path / "a.py").write_bytes(b"\0")
    before = next_descriptor()
    for limit in (0, 1000):
        judge(tmp_path / "a.py", limit)
    assert next_descriptor() == before
