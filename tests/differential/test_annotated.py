"""Every kind of metadata, alone and in combination: the schema that toolgen reads is the one that pydantic derives."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from positions import EVERYWHERE, assert_each_same, assert_same, module
from positions import IMPORTS as SHARED
from sides import DeriveTools

IMPORTS = """\
import fractions
import ipaddress
import re
import warnings
import zoneinfo
import pydantic_core
import typing_extensions
from pydantic import (
    AfterValidator, AllowInfNan, AnyUrl, AwareDatetime, Base64Bytes, BeforeValidator, ByteSize, EmailStr, FailFast, FilePath, HttpUrl,
    InstanceOf, Json, PastDate, PlainSerializer, PlainValidator, PositiveInt, Secret, SecretStr, SkipValidation, Strict, StrictStr,
    StringConstraints, UrlConstraints, ValidateAs, WithJsonSchema, WrapSerializer, WrapValidator, conint,
)
from pydantic.json_schema import Examples, SkipJsonSchema
from pydantic.types import PathType, UuidVersion
class Color(Enum):
    RED = 'r'
class Item(BaseModel):
    '''An item.'''
    a: int
class Unit:
    def __init__(self, name): ...
def g(value): return value
def h(value, handler): return value
LONG = 3
ABOUT = Field(description='About it.', ge=0)
BOUNDS = {'ge': 0, 'le': LONG}
MORE = dict(**BOUNDS, description='More.')
TEXT = 'Text.'
PLAIN = PlainValidator(g)
BEFORE = BeforeValidator(g, json_schema_input_type=Item)
BY_HAND = WithJsonSchema({'type': 'string'})
SEVERAL = (Field(ge=1, description='Several.'), Field(le=LONG))
WORD = re.compile(r'^\\w+$', re.ASCII)
Count = Annotated[int, Field(ge=0, description='A count.')]
UserId = NewType('UserId', Annotated[int, Field(ge=0)])
"""

TYPES = [
    "bool", "bytes", "complex", "float", "int", "None", "str", "Any", "object",  "datetime.timedelta", "decimal.Decimal",
    "fractions.Fraction", "uuid.UUID", "pathlib.Path", "ipaddress.IPv4Address", "re.Pattern", "zoneinfo.ZoneInfo", "Color", "Item",
    "Literal[1, 2]", "Literal['a']", "list[int]", "list", "set[int]", "frozenset[int]", "tuple[int, str]", "tuple[int, ...]", "deque[int]",
    "Sequence[int]", "Iterable[int]", "collections.abc.Set[int]", "dict[str, int]", "dict", "Mapping[str, int]", "defaultdict[str, int]",
    "OrderedDict[str, int]", "collections.Counter[str]", "int | str", "int | None", "str | None", "list[int] | None", "int | str | None",
    "decimal.Decimal | None", "AnyUrl", "HttpUrl", "pydantic_core.Url", "EmailStr", "SecretStr", "Secret[str]", "Json[list[int]]", "ByteSize",
    "Base64Bytes", "FilePath", "PositiveInt", "StrictStr", "UserId", "type[int]", "collections.abc.Hashable", "SkipJsonSchema[None] | int",
]  # fmt: skip

CONSTRAINTS = [
    "Field(ge=3)", "Field(max_length=3)", "Field(min_length=0)", "Field(pattern='^a')", "Field(multiple_of=2)", "Field(max_digits=3)",
    "Field(description='About.', title='Title', examples=[1], json_schema_extra={'unit': 's'})",
]  # fmt: skip

METADATA = [
    # the order of constraints
    "int, Field(ge=0), Field(ge=5)", "int, Field(ge=0, le=9), Field(ge=5)", "int, Field(pattern='a'), Field(ge=5)", "int, Field(pattern='a', ge=5)",
    "str, Field(pattern='a'), Field(pattern='b')", "str, Field(min_length=1), Field(min_length=2, max_length=None)",
    "list[int], Field(pattern='a'), Field(min_length=3)", "list[int], Field(min_length=3), Field(ge=3), Field(max_length=5)",
    "Annotated[int, Field(ge=0)], Field(le=5)", "Count, Field(le=5)", "UserId, Field(le=5)", "PositiveInt, Field(le=5)", "conint(ge=0), Field(le=5)",
    # strictness and other settings that the schema does not show
    "int, Field(strict=True)", "int | None, Field(strict=True)", "int, Strict()", "int, Strict", "int, Strict(False)", "Item, Strict()", "pathlib.Path, Strict()",
    "Mapping[str, int], Strict()", "float, AllowInfNan(False)", "float, Field(allow_inf_nan=False)", "int, AllowInfNan(False)",
    "list[int], FailFast", "int | str, Field(union_mode='left_to_right')", "str, Field(coerce_numbers_to_str=True)",
    "decimal.Decimal, Field(max_digits=5, decimal_places=2, ge=0, multiple_of=0.5)", "int, Field(frozen=True, exclude=True, repr=False, validate_default=True)",
    # annotated_types
    "int, at.Ge(0), at.Lt(lt=5)", "int, at.Gt(0), at.Le(5)", "int, at.Interval(gt=0, le=5)",  "int, at.MultipleOf(5)",
    "str, at.Len(0)", "str, at.Len(2)", "str, at.Len(0, 5)", "list[int], at.Len(min_length=1, max_length=5)", "str, at.MinLen(0)", "str, at.MaxLen(5)",
    "int, at.Unit('kg')", "datetime.datetime, at.Timezone(...)", "str, at.Predicate(str.islower)", "str, at.Predicate(str.islower), Field(max_length=3)",
    "list[int], at.Predicate(len), Field(max_length=3)", "int, at.Predicate(bool), Field(ge=3)",
    "at.LowerCase[str], Field(max_length=3)", "at.IsFinite[float], Field(ge=3)",
    # StringConstraints and patterns
    "str, StringConstraints(strip_whitespace=True, to_upper=True, min_length=1, max_length=5, pattern='^a')", "str, StringConstraints(pattern=WORD)",
    "str, StringConstraints(pattern=re.compile('a'), strict=True)", "int, StringConstraints(min_length=1)", "int, StringConstraints(to_lower=True), Field(ge=0)",
    "str, Field(pattern=WORD)", "str, Field(pattern=re.compile('^a' 'b'))",
    # validators
    "int, AfterValidator(g)", "int, AfterValidator(g), Field(ge=0)", "int, Field(ge=0), AfterValidator(g)", "list[int], AfterValidator(g), Field(min_length=3)",
    "list[int], AfterValidator(g), Field(min_length=3), Field(ge=3)", "int, BeforeValidator(g)", "int, BeforeValidator(g), Field(ge=0, description='D.')",
    "int, BeforeValidator(g, json_schema_input_type=str)", "int, Field(ge=0, description='D.'), BeforeValidator(g, str), Field(title='T')", "int, WrapValidator(h)",
    "int, WrapValidator(h, json_schema_input_type=int | str)", "int, PlainValidator(g)", "int, PlainValidator(g, json_schema_input_type=str)",
    "int, PlainValidator(g), Field(ge=5)", "int, Field(ge=5, description='D.'), PlainValidator(g)", "typing.Callable, PlainValidator(g)",
    "int | None, BeforeValidator(g), Field(ge=0)", "int | None, Field(ge=0), BeforeValidator(g)", "int | None, AfterValidator(g), Field(max_length=3)",
    "int, AfterValidator(g), Strict()", "int, ValidateAs(str, int)", "int, Field(max_length=3), ValidateAs(str, int)", "list[int], BeforeValidator(lambda v: v)",
    # JSON Schema by hand
    "int, WithJsonSchema({'type': 'string'})", "int, Field(description='D.', ge=0), WithJsonSchema({'type': 'string', 'x': [1]})",
    "int, WithJsonSchema({'type': 'string'}), Field(description='D.', ge=0)", "int, WithJsonSchema({'type': 'string'}, mode='serialization')",
    "int, WithJsonSchema({'type': 'string'}, mode='validation')", "int, WithJsonSchema({'type': 'string'}), WithJsonSchema({'type': 'number'})",
    "int | None, WithJsonSchema({'type': 'string'})", "typing.Callable[[int], str], WithJsonSchema({'type': 'string'})", "Item, WithJsonSchema({'type': 'string'})",
    "int, Examples([1, 2])", "int, Examples([1, 2]), Field(examples=[3])", "int, Field(examples=[3]), Examples([1, 2])", "int, Examples([1], mode='serialization')",
    "int | SkipJsonSchema[None], Field(ge=0, description='D.')", "str | SkipJsonSchema[None], Field(max_length=3)",
    # what says nothing
    "int, None", "int, 5",   "int, Unit", "int, Unit('kg')", "int, PlainSerializer(str)", "int, WrapSerializer(h)", "int, InstanceOf()",
    "int, SkipValidation", "int, SkipValidation(), Field(description='D.')", "datetime.datetime, AwareDatetime()", "datetime.date, PastDate", "int, pydantic.Tag('a')",
    # pydantic's own annotations
    "list[int], Json", "list[int], Field(min_length=1), Json()", "AnyUrl, UrlConstraints(max_length=30, allowed_schemes=['https'])",
    "HttpUrl, UrlConstraints(max_length=30)", "uuid.UUID, UuidVersion(4)", "pathlib.Path, PathType('dir')", "FilePath, Field(description='D.')",
    "SecretStr, Field(min_length=8)",
    # attributes
    "int, Field(description='A.'), Field(description='B.')", "int, Field(description='A.'), Field(description=None)", "int, Field(description='A.'), Field(title='B')",
    "int, Field(description='')", "int, Field(deprecated='Use b.')", "int, Field(deprecated='')", "int, Field(deprecated=True)", "int, Field(deprecated=False)",
    "int, typing_extensions.deprecated('Use b.')", "int, Field(deprecated=typing_extensions.deprecated('Use b.'))", "int, Field(examples=[])",
    "int, Field(examples=[1, {'a': None}])", "int, Field(json_schema_extra={'description': 'X.', 'a': 1}, description='Y.')",
    "int, Field(json_schema_extra={'description': 'X.', 'a': 1}), Field(description='Y.', json_schema_extra={'b': 2, 'a': 3})",
    "int, Field(json_schema_extra={'type': 'number', 'minimum': 1}, ge=0)", "int, Field(json_schema_extra={})", "Item, Field(description='An item.')",
    "Item, Field(description='Another.')", "int, Field(example='old style', unit='s')", "list[int], Field(min_items=2, max_items=3)", "int, Field(const=None, regex=None, unique_items=None)",
    "int, Field(allow_mutation=False)", "int, Field(ge=None, title=None)",
    "ipaddress.IPv4Address, Field(description='D.')", "re.Pattern, Field(ge=3, description='D.')", "pydantic.NameEmail, Field(title='T')",
    "int, Field(description='D.', ge=0), SkipValidation()",
    # constants
    "int, PLAIN", "int, Field(ge=0), BEFORE", "typing.Callable, PLAIN", "typing.Callable, BY_HAND",
    "int, ABOUT", "int, Field(**BOUNDS)", "int, Field(**BOUNDS, description='D.')", "int, Field(**MORE)", "int, Field(**{'ge': 1})", "int, Field(description=TEXT)",
    "int, Field(description='{}: {}'.format('D', TEXT), le=LONG * 2)", "int, Field(description=f'D {TEXT}', ge=-LONG)", "str, pydantic.fields.Field(max_length=LONG)",
    "int, *SEVERAL", "int, Field(ge=0), *SEVERAL, Field(title='T')", "int, *(PLAIN, Field(description='D.'))", "str, *[BEFORE]",
]  # fmt: skip

FIELDS = [
    # in a dataclass
    "int = field(default=3, metadata={'description': 'D.', 'ge': 0})", "int = field(metadata={'title': 'T', 'other': 1})", "Count = field(default=LONG)",
    "int = Field(default_factory=int, ge=0)",
]  # fmt: skip

SIGNATURES = [
    # what is said on the right
    "a: Annotated[int, Field(ge=0, description='Left.')] = Field(5, le=9, description='Right.')", "a: Annotated[int, Field(ge=0)] = Field(5, ge=1)",
    "a: Annotated[str, Field(pattern='^l')] = Field('r', pattern='^r')", "a: Annotated[int, AfterValidator(g)] = Field(5, ge=1)", "a: Count = 5",
    "a: Annotated[int, Field(json_schema_extra={'a': 1})] = Field(5, json_schema_extra={'b': 2})", "a: Count = Field(5, title='T')",
    "a: Annotated[int, Field(json_schema_extra={'default': 9})] = 5", "a: Annotated[int, Field(3)] = 4",
    "a: Annotated[int, WithJsonSchema({'type': 'string', 'default': 'x'})] = 5", "a: Annotated[int, Field(default_factory=lambda: 3)]",
    "a: Annotated[int, Field(...)]", "a: int = ABOUT", "a: int = Field(**BOUNDS, default=1)", "a: int = Field(1, **MORE)", "a: Optional[Count] = None",
    "a: Annotated[Optional[Annotated[int, Field(ge=0)]], Field(le=5)] = None", "a: Annotated[list[Annotated[str, Field(max_length=LONG)]], Field(min_length=1)]",
    "a: list[Annotated[int, Field(default=3, description='D.')]]", "a: dict[Annotated[str, Field(pattern='^a', description='D.')], Count]",
    "a: Annotated['int', Field(ge=0)]", "a: 'Annotated[int, Field(ge=0)]'", "a: Annotated[int | SkipJsonSchema[None], Field(ge=0)] = None",
    "a: Annotated[int, PlainValidator(g)] = 5", "a: Annotated[SkipJsonSchema[int], Field(description='D.')] = 5, b: int = 3",
]  # fmt: skip


@pytest.mark.parametrize("type_", TYPES)
def test_constraints_on_every_type(derive: Callable[[str], tuple[Any, Any]], type_: str) -> None:
    parameters = [f"p{n}: Annotated[{type_}, {constraint}]" for n, constraint in enumerate(CONSTRAINTS)]
    items = [f"i{n}: list[Annotated[{type_}, {constraint}]]" for n, constraint in enumerate(CONSTRAINTS)]
    validated = [
        f"v{n}: Annotated[{type_}, AfterValidator(g), {constraint}]" for n, constraint in enumerate(CONSTRAINTS)
    ]
    assert_same(derive, module(IMPORTS, f"def f({', '.join([*parameters, *items, *validated])}): ..."))


@pytest.mark.filterwarnings("ignore:.*deprecated and will be removed")
@pytest.mark.parametrize("metadata", METADATA)
def test_everywhere(derive_tools: DeriveTools, metadata: str) -> None:
    type_ = f"Annotated[{metadata}]"
    functions = {"everywhere": EVERYWHERE.format(type=type_), "result": f"def f() -> {type_}: ..."}
    assert_each_same(derive_tools, SHARED + IMPORTS, functions)


@pytest.mark.parametrize(
    "metadata",
    [
        "list[int], FailFast()",
        "int, at.Not(bool), Field(ge=3)",
        "str, 3:10",
        "int, {'a': 1}, [1]",
        "datetime.date, Field(max_length=3)",
    ],
)
def test_metadata_that_has_no_hash(derive: Callable[[str], tuple[Any, Any]], metadata: str) -> None:
    """`Optional` refuses it."""
    assert_same(derive, module(IMPORTS, f"def f(x: Annotated[{metadata}]) -> list[Annotated[{metadata}]]: ..."))


@pytest.mark.parametrize("parameters", SIGNATURES)
def test_signature(derive: Callable[[str], tuple[Any, Any]], parameters: str) -> None:
    assert_same(derive, module(IMPORTS, f"def f({parameters}): ..."))


@pytest.mark.parametrize(
    "metadata",
    [
        "'Text.'",
        "TEXT",
        "f'{TEXT}'",
        "'Te' 'xt.'",
        "'Te' + 'xt.'",
        "'{}'.format('Text.')",
        "typing_extensions.Doc('Text.')",
    ],
)
def test_text_in_annotated_describes(derive: Callable[[str], tuple[Any, Any]], metadata: str) -> None:
    """toolgen's choice: agent frameworks show such a text to the model; pydantic ignores it."""
    static, runtime = derive(module(IMPORTS, f"def f(a: Annotated[int, {metadata}]): ..."))
    assert static.input["properties"]["a"].pop("description") == "Text."
    assert static.input == runtime.input


@pytest.mark.parametrize("text", ["'Other.'", "f'Other.'", "typing_extensions.Doc('Other.')"])
def test_text_says_nothing_beside_a_description(derive: Callable[[str], tuple[Any, Any]], text: str) -> None:
    field = "Field(description='Text.')"
    types = (
        f"Annotated[int, {field}, {text}]",
        f"Annotated[int, {text}, {field}]",
        f"Annotated[Annotated[int, {field}], {text}]",
    )
    parameters = (f"{name}: {type_}" for name, type_ in zip("abc", types, strict=True))
    assert_same(derive, module(IMPORTS, f"def f({', '.join(parameters)}, d: Annotated[int, {text}] = {field}): ..."))


@pytest.mark.parametrize("field", FIELDS)
def test_field_of_a_dataclass(derive: Callable[[str], tuple[Any, Any]], field: str) -> None:
    for decorator in ("dataclass", "pydantic.dataclasses.dataclass"):
        definitions = f"{IMPORTS}@{decorator}\nclass Holder:\n    x: {field}\n"
        assert_same(derive, module(definitions, "def f(x: Holder): ..."))
