"""Two schemas of one function: what toolgen reads in the source, what pydantic derives from the imported module."""

from __future__ import annotations

import importlib.util
import inspect
import json
import sys
import typing
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic import Field, TypeAdapter, create_model
from pydantic.fields import FieldInfo

from toolgen.config import Config
from toolgen.pipeline import analyse

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Derived:
    """The canonical input and output schemas of the function `f`, from one of the two sides."""

    input: Schema
    output: Schema


def canonical(schema: Any) -> Any:
    """`schema` without what is a matter of choice.

    Left out: titles, which pydantic makes from names, and the repetitions that pydantic's `enum` has for aliases of
    enumeration members (JSON Schema says that its elements should be unique). Sorted: `required`, which is a set, and
    `anyOf`, because `typing` caches unions as sets: `Union[int, str]` is the `Union[str, int]` that was written first.
    The order of keys is ignored by comparing dictionaries.
    """
    if isinstance(schema, list):
        return [canonical(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found: Schema = {}
    for key, value in schema.items():
        if key in {"properties", "$defs"}:
            found[key] = {name: canonical(inner) for name, inner in value.items()}
        elif key == "required":
            found[key] = sorted(value)
        elif key == "anyOf":
            found[key] = sorted(map(canonical, value), key=lambda branch: json.dumps(branch, sort_keys=True))
        elif key == "enum":
            found[key] = [item for index, item in enumerate(value) if repr(item) not in map(repr, value[:index])]
        elif key in {"default", "const", "examples"}:
            found[key] = value
        elif key != "title":
            found[key] = canonical(value)
    return found


def inlined(schema: Schema) -> Schema:
    """`schema` with the definition that it refers to as a whole in its place (MCP wants an object at the root)."""
    name = schema.get("$ref", "").rpartition("/")[2]
    if not name or f"'#/$defs/{name}'" in repr(schema["$defs"]):
        return schema
    rest = {key: value for key, value in schema["$defs"].items() if key != name}
    definition: Schema = schema["$defs"][name]
    return definition | ({"$defs": rest} if rest else {})


def read(file: Path) -> Derived:
    """What toolgen says of `f` in `file`."""
    analysis = analyse(Config(root=file.parent, output=""))
    errors = [d for d in analysis.diagnostics if d.severity == "error"]
    assert errors == [], file.read_text(encoding="utf-8")
    (tool,) = analysis.manifest.tools
    return Derived(canonical(tool.input_schema), canonical(tool.output_schema or {}))


def imported(file: Path) -> Derived:
    """What pydantic says of `f` in `file`, as the MCP SDK asks it (`mcp/server/fastmcp/utilities/func_metadata.py`)."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    # `Union[int, str]` and `Union[str, int]` are equal, so that typing's cache gives one for the other.
    for clear in typing._cleanups:  # type: ignore[attr-defined]
        clear()
    spec.loader.exec_module(module)
    hints = typing.get_type_hints(module.f, include_extras=True)
    fields: dict[str, Any] = {
        name: (hints.get(name, Any), _field(parameter.default))
        for name, parameter in inspect.signature(module.f).parameters.items()
    }
    with warnings.catch_warnings():
        # pydantic warns that it cannot mark values that are no fields as deprecated, and then does in the schema.
        warnings.simplefilter("ignore")
        model = create_model("fArguments", **fields)
        output = TypeAdapter(hints["return"]).json_schema() if "return" in hints else {}
        return Derived(canonical(model.model_json_schema()), canonical(inlined(output)))


def _field(default: object) -> object:
    if default is inspect.Parameter.empty:
        return Field()
    return default if isinstance(default, FieldInfo) else Field(default=default)


Compare = Callable[[str], tuple[Derived, Derived]]


@pytest.fixture
def derive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Compare]:
    """`derive(source)`: what toolgen reads and what pydantic derives, in this order."""
    names: list[str] = []

    def run(source: str) -> tuple[Derived, Derived]:
        file = tmp_path_factory.mktemp("module", numbered=True) / f"subject_{len(names)}.py"
        names.append(file.stem)
        file.write_text(source, encoding="utf-8")
        return read(file), imported(file)

    yield run
    for name in names:
        sys.modules.pop(name, None)
