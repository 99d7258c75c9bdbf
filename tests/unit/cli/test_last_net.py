"""What no stage foresaw: it is told at its tool, and costs that tool alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest
from click.testing import Result

from toolgen.tools.declarations.declarations import Declarations

Toolgen = Callable[..., Result]
PLACE = "tools.py:16:11"


def about_greet(arguments: tuple[Any, ...]) -> bool:
    named = (getattr(one, "node", one) for one in arguments)
    return any(getattr(one, "name", "") == "greet" for one in named)


STAGES = [
    "toolgen.tools.tool_builder.ToolBuilder.build",
    "toolgen.resolving._not_enforced",
    "toolgen.providers.projection.target.parameters",
    "toolgen.tools.targets.refusals",
    "toolgen.emit.artifacts.view",
]
"""A function of each stage, which is called with a tool or what declares it."""


@pytest.fixture(params=STAGES)
def failing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    """Makes one stage raise an error at the tool `greet`."""

    def arrange(error: BaseException) -> None:
        path: str = request.param
        module, _, name = path.rpartition(".")
        owner = resolve_name(module)
        real = getattr(owner, name)

        def run(*arguments: Any) -> Any:
            if about_greet(arguments):
                raise error
            return real(*arguments)

        monkeypatch.setattr(owner, name, run)

    return arrange


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("error", [KeyError("a\nb"), MemoryError()])
def test_it_is_told_at_the_tool(toolgen: Toolgen, failing: Callable[[BaseException], None], error: Exception) -> None:
    failing(error)
    result = toolgen("build")
    said = f"{type(error).__name__}{': ' if str(error) else ''}{error}"
    first, *_ = result.stderr.splitlines()
    assert first == f"{PLACE}: TG412 internal error: toolgen fails at the tool `greet`: {said}"
    assert "TOOLGEN_DEBUG=1" in result.stderr
    assert (result.exit_code, "nothing was written" in result.stderr) == (2, True)


@pytest.mark.usefixtures("project")
def test_what_goes_too_deep_is_no_error_of_toolgens(toolgen: Toolgen, failing: Callable[[BaseException], None]) -> None:
    failing(RecursionError("maximum recursion depth exceeded"))
    result = toolgen("build")
    assert result.stderr.startswith(f"{PLACE}: TG107 the tool `greet` is nested too deeply to be read\n")
    assert (result.exit_code, "nothing was written" in result.stderr) == (1, True)


def test_the_others_are_written(toolgen: Toolgen, failing: Callable[[BaseException], None], project: Path) -> None:
    (project / "toolgen.toml").write_text('paths = ["tools.py"]\non_error = "skip"\n')
    failing(KeyError("x"))
    result = toolgen("build")
    assert (result.exit_code, result.stdout.rpartition("(")[2]) == (0, "TG412))\n")
    manifest = json.loads(next(project.glob("**/manifest.json")).read_text())
    assert [tool["name"] for tool in manifest["tools"]] == ["add"]
    (skipped,) = manifest["skipped"]
    assert (skipped["name"], skipped["codes"]) == ("greet", ["TG412"])


@pytest.mark.usefixtures("project")
def test_who_asks_is_shown_the_exception(
    toolgen: Toolgen, failing: Callable[[BaseException], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOOLGEN_DEBUG", "1")
    failing(KeyError("x"))
    assert "Traceback (most recent call last):" in toolgen("build").stderr


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("error", "code"), [(KeyboardInterrupt(), 130), (PermissionError(13, "Permission denied", "a"), 2)]
)
def test_it_catches_errors_of_toolgen_alone(
    toolgen: Toolgen, failing: Callable[[BaseException], None], error: BaseException, code: int
) -> None:
    failing(error)
    result = toolgen("build")
    assert (result.exit_code, "internal error" in result.stderr) == (code, False)


def test_a_module(toolgen: Toolgen, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "more.py").write_text((project / "tools.py").read_text().replace("add", "sum").replace("greet", "hail"))
    (project / "toolgen.toml").write_text('paths = ["."]\non_error = "skip"\n')
    real = Declarations.of

    def of(self: Declarations, module: Any) -> Any:
        yield from real(self, module)
        if module.name == "more":
            raise KeyError("x")

    monkeypatch.setattr(Declarations, "of", of)
    result = toolgen("build")
    assert "more.py: TG412 internal error: toolgen fails at the module `more`: KeyError: 'x'" in result.stderr
    assert result.stdout.endswith("(2 tools)\n")
