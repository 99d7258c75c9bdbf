"""`google.genai`: functions in the list `tools` of a configuration; and the older `google.generativeai`.

Source: `FunctionDeclaration.from_callable_with_api_option` and the configurations in its `google/genai/types.py`, what
takes one in `models.py`, `chats.py` and `live.py`; `GenerativeModel` in `google/generativeai/generative_models.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from toolgen.frameworks.dialect import DROPPED, Declarator, Dialect, named
from toolgen.syntax.descriptions import whole


def json_schema(schema: Any) -> Any:
    """The fields of a `types.Schema` as JSON Schema (`Schema.json_schema`). Raises KeyError or TypeError."""
    if not isinstance(schema, dict):
        return schema
    given = {_camel_case(name): value for name, value in schema.items() if value is not None}
    said = {_KEYWORDS[name]: _MADE[name](value) if name in _MADE else value for name, value in given.items()}
    if said.pop("nullable", False):
        said |= {keyword: add(said[keyword]) for keyword, add in _NULLABLE.items() if keyword in said}
    return {keyword: value for keyword, value in said.items() if keyword}


def _camel_case(name: str) -> str:
    first, *others = name.split("_")
    return "".join([first, *map(str.capitalize, others)])


def _texts(values: list[Any]) -> list[Any]:
    """The values of `enum`, which are texts."""
    if any(isinstance(one, int | float) for one in values):
        raise TypeError
    return values


_NULLABLE: Mapping[str, Callable[[Any], list[Any]]] = {
    "anyOf": lambda schemas: [*schemas, {"type": "null"}],
    "enum": lambda values: [*values, None],
    "type": lambda name: ["null", name],
}
"""What lets null be valid beside each keyword that has a say in it."""

_SAME = (
    *("additionalProperties", "anyOf", "default", "description", "enum", "format", "items", "maxItems", "maxLength"),
    *("maxProperties", "maximum", "minItems", "minLength", "minProperties", "minimum", "nullable", "pattern"),
    *("properties", "required", "title", "type"),
)
_OTHERS = {"defs": "$defs", "example": "examples", "propertyOrdering": "", "ref": "$ref"}
_KEYWORDS: Mapping[str, str] = {**{name: name for name in _SAME}, **_OTHERS}
"""The keywords of the fields of a `types.Schema`, by their names in JSON; one has none."""

_MADE: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("additionalProperties", "items"), json_schema),
    **dict.fromkeys(("defs", "properties"), lambda some: {name: json_schema(one) for name, one in some.items()}),
    "anyOf": lambda schemas: [*map(json_schema, schemas)],
    "enum": _texts,
    "example": lambda value: [value],
    "type": str.lower,
}
"""What becomes of the values of those that do not stay as they are."""

_CONFIGURED = Declarator(lists=("config.tools",))
_GENERATES = Declarator(("model_name", "safety_settings", "generation_config", "tools"), lists=("tools",))
_CONFIGURATIONS = ("GenerateContentConfig", "GenerateContentConfigDict", "LiveConnectConfig", "LiveConnectConfigDict")

GOOGLE_GENAI = Dialect(
    name="google-genai",
    packages=frozenset({"google.genai", "google.generativeai"}),
    calls={
        **{f"google.genai.types.{name}": Declarator(lists=("tools",)) for name in _CONFIGURATIONS},
        **named(
            (f"google.genai.models.{name}" for name in ("Models", "AsyncModels")),
            generate_content=_CONFIGURED,
            generate_content_stream=_CONFIGURED,
        ),
        **named(("google.genai.chats.Chats", "google.genai.chats.AsyncChats"), create=_CONFIGURED),
        "google.genai.live.AsyncLive.connect": _CONFIGURED,
        **dict.fromkeys(
            (f"google.generativeai.{module}GenerativeModel" for module in ("", "generative_models.")), _GENERATES
        ),
    },
    describe=whole,
    rest=DROPPED,
    receivers=frozenset({"models", "chats", "live"}),
)
