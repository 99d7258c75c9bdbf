"""Every row of the table of standard types through every stage: each has an answer, and it is pydantic's."""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, create_model
from sides import importable, read, write, write_dispatch

from toolgen.emit.dispatch.annotations import Annotations
from toolgen.emit.dispatch.layout import flat
from toolgen.emit.dispatch.module import Module
from toolgen.evaluation.folding import encoding
from toolgen.model.standard_types import STANDARD_TYPES, StandardType
from toolgen.model.types import Named
from toolgen.pipeline import Analysis
from toolgen.runtime import encode
from toolgen.types.known.forms import canonical
from toolgen.types.schema.builder import Schemas
from toolgen.views.notation import Notation

VALUES: Mapping[str, tuple[str, ...]] = {
    "bytes": ("b''", "b'caf\\xc3\\xa9'"),
    "complex": ("complex(1, 2)", "complex(0, -2.5)"),
    "datetime.date": ("datetime.date(2026, 1, 31)",),
    "datetime.datetime": (
        "datetime.datetime(2026, 1, 31, 9, 30)",
        "datetime.datetime(2026, 1, 31, 9, 30, 0, 5, datetime.timezone.utc)",
        "datetime.datetime(2026, 1, 31, tzinfo=datetime.timezone(datetime.timedelta(hours=-3, minutes=-30)))",
    ),
    "datetime.time": ("datetime.time(9, 30)", "datetime.time(9, 30, 0, 500)"),
    "datetime.timedelta": (
        "datetime.timedelta(0)",
        "datetime.timedelta(400, 5, 7)",
        "datetime.timedelta(hours=36)",
        "-datetime.timedelta(366, 0.5)",
    ),
    "decimal.Decimal": ("decimal.Decimal('1.50')", "decimal.Decimal('1E+5')"),
    "fractions.Fraction": ("fractions.Fraction(1, 3)", "fractions.Fraction(3)"),
    "ipaddress.IPv4Address": ("ipaddress.IPv4Address('127.0.0.1')",),
    "ipaddress.IPv4Interface": ("ipaddress.IPv4Interface('10.0.0.1/8')",),
    "ipaddress.IPv4Network": ("ipaddress.IPv4Network('10.0.0.0/8')",),
    "ipaddress.IPv6Address": ("ipaddress.IPv6Address('::1')",),
    "ipaddress.IPv6Interface": ("ipaddress.IPv6Interface('fe80::1/64')",),
    "ipaddress.IPv6Network": ("ipaddress.IPv6Network('fe80::/64')",),
    "os.PathLike": ("pathlib.PurePosixPath('a/b')",),
    "pathlib.Path": ("pathlib.Path('a/b')",),
    "pathlib.PosixPath": ("pathlib.PosixPath('a/b')",),
    "pathlib.PurePath": ("pathlib.PurePath('a/b')",),
    "pathlib.PurePosixPath": ("pathlib.PurePosixPath('/a/b')",),
    "pathlib.PureWindowsPath": ("pathlib.PureWindowsPath('c:/a')",),
    "pathlib.WindowsPath": (),  # this system has none
    "re.Pattern": ("re.compile('^a+$')",),
    "uuid.UUID": ("uuid.UUID(int=7)",),
    "zoneinfo.ZoneInfo": ("zoneinfo.ZoneInfo('Europe/Paris')",),
}
"""Names of rows → expressions for values; a new row needs some."""

PAIRS = [(name, text) for name, texts in VALUES.items() for text in texts]
MODULES = sorted({module for row in STANDARD_TYPES.values() for module in (row.module,) if module})
IMPORTS = f"import {', '.join(MODULES)}\n"

each_row = pytest.mark.parametrize("row", STANDARD_TYPES.values(), ids=lambda row: row.name)
each_value = pytest.mark.parametrize(("name", "text"), PAIRS)


def evaluated(text: str) -> Any:
    return eval(text, {module: importlib.import_module(module) for module in MODULES})


