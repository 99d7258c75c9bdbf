"""Calls in the text of a model: made, answered, and pointed at where they are wrong."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from toolgen.runtime import Call, Executor, ManifestError, TextTurn, Toolbox

ADD = '{"tool": "add_reminder", "args": {"text": "Rest"}}'


def run(toolbox: Toolbox, text: str) -> TextTurn:
    return asyncio.run(Executor(toolbox).run_text(text))


def test_calls_are_made_and_their_results_are_the_reply(sample: Toolbox) -> None:
    turn = run(sample, f"I will.\n{ADD}\n{ADD}")
    assert turn.message == "I will."
    assert [call.arguments for call in turn.calls] == [{"text": "Rest"}] * 2
    assert [json.loads(result.to_json())["text"] for result in turn.results] == ["Rest"] * 2
    assert turn.errors == ()
    assert turn.reply.count("Result of add_reminder:\n") == 2


def test_a_text_without_calls_has_no_reply(sample: Toolbox) -> None:
    assert run(sample, "All done.") == TextTurn("All done.", (), (), ())
    assert run(sample, "All done.").reply == ""


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        (
            '{"tool": "add_remindr", "args": {"text": "Rest"}}',
            (
                "Error: there is no tool 'add_remindr': did you mean 'add_reminder'?\n"
                '{"tool": "add_remindr", "args": {"text": "Rest"}}\n'
                "          ^^^^^^^^^^^"
            ),
        ),
        (
            'So:\n{"tool": "list_tasks",\n "args": {\n  "limit": -1\n}}',
            'Error: $.limit: expected an integer ≥ 1 and ≤ 50\n  "limit": -1\n   ^^^^^^^^^^',
        ),
    ],
)
def test_a_mistake_is_pointed_at_in_the_text_of_the_model(sample: Toolbox, text: str, reply: str) -> None:
    assert run(sample, text).reply.endswith(reply)


def test_a_syntax_may_be_chosen_for_one_text(sample: Toolbox) -> None:
    syntax = sample.call_syntax("line", marker="!")
    text = syntax.render(Call("add_reminder", {"text": "Rest"}))
    turn = asyncio.run(Executor(sample).run_text(text, syntax=syntax))
    assert (text, len(turn.results)) == ("! add_reminder Rest", 1)


def test_a_syntax_may_be_chosen_by_its_name(sample: Toolbox) -> None:
    turn = asyncio.run(Executor(sample).run_text("[add_reminder text=Rest]", syntax="brackets"))
    assert [call.arguments for call in turn.calls] == [{"text": "Rest"}]


def test_a_manifest_whose_syntax_is_none_is_refused(tmp_path: Path) -> None:
    document = {"manifest_version": 1, "tools": [], "call_syntax": ["xml"]}
    (tmp_path / "manifest.json").write_text(json.dumps(document))
    with pytest.raises(ManifestError, match="its call_syntax is not a table of texts"):
        Toolbox.load(tmp_path).call_syntax()


def test_a_syntax_that_is_not_installed_is_told(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"manifest_version": 1, "tools": [], "call_syntax": {"name": "smoke"}}')
    with pytest.raises(ValueError, match="there is no call syntax 'smoke'"):
        Toolbox.load(tmp_path).call_syntax()
