"""The manifest's JSON form: what is declared is in it, what is not is left out, and its schema describes it."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import toolgen.model
from toolgen.model import codec
from toolgen.model.classes import ClassSpec, Field
from toolgen.model.contract import CONTRACT, HINTS, RISK_LEVELS
from toolgen.model.manifest import Manifest
from toolgen.model.manifest_codec import encode, encode_tool
from toolgen.model.span import Span
from toolgen.model.tool import Origin, Parameter, ToolSpec, used_classes
from toolgen.model.types import NONE, EnumMember, Generic, LiteralOf, Named, Union
from toolgen.runtime.entry import decode

SCHEMA = json.loads((Path(toolgen.model.__file__).parent / "manifest.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)

PLAIN = ToolSpec(
    name="ping",
    description="Say pong.",
    input_schema={"type": "object", "properties": {}},
    origin=Origin("app/tools.py", "app.tools", "ping", "toolgen"),
    span=Span("app/tools.py", 3, 1),
)
FULL = ToolSpec(
    name="add_task",
    hinted_title="Add",
    description="Add a task.",
    input_schema={"type": "object", "properties": {"taskTitle": {"type": "string"}}, "required": ["taskTitle"]},
    origin=Origin("app/tasks.py", "app.tasks", "Tasks.add", "toolgen", "method"),
    span=Span("app/tasks.py", 9, 5),
    parameters=(Parameter("title", "taskTitle", "keyword", Named("str")),),
    returns=Union((Named("app.models.Task"), NONE)),
    output_schema={"type": "object", "properties": {"result": {"anyOf": [{"type": "object"}, {"type": "null"}]}}},
    is_wrapped=True,
    by_name=True,
    is_async=True,
    is_generator=True,
    title="Add a task",
    returns_description="The task.",
    raises=(("ValueError", "if it is there"),),
    tags=("tasks", "write"),
    category="tasks",
    risk_level="low",
    requires_approval=True,
    timeout=2.5,
    annotations=(("read_only", False), ("open_world", True)),
    examples=({"taskTitle": "Water the plants"},),
    multiline=("taskTitle",),
    injected=("session",),
    hooks={"preprocess": "app.hooks:clean", "postprocess": "app.hooks:wrap"},
    dynamic={"/properties/taskTitle/enum": "app.tasks:titles"},
    defaults={"taskTitle": "Rest"},
    deprecated="use `create_task`",
    extras={"anthropic": {"defer_loading": True}},
)
STATE = ClassSpec(
    "app.models.State",
    "app.models",
    "State",
    "enum",
    members=(EnumMember("app.models.State", "OPEN", "open"), EnumMember("app.models.State", "DONE", "done")),
    base="str",
)
TASK = ClassSpec(
    "app.models.Task",
    "app.models",
    "Task",
    "pydantic",
    fields=(
        Field("title", "taskTitle", Named("str"), required=True),
        Field("state", "state", Named("app.models.State"), required=False, default="open"),
        Field("parent", "parent", Union((Named("app.models.Task"), NONE)), required=False, default=None),
        Field("tags", "tags", Generic("list", (Named("str"),)), required=False),
    ),
)
EMPTY = ClassSpec("app.models.Empty", "app.models", "Empty", "dataclass")
CLASSES = {spec.name: spec for spec in (TASK, STATE, EMPTY)}


def test_what_was_not_declared_is_left_out() -> None:
    assert encode_tool(PLAIN) == {
        "name": "ping",
        "description": "Say pong.",
        "input_schema": {"type": "object", "properties": {}},
        "is_async": False,
        "returns": "typing.Any",
        "source": {
            "path": "app/tools.py",
            "module": "app.tools",
            "qualname": "ping",
            "dialect": "toolgen",
            "binding": "function",
            "registration": "decorator",
        },
        "digest": encode_tool(PLAIN)["digest"],
    }


def test_everything_that_was_declared_is_there() -> None:
    encoded = encode_tool(FULL)
    assert encoded["parameters"] == [
        {"name": "title", "kind": "keyword", "annotation": "str", "alias": "taskTitle"},
    ]
    assert encoded["defaults"] == {"taskTitle": "Rest"}
    assert encoded["returns"] == "app.models.Task | None"
    assert encoded["raises"] == [{"type": "ValueError", "description": "if it is there"}]
    assert encoded["annotations"] == {"read_only": False, "open_world": True}
    assert encoded["hooks"] == {"preprocess": "app.hooks:clean", "postprocess": "app.hooks:wrap"}
    assert encoded["dynamic"] == {"/properties/taskTitle/enum": "app.tasks:titles"}


def test_classes_are_sorted_and_hold_what_json_needs() -> None:
    assert encode(Manifest((), CLASSES)) == {
        "manifest_version": 1,
        "tools": [],
        "types": {
            "app.models.Empty": {"kind": "dataclass", "module": "app.models", "qualname": "Empty"},
            "app.models.State": {
                "kind": "enum",
                "module": "app.models",
                "qualname": "State",
                "base": "str",
                "members": {"OPEN": "open", "DONE": "done"},
            },
            "app.models.Task": {
                "kind": "pydantic",
                "module": "app.models",
                "qualname": "Task",
                "fields": [
                    {"name": "title", "annotation": "str", "required": True, "alias": "taskTitle"},
                    {"name": "state", "annotation": "app.models.State", "required": False, "default": "open"},
                    {"name": "parent", "annotation": "app.models.Task | None", "required": False, "default": None},
                    {"name": "tags", "annotation": "list[str]", "required": False},
                ],
            },
        },
    }


def test_places_are_not_in_it() -> None:
    moved = dataclasses.replace(FULL, span=Span("app/tasks.py", 400, 9))
    assert encode_tool(moved) == encode_tool(FULL)


@pytest.mark.parametrize(
    ("change", "changes_the_digest"),
    [
        pytest.param({"origin": Origin("b.py", "b", "add", "mcp")}, False, id="where it is defined"),
        pytest.param({"returns_description": "Nothing."}, False, id="what the docstring says of the result"),
        pytest.param({"name": "create_task"}, True, id="name"),
        pytest.param({"description": "Create a task."}, True, id="description"),
        pytest.param({"input_schema": {"type": "object", "properties": {}}}, True, id="schema"),
        pytest.param({"risk_level": "high"}, True, id="risk"),
        pytest.param({"requires_approval": False}, True, id="approval"),
    ],
)
def test_digest_is_of_the_contract(change: dict[str, Any], changes_the_digest: bool) -> None:
    changed = dataclasses.replace(FULL, **change)
    assert (encode_tool(changed)["digest"] != encode_tool(FULL)["digest"]) == changes_the_digest


# -- the schema that ships ------------------------------------------------------------------------------------


def test_schema_is_valid_and_described() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    undescribed = [path for path, schema in subschemas(SCHEMA) if "$ref" not in schema and "description" not in schema]
    assert undescribed == []


@pytest.mark.parametrize("tools", [(), (PLAIN,), (FULL, PLAIN)])
def test_schema_accepts_what_is_encoded(tools: tuple[ToolSpec, ...]) -> None:
    VALIDATOR.validate(encode(Manifest(tools, CLASSES)))


@pytest.mark.parametrize(
    "path",
    [
        (),
        ("tools", 0),
        ("tools", 0, "source"),
        ("tools", 0, "parameters", 0),
        ("tools", 0, "raises", 0),
        ("tools", 0, "annotations"),
        ("tools", 0, "hooks"),
        ("types", "app.models.Task"),
        ("types", "app.models.Task", "fields", 0),
    ],
)
def test_schema_refuses_what_it_does_not_know(path: tuple[str | int, ...]) -> None:
    manifest: Any = encode(Manifest((FULL,), CLASSES))
    place = manifest
    for step in path:
        place = place[step]
    place["surprise"] = 1
    assert [list(error.absolute_path) for error in VALIDATOR.iter_errors(manifest)] == [list(path)]


@pytest.mark.parametrize(("key", "value"), [("manifest_version", 2), ("tools", {}), ("types", [])])
def test_schema_refuses_another_format(key: str, value: object) -> None:
    assert not VALIDATOR.is_valid(encode(Manifest((PLAIN,))) | {key: value})


@pytest.mark.parametrize(
    ("name", "encoded", "required"),
    [
        ("tool", encode_tool(FULL), encode_tool(PLAIN)),
        (
            "source",
            codec.encode(
                Origin("a", "a", "a", "a", method="run", function_at="fn", prefix="p_", model="a:A", called_as="n")
            ),
            codec.encode(PLAIN.origin),
        ),
    ],
)
def test_schema_lists_the_fields_of_the_model(name: str, encoded: dict[str, Any], required: dict[str, Any]) -> None:
    assert set(SCHEMA["$defs"][name]["properties"]) == set(encoded)
    assert set(SCHEMA["$defs"][name]["required"]) == set(required)


def test_every_field_is_written_that_is_not_for_messages_alone() -> None:
    written = set(encode_tool(FULL)) - {"source", "digest"} | {"origin"}
    assert {field.name for field in dataclasses.fields(ToolSpec)} - written == {
        "span",
        "defined",
        "declared",
        "marker",
        "is_served",
        "null_is_default",
        "provided",
        "supplied",
        "branches",
        "is_conditional",
        "is_modelled",
        "server",
        "mounted_on",
    }


@pytest.mark.parametrize("tool", [PLAIN, FULL])
def test_the_runtime_reads_what_is_written_of_the_contract(tool: ToolSpec) -> None:
    read = decode(encode_tool(tool))
    assert {name: getattr(read, name) for name in CONTRACT} == {name: getattr(tool, name) for name in CONTRACT}
    assert (read.module, read.qualname, read.binding) == (tool.origin.module, tool.origin.qualname, tool.origin.binding)


def test_schema_lists_the_values_of_the_model() -> None:
    definitions = SCHEMA["$defs"]
    assert tuple(definitions["annotations"]["properties"]) == tuple(HINTS)
    assert tuple(definitions["tool"]["properties"]["risk_level"]["enum"]) == RISK_LEVELS


TEXT = st.text(st.characters(codec=None, categories=None), max_size=20)
TOOLS = st.builds(
    ToolSpec,
    name=st.text(min_size=1),
    description=TEXT,
    input_schema=st.just(PLAIN.input_schema),
    origin=st.builds(Origin, TEXT, TEXT, TEXT, TEXT, st.sampled_from(["function", "tool_class", "local"])),
    span=st.just(PLAIN.span),
    returns=st.builds(lambda values: LiteralOf(tuple(values)), st.lists(TEXT, min_size=1, max_size=3)),
    title=st.none() | TEXT,
    raises=st.lists(st.tuples(TEXT, TEXT), max_size=2).map(tuple),
    tags=st.lists(TEXT, max_size=2).map(tuple),
    timeout=st.none() | st.floats(0, 1e6),
    annotations=st.lists(st.tuples(st.sampled_from(sorted(HINTS)), st.booleans()), max_size=2).map(tuple),
    examples=st.lists(st.dictionaries(TEXT, TEXT), max_size=2).map(tuple),
    deprecated=st.booleans() | TEXT,
)


@given(st.lists(TOOLS, max_size=3))
def test_schema_accepts_any_text(tools: list[ToolSpec]) -> None:
    VALIDATOR.validate(encode(Manifest(tuple(tools))))


# -- the classes that tools use -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type_", "names"),
    [
        (Named("str"), set()),
        (Named("elsewhere.Thing"), set()),
        (Named("app.models.State"), {"app.models.State"}),
        (LiteralOf((STATE.members[0],)), {"app.models.State"}),
        (Generic("list", (Named("app.models.Task"),)), {"app.models.Task", "app.models.State"}),
    ],
)
def test_used_classes(type_: Named | Generic | LiteralOf, names: set[str]) -> None:
    takes = dataclasses.replace(PLAIN, parameters=(Parameter("x", "x", "keyword", type_),))
    gives = dataclasses.replace(PLAIN, returns=type_)
    assert set(used_classes((takes,), CLASSES)) == set(used_classes((gives,), CLASSES)) == names


def subschemas(schema: dict[str, Any], path: str = "#") -> list[tuple[str, dict[str, Any]]]:
    found = [(path, schema)]
    for keyword in ("properties", "$defs"):
        for name, inner in schema.get(keyword, {}).items():
            found += subschemas(inner, f"{path}/{keyword}/{name}")
    return found