def annotated(row: StandardType) -> str:
    return f"{row.name}[{', '.join(row.arguments)}]" if row.arguments else row.name


def test_every_row_has_values() -> None:
    assert VALUES.keys() == STANDARD_TYPES.keys()


@each_row
def test_schema_is_that_of_pydantic(row: StandardType) -> None:
    adapter = TypeAdapter(evaluated(annotated(row)))
    assert Schemas({}).of(lambda builder: builder.of(Named(row.name))) == adapter.json_schema()
    assert (row.schema if row.serialized is None else row.serialized) == adapter.json_schema(mode="serialization")


@each_row
def test_class_and_aliases_are_there(row: StandardType) -> None:
    assert row.loaded() is row.load() is evaluated(row.name)
    assert {canonical(alias) for alias in row.aliases} <= {row.name}


@each_row
def test_constants_are_known_by_names_that_the_class_has(row: StandardType) -> None:
    names = {*row.methods, *row.attributes, *row.functions, *row.constants}
    assert names <= {*dir(row.load())}
    assert row.is_constant or not names


@each_row
def test_annotation_can_be_imported(row: StandardType) -> None:
    annotations = Annotations(Module(), {})
    text = flat(annotations.of(Named(row.name)))
    assert text == annotated(row)
    assert {*annotations.imports} == ({row.module} - {""})


@each_row
def test_notation(row: StandardType) -> None:
    notation = Notation({})
    assert notation.type(row.schema) in {row.notation or "str", "float | str"}


@pytest.mark.parametrize("text", [text for _, text in PAIRS])
def test_value_is_written_as_pydantic_does(text: str) -> None:
    value = evaluated(text)
    written = TypeAdapter(type(value)).dump_python(value, mode="json")
    assert encode(value) == encoding.encode(value) == written
    assert isinstance(written, str)


# -- in a project -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a tool for every value, which is the default of its argument, and of one that is a model."""
    source = IMPORTS + "from pydantic import BaseModel\nfrom toolgen import tool\n"
    for index, (name, text) in enumerate(PAIRS):
        arguments = f"x: {annotated(STANDARD_TYPES[name])}"
        if STANDARD_TYPES[name].is_constant:
            source += f"\nclass Model{index}(BaseModel):\n    x: {name}\n"
            arguments += f" = {text}, y: Model{index} = Model{index}(x={text})"
        source += f"\n@tool\ndef tool_{index}({arguments}) -> None:\n    '''A tool.'''\n"
    root = tmp_path_factory.mktemp("standard")
    write(root, {"standard.py": source})
    return root


@pytest.fixture(scope="module")
def analysis(root: Path) -> Analysis:
    found = read(root)
    assert found.diagnostics == ()
    return found


@pytest.fixture(scope="module")
def dispatch(root: Path, analysis: Analysis) -> Any:
    write_dispatch(root / "standard_generated", analysis.manifest)
    with importable(root):
        return importlib.import_module("standard_generated.dispatch")


@pytest.mark.parametrize(("name", "text"), [pair for pair in PAIRS if STANDARD_TYPES[pair[0]].is_constant])
def test_default_is_shown_as_pydantic_does(analysis: Analysis, name: str, text: str) -> None:
    tool = next(tool for tool in analysis.manifest.tools if tool.name == f"tool_{PAIRS.index((name, text))}")
    model = create_model("Model", x=(evaluated(name), evaluated(text)))
    default = model.model_json_schema()["properties"]["x"]["default"]
    properties = tool.input_schema["properties"]
    assert [properties["x"]["default"], properties["y"]["default"]] == [default, {"x": default}]


@each_value
def test_value_comes_back_from_its_json(dispatch: Any, name: str, text: str) -> None:
    value = evaluated(text)
    sent = json.dumps({"x": encode(value)})
    received = dispatch.decode(f"tool_{PAIRS.index((name, text))}", sent)["x"]
    assert (type(received), received) == (type(value), value)
