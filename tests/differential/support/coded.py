"""Types that hold code, and the places where they stand: source text, and values for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

# ruff: noqa: E501 (tables of source text)

HEADER = """
import dataclasses, pydantic, pydantic_core, typing, typing_extensions
import annotated_types as at
from dataclasses import dataclass, field
from typing import Annotated, Any, Generic, Literal, NamedTuple, NewType, Optional, TypeAlias, TypeVar, Union
from pydantic import (
    AfterValidator, BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, GetPydanticSchema, PlainValidator,
    RootModel, StringConstraints, Tag, ValidateAs, ValidationError, WrapValidator, constr, field_validator,
    model_validator, root_validator, validator, with_config,
)
from pydantic_core import PydanticCustomError, core_schema
from typing_extensions import NotRequired, TypeAliasType, TypedDict, Unpack
from toolgen import tool

X = TypeVar('X')

def good(v):
    if v in ('bad', ['bad'], {'a': 'bad'}):
        raise ValueError('outside of the root')
    return v
def known(v):
    assert v != 'bad', 'not known'
    return v
def shout(v):
    return good(v) + '!' if isinstance(v, str) else v
def text(v):
    return str(v) if isinstance(v, int) else good(v)
def around(v, handler):
    return handler(text(v)) + '?'
def anything(v, handler):
    try:
        return handler(v)
    except ValidationError:
        return 'other'
def is_good(v):
    return v != 'bad'
class Shouted:
    def __get_pydantic_core_schema__(self, source, handler):
        return core_schema.no_info_after_validator_function(shout, handler(source))
def made(name):
    return getattr(pydantic, f'{name.title()}Validator')(shout)
def kind_of(v):
    return 'text' if isinstance(v, str) else 'items'
