"""What a strict form accepts, generated dispatch gives to the function: as the manifest has it, and a default for null.

Tools, their types and the calls are made at random. What a function was given is written as JSON by pydantic, from the
annotations alone.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, get_type_hints

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter

from toolgen.config.config import Config
from toolgen.emit._support import Fault, InvalidArguments
from toolgen.model.json_pointer import definition_name
from toolgen.model.json_values import Json, Schema
from toolgen.model.tool import ToolSpec
from toolgen.pipeline import analyse, generate
from toolgen.providers import TARGETS, target
from toolgen.providers.options import Options
from toolgen.providers.projection.engine import Loss
from toolgen.providers.projection.target import ProjectedTools, projected

STRICT = [name for name in TARGETS if target(name).facts.strict]

HEADER = """
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Annotated, Literal
from uuid import UUID

from pydantic import BaseModel, Field
from toolgen import tool
from typing_extensions import NotRequired, TypedDict

class Colour(Enum):
    RED = "red"
    BLUE = "blue"

GIVEN = {}
"""
LEAVES = [
    ("int", "3"),
    ("str", "'a'"),
    ("bool", "True"),
    ("float", "0.5"),
    ("Literal['a', 'b']", "'b'"),
    ("Literal['a', 1]", "1"),
    ("Colour", "Colour.RED"),
    ("date", "date(2026, 1, 31)"),
    ("UUID", "UUID(int=7)"),
    ("int | None", "4"),
    ("str | None", "None"),
    ("int | str", "'x'"),
    ("Annotated[int, Field(ge=0, le=9)]", "5"),
    ("Annotated[str, Field(max_length=2)]", "'ab'"),
    ("Annotated[float, Field(gt=0)]", "1.5"),
]
RECORDS = {
    "dataclass": ("@dataclass\nclass {name}:", "{name}: {type} = {default}"),
    "model": ("class {name}(BaseModel):", "{name}: {type} = {default}"),
    "typed": ("class {name}(TypedDict):", "{name}: NotRequired[{type}]"),
}
"""How each begins, and how a field that may be left out is written."""


@dataclass
class Source:
    """The text of a module with one tool, and what each name in it has as its default."""

    classes: list[str]
    defaults: dict[str, tuple[str, str]]
    tool: str = ""

    def name(self) -> str:
        return f"f{len(self.defaults)}"

    @property
    def text(self) -> str:
        return "\n\n".join([HEADER, *self.classes, self.tool])


Typed = tuple[str, str]
"""An annotation and a default, both as source; there is no default where it is empty."""


def types(draw: st.DrawFn, source: Source, depth: int) -> Typed:
    kind = draw(st.sampled_from(["leaf", "leaf", "list", "none", "record"] if depth else ["leaf"]))
    if kind == "leaf":
        return draw(st.sampled_from(LEAVES))
    if kind == "record":
        return record(draw, source, depth), ""
    inner, _ = types(draw, source, depth - 1)
    return (f"list[{inner}]", "") if kind == "list" else (f"{inner} | None", "None")


def fields(draw: st.DrawFn, source: Source, depth: int) -> Iterator[tuple[str, str, str]]:
    """Names, types and defaults, those without first."""
    typed = [types(draw, source, depth) for _ in range(draw(st.integers(1, 3)))]
    chosen = [(of, default if default and draw(st.booleans()) else "") for of, default in typed]
    for of, default in sorted(chosen, key=lambda one: bool(one[1])):
        name = source.name()
        source.defaults[name] = (of, default)
        yield name, of, default


def record(draw: st.DrawFn, source: Source, depth: int) -> str:
    begin, optional = RECORDS[draw(st.sampled_from(sorted(RECORDS)))]
    lines = [
        optional.format(name=name, type=of, default=default) if default else f"{name}: {of}"
        for name, of, default in fields(draw, source, depth - 1)
    ]
    name = f"R{len(source.classes)}"
    source.classes.append("\n    ".join([begin.format(name=name), *lines]))
    return name


@st.composite
def sources(draw: st.DrawFn) -> Source:
    source = Source([], {})
    parameters = [f"{name}: {of}{default and f' = {default}'}" for name, of, default in fields(draw, source, 2)]
    source.tool = f'@tool\ndef take({", ".join(parameters)}) -> None:\n    """Take."""\n    GIVEN.update(locals())\n'
    return source


@dataclass
class Built:
    """The tool of a source, its module, and the generated one."""

    source: Source
    tool: ToolSpec
    module: Any
    dispatch: Any

    def told(self, name: str) -> ProjectedTools:
        return projected(target(name), [self.tool], Options(strict="all"))

    def given(self, arguments: str) -> tuple[dict[str, Json], list[Fault]]:
        """What the function is given for `arguments`, as JSON, or what is wrong with them."""
        self.module.GIVEN.clear()
        try:
            self.dispatch.dispatch_sync("take", arguments)
        except InvalidArguments as error:
            return {}, error.faults
        hints, taken = get_type_hints(self.module.take, include_extras=True), self.module.GIVEN
        return {name: TypeAdapter(hints[name]).dump_python(taken[name], mode="json") for name in taken}, []

    def default(self, name: str) -> Json:
        of, default = self.source.defaults[name]
        names = vars(self.module)
        return TypeAdapter(eval(of, names)).dump_python(eval(default, names), mode="json")


@contextmanager
def built(source: Source) -> Iterator[Built]:
    """The modules of `source`, as a build makes them."""
    with TemporaryDirectory() as folder:
        config = Config(root=Path(folder).resolve(), catalogue=False)
        (config.root / "strict_called.py").write_text(source.text, encoding="utf-8")
        analysis = analyse(config)
        text = generate(analysis, config)["dispatch.py"]
    assert [str(one) for one in analysis.diagnostics if one.severity == "error"] == []
    module, dispatch = ModuleType("strict_called"), ModuleType("strict_dispatch")
    sys.modules["strict_called"] = module
    dispatch.__package__ = "toolgen.emit"  # which has the module of support
    try:
        exec(compile(source.text, "strict_called.py", "exec", dont_inherit=True), vars(module))
        exec(compile(text, "dispatch.py", "exec", dont_inherit=True), vars(dispatch))
        yield Built(source, analysis.manifest.tools[0], module, dispatch)
    finally:
        del sys.modules["strict_called"]


# -- values of a schema -----------------------------------------------------------------------------------------------

TEXTS = {"date": st.dates().map(str), "uuid": st.uuids().map(str)}
SCALARS: Mapping[str, Callable[[Schema], st.SearchStrategy[Json]]] = {
    "null": lambda _: st.none(),
    "boolean": lambda _: st.booleans(),
    "integer": lambda schema: st.integers(schema.get("minimum", -9), schema.get("maximum", 9)),
    "number": lambda _: st.integers(-4, 20).map(lambda half: half / 2),
    "string": lambda schema: TEXTS.get(schema.get("format", ""), st.text("abc", max_size=3)),
}


def values(schema: Schema, definitions: Schema) -> st.SearchStrategy[Json]:
    """What `schema` accepts."""
    if "$ref" in schema:
        return values(definitions[definition_name(schema["$ref"])], definitions)
    if "anyOf" in schema:
        return st.one_of([values(one, definitions) for one in schema["anyOf"]])
    if "enum" in schema or "const" in schema:
        return st.sampled_from(schema.get("enum") or [schema["const"]])
    if isinstance(schema["type"], list):
        return st.one_of([values({**schema, "type": one}, definitions) for one in schema["type"]])
    if schema["type"] == "array":
        return st.lists(values(schema["items"], definitions), max_size=2)
    if schema["type"] == "object":
        inside = {name: values(one, definitions) for name, one in schema["properties"].items()}
        required = {name: inside[name] for name in schema.get("required", ())}
        optional = {name: inside[name] for name in inside.keys() - required.keys()}
        return st.fixed_dictionaries(required, optional=optional)
    return SCALARS[schema["type"]](schema)


# -- properties -------------------------------------------------------------------------------------------------------


@given(sources(), st.data())
def test_what_a_strict_form_accepts_is_given_to_the_function(source: Source, data: st.DataObject) -> None:
    with built(source) as made:
        whole = Draft202012Validator(made.tool.input_schema)
        for name in STRICT:
            told = made.told(name)
            (form,) = (one.schema for one in told.tools)
            assert told.tools[0].is_strict
            for _ in range(3):
                arguments = data.draw(values(form, form.get("$defs", {})).filter(Draft202012Validator(form).is_valid))
                taken, faults = made.given(json.dumps(arguments))
                assert [fault for fault in faults if not is_told(fault, told.losses)] == [], source
                if not faults:
                    assert [error.message for error in whole.iter_errors(taken)] == [], source
                    assert [*otherwise(made, arguments, taken)] == [], source


def is_told(fault: Fault, losses: Iterable[Loss]) -> bool:
    """Whether something on the way to a fault is only said in words; each name is there once."""
    said = [f"{loss.pointer}/" for loss in losses if loss.became == "described" and loss.keyword != "default"]
    return any(f"/{name}/" in place for name in re.findall(r"f\d+", fault.path) for place in said)


def otherwise(made: Built, sent: Json, taken: Json, name: str = "") -> Iterator[str]:
    """Where a function is given another value than was sent, but for a default in the place of null or of nothing."""
    if isinstance(sent, dict) and isinstance(taken, dict):
        for key in sent.keys() - taken.keys():
            if sent[key] is not None:
                yield f"{key}: {sent[key]} is lost"
        for key, value in taken.items():
            yield from otherwise(made, sent.get(key), value, key)
    elif isinstance(sent, list) and isinstance(taken, list) and len(sent) == len(taken):
        for one, other in zip(sent, taken, strict=True):
            yield from otherwise(made, one, other)
    elif sent is None and taken is not None:
        if made.default(name) != taken:
            yield f"{name}: {taken} is no default"
    elif sent != taken:
        yield f"{name}: {taken} for {sent}"
