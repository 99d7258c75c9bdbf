"""Frameworks that look annotations up in a module of their own: where these are text, most names are not there."""

from __future__ import annotations

from pathlib import Path

import pytest
from file_sides import installed
from forks import forked
from frameworks import FRAMEWORKS, Framework

from toolgen.config.config import Config
from toolgen.pipeline import analyse

ANNOTATIONS = (
    *("int", "list[str] | None", "Any", "Callable[[int], int]", "Dict[str, Any]", "List[int]", "Optional[int]"),
    *(
        "Tuple[int, str]",
        "Union[int, str]",
        "Literal['a']",
        "Annotated[int, 1]",
        "Annotated[int, 'Unit']",
        "Sequence[int]",
        "Mapping[str, int]",
    ),
    *("typing.Any", "datetime.date", "date", "Unit", "Optional[Unit]"),
)
IMPORTS = """from __future__ import annotations
import datetime
import typing
from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any, Callable, Dict, List, Literal, Mapping, Optional, Tuple, Union
Unit = Literal["m", "s"]
"""
FUNCTION = "\ndef tool_{number}(x: {annotation}) -> str:\n    'Do it.'\n    return ''\n"
MADE = {
    "camel": ("from camel.toolkits import FunctionTool", "FunctionTool(tool_{0}).get_openai_tool_schema()"),
    "crewai": ("from crewai.tools import tool", "tool('t{0}')(tool_{0}).args_schema.model_json_schema()"),
    "llama-index": (
        "from llama_index.core.tools import FunctionTool",
        "FunctionTool.from_defaults(tool_{0}).metadata.get_parameters_dict()",
    ),
}
UNDEFINED = "\ntry:\n    {made}\nexcept Exception as error:\n    if 'define' in str(error): print('{annotation}')\n"
"""What pydantic says is that the tool is not fully defined; other faults are no matter of names."""


@pytest.mark.network
@pytest.mark.parametrize("framework", [one for one in FRAMEWORKS if one.name in MADE], ids=lambda one: one.name)
def test_names_are_looked_up_where_the_framework_does(framework: Framework, tmp_path: Path) -> None:
    imported, made = MADE[framework.name]
    source, python = f"{IMPORTS}{imported}\n", installed(framework)
    for number, annotation in enumerate(ANNOTATIONS):
        source += FUNCTION.format(number=number, annotation=annotation)
        source += UNDEFINED.format(made=made.format(number), annotation=annotation.replace("'", '"'))
    (tmp_path / "tools.py").write_text(source, encoding="utf-8")
    done = forked(framework, "tools.py", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    analysis = analyse(Config(tmp_path, paths=("tools.py",), output="", python=str(python)))
    lines = {one.span.line for one in analysis.diagnostics if one.code == "TG328"}
    definitions = [line for line, text in enumerate(source.splitlines(), 1) if text.startswith("def tool_")]
    told = [one for one, line in zip(ANNOTATIONS, definitions, strict=True) if line in lines]
    assert told == [one.replace('"', "'") for one in done.stdout.splitlines()]
    assert told, "what is looked up everywhere proves nothing"
