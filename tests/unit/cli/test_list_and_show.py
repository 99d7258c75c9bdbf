"""`toolgen list` and `toolgen show`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from toolgen.runtime import Toolbox

Toolgen = Callable[..., Result]


@pytest.mark.usefixtures("project")
def test_the_list(toolgen: Toolgen) -> None:
    result = toolgen("list")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "add    Add two numbers.\ngreet  Greet somebody, 日本語.\n"


def test_the_list_is_printed_in_spite_of_findings(toolgen: Toolgen, project: Path) -> None:
    with (project / "tools.py").open("a") as stream:
        stream.write("\n\n@tool\ndef undocumented() -> None: ...\n")
    result = toolgen("list")
    assert result.exit_code == 1
    assert "TG203" in result.stderr
    assert "Add two numbers.\n" in result.stdout


def test_warnings_are_for_the_commands_that_report(toolgen: Toolgen, project: Path) -> None:
    with (project / "tools.py").open("a") as stream:
        stream.write("\n\n@tool\ndef odd() -> None:\n    'Odd.\\n\\n    Args:\\n        x: No parameter.'\n")
    assert "TG208" in toolgen("build").stderr
    for command in (["list"], ["show", "odd"]):
        result = toolgen(*command)
        assert (result.exit_code, result.stderr) == (0, "")


def test_a_tool_that_is_left_out_is_shown_with_the_reason(toolgen: Toolgen, project: Path) -> None:
    (project / "toolgen.toml").write_text('on_error = "skip"')
    source = "from toolgen import tool\n@tool\ndef {}() -> None: ...\n"
    for name in ("undocumented", "other"):
        (project / f"{name}.py").write_text(source.format(name))
    result = toolgen("show", "undocumented")
    assert (result.exit_code, result.stdout) == (0, "undocumented:undocumented is left out: TG203\n")
    assert result.stderr.startswith("undocumented.py:3:5: TG203 ")
    assert "other.py" not in result.stderr


def test_a_tool_is_shown_with_its_definition_for_each_target(toolgen: Toolgen, project: Path) -> None:
    (project / "toolgen.toml").write_text('paths = ["tools.py"]\ntargets = ["openai", "mcp"]\n')
    result = toolgen("show", "add")
    assert (result.exit_code, result.stderr) == (0, "")
    head, openai, mcp = result.stdout.replace("\nmcp:\n", "\nopenai:\n").split("\nopenai:\n")
    signature, place, digest, *description = head.splitlines()
    assert (signature, place) == ("add(left: int, right: int = 0)", "toolgen tool tools:add, tools.py:5")
    assert (digest[:14], len(digest), description) == ("digest sha256:", 14 + 64, ["", "  Add two numbers."])
    assert json.loads(openai)["function"]["parameters"]["required"] == ["left"]
    mcp, _, said = mcp.partition("\n}\n")
    assert json.loads(f"{mcp}\n}}")["inputSchema"]["required"] == ["left"]
    assert said == "  /output_schema/type is rewritten: `result` of an object\n"


def test_a_tool_is_shown_as_strict_as_the_plan_of_all_tools_has_it(toolgen: Toolgen, project: Path) -> None:
    tools = "\n".join(f"@tool\ndef f{n}(a: int) -> None:\n    'Do.'" for n in range(21))
    (project / "tools.py").write_text(f"from toolgen import tool\n{tools}\n")
    (project / "toolgen.toml").write_text(
        'paths = ["tools.py"]\noutput = "generated"\ntargets = [{ name = "anthropic", strict = "plan" }]\n'
    )
    toolgen("build")
    built = json.loads((project / "generated" / "anthropic.json").read_text())
    left_out = {tool["name"] for tool in built if not tool["strict"]}
    shown = {f"f{n}": toolgen("show", f"f{n}").stdout for n in range(21)}
    assert left_out == {name for name, text in shown.items() if '"strict": false' in text}
    assert len(left_out) == 1


def test_a_tool_of_a_namespace_is_shown_in_it(toolgen: Toolgen, project: Path) -> None:
    namespace = '{ name = "sums", description = "Sums." }'
    config = f"[extras.add.openai-responses]\nnamespace = {namespace}\n"
    (project / "toolgen.toml").write_text(f'paths = ["tools.py"]\ntargets = ["openai-responses"]\n{config}')
    shown = json.loads(toolgen("show", "add").stdout.partition("openai-responses:\n")[2])
    assert (shown["type"], shown["name"], shown["tools"][0]["name"]) == ("namespace", "sums", "add")


def test_what_is_shown_and_built_is_what_can_be_trusted(toolgen: Toolgen, project: Path) -> None:
    (project / "toolgen.toml").write_text('paths = ["tools.py"]\noutput = "generated"\n')
    built, shown = toolgen("build", "--digest").stdout, toolgen("show", "add").stdout
    seen = Toolbox.load(project / "generated")
    assert f"digest {seen.digest}" in built.splitlines()
    assert f"digest {seen.digests['add']}" in shown.splitlines()
    assert "digest" not in toolgen("build").stdout


def test_a_terminal_is_told_nothing_by_a_tool(toolgen: Toolgen, project: Path) -> None:
    source = (
        'from toolgen import tool\n@tool\ndef f(a: int = 1):\n    "Do \\x1b[31m \\u202e \\x9b1m \\x07.\\n\\nEnd."\n'
    )
    (project / "tools.py").write_text(source)
    shown = toolgen("show", "f").stdout
    assert "\n  Do \\x1b[31m \\u202e \\x9b1m \\x07.\n\n  End.\n" in shown
    assert '"Do \\u001b[31m \\u202e \\u009b1m \\u0007.\\n\\nEnd."' in shown
    assert all(line.isprintable() for line in shown.split("\n"))


def test_no_line_of_a_description_looks_like_one_of_toolgens(toolgen: Toolgen, project: Path) -> None:
    lines = ["a.py:1:1: TG201 made up", "exit code 0: all is well", "digest sha256:00", "openai:", "{}"]
    text = "\n".join(lines)
    (project / "tools.py").write_text(f"from toolgen import tool\n@tool\ndef f() -> None:\n    {text!r}\n")
    shown = toolgen("show", "f").stdout.split("\n")
    assert [line for line in lines if f"  {line}" not in shown] == []
    assert [line for line in lines if line in shown] == ["openai:"]  # which is toolgen's


def test_only_findings_in_the_file_of_the_tool_are_reported(toolgen: Toolgen, project: Path) -> None:
    (project / "toolgen.toml").write_text("")
    (project / "other.py").write_text("from toolgen import tool\n@tool\ndef undocumented() -> None: ...\n")
    assert toolgen("show", "add").exit_code == 0


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(("name", "expected"), [("ad", "did you mean `add`?"), ("zzz", "write `add` or `greet`")])
def test_an_unknown_name_is_a_matter_of_usage(toolgen: Toolgen, name: str, expected: str) -> None:
    result = toolgen("show", name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"there is no tool `{name}`: {expected}" in result.stderr


def test_what_is_shortened_is_written_told_and_the_same_at_run_time(toolgen: Toolgen, project: Path) -> None:
    text = (project / "toolgen.toml").read_text(encoding="utf-8")
    shorter = 'targets = [{ name = "mcp", shorten = ["output_schemas"], max_tokens = 1_000 }, "openai"]\n'
    (project / "toolgen.toml").write_text(text + shorter, encoding="utf-8")
    assert toolgen("build").exit_code == 0
    written = json.loads((project / "generated" / "mcp.json").read_text(encoding="utf-8"))
    assert all("outputSchema" not in definition for definition in written)
    assert Toolbox.load(project / "generated").select().definitions("mcp") == written
    manifest = json.loads((project / "generated" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["targets"] == {"mcp": {"shorten": ["output_schemas"]}}
    assert all("output_schema" in tool for tool in manifest["tools"])
    shown = toolgen("show", "add").stdout
    assert "  /output_schema is left out\n" in shown.partition("\nmcp:\n")[2].partition("\nopenai:\n")[0]
