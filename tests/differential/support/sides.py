"""The two sides of the comparison: what toolgen reads in a project, what pydantic derives from it once imported."""

from __future__ import annotations

import importlib
import inspect
import sys
import typing
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import pydantic
from canonical import Schema, canonical, inlined
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, create_model
from pydantic.json_schema import GenerateJsonSchema, JsonRef, JsonSchemaValue

from toolgen.config.config import Config
from toolgen.emit import _support
from toolgen.emit.dispatch import emit_dispatch
from toolgen.emit.templates import environment
from toolgen.model.manifest import Manifest
from toolgen.pipeline import Analysis, analyse

TOOLS = "tools"
"""The module of a project that holds its tools; it may import the others."""


OTHERWISE = "is written otherwise than it is read"
"""What a note says of a result (TG307) whose values do not fit pydantic's schema in validation mode."""


@dataclass(frozen=True, slots=True)
class Derived:
    """The canonical input and output schemas of one tool, from one of the two sides."""

    input: Schema
    output: Schema


Both: TypeAlias = tuple[Derived, Derived]
"""What toolgen reads and what pydantic derives."""

DeriveTools: TypeAlias = Callable[[Mapping[str, str]], Mapping[str, Both]]
"""Both sides of each tool in the module `TOOLS` of a project, by name. Its files are texts by path."""


def write(root: Path, files: Mapping[str, str]) -> None:
    """Write `files`, texts by path, below `root`."""
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def write_dispatch(folder: Path, manifest: Manifest) -> None:
    """Write the dispatch module of `manifest` into a package, `folder`."""
    text = emit_dispatch(manifest, environment(None).get_template("dispatch.py.j2"))
    write(folder, {"dispatch.py": text, "_support.py": Path(str(_support.__file__)).read_text("utf-8")})


# -- static -------------------------------------------------------------------------------------------------------


def read(root: Path, *, null_is_default: bool | None = None) -> Analysis:
    """What toolgen says of the project in `root`, for the Python that runs the other side."""
    version = sys.version_info[:2]
    return analyse(Config(root=root, output="", null_is_default=null_is_default, python_version=version))


def static(analysis: Analysis) -> dict[str, Derived]:
    """The schemas that toolgen read, by the names of the functions."""
    return {
        tool.origin.qualname: Derived(canonical(tool.input_schema), canonical(tool.output_schema or {}))
        for tool in analysis.manifest.tools
    }


def as_written(ours: Derived, theirs: Derived, analysis: Analysis) -> Derived:
    """`theirs` without an output schema that toolgen leaves out, with a note, as what is written does not fit it."""
    is_left_out = ours.output == {} and any(OTHERWISE in found.message for found in analysis.diagnostics)
    return replace(theirs, output=ours.output) if is_left_out else theirs


# -- at run time --------------------------------------------------------------------------------------------------


class _Arguments(BaseModel):
    """The base of argument models, as the MCP SDK has it."""

    model_config = ConfigDict(arbitrary_types_allowed=True)


class _Untitled(GenerateJsonSchema):
    """pydantic's schemas without the titles that it makes from names; those that are written stay."""

    def field_title_should_be_set(self, _schema: Any) -> bool:
        return False

    def generate_inner(self, schema: Any) -> JsonSchemaValue:
        found = super().generate_inner(schema)
        if schema["type"] in {"model", "dataclass", "typed-dict", "enum", "is-instance"} and "cls" in schema:
            definition = self.get_schema_from_definitions(JsonRef(found["$ref"])) if "$ref" in found else found
            _untitle(definition or {}, schema["cls"].__name__)
        return found


def _untitle(schema: JsonSchemaValue, automatic: str) -> None:
    if schema.get("title") == automatic:
        del schema["title"]


