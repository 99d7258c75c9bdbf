"""The names of the entries of `$defs`, as pydantic makes them.

Source: `GenerateJsonSchema.get_defs_ref` of pydantic, and its `_internal/_type_refs.py` and `_internal/_repr.py`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping

from toolgen.model.classes import ClassSpec
from toolgen.model.json_pointer import definition_name
from toolgen.model.json_values import Schema
from toolgen.model.types import Constrained, EnumMember, Generic, LiteralOf, Named, TypeExpr, Union, Unknown

_DOTTED = re.compile(r"(?:[^.\[\], ]+\.)+([^.\[\], ]+)")
_MOST_CHOICES = 100
_NOT_IN_KEYS = re.compile(r"[^a-zA-Z0-9.\-_]")


def definition_keys(spec: ClassSpec) -> tuple[str, ...]:
    """The keys of a class's definition, shortest first: `Task`, `app__models__Task`; `Page_Task_` for `Page[Task]`."""
    qualname = spec.qualname.rpartition(".")[2] if spec.kind == "alias" else spec.qualname
    origin = f"{spec.module}.{qualname}".lstrip(".")
    arguments = f"[{','.join(map(_argument, spec.arguments))}]" if spec.arguments else ""
    short = _without_modules(arguments)
    names = (_without_modules(origin) + short, origin + short, origin + arguments)
    return tuple(dict.fromkeys(_NOT_IN_KEYS.sub("_", text).replace(".", "__") for text in names))


def distinct_keys(
    keys: Mapping[str, tuple[str, ...]], define: Callable[[str, Callable[[str], str]], Schema]
) -> dict[str, str]:
    """The first key of each class under which it has the schema of all classes that may have that key.

    `define(name, key)` is the schema of a class in which others are called as `key` says. A choice can make schemas
    equal that were not, so that it is made again until nothing changes.
    """
    numbers = Counter[str]()
    candidates: dict[str, tuple[str, ...]] = {}
    for name, found in keys.items():
        numbers[found[-1]] += 1
        candidates[name] = (*found, f"{found[-1]}__{numbers[found[-1]]}")
    chosen = {name: found[-1] for name, found in candidates.items()}
    for _ in range(_MOST_CHOICES):
        before, schemas = chosen, dict[str, list[Schema]]()
        for name, found in candidates.items():
            schema = define(name, before.__getitem__)
            for key in found:
                schemas.setdefault(key, [schema])
                schemas[key] += [] if schema in schemas[key] else [schema]
        chosen = {name: next(key for key in found if len(schemas[key]) == 1) for name, found in candidates.items()}
        if chosen == before:
            break
    return chosen


def without_links(schema: Schema, aliases: Collection[str]) -> Schema:
    """`schema` with what an alias refers to in place of the reference, if nothing else refers to it."""
    definitions = dict(schema["$defs"])
    for alias in aliases:
        while definitions.get(alias, {}).keys() == {"$ref"}:
            reference = definitions[alias]["$ref"]
            if json.dumps([schema | {"$defs": definitions}]).count(json.dumps(reference)) > 1:
                break
            definitions[alias] = definitions.pop(definition_name(reference))
    return schema | {"$defs": definitions}


def _argument(type_: TypeExpr) -> str:
    """A type argument as pydantic writes it in the reference of a class, but for the `repr` of metadata."""
    match type_:
        case Named(name="None"):
            return "NoneType"
        case Named(name=name):
            return name
        case Generic(name=name, arguments=arguments):
            return f"{name}[{', '.join(map(_argument, arguments))}]"
        case Union(members=members):
            return f"Union[{', '.join(map(_argument, members))}]"
        case LiteralOf(values=values):
            return f"Literal[{', '.join(str(v) if isinstance(v, EnumMember) else repr(v) for v in values)}]"
        case Constrained(base=base):
            return f"Annotated[{_argument(base)}]"
        case Unknown():
            return "Any"


def _without_modules(text: str) -> str:
    return _DOTTED.sub(r"\1", text)
