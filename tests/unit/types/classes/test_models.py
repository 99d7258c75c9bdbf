"""Models of pydantic: what cannot be known of them, with its place, and models that come from elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from toolgen.pipeline import Analysis

Analyse = Callable[..., Analysis]

HEADER = """\
from pydantic import BaseModel, ConfigDict, Field
from toolgen import tool

"""
DATES = """\
import datetime
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple, Optional
"""
RETURNS = "def extra(value): return Field(value, json_schema_extra=make)\n"
TOOL = "\n@tool('f', 'F.')\ndef f(x: M): ...\n"


def found(analysis: Analysis) -> list[tuple[str, int, int, str]]:
    return [(d.code, d.span.line, d.span.column, d.message) for d in analysis.diagnostics]


def _extra(line: int, column: int, text: str) -> tuple[str, int, int, str]:
    """What only shows a type otherwise is left out."""
    message = f"`json_schema_extra` is not a constant, so the generated files do not show it: `{text}`"
    return "TG217", line, column, message


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "model_config = ConfigDict(alias_generator=make)",
            ("TG201", 5, 47, "`alias_generator` is not a constant: `make`"),
        ),
        (
            "model_config = ConfigDict(alias_generator=lambda name: name.translate({}))",
            ("TG201", 5, 47, "`alias_generator` is not a constant: `name.translate({})`"),
        ),
        ("model_config = make()", ("TG201", 5, 20, "`model_config` is not a constant: `make()`")),
        (
            "model_config = ConfigDict(**make())",
            ("TG201", 5, 20, "`model_config` is not a constant: `ConfigDict(**make())`"),
        ),
        ("model_config = ConfigDict(extra=make())", ("TG201", 5, 37, "`extra` is not a constant: `make()`")),
        (
            "model_config = {'json_schema_extra': make}",
            _extra(5, 42, "make"),
        ),
        (
            "class Config:\n        json_schema_extra = lambda schema: None",
            _extra(6, 29, "lambda schema: None"),
        ),
        ("a: int = Field(json_schema_extra=make)", _extra(5, 38, "make")),
        ("a: int = extra(3)", _extra(5, 14, "extra(3)")),
        ("a: int = Field(alias=make())", ("TG201", 5, 26, "`alias` is not a constant: `make()`")),
        (
            "@classmethod\n    def __get_pydantic_json_schema__(cls, schema, handler): ...",
            ("TG312", 6, 9, "`M` makes its own JSON Schema in `__get_pydantic_json_schema__`, which is not run"),
        ),
        (
            "@classmethod\n    def __get_pydantic_core_schema__(cls, source, handler): ...",
            ("TG312", 6, 9, "`M` makes its own JSON Schema in `__get_pydantic_core_schema__`, which is not run"),
        ),
    ],
)
def test_what_is_not_known(analyse: Analyse, body: str, expected: tuple[str, int, int, str]) -> None:
    source = f"{HEADER}class M(BaseModel):\n    {body}\ndef make(*_): ...\n{RETURNS}{TOOL}"
    assert found(analyse({"tools.py": source})) == [expected]


@pytest.mark.parametrize("bases", ["", "(str)", "(list)"])
@pytest.mark.parametrize("annotation", ["M", "M | str", "list[M]"])
def test_a_class_of_any_kind_may_make_its_schema(analyse: Analyse, bases: str, annotation: str) -> None:
    """In a union it is no member without a schema."""
    method = "    @classmethod\n    def __get_pydantic_core_schema__(cls, source, handler): ...\n"
    tool = TOOL.replace("x: M", f"x: {annotation}")
    (only,) = analyse({"tools.py": f"{HEADER}class M{bases}:\n{method}{tool}"}).diagnostics
    assert (only.code, only.span.line) == ("TG312", 6)


@pytest.mark.parametrize(
    "body",
    [
        "return handler(source)",
        "return core_schema.str_schema(pattern=make())",
        "return core_schema.str_schema(metadata={'pydantic_js_functions': [make]})",
        "return core_schema.no_info_plain_validator_function(make)",
        "return core_schema.list_schema(core_schema.is_instance_schema(cls))",
        "return core_schema.typed_dict_schema({})",
        "return core_schema.union_schema([make(), core_schema.str_schema()])",
        "return core_schema.str_schema() if make() else core_schema.int_schema()",
        "return handler(str) if get_origin(source) else handler(int)",
        "return make(core_schema.str_schema())",
    ],
)
def test_a_core_schema_that_only_running_tells(analyse: Analyse, body: str) -> None:
    method = f"    @classmethod\n    def __get_pydantic_core_schema__(cls, source, handler):\n        {body}\n"
    head = "from os import make\nfrom typing import get_origin\nfrom pydantic_core import core_schema\n"
    analysis = analyse({"tools.py": f"{head}{HEADER}class M:\n{method}{TOOL}"})
    assert [one.code for one in analysis.diagnostics] == ["TG312"]


@pytest.mark.parametrize(
    ("base", "fields", "body"),
    [
        ("BaseModel", "a: int", "return handler(make(schema))"),
        ("BaseModel", "a: int", "return handler(schema) | make()"),
        ("BaseModel", "a: 'Inner'", "return handler(schema)"),
        ("BaseModel", "a: int", "return None"),
        ("str", "a = 1", "return {'type': 'string'}"),
    ],
)
def test_a_json_schema_that_only_running_tells(analyse: Analyse, base: str, fields: str, body: str) -> None:
    """What is in another definition is none, and a class that pydantic does not know needs a core schema, too."""
    method = f"    @classmethod\n    def __get_pydantic_json_schema__(cls, schema, handler):\n        {body}\n"
    inner = "class Inner(BaseModel):\n    b: int\n"
    source = f"from os import make\n{HEADER}{inner}class M({base}):\n    {fields}\n{method}{TOOL}"
    analysis = analyse({"tools.py": source})
    assert [one.code for one in analysis.diagnostics] == ["TG312"]


HOOK = f"""{HEADER}
class M(BaseModel):
    @classmethod
    def __get_pydantic_json_schema__(cls, schema, handler): ...
