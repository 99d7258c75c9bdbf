"""A name that stands twice in an object is refused wherever it is, and nothing else is taken for that."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgen.model.json_values import Schema
from toolgen.model.tool import ToolSpec

LINE: Schema = {"type": "object", "properties": {"a": {"type": "string"}, "b": {}}}
SCHEMAS: list[Schema] = [
    {"properties": {"a": {}, "b": {"type": "integer"}, "c": {"type": "object"}}},
    {"properties": {"a": LINE, "b": {"type": "array", "items": LINE}}, "additionalProperties": False},
    {"properties": {"a": {"allOf": [LINE, {"properties": {"a": LINE}}]}, "b": {"not": LINE}}},
    {"properties": {"a": {"anyOf": [LINE, {"type": "null"}]}, "b": {"oneOf": [LINE, {"type": "object"}]}}},
    {"properties": {"a": {"patternProperties": {"a|b": LINE}, "properties": {"a": LINE}}}},
    {
        "properties": {"a": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Line"}}},
        "$defs": {"Line": LINE},
    },
    {"properties": {"a": LINE}, "allOf": [{"properties": {"a": LINE, "b": LINE}}]},
]


class Object(NamedTuple):
    """An object as it is written: a name may stand twice."""

    members: list[tuple[str, Document]]


Document: TypeAlias = str | int | bool | list[Any] | Object | None

NAMES = st.sampled_from(["a", "b", "c", ":"])
TEXTS = st.sampled_from(["", "x", ":", '"a":', 'a" : ', '{"a":1}', '{"a": 1, "a": 2}', '{"a":{"b":":"}}', "é:"])


def objects(inner: st.SearchStrategy[Document]) -> st.SearchStrategy[Document]:
    return st.builds(Object, st.lists(st.tuples(NAMES, inner), max_size=4))


DOCUMENTS = objects(
    st.recursive(
        st.none() | st.booleans() | st.integers(0, 9) | TEXTS,
        lambda inner: st.lists(inner, max_size=3) | objects(inner),
        max_leaves=8,
    )
)


def written(document: Document, colon: str, *, are_escaped: bool) -> str:
    if isinstance(document, Object):
        members = (
            f"{written(name, colon, are_escaped=are_escaped)}{colon}{written(value, colon, are_escaped=are_escaped)}"
            for name, value in document.members
        )
        return f"{{{','.join(members)}}}"
    if isinstance(document, list):
        return f"[{','.join(written(item, colon, are_escaped=are_escaped) for item in document)}]"
    text = json.dumps(document)
    return text.replace(":", r"\u003a") if are_escaped else text


def repeats(document: Document) -> bool:
    if isinstance(document, list):
        return any(map(repeats, document))
    if not isinstance(document, Object):
        return False
    names = [name for name, _ in document.members]
    return len({*names}) < len(names) or any(repeats(value) for _, value in document.members)


@pytest.mark.parametrize("defaults", [{}, {"c": {"a": 1}}])
@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_name_that_stands_twice_is_refused(
    tool: Callable[..., ToolSpec], load: Callable[..., Any], schema: Schema, defaults: dict[str, Any]
) -> None:
    schema = schema | {"properties": schema["properties"] | {"c": {"type": "object", "properties": {"a": {}}}}}
    module = load(tool(schema, defaults=defaults))
    module.bind(subject=lambda **_: None)

    @given(DOCUMENTS, st.sampled_from([":", ": ", " :", "\n:\t"]), st.booleans())
    def check(document: Document, colon: str, are_escaped: bool) -> None:
        text = written(document, colon, are_escaped=are_escaped)
        faults = []
        try:
            module.dispatch_sync("subject", text)
        except module.InvalidArguments as error:
            faults = [fault.got for fault in error.faults]
        assert any("stands twice" in got for got in faults) == repeats(document), text
        assert len(faults) == 1 or not repeats(document)

    check()
