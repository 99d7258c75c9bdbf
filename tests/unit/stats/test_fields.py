"""What a definition is made of, and what is left of it in a list of tools."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from toolgen.model.canonical import compact
from toolgen.model.contract import Contract
from toolgen.model.json_values import Json
from toolgen.providers import TARGETS, projected
from toolgen.runtime import Toolbox
from toolgen.stats.fields import FIELDS, Field, Size, deferred, sizes

CASES = sorted((Path(__file__).parents[2] / "cases").glob("*/expected/manifest.json"))


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def test_a_deferred_tool_is_its_name_and_first_sentence() -> None:
    function = {"name": "f", "description": "Find. More\n\nof it.", "parameters": of(a={})}
    assert deferred({"type": "function", "function": function}) == {
        "type": "function",
        "function": {"name": "f", "description": "Find."},
    }


def sent(target: str) -> Iterator[tuple[str, Json]]:
    """What a target is sent of the tools of each case, by their names."""
    for manifest in CASES:
        yield from projected(target, [*Toolbox.load(manifest)]).definitions.items()


@pytest.mark.parametrize("target", TARGETS)
def test_the_fields_of_a_definition_are_all_of_it(target: str) -> None:
    for name, definition in sent(target):
        found = sizes(definition, lambda text: Size(len(text.encode()), len(text)))
        assert sum(found.values(), Size()) == Size(len(compact(definition).encode()), len(compact(definition)))
        assert all(size.bytes >= 0 for size in found.values()), (name, found)
        assert found["name"].bytes or target == "json-schema"


@pytest.mark.parametrize("target", [*TARGETS])
def test_what_an_argument_is_called_is_no_field(target: str) -> None:
    names = ("name", "description", "title", "parameters", "examples")
    plain, odd = (
        Contract(
            name="f",
            description="Find.",
            input_schema=of(**{name: {"type": "string", "description": "Where."} for name in called}),
        )
        for called in (("a", "b", "c", "d", "e"), names)
    )
    found = [sizes(projected(target, [one]).definitions["f"], lambda text: Size(len(text))) for one in (plain, odd)]
    same: list[Field] = ["name", "description", "arguments", "examples"]
    assert [found[0][field] for field in same] == [found[1][field] for field in same]
    assert found[0]["arguments"].bytes == 5 * len('"description":"Where.",')


def test_the_fields_of_the_definitions_that_bedrock_takes() -> None:
    schema = of(a={"type": "string", "description": "Where."})
    spec = {"toolSpec": {"name": "f", "description": "Find.", "inputSchema": {"json": schema}}}
    found = sizes(spec, lambda text: Size(len(text)))
    assert [found[field].bytes for field in FIELDS] == [
        len('"name":"f",'),
        len('"description":"Find.",'),
        len('"description":"Where.",'),
        len(json.dumps(spec, separators=(",", ":"))) - len('"name":"f","description":"Find.","description":"Where.",'),
        0,
        0,
    ]
