"""Classes that give themselves a schema: what toolgen reads of their methods, and what pydantic publishes."""

from __future__ import annotations

import pytest
from positions import assert_each_same
from sides import DeriveTools

IMPORTS = """\
import uuid
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Optional

from pydantic import BaseModel, Field
from pydantic_core import core_schema
from pydantic_core.core_schema import str_schema, union_schema

from toolgen import tool

PATTERN = "^#"
TEXT = str_schema()
class Item(BaseModel):
    name: str
def check(value, *given): return value
def described(schema): return schema | {"description": "A color."}
"""

CORE = "    @classmethod\n    def __get_pydantic_core_schema__(cls, source, handler):\n        "
JSON = "    @classmethod\n    def __get_pydantic_json_schema__(cls, schema, handler):\n        "
PLAIN = f"{CORE}return core_schema.no_info_plain_validator_function(check)\n"
AFTER = f"{CORE}return core_schema.no_info_after_validator_function(check, handler(str))\n"

CORE_SCHEMAS = [
    *(f"core_schema.{kind}_schema()" for kind in ("any", "bool", "bytes", "date", "datetime", "decimal", "float")),
    *(f"core_schema.{kind}_schema()" for kind in ("int", "none", "time", "timedelta", "url", "uuid")),
    "str_schema(pattern=PATTERN, min_length=2, strip_whitespace=True)",
    "core_schema.int_schema(ge=0, multiple_of=2)",
    "core_schema.decimal_schema(gt=1)",
    "core_schema.url_schema(max_length=30, allowed_schemes=['http'])",
    "core_schema.no_info_after_validator_function(cls.read, TEXT, serialization=core_schema.to_string_ser_schema())",
    "core_schema.no_info_before_validator_function(check, core_schema.int_schema(lt=3))",
    "core_schema.no_info_before_validator_function(check, TEXT, json_schema_input_schema=core_schema.int_schema())",
    "core_schema.no_info_plain_validator_function(check, json_schema_input_schema=str_schema())",
    "core_schema.with_info_wrap_validator_function(lambda value, handler, info: value, schema=str_schema())",
    "core_schema.json_or_python_schema(json_schema=str_schema(), python_schema=core_schema.is_instance_schema(cls))",
    "core_schema.lax_or_strict_schema(str_schema(), core_schema.is_instance_schema(cls))",
    "core_schema.chain_schema([str_schema(), core_schema.no_info_plain_validator_function(check)])",
    "union_schema([core_schema.is_instance_schema(cls), str_schema(), core_schema.int_schema()])",
    "union_schema([core_schema.is_instance_schema(cls), core_schema.chain_schema([str_schema()])])",
    "core_schema.nullable_schema(str_schema(max_length=3))",
    "core_schema.list_schema(core_schema.int_schema(), min_length=1)",
    "core_schema.list_schema(handler(Item))",
    "core_schema.set_schema(str_schema())",
    "core_schema.dict_schema(str_schema(), core_schema.int_schema())",
    "core_schema.literal_schema(['a', 'b', 1])",
    "handler(uuid.UUID)",
    "handler(Item)",
]
JSON_SCHEMAS = {
    "constant": f"class M:\n{PLAIN}{JSON}return {{'type': 'string', 'format': 'color'}}",
    "of a core schema": f"class M:\n{PLAIN}{JSON}return handler(str_schema(pattern=PATTERN))",
    "updated": f"class M(str):\n{AFTER}{JSON}found = handler(schema)\n"
    "        found.update(format='color', examples=['#fff'])\n        found['maxLength'] = 7\n        return found",
    "joined": f"class M(str):\n{AFTER}{JSON}return {{**handler(schema), 'format': 'color'}}",
    "by a function": f"class M(str):\n{AFTER}{JSON}return described(handler(schema))",
    "inherited": f"class Base:\n{AFTER}\nclass M(Base, str):\n{JSON}return handler(schema)",
    "of a model": f"class M(BaseModel):\n    a: int\n{JSON}return {{'type': 'string'}}",
    "of a model, updated": f"class M(BaseModel):\n    a: int\n{JSON}found = handler(schema)\n"
    "        found = handler.resolve_ref_schema(found)\n        found['examples'] = [{'a': 1}]\n        return found",
    "of an enumeration": f"class M(Enum):\n    A = 'a'\n{JSON}return {{'type': 'string', 'x': 1}}",
    "of a dataclass": f"@dataclass\nclass M:\n    a: int\n{JSON}return {{'type': 'string'}}",
}
POSITIONS = {
    "parameter": "def f(x: M): ...",
    "optional": "def f(x: Optional[M] = None): ...",
    "list": "def f(x: list[M]): ...",
    "described": "def f(x: Annotated[M, Field(description='X.')]): ...",
    "field": "class Holder(BaseModel):\n    inner: M\ndef f(x: Holder): ...",
}


def definition(core: str) -> str:
    return f"class M(str):\n    def read(value): return value\n{CORE}return {core}\n"


@pytest.mark.parametrize("core", CORE_SCHEMAS)
def test_core_schema(derive_tools: DeriveTools, core: str) -> None:
    assert_each_same(derive_tools, IMPORTS + definition(core), POSITIONS)


@pytest.mark.parametrize("narrowed", ["Field(max_length=3)", "Field(max_length=3, description='X.')", "Field(ge=1)"])
@pytest.mark.parametrize("core", ["str_schema()", "core_schema.no_info_after_validator_function(check, str_schema())"])
def test_constraints_around_it(derive_tools: DeriveTools, core: str, narrowed: str) -> None:
    type_ = f"Annotated[M, {narrowed}]"
    functions = {"parameter": f"def f(x: {type_}): ...", "list": f"def f(x: list[{type_}]): ..."}
    assert_each_same(derive_tools, IMPORTS + definition(core), functions)


@pytest.mark.parametrize("definitions", JSON_SCHEMAS.values(), ids=JSON_SCHEMAS)
def test_json_schema(derive_tools: DeriveTools, definitions: str) -> None:
    assert_each_same(derive_tools, f"{IMPORTS}{definitions}\n", POSITIONS)
