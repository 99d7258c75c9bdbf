"""Which syntaxes there are, those of installed packages too, and with which options they work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from toolgen.call_syntax import call_syntax
from toolgen.call_syntax.message import ToolCall

MODULE = '''
from toolgen.call_syntax.json_syntax import JsonSyntax


class Shouting(JsonSyntax):
    """Calls under names in capitals."""

    name = "shouting"

    def __init__(self, tools=(), *, coerce=False):
        super().__init__(tools, coerce=coerce, tool_key="TOOL", args_key="ARGS")


broken = "no class"
'''


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A distribution, as an installer leaves it."""
    (tmp_path / "shouting_calls.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "shouting-1.0.dist-info").mkdir()
    for name, text in {
        "METADATA": "Metadata-Version: 2.1\nName: shouting\nVersion: 1.0\n",
        "entry_points.txt": (
            "[toolgen.syntaxes]\nshouting = shouting_calls:Shouting\n"
            "broken = shouting_calls:broken\ngone = shouting_calls.gone:Gone\n"
        ),
    }.items():
        (tmp_path / "shouting-1.0.dist-info" / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("package")
def test_a_package_brings_a_syntax() -> None:
    syntax = call_syntax("shouting")
    call = ToolCall("now", {"a": 1})
    assert syntax.render(call) == '```json\n{"TOOL": "now", "ARGS": {"a": 1}}\n```'
    assert syntax.parse(syntax.render(call)).calls == (call,)


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("broken", "is no subclass of CallSyntax: shouting_calls:broken"),
        ("gone", "cannot be imported: No module named"),
        ("none", "there is no call syntax 'none'; those of toolgen are json, xml,"),
    ],
)
def test_a_syntax_that_does_not_work_is_told(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call_syntax(name)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("line", {"marker": ""}),
        ("line", {"marker": " "}),
        ("line", {"marker": "a\nb"}),
        ("line", {"marker": "```"}),
        ("json", {"tool_key": "x", "args_key": "x"}),
        ("json", {"tool_key": 'a"b'}),
        ("json", {"tool_key": "a\nb"}),
        ("json", {"tool_key": "a" * 300}),
    ],
)
def test_options_with_which_no_call_is_read_are_refused(name: str, options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="cannot tell calls from prose"):
        call_syntax(name, **options)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("line", {"marker": "!", "end": "!end"}),
        ("line", {"marker": ">", "end": "<"}),
        ("line", {"marker": "[", "end": "("}),
        ("json", {"tool_key": "name", "args_key": "arguments"}),
        ("json", {"tool_key": "args", "args_key": "tool"}),
        ("xml", {"tag": "invoke"}),
        ("xml", {"tag": "argument"}),
        ("xml", {"tag": "ns:invoke"}),
    ],
)
def test_options_are_any_that_work(name: str, options: dict[str, Any]) -> None:
    syntax = call_syntax(name, **options)
    call = ToolCall("now", {"argument": "a\nb", "tag": "<x>"})
    assert syntax.parse(f"So.\n{syntax.render(call)}").calls == (call,)
