"""Which annotations are of values that a function is given as JSON has them."""

from __future__ import annotations

from toolgen.model.classes import ClassTable
from toolgen.model.types import Constrained, Generic, LiteralOf, Named, TypeExpr, Union

_NAMES = frozenset({"None", "bool", "dict", "float", "int", "list", "object", "str", "typing.Any"})


def is_json(type_: TypeExpr, classes: ClassTable) -> bool:
    """Whether dispatch hands on what has this type as JSON has it: a typed dictionary of such values is one."""
    match type_:
        case Named(name=name) if name in classes:
            is_dictionary = classes[name].kind == "typed_dict"
            return is_dictionary and all(is_json(one.type, classes) for one in classes[name].fields)
        case Named(name=name):
            return name in _NAMES
        case Generic(name="list" | "dict"):
            return all(is_json(one, classes) for one in type_.arguments)
        case Union(members=members):
            return all(is_json(one, classes) for one in members)
        case LiteralOf(values=values):
            return all(isinstance(one, str | int | None) for one in values)
        case Constrained(base=base):
            return is_json(base, classes)
        case _:
            return False
