"""Decorators that cannot be right, or cannot be known without running them."""

import os
from typing import Annotated, Any

from pydantic import AfterValidator
from toolgen import Argument, Tool, tool


@tool(name=os.environ["NAME"], description=os.environ["TEXT"])
def not_constant(text: str) -> str:
    return text


@tool(descripton="A misspelt keyword.")
def unknown_argument(text: str) -> str:
    """Take a keyword that `tool` does not know."""
    return text


@tool
def no_description(text: str) -> str:
    return text


@tool(risk_level="extreme", timeout=0, tags="one", requires_approval=1, examples={"text": "a"})
def invalid_values(text: str) -> str:
    """Give values of the wrong type."""
    return text


@tool(
    param_descriptions={"txt": "A misspelt parameter."},
    params={"number": int},
    required=["text", "texts"],
    multiline=["body"],
    examples=[{"test": "a"}],
)
def no_such_parameter(text: str) -> str:
    """Name parameters that are not there."""
    return text


@tool(params={"text": {"type": "string", "minLength": -1}, "count": {"type": "integer", "minimum": "one"}})
def invalid_fragment(text: str, count: int) -> str:
    """Give schemas that are none."""
    return text * count


@tool(params={"word": {"type": "string", "pattern": "^([a-z]+-?)+$"}})
def endless_pattern(word: str) -> str:
    """Give a pattern that reads one text in many ways."""
    return word


class NotAList(Tool):
    """Give the arguments as something else."""

    name = "not_a_list"
    arguments = {"path": Argument("path")}

    def execute(self, **arguments: Any) -> None: ...


class NotAnObject(Tool):
    """Give a schema that is not one of an object."""

    name = "not_an_object"
    parameters_schema = {"type": "array"}

    def execute(self, **arguments: Any) -> None: ...


@tool(params={"shout": Annotated[str, AfterValidator(str.upper)]})
def shouted(shout: str) -> str:
    """Validators that nothing runs."""
    return shout


class Composed(Tool):
    """Give a schema that some providers refuse."""

    name = "composed"
    parameters_schema = {
        "type": "object",
        "properties": {"$id": {"type": "string"}, "name": {"type": "string"}},
        "anyOf": [{"required": ["$id"]}, {"required": ["name"]}],
    }

    def execute(self, **arguments: Any) -> None: ...


@tool(risk_level=os.environ["RISK"])
def not_constant_either(text: str) -> str:
    """Give an argument that only the environment knows."""
    return text


class WithoutSelf(Tool):
    """Leave out what a method takes first."""

    def execute(path: str) -> None: ...


@tool(examples=[{"text": "Rest"}, {}, {"text": 3}])
def example_that_is_no_call(text: str, how: int = "low") -> None:
    """Two of the examples are no calls, and the default is no number."""