def imported(function: Callable[..., Any], injected: Collection[str] = ()) -> Derived:
    """What pydantic says of `function` without the parameters `injected`, asked as the MCP SDK asks it.

    The reference is `func_metadata` in `mcp/server/mcpserver/utilities/func_metadata.py` of mcp 2.3. Three things are
    toolgen's choice: a parameter without annotation accepts anything (there it is called a string), the result is not
    wrapped in an object, and `*args` and `**kwargs` are what they mean to a caller (there two required parameters).
    """
    hints = typing.get_type_hints(function, include_extras=True)
    parameters = [each for each in inspect.signature(function).parameters.values() if each.name not in injected]
    fields = dict(_field(parameter, hints.get(parameter.name, Any)) for parameter in parameters)
    rest = next((parameter.name for parameter in parameters if parameter.kind is parameter.VAR_KEYWORD), None)
    with warnings.catch_warnings():
        # pydantic warns that it cannot mark values that are no fields as deprecated, and then does in the schema.
        warnings.simplefilter("ignore")
        model = create_model("Arguments", __base__=_Arguments, __module__=function.__module__, **fields)
        arguments = model.model_json_schema(schema_generator=_Untitled)
        output = TypeAdapter(hints["return"]).json_schema(schema_generator=_Untitled) if "return" in hints else {}
    return Derived(canonical(_open(arguments, rest) if rest else arguments), canonical(inlined(output)))


def written(function: Callable[..., Any]) -> Schema:
    """What pydantic says of the values that `function` returns as they are written, by the names of fields."""
    type_ = typing.get_type_hints(function, include_extras=True)["return"]
    schema = TypeAdapter(type_).json_schema(by_alias=False, mode="serialization", schema_generator=_Untitled)
    return canonical(inlined(schema))


def _field(parameter: inspect.Parameter, hint: Any) -> tuple[str, Any]:
    """The name, type and default of the model's field for a parameter: it must not hide one of the model's methods."""
    if parameter.kind in {parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD}:
        return parameter.name, (list[hint], Field(default_factory=list))
    hides_method = callable(getattr(BaseModel, parameter.name, None))
    name = f"field_{parameter.name}" if hides_method else parameter.name
    type_ = Annotated[hint, Field(alias=parameter.name) if hides_method else Field()]
    return name, type_ if parameter.default is parameter.empty else (type_, parameter.default)


def _open(schema: JsonSchemaValue, rest: str) -> JsonSchemaValue:
    """`schema` with what the items of its property `rest` are for all properties that it does not name."""
    properties = {name: value for name, value in schema["properties"].items() if name != rest}
    return schema | {"properties": properties, "additionalProperties": schema["properties"][rest]["items"] or True}


# pydantic imports its parts when they are asked for; that must not happen while `TYPE_CHECKING` is set.
for _part in pydantic.__all__:
    getattr(pydantic, _part)


@contextmanager
def importable(root: Path) -> Iterator[None]:
    """While this lasts the modules below `root` can be imported; afterwards they are forgotten.

    They are imported as type checkers read them, so that what stands under `TYPE_CHECKING` is there. No framework can
    do that, and toolgen can.
    """
    known = set(sys.modules)
    vars(typing)["TYPE_CHECKING"] = True
    sys.path.insert(0, str(root))
    # `Union[int, str]` and `Union[str, int]` are equal, so that typing's cache gives one for the other.
    for clear in typing._cleanups:  # type: ignore[attr-defined]
        clear()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # pydantic says what it will not enforce, and what is old
            yield
    finally:
        vars(typing)["TYPE_CHECKING"] = False
        sys.path.remove(str(root))
        for name in set(sys.modules) - known:
            if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(root)):
                del sys.modules[name]
        for folder in [folder for folder in sys.path_importer_cache if folder.startswith(str(root))]:
            del sys.path_importer_cache[folder]


def runtime(root: Path) -> dict[str, Derived]:
    """The schemas that pydantic derives, by the names of the functions in the module `TOOLS` that are tools."""
    with importable(root):
        module = importlib.import_module(TOOLS)
        tools = {name: value for name, value in vars(module).items() if hasattr(value, "__toolgen__")}
        return {name: imported(value) for name, value in tools.items()}
