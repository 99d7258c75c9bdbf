"""Fields of definitions that no schema has: what each target takes, and where it has it."""

from __future__ import annotations

import pytest

from toolgen.model.json_values import Json
from toolgen.providers import TARGETS, document, extra_fault, projected, target
from toolgen.providers.projection.extras import joined
from toolgen.runtime.entry import ToolEntry


def tool(name: str = "find", **extras: dict[str, Json]) -> ToolEntry:
    said = {target.replace("_", "-"): fields for target, fields in extras.items()}
    return ToolEntry(name=name, description="Find.", input_schema={"type": "object"}, digest="", extras=said)


CRM: Json = {"name": "crm", "description": "Customers."}
VALID: list[tuple[str, str, Json]] = [
    ("anthropic", "cache_control", {"type": "ephemeral"}),
    ("anthropic", "cache_control", {"type": "ephemeral", "ttl": "5m"}),
    ("anthropic", "defer_loading", True),
    ("anthropic", "allowed_callers", ["direct", "code_execution_20260120"]),
    ("anthropic", "eager_input_streaming", False),
    ("openai-responses", "namespace", CRM),
    ("openai-responses", "defer_loading", False),
    ("openai-responses", "allowed_callers", ["programmatic"]),
    ("gemini-interactions", "defer_loading", True),
    ("gemini-interactions", "short_description", "Customers."),
    ("mcp", "icons", [{"src": "a.png"}, {"src": "b", "mimeType": "image/png", "sizes": ["any"], "theme": "dark"}]),
    ("mcp", "_meta", {}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "field", "value"), VALID)
def test_valid(name: str, field: str, value: Json) -> None:
    assert extra_fault(name, field, value) == ""


def test_every_field_of_the_tables_is_tried() -> None:
    assert {(name, field) for name, field, _ in VALID} == {
        (one, field) for one in TARGETS for field in target(one).facts.extras
    }


@pytest.mark.parametrize(
    ("name", "field", "value", "reason"),
    [
        ("anthropic", "cache_control", {}, 'it has to be `{"type": "ephemeral"}`, with a `ttl` of `5m` or `1h` if any'),
        ("anthropic", "cache_control", {"type": "ephemeral", "ttl": 5}, "it has to be …"),
        ("anthropic", "cache_control", {"type": "ephemeral", "age": "5m"}, "it has to be …"),
        ("anthropic", "defer_loading", 1, "it has to be true or false"),
        ("anthropic", "defer_loading", None, "it has to be true or false"),
        ("anthropic", "allowed_callers", [], "it has to be a list of some of `direct`, …"),
        ("anthropic", "allowed_callers", ["programmatic"], "it has to be a list of some of `direct`, …"),
        ("anthropic", "allowed_callers", [{}], "it has to be a list of some of `direct`, …"),
        ("anthropic", "icons", [], "it takes `cache_control`, `defer_loading`, …"),
        ("openai-responses", "namespace", "crm", "it has to be an object with `name` and `description`"),
        ("openai-responses", "namespace", {"name": "crm"}, "it has to be an object with `name` and `description`"),
        ("mcp", "icons", [], "it has to be a list of objects with `src`, …"),
        ("mcp", "icons", [{}], "it has to be a list of objects with `src`, …"),
        ("mcp", "icons", [{"src": "a", "mime_type": "b"}], "it has to be a list of objects with `src`, …"),
        ("mcp", "_meta", [], "it has to be an object"),
        ("openai", "defer_loading", True, "it takes no extras"),
        ("acme", "defer_loading", True, "there is no target 'acme'; …"),
    ],
)  # fmt: skip
def test_invalid(name: str, field: str, value: Json, reason: str) -> None:
    assert extra_fault(name, field, value).startswith(reason.removesuffix("…"))
    assert extra_fault(name, field, value)


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_has_its_own_fields_where_it_has_a_place_for_them(name: str) -> None:
    extras = {one: {"unknown": 1} for one in TARGETS}
    for one, field, value in VALID:
        extras[one] = {**extras[one], field: value}
    plain, made = (
        tool(),
        ToolEntry(name="find", description="Find.", input_schema={"type": "object"}, digest="", extras=extras),
    )
    (told,) = projected(name, [made]).tools
    assert told.extras == {field: value for field, value in extras[name].items() if field != "unknown"}
    assert (document(name, [made]) == document(name, [plain])) is not bool(told.extras)


def test_tools_of_a_namespace_stand_where_the_first_of_them_does() -> None:
    shop: Json = {"name": "shop", "description": "Orders."}
    namespaces = {"a": None, "b": CRM, "c": shop, "d": CRM, "crm": None}
    tools = [tool(name, openai_responses={"namespace": one} if one else {}) for name, one in namespaces.items()]
    told = document("openai-responses", tools)
    assert [(one["type"], one["name"], [inner["name"] for inner in one.get("tools", ())]) for one in told] == [
        ("function", "a", []),
        ("namespace", "crm", ["b", "d"]),
        ("namespace", "shop", ["c"]),
        ("function", "crm", []),
    ]
    assert [one["description"] for one in told] == ["Find.", "Customers.", "Orders.", "Find."]
    assert all("namespace" not in inner for one in told for inner in one.get("tools", [one]))


@pytest.mark.parametrize(
    ("name", "tools", "refused"),
    [
        ("anthropic", [tool(anthropic={"cache_control": {"type": "ephemeral"}, "defer_loading": False})], []),
        (
            "anthropic",
            [tool(anthropic={"cache_control": {"type": "ephemeral"}, "defer_loading": True})],
            [("find", "a tool that is loaded later (`defer_loading`) has no `cache_control`")],
        ),
        (
            "anthropic",
            [tool(name, anthropic={"cache_control": {"type": "ephemeral"}}) for name in "abcdef"],
            [(name, "at most 4 blocks of a request have `cache_control`") for name in "ef"],
        ),
        ("openai-responses", [tool(name, openai_responses={"namespace": CRM}) for name in "ab"], []),
        (
            "openai-responses",
            [tool(name, openai_responses={"namespace": {"name": "crm", "description": name}}) for name in "aba"],
            [("b", "the namespace `crm` is described otherwise by another tool")],
        ),
    ],
)
def test_extras_that_are_refused_together(name: str, tools: list[ToolEntry], refused: list[tuple[str, str]]) -> None:
    projection = projected(name, tools)
    assert [*projection.target.refusals(projection.tools)] == refused


def test_of_one_field_the_last_counts() -> None:
    first, second = {"mcp": {"a": 1, "b": 2}}, {"mcp": {"b": 3}, "anthropic": {}}
    assert joined(first, second) == {"mcp": {"a": 1, "b": 3}, "anthropic": {}}
    assert first == {"mcp": {"a": 1, "b": 2}}


@pytest.mark.parametrize(
    ("about", "deprecated", "description"),
    [
        ("Find.", False, "Find."),
        ("Find.", True, "Find. Deprecated."),
        ("Find", "Use list.", "Find. Deprecated: Use list."),
        ("", "Use list.", "Deprecated: Use list."),
        ("Find:\n- a\n- b", "Use list.", "Find:\n- a\n- b\n\nDeprecated: Use list."),
    ],
)
def test_deprecation_is_told_in_the_description(about: str, deprecated: bool | str, description: str) -> None:
    made = ToolEntry(name="find", description=about, input_schema={"type": "object"}, digest="", deprecated=deprecated)
    assert {projected(name, [made]).tools[0].description for name in TARGETS} == {description}
