"""`type_map`: what classes are to JSON of which the source says nothing."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from toolgen.config.document import ConfigError
from toolgen.config.reading import load
from toolgen.model.manifest import Manifest
from toolgen.pipeline import analyse, generate


def built(root: Path, settings: str, files: dict[str, str]) -> Manifest:
    """The manifest of a project with `settings` in its `type_map`; no faults are left."""
    (root / "toolgen.toml").write_text(f"[type_map]\n{settings}\n", encoding="utf-8")
    for path, source in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(source, encoding="utf-8")
    analysis = analyse(load(root))
    assert [found for found in analysis.diagnostics if found.severity != "note"] == []
    return analysis.manifest


def tool(imports: str, annotation: str) -> dict[str, str]:
    return {"tools.py": f"{imports}\nfrom toolgen import tool\n\n@tool('f', 'F.')\ndef f(x: {annotation}): ...\n"}


def schema(root: Path, settings: str, files: dict[str, str]) -> Any:
    (found,) = built(root, settings, files).tools
    return found.input_schema["properties"]["x"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ('"str"', {"type": "string"}),
        ('"list[float]"', {"type": "array", "items": {"type": "number"}}),
        ('"dict[str, Any]"', {"type": "object", "additionalProperties": True}),
        ('"Literal[1, 2]"', {"type": "integer", "enum": [1, 2]}),
        ('"typing.Optional[int]"', {"anyOf": [{"type": "integer"}, {"type": "null"}]}),
        ('"int | None"', {"anyOf": [{"type": "integer"}, {"type": "null"}]}),
        ('"datetime.date"', {"type": "string", "format": "date"}),
        ('"Annotated[int, pydantic.Field(ge=0)]"', {"type": "integer", "minimum": 0}),
        ('{ type = "string", format = "uri" }', {"type": "string", "format": "uri"}),
        ("{}", {}),
    ],
)
def test_what_a_class_may_be_mapped_to(tmp_path: Path, value: str, expected: Any) -> None:
    files = tool("import pandas as pd", "pd.DataFrame")
    assert schema(tmp_path, f'"pandas.DataFrame" = {value}', files) == expected


@pytest.mark.parametrize(
    ("name", "imports", "annotation"),
    [
        ("pandas.DataFrame", "import pandas", "pandas.DataFrame"),
        ("pandas.DataFrame", "from pandas import DataFrame", "DataFrame"),
        ("pandas.DataFrame", "from pandas import DataFrame as D", "'D'"),
        ("pandas.DataFrame", "import pandas as pd\nFrame = pd.DataFrame", "Frame"),
        ("pandas.DataFrame", "if TYPE_CHECKING:\n    import pandas", "'pandas.DataFrame'"),
        ("pandas.DataFrame", "try:\n    import pandas\nexcept ImportError:\n    pandas = None", "pandas.DataFrame"),
        ("pandas.DataFrame", "from app.compat import DataFrame", "DataFrame"),
        ("pandas.DataFrame", "from app.compat import *", "DataFrame"),
        ("numpy.typing.NDArray", "import numpy as np, numpy.typing as npt", "npt.NDArray[np.float64]"),
        ("app.models.Plain", "from app.models import Plain", "Plain"),
        ("app.models.Plain", "from app.compat import Plain", "Plain"),
        ("app.compat.Plain", "from app.compat import Plain", "Plain"),
        ("app.models.Plain.Inner", "from app.models import Plain", "Plain.Inner"),
        ("tools.Own", "class Own: ...", "Own"),
        ("ipaddress.IPv4Interface", "import ipaddress", "ipaddress.IPv4Interface"),
        ("typing.Callable", "from typing import Callable", "Callable[[int], str]"),
    ],
)
def test_how_a_class_may_be_named(tmp_path: Path, name: str, imports: str, annotation: str) -> None:
    files = tool(imports, annotation) | {
        "app/__init__.py": "",
        "app/models.py": "class Plain:\n    class Inner: ...\n",
        "app/compat.py": "from pandas import DataFrame\nfrom app.models import Plain\n",
    }
    assert schema(tmp_path, f'"{name}" = "list[int]"', files) == {"type": "array", "items": {"type": "integer"}}


def test_a_class_of_the_project_may_be_what_another_is(tmp_path: Path) -> None:
    files = tool("import pandas", "list[pandas.DataFrame]") | {
        "models.py": "from typing import TypedDict\nclass Table(TypedDict):\n    rows: list[int]\n"
    }
    (found,) = built(tmp_path, '"pandas.DataFrame" = "models.Table"', files).tools
    assert found.input_schema["properties"]["x"]["items"] == {"$ref": "#/$defs/Table"}


def test_dispatch_passes_what_json_has(tmp_path: Path) -> None:
    built(tmp_path, '"pandas.DataFrame" = "list[datetime.date]"', tool("import pandas", "pandas.DataFrame"))
    config = load(tmp_path)
    dispatch = generate(analyse(config), config)["dispatch.py"].decode()
    assert "x: list[datetime.date]" in dispatch
    assert "pandas" not in dispatch


@pytest.mark.parametrize(
    ("settings", "place", "code", "message"),
    [
        ('"a.B" = "list["', "1:1", "TG003", '`type_map."a.B"` must be an annotation or a JSON Schema, not `"list["`'),
        ('"a.B" = 5', "1:1", "TG003", '`type_map."a.B"` must be an annotation or a JSON Schema, not `5`'),
        (
            '"B" = "int"',
            "1:1",
            "TG003",
            '`type_map."B"` must be named by the dotted name of a class, in quotes, not `B`',
        ),
        (
            'a.B = "int"',
            "1:1",
            "TG003",
            '`type_map."a"` must be named by the dotted name of a class, in quotes, not `a`',
        ),
        ('"a.B" = "list[Foo]"', "1:15", "TG301", "`Foo` is not defined in this module"),
        ('"a.B" = "missing.Foo"', "1:10", "TG302", "`missing.Foo` comes from `missing`, which was not found"),
        ('"a.B" = "Callable"', "1:10", "TG303", "`Callable` has no JSON Schema"),
        ('"a.C" = "int"\n"a.B" = "5"', "2:10", "TG306", "`5` is not a valid annotation: it is not a type"),
        (
            '"a.B" = { type = 5 }',
            "1:1",
            "TG003",
            '`type_map."a.B"` must be JSON Schema, not 5 is not valid under any of the given schemas',
        ),
    ],
)
def test_faults_are_those_of_the_configuration(
    tmp_path: Path, settings: str, place: str, code: str, message: str
) -> None:
    line, column = place.split(":")
    with pytest.raises(ConfigError) as caught:
        built(tmp_path, settings, {})
    (found,) = caught.value.diagnostics
    assert (found.code, found.message) == (code, message)
    assert (found.span.path, found.span.line, found.span.column) == ("toolgen.toml", int(line) + 1, int(column))


def test_what_is_mapped_in_pyproject(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(
        dedent("""\
            [tool.toolgen]
            paths = ["."]

            [tool.toolgen.type_map]
            "numpy.ndarray" = "list[Unknown.x]"
            """),
        encoding="utf-8",
    )
    with pytest.raises(ConfigError) as caught:
        analyse(load(tmp_path))
    assert [str(found.span) for found in caught.value.diagnostics] == ["pyproject.toml:5:25"]
