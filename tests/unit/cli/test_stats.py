"""`toolgen stats`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from toolgen.stats.fields import FIELDS
from toolgen.stats.tokens import Counter, estimate

Toolgen = Callable[..., Result]


@pytest.mark.usefixtures("project")
def test_the_tables(toolgen: Toolgen, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    result = toolgen("stats", "--target", "openai", "--target", "mcp", "--top", "1")
    assert (result.exit_code, result.stderr) == (0, "")
    about, _, head, openai, *_ = lines = result.stdout.splitlines()
    assert about.startswith("2 tools; tokens of o200k_base, estimated (within 2 % of the count for half of ")
    assert head.split() == ["TARGET", "BYTES", "TOKENS", *map(str.upper, FIELDS)]
    assert openai.startswith("openai")
    assert [line for line in lines if line.startswith(("TOOL ", "add ", "greet "))] == ["TOOL  openai  mcp", lines[7]]
    assert lines[7].startswith("add ")
    assert "LARGEST FIELDS, openai  TOKENS" in lines
    assert any(line.startswith('shorten = ["output_schemas"] ') for line in lines)
    assert not any(line.startswith("input_examples") for line in lines)


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(("factor", "off"), [(2, "50.0 % too low"), (0.5, "100.0 % too high")])
def test_what_is_counted_measures_the_estimate(
    toolgen: Toolgen, monkeypatch: pytest.MonkeyPatch, factor: float, off: str
) -> None:
    counted = Counter(lambda text: round(factor * estimate(text)), is_exact=True)
    monkeypatch.setattr("toolgen.cli.stats.counter", lambda: counted)
    about = toolgen("stats", "--target", "openai").stdout.splitlines()[0]
    found = re.fullmatch(r"2 tools; tokens of o200k_base, counted \(the estimate is ([\d.]+) % too (low|high)\)", about)
    expected, direction = off.split(" % too ")
    assert found
    assert found[2] == direction
    assert float(found[1]) == pytest.approx(float(expected), abs=3)


@pytest.mark.usefixtures("project")
def test_the_json(toolgen: Toolgen) -> None:
    found = json.loads(toolgen("stats", "--target", "mcp", "--json").stdout)
    assert (found["encoding"], [*found["targets"]], [*found["prompts"]]) == (
        "o200k_base",
        ["mcp"],
        ["signature", "typescript", "json-schema"],
    )
    mcp = found["targets"]["mcp"]
    for unit in ("bytes", "tokens"):
        assert mcp[unit] == sum(field[unit] for field in mcp["fields"].values())
        assert mcp[unit] == sum(tool[unit] for tool in mcp["tools"].values())
    largest = {(one["tool"], one["field"]): one["tokens"] for one in mcp["largest"]}
    assert {("add", "left"), ("add", "right"), ("greet", "description")} <= largest.keys()
    assert [*largest.values()] == sorted(largest.values(), reverse=True)


def test_tools_of_several_categories_can_be_deferred_apart(toolgen: Toolgen, project: Path) -> None:
    text = (project / "tools.py").read_text(encoding="utf-8").replace("@tool\ndef", '@tool(category="sums")\ndef')
    (project / "tools.py").write_text(text, encoding="utf-8")
    table = toolgen("stats", "--target", "openai").stdout.partition("DEFERRED, by category")[2].splitlines()
    assert [line.split()[0] for line in table[1:3]] == ["without", "sums"]


def test_no_tools(toolgen: Toolgen, project: Path) -> None:
    (project / "tools.py").write_text("")
    result = toolgen("stats")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "no tools were found\n")