"""


def test_an_unknown_result_is_forgiven(analyse: Analyse) -> None:
    analysis = analyse({"tools.py": f"{HOOK}\n@tool('f', 'F.')\ndef f() -> M: ...\n"})
    assert [d.code for d in analysis.diagnostics] == ["TG307"]
    assert analysis.manifest.tools[0].output_schema is None


def test_a_result_need_not_be_what_its_class_says(analyse: Analyse) -> None:
    source = f"{HOOK.replace('...', 'return {}')}\n@tool('f', 'F.')\ndef f() -> M: ...\n"
    analysis = analyse({"tools.py": source})
    assert [d.code for d in analysis.diagnostics] == ["TG307"]
    assert analysis.manifest.tools[0].output_schema is None


def test_what_a_result_is_forgiven_is_said_of_a_parameter(analyse: Analyse) -> None:
    tools = "\n@tool('f', 'F.')\ndef f() -> list[M]: ...\n\n@tool('g', 'G.')\ndef g(x: M): ...\n"
    analysis = analyse({"tools.py": HOOK + tools})
    assert sorted(d.code for d in analysis.diagnostics) == ["TG307", "TG312"]


def test_a_default_that_is_not_known_leaves_the_result_known(analyse: Analyse) -> None:
    source = f"{HEADER}class M(BaseModel):\n    a: int = len(open('x').read())\n\n@tool('f', 'F.')\ndef f() -> M: ...\n"
    analysis = analyse({"tools.py": source})
    assert [d.code for d in analysis.diagnostics] == ["TG305"]
    assert analysis.manifest.tools[0].output_schema == {"type": "object", "properties": {"a": {"type": "integer"}}}


@pytest.mark.parametrize("total", ["Field(default=1)", "lambda: 1", "object()", "tool"])
def test_what_is_neither_true_nor_false_is_told(analyse: Analyse, total: str) -> None:
    source = f"""
        from typing import TypedDict
        from pydantic import Field
        from toolgen import tool

        class Typed(TypedDict, total={total}):
            a: int

        @tool
        def f(typed: Typed) -> str:
            "F."
    """
    (found,) = analyse({"tools.py": source}).diagnostics
    assert (found.code, found.span.line) == ("TG201", 6)


def test_a_third_party_base_is_read(analyse: Analyse) -> None:
    files = {
        "site/pydantic_settings/__init__.py": "from .main import BaseSettings, SettingsConfigDict",
        "site/pydantic_settings/main.py": """
            from typing import ClassVar
            from pydantic import BaseModel, ConfigDict

            class SettingsConfigDict(ConfigDict, total=False):
                env_prefix: str

            class BaseSettings(BaseModel):
                model_config: ClassVar[SettingsConfigDict] = SettingsConfigDict(extra="forbid", env_prefix="")
        """,
        "app/tools.py": """
            from pydantic_settings import BaseSettings, SettingsConfigDict
            from toolgen import tool

            class Settings(BaseSettings):
                model_config = SettingsConfigDict(env_prefix="APP_")
                port: int = 80

            @tool("f", "F.")
            def f(settings: Settings): ...
        """,
    }
    analysis = analyse(files, paths=("app",), search_path=("site",))
    assert found(analysis) == []
    assert analysis.manifest.tools[0].input_schema["$defs"] == {
        "Settings": {
            "type": "object",
            "properties": {"port": {"type": "integer", "default": 80}},
            "additionalProperties": False,
        }
    }


def test_discriminated_unions_are_enforced_in_full(analyse: Analyse) -> None:
    source = """
        from typing import Annotated, Literal
        from pydantic import BaseModel, Field
        from toolgen import tool

        class Cat(BaseModel):
            kind: Literal["cat"]

        class Dog(BaseModel):
            kind: Literal["dog"]

        @tool("f", "F.")
        def f(pet: Annotated[Cat | Dog, Field(discriminator="kind")]): ...
    """
    assert found(analyse({"tools.py": source})) == []


@pytest.mark.parametrize("head", ["class M(BaseModel):", "@dataclass\nclass M:", "class M(NamedTuple):"])
@pytest.mark.parametrize(
    ("imports", "annotation", "code"),
    [
        ("", "date | None", "TG306"),
        ("", "Optional[date]", "TG306"),
        ("", "'date | None'", None),
        ("", "datetime.date | None", None),
        ("from __future__ import annotations\n", "date | None", None),
    ],
)
def test_a_field_that_hides_its_type(
    analyse: Analyse, head: str, imports: str, annotation: str, code: str | None
) -> None:
    source = f"{imports}{DATES}{HEADER}{head}\n    date: {annotation} = None\n{TOOL}"
    diagnostics = analyse({"tools.py": source}).diagnostics
    assert [d.code for d in diagnostics] == ([] if code is None else [code])
