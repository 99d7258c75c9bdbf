"""One key of the configuration decides how a model writes calls, and how they are read."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.forked import toolgen_process
from toolgen.model.notations import NOTATIONS
from toolgen.runtime import Call, Executor, Toolbox

SOURCE = '''
from toolgen import tool


@tool(examples=[{"path": "a.py", "text": "x = 1\\n"}], multiline=["text"])
def write_file(path: str, text: str = "") -> str:
    """Write a file.

    Args:
        path: Where.
        text: What.
    """
    return f"{path}: {len(text)}"
'''

RENDERED = {
    "json": '`{"tool": "write_file", "args": {"path": "a.py", "text": "x = 1\\n"}}`',
    "xml": '```\n<tool name="write_file">\n<path>a.py</path>\n<text>\nx = 1\n\n</text>\n</tool>\n```',
    "brackets": '`[write_file path="a.py" text="x = 1\\n"]`',
    "line": "```\n\U0001f6e0\ufe0f write_file a.py\nx = 1\n\n\U0001f6e0\ufe0f\U0001f51a\n```",
    "python": "`write_file(path='a.py', text='x = 1\\n')`",
    "function_xml": (
        "```\n<tool_call>\n<function=write_file>\n<parameter=path>\na.py\n</parameter>\n"
        "<parameter=text>\nx = 1\n\n</parameter>\n</function>\n</tool_call>\n```"
    ),
    "hermes": (
        '```\n<tool_call>\n{"name": "write_file", "arguments": {"path": "a.py", "text": "x = 1\\n"}}\n</tool_call>\n```'
    ),
    "harmony": (
        "`<|channel|>commentary to=functions.write_file <|constrain|>json<|message|>"
        '{"path": "a.py", "text": "x = 1\\n"}<|call|>`'
    ),
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "files.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    known = {*sys.modules}
    yield tmp_path
    for name in {*sys.modules} - known:
        if name.partition(".")[0] in ("files", "generated"):  # which other projects have, too
            del sys.modules[name]


def test_the_prompt_and_the_parser_change_together_and_no_source_does(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = Call("write_file", {"path": "b.py", "text": "y"})
    for name, example in RENDERED.items():
        (project / "toolgen.toml").write_text(f'syntax = "{name}"\n', encoding="utf-8")
        done = toolgen_process("build", cwd=project)
        assert done.returncode == 0, done.stderr
        toolbox = Toolbox.load(project / "generated")
        prompt = (project / "generated" / "prompt.md").read_text(encoding="utf-8")
        assert f"Examples:\n\n{example}\n" in prompt or f"Examples:\n- {example}\n" in prompt
        assert prompt == toolbox.prompt()
        syntax = toolbox.call_syntax()
        assert syntax.name == name
        assert syntax.instructions in prompt
        turn = asyncio.run(Executor(toolbox).run_text(f"Well.\n{syntax.render(call)}\n"))
        assert ([result.value for result in turn.results], turn.errors) == (["b.py: 1"], ())
        monkeypatch.delitem(sys.modules, "files", raising=False)
    assert (project / "files.py").read_text(encoding="utf-8") == SOURCE


def test_the_notation_is_configured_and_what_the_runtime_writes_is_the_same(project: Path) -> None:
    prompts = set()
    for notation in NOTATIONS:
        (project / "toolgen.toml").write_text(f'notation = "{notation}"\n', encoding="utf-8")
        done = toolgen_process("build", cwd=project)
        assert done.returncode == 0, done.stderr
        toolbox = Toolbox.load(project / "generated")
        prompt = (project / "generated" / "prompt.md").read_text(encoding="utf-8")
        assert prompt == toolbox.prompt() == toolbox.select().prompt()
        prompts.add(prompt)
    assert len(prompts) == len(NOTATIONS)


def test_whether_providers_are_told_examples_is_configured(project: Path) -> None:
    for setting, examples in (("", [{"path": "a.py", "text": "x = 1\n"}]), ("input_examples = false\n", None)):
        (project / "toolgen.toml").write_text(setting, encoding="utf-8")
        done = toolgen_process("build", cwd=project)
        assert done.returncode == 0, done.stderr
        toolbox = Toolbox.load(project / "generated")
        assert [tool.get("input_examples") for tool in toolbox.definitions("anthropic")] == [examples]
        assert toolbox.definitions("anthropic") == toolbox.select().definitions("anthropic")
