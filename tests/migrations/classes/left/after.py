import json
from typing import Any

from toolgen import Tool


def schema(*names: str) -> dict[str, Any]:
    return {"type": "object", "properties": {name: {"type": "string"} for name in names}, "required": [*names]}


class Whole(Tool):
    name = "whole"
    description = "Takes all."
    parameters_schema = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}

    def execute(self, **kwargs: Any) -> str:
        return json.dumps(kwargs)


class Shadow(Tool):
    name = "shadow"
    description = "Has an argument of the name of a module."
    parameters_schema = schema("json")

    def execute(self, **kwargs: Any) -> str:
        return json.dumps(kwargs["json"])


class Two(Tool):
    name = "two"
    description = "Has two defaults."
    parameters_schema = {"type": "object", "properties": {"a": {"type": "integer", "default": 1}}}

    def execute(self, **kwargs: Any) -> int:
        return kwargs.get("a", 2)


class Asked(Tool):
    name = "asked"
    description = "Asks for what may be missing."
    parameters_schema = {"type": "object", "properties": {"a": {"type": "integer"}}}

    def execute(self, **kwargs: Any) -> int:
        return kwargs["a"]


class Odd(Tool):
    name = "odd"
    description = "Has an odd name."
    parameters_schema = schema("a-b")

    def execute(self, **kwargs: Any) -> str:
        return kwargs["a-b"]


class More(Tool):
    name = "more"
    description = "Reads more than its schema has."
    parameters_schema = schema("a")

    def execute(self, **kwargs: Any) -> str:
        return kwargs["a"] + kwargs.get("b", "")


class Bare(Tool):
    name = "bare"
    description = "Has no schema."

    def execute(self, **kwargs: Any) -> str:
        return kwargs["a"]


class Mixed(Tool):
    name = "mixed"
    description = "Has a parameter."
    parameters_schema = schema("a", "b")

    def execute(self, a: str, **kwargs: Any) -> str:
        return a + kwargs["b"]


class Commented(Tool):
    name = "commented"
    description = "Says something in its schema."
    parameters_schema = {
        "type": "object",
        "properties": {"a": {"type": "string"}},  # more is to come
        "required": ["a"],
    }

    def execute(self, **kwargs: Any) -> str:
        return kwargs["a"]


class Rebound(Tool):
    name = "rebound"
    description = "Uses a name for something else."
    parameters_schema = schema("a", "b")

    def execute(self, **kwargs: Any) -> str:
        b = kwargs["a"]
        return b + kwargs["b"]


class Nullable(Tool):
    name = "nullable"
    description = "Tells null from what is not given."
    parameters_schema = {"type": "object", "properties": {"a": {"type": ["array", "null"]}}}

    def execute(self, **kwargs: Any) -> str:
        return str(kwargs.get("a", []))


class Good(Tool):
    name = "good"
    description = "Can be typed."

    def execute(self, a: str) -> str:
        return a