"""

ANNOTATED: Mapping[str, str] = {
    "after": "Annotated[str, AfterValidator(shout)]",
    "after, of a lambda": "Annotated[str, AfterValidator(lambda v: good(v) * 2)]",
    "after, with a constraint": "Annotated[str, AfterValidator(shout), Field(max_length=3)]",
    "assert": "Annotated[str, AfterValidator(known)]",
    "before": "Annotated[str, BeforeValidator(text)]",
    "before, another input": "Annotated[str, BeforeValidator(text, json_schema_input_type=int | str)]",
    "code in a field": "Annotated[str, Field(min_length=2), AfterValidator(good)]",
    "constr": "constr(strip_whitespace=True, min_length=1, to_upper=True)",
    "discriminator": "Annotated[Annotated[Annotated[str, AfterValidator(shout)], Tag('text')] | Annotated[list[str], Tag('items')], Discriminator(kind_of)]",
    "discriminator alone": "Annotated[Annotated[str, Tag('text')] | Annotated[list[Any], Tag('items')], Discriminator(kind_of)]",
    "lower": "Annotated[str, StringConstraints(to_lower=True)]",
    "metadata of one's own": "Annotated[str, Shouted()]",
    "not": "Annotated[str, at.Not(str.isdigit)]",
    "not known": "Annotated[str, made('after')]",
    "plain": "Annotated[str, PlainValidator(text)]",
    "predicate": "Annotated[str, at.Predicate(is_good)]",
    "predicate by name": "at.LowerCase[str]",
    "schema, by hand": "Annotated[str, GetPydanticSchema(lambda kind, handler: core_schema.no_info_after_validator_function(shout, handler(kind)))]",
    "strip": "Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]",
    "strip in Field": "Annotated[str, Field(max_length=4), StringConstraints(strip_whitespace=True)]",
    "upper": "Annotated[str, StringConstraints(to_upper=True, pattern='^[A-Z !]+$')]",
    "validate as": "Annotated[str, ValidateAs(int, lambda v: good(str(v)))]",
    "wrap": "Annotated[str, WrapValidator(around)]",
    "wrap, taking anything": "Annotated[str, WrapValidator(anything)]",
}
"""Annotations of text."""

CLASSES: Mapping[str, str] = {
    "config lower": "class V(BaseModel, str_to_lower=True):\n    a: str",
    "config strip": "class V(BaseModel):\n    model_config = ConfigDict(str_strip_whitespace=True)\n    a: str = Field(min_length=1)",
    "config upper": "class V(BaseModel):\n    class Config:\n        str_to_upper = True\n    a: str",
    "config of a TypedDict": "@with_config(ConfigDict(str_strip_whitespace=True))\nclass V(TypedDict):\n    a: Annotated[str, Field(max_length=3)]",
    "config of a dataclass": "@pydantic.dataclasses.dataclass(config=ConfigDict(str_to_upper=True))\nclass V:\n    a: str",
    "config of a plain dataclass": "@dataclass\nclass V:\n    a: str\n    __pydantic_config__ = ConfigDict(str_strip_whitespace=True)",
    "dataclass, field": "@pydantic.dataclasses.dataclass\nclass V:\n    a: str\n    @field_validator('a')\n    @classmethod\n    def check(cls, v): return shout(v)",
    "dataclass, model after": "@pydantic.dataclasses.dataclass\nclass V:\n    a: str\n    @model_validator(mode='after')\n    def check(self):\n        good(self.a)\n        return self",
    "dataclass, model before": "@pydantic.dataclasses.dataclass\nclass V:\n    a: str\n    @model_validator(mode='before')\n    @classmethod\n    def check(cls, v):\n        return v if isinstance(v, dict) else pydantic_core.ArgsKwargs((str(v),))",
    "dataclass, post_init": "@pydantic.dataclasses.dataclass\nclass V:\n    a: str\n    def __post_init__(self):\n        self.a = shout(self.a)",
    "field after": "class V(BaseModel):\n    a: str\n    @field_validator('a')\n    @classmethod\n    def check(cls, v): return shout(v)",
    "field assigned": "class V(BaseModel):\n    a: str\n    check = field_validator('a', mode='before')(text)",
    "field before": "class V(BaseModel):\n    a: str\n    @field_validator('a', mode='before')\n    @classmethod\n    def check(cls, v): return text(v)",
    "field of all": "class V(BaseModel):\n    a: str\n    @field_validator('*', mode='before')\n    def check(cls, v): return text(v)",
    "field plain": "class V(BaseModel):\n    a: str\n    @field_validator('a', mode='plain')\n    @classmethod\n    def check(cls, v): return text(v)",
    "field by another name": "from pydantic import field_validator as checks\nclass V(BaseModel):\n    a: str\n    @checks('a', mode='before')\n    @classmethod\n    def check(cls, v): return text(v)",
    "field of a function": "def checked(*names): return field_validator(*names, mode='before')\nclass V(BaseModel):\n    a: str\n    @checked('a')\n    @classmethod\n    def check(cls, v): return text(v)",
    "field of a function, assigned": "def checked(*names): return field_validator(*names, mode='before')(text)\nclass V(BaseModel):\n    a: str\n    _check = checked('a')",
    "field wrap": "class V(BaseModel):\n    a: str\n    @field_validator('a', mode='wrap')\n    @classmethod\n    def check(cls, v, handler): return around(v, handler)",
    "inherited": "class Base(BaseModel):\n    @field_validator('*', mode='before')\n    @classmethod\n    def check(cls, v): return text(v)\nclass V(Base):\n    a: str",
    "mixed in": "class Mixin:\n    @field_validator('a', mode='before', check_fields=False)\n    @classmethod\n    def check(cls, v): return text(v)\nclass V(Mixin, BaseModel):\n    a: str",
    "model after": "class V(BaseModel):\n    a: str\n    @model_validator(mode='after')\n    def check(self):\n        good(self.a)\n        return self",
    "model before": "class V(BaseModel):\n    a: str\n    @model_validator(mode='before')\n    @classmethod\n    def check(cls, v): return v if isinstance(v, dict) else {'a': good(str(v))}",
    "model wrap": "class V(BaseModel):\n    a: str\n    @model_validator(mode='wrap')\n    @classmethod\n    def check(cls, v, handler): return handler({'a': good(v)} if isinstance(v, str) else v)",
    "model, a field annotated": "class V(BaseModel):\n    a: Annotated[str, BeforeValidator(text)]",
    "model, post_init": "class V(BaseModel):\n    a: str\n    def model_post_init(self, context):\n        self.a = shout(self.a)",
    "model, __init__": "class V(BaseModel):\n    a: str\n    def __init__(self, a): super().__init__(a=text(a))",
    "old root_validator": "class V(BaseModel):\n    a: str\n    @root_validator(pre=True)\n    def check(cls, values): return {'a': text(values.get('a'))}",
    "old validator": "class V(BaseModel):\n    a: str\n    @validator('a', pre=True)\n    def check(cls, v): return text(v)",
    "own JSON Schema": "class V(BaseModel):\n    a: str\n    @classmethod\n    def __get_pydantic_json_schema__(cls, schema, handler): return {'type': 'string'}",
    "plain dataclass, a field annotated": "@dataclass\nclass V:\n    a: Annotated[str, AfterValidator(shout)]",
    "plain dataclass, post_init": "@dataclass\nclass V:\n    a: str\n    def __post_init__(self):\n        self.a = shout(self.a)",
    "plain dataclass, validator": "@dataclass\nclass V:\n    a: str\n    @field_validator('a', mode='before')\n    @classmethod\n    def check(cls, v): return text(v)",
    "root model": "class V(RootModel[dict[str, str]]):\n    @field_validator('root', mode='before')\n    @classmethod\n    def check(cls, v): return {'a': text(v['a'])}",
    "tuple": "class V(NamedTuple):\n    a: Annotated[str, AfterValidator(shout)]",
    "typed dictionary": "class V(TypedDict):\n    a: Annotated[str, BeforeValidator(text)]",
}
"""Classes `V` with one field, `a`, which is text."""

OWN: Mapping[str, str] = {
    "own core schema": "class V(str):\n    @classmethod\n    def __get_pydantic_core_schema__(cls, source, handler): return core_schema.no_info_after_validator_function(shout, handler(str))",
    "own core schema of any": "class V:\n    @classmethod\n    def __get_pydantic_core_schema__(cls, source, handler): return core_schema.no_info_plain_validator_function(text)\n    @classmethod\n    def __get_pydantic_json_schema__(cls, schema, handler): return {'type': 'string'}",
}
"""Classes `V` that say by a core schema which text they take."""

TEXTS: tuple[Any, ...] = ("a", "bad", "  A ", "12", 1, None, ["a"])
OBJECTS: tuple[Any, ...] = (*({"a": value} for value in ("a", "bad", "  A ", 1, None)), {}, "a", ["bad"])


class Place(NamedTuple):
    """Where a type `V` stands: what is defined for it, the parameters of the function, and the arguments for a value."""

    parameters: str
    arguments: Any = None
    definitions: str = ""

    def arguments_for(self, value: Any) -> Any:
        return {"v": value} if self.arguments is None else self.arguments(value)


def _v(make: Any) -> Any:
    return lambda value: {"v": make(value)}


PLACES: Mapping[str, Place] = {
    "parameter": Place("v: V"),
    "by keyword": Place("*, v: V"),
    "in Annotated": Place("v: Annotated[V, Field(description='D.')]"),
    "by position": Place("v: V, /"),
    "after others": Place("a: int, v: V, b: int = 1", lambda value: {"a": 1, "v": value}),
    "alias": Place("v: Annotated[V, Field(alias='other-v')]", lambda value: {"other-v": value}),
    "*args": Place("*v: V", lambda value: {"v": [value, value]}),
    "**kwargs": Place("**v: V", lambda value: {"x": value, "y": value}),
    "Unpack": Place("**v: Unpack[Keys]", lambda value: {"k": value}, "class Keys(TypedDict, total=False):\n    k: V"),
    "Unpack, alias": Place(
        "**v: Unpack[Keys]", lambda value: {"K": value}, "class Keys(TypedDict):\n    k: Annotated[V, Field(alias='K')]"
    ),
    "optional": Place("v: V | None = None"),
    "Optional": Place("v: Optional[V]"),
    # An array whose items no text is read as: pydantic, which converts, reads `"12"` as an integer.
    "union": Place("v: list[None] | V"),
    "list": Place("v: list[V]", _v(lambda value: [value])),
    "dict": Place("v: dict[str, V]", _v(lambda value: {"k": value})),
    "tuple": Place("v: tuple[int, V]", _v(lambda value: [1, value])),
    "nested": Place("v: dict[str, list[V | None]]", _v(lambda value: {"k": [value, None]})),
    "dataclass": Place("v: Holder", _v(lambda value: {"k": value}), "@dataclass\nclass Holder:\n    k: V"),
    "pydantic's dataclass": Place(
        "v: Holder", _v(lambda value: {"k": value}), "@pydantic.dataclasses.dataclass\nclass Holder:\n    k: V"
    ),
    "TypedDict": Place("v: Holder", _v(lambda value: {"k": value}), "class Holder(TypedDict):\n    k: V"),
    "NotRequired": Place(
        "v: Holder", _v(lambda value: {"k": value}), "class Holder(TypedDict):\n    k: NotRequired[V]"
    ),
    "NamedTuple": Place("v: Holder", _v(lambda value: [value]), "class Holder(NamedTuple):\n    k: V"),
    "model": Place("v: Holder", _v(lambda value: {"k": value}), "class Holder(BaseModel):\n    k: V"),
    "aliased field": Place(
        "v: Holder", _v(lambda value: {"K": value}), "class Holder(BaseModel):\n    k: V = Field(alias='K')"
    ),
    "model in a model": Place(
        "v: Outer",
        _v(lambda value: {"h": [{"k": value}]}),
        "class Holder(BaseModel):\n    k: V\nclass Outer(BaseModel):\n    h: list[Holder]",
    ),
    "extra": Place(
        "v: Holder",
        _v(lambda value: {"z": value}),
        "class Holder(BaseModel):\n    model_config = ConfigDict(extra='allow')\n    __pydantic_extra__: dict[str, V]",
    ),
    "generic model": Place(
        "v: Holder[V]", _v(lambda value: {"k": value}), "class Holder(BaseModel, Generic[X]):\n    k: X"
    ),
    "generic dataclass": Place(
        "v: Holder[V]", _v(lambda value: {"k": value}), "@dataclass\nclass Holder(Generic[X]):\n    k: X"
    ),
    "root model": Place("v: Holder", None, "class Holder(RootModel[V]): ..."),
    "type alias": Place("v: Name", None, "Name = V"),
    "TypeAlias": Place("v: Name", None, "Name: TypeAlias = V"),
    "type": Place("v: Name", None, "Name = TypeAliasType('Name', V)"),
    "generic type": Place(
        "v: Name[V]", _v(lambda value: [value]), "Name = TypeAliasType('Name', list[X], type_params=(X,))"
    ),
    "NewType": Place("v: Name", None, "Name = NewType('Name', V)"),
    "text": Place("v: 'V'"),
    "default": Place("v: V = 'bad'"),
    "no argument": Place("v: V = 'bad'", lambda _: {}),
    "default in Field": Place("v: V = Field(default='bad', description='D.')"),
    "validated default": Place("v: V = Field(default='a', validate_default=True)", lambda _: {}),
    "default in Annotated": Place("v: Annotated[V, Field(default='a', validate_default=True)]", lambda _: {}),
}


class Container(NamedTuple):
    """A type `name` around another, `inner`, how it is annotated, and its value around a value."""

    annotation: str
    wrapped: Any
    definitions: str = ""


NESTED = (
    Container("list[{inner}]", lambda value: [value]),
    Container("dict[str, {inner}]", lambda value: {"k": value}),
    Container("tuple[{inner}, int]", lambda value: [value, 1]),
    Container("Optional[{inner}]", lambda value: value),
    Container("Annotated[{inner}, AfterValidator(good)]", lambda value: value),
    Container("{name}", lambda value: {"k": value}, "@dataclass\nclass {name}:\n    k: {inner}"),
    Container("{name}", lambda value: {"k": value}, "class {name}(TypedDict):\n    k: {inner}"),
    Container("{name}", lambda value: [value], "class {name}(NamedTuple):\n    k: {inner}"),
    Container("{name}", lambda value: {"k": value}, "class {name}(BaseModel):\n    k: {inner}"),
    Container("{name}", lambda value: {"k": value}, "class {name}(BaseModel, str_to_upper=True):\n    k: {inner}"),
    Container("{name}", lambda value: value, "{name} = TypeAliasType('{name}', {inner})"),
)
"""What a type may be inside of."""
