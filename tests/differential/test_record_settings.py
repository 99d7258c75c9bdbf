"""pydantic's settings on dataclasses and typed dictionaries: where they stand, what they say, what inherits them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from positions import assert_same, module

PLACES = {
    "config=": "@pydantic.dataclasses.dataclass(config={settings})\nclass X:\n    my_x: {type}\n",
    "with_config": "@pydantic.with_config({settings})\n@dataclass\nclass X:\n    my_x: {type}\n",
    "with_config below": "@dataclass\n@pydantic.with_config({settings})\nclass X:\n    my_x: {type}\n",
    "attribute": "@dataclass\nclass X:\n    __pydantic_config__ = {settings}\n    my_x: {type}\n",
    "typed dictionary": "@pydantic.with_config({settings})\nclass X(TypedDict):\n    my_x: {type}\n",
    "inherited": (
        "@pydantic.dataclasses.dataclass(config={settings})\nclass Base:\n    my_x: {type}\n"
        "@pydantic.dataclasses.dataclass\nclass X(Base):\n    my_y: int\n"
    ),
    "not merged": (
        "@pydantic.dataclasses.dataclass(config={settings})\nclass Base:\n    my_x: {type}\n"
        "@pydantic.dataclasses.dataclass(config=ConfigDict(title='Other'))\nclass X(Base):\n    my_y: int\n"
    ),
    "in a model": (
        "@pydantic.with_config({settings})\n@dataclass\nclass Inner:\n    my_x: {type}\n"
        "class X(BaseModel, extra='forbid', alias_generator=str.upper):\n    inner: Inner\n"
    ),
}
SETTINGS = {
    "{{'extra': 'forbid'}}": "int",
    "ConfigDict(extra='allow', title='Its title')": "int",
    "ConfigDict(json_schema_extra={{'unit': 's'}})": "int",
    "ConfigDict(alias_generator=to_camel)": "list[Plain]",
    "ConfigDict(use_attribute_docstrings=True)": "int\n    '''About it.'''",
    "ConfigDict(str_max_length=3)": "list[str]",
    "dict(extra='forbid')": "list[Plain]",
}
PLAIN = "from pydantic.alias_generators import to_camel\n@dataclass\nclass Plain:\n    my_plain: str\n"


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("place", PLACES)
def test_settings(derive: Callable[[str], tuple[Any, Any]], place: str, settings: str) -> None:
    definitions = PLACES[place].format(settings=settings.format(), type=SETTINGS[settings])
    assert_same(derive, module(PLAIN + definitions, "def f(x: X, y: list[X] = []) -> X: ..."))


def test_keywords_of_with_config(derive: Callable[[str], tuple[Any, Any]]) -> None:
    assert_same(
        derive, module("@pydantic.with_config(extra='forbid')\nclass X(TypedDict):\n    a: int\n", "def f(x: X): ...")
    )
