"""What stands for the schema of a model, `Model.model_json_schema()`, until the model is read."""

from __future__ import annotations

from toolgen.evaluation.arguments import Arguments
from toolgen.evaluation.folding.values import ConstructedObject, Value
from toolgen.evaluation.names.lookup import Names
from toolgen.evaluation.names.symbols import Defined

_SCHEMA = "model_json_schema"
_CLASS = f"pydantic.BaseModel.{_SCHEMA}"
"""The class, in its place, of the object that stands for the schema, which has the `model`."""
_MODELS = frozenset({"pydantic.BaseModel", "pydantic.main.BaseModel"})


def gives_schema(class_: Defined, name: str, names: Names) -> bool:
    """Whether `name` is a method by which a model says its schema; `schema`, of pydantic 1, only of what is a model."""
    is_known = name == _SCHEMA or (name == "schema" and names.is_below(class_, _MODELS))
    return is_known and names.attribute(class_, name) is None


def schema_of(class_: Defined, arguments: Arguments) -> Value:
    """What the method of the model `class_` returns. Raises TypeError where it is given arguments."""
    if arguments.positional or arguments.keywords or arguments.rest:
        raise TypeError
    return ConstructedObject(_CLASS, {"model": class_})


def model_of_schema(value: Value) -> Defined | None:
    """The class of which `value` is the schema."""
    match value:
        case ConstructedObject(class_name=name, arguments={"model": Defined() as model}) if name == _CLASS:
            return model
        case _:
            return None
