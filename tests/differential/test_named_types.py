"""Every type that is known by its name, in every position at once: what toolgen reads is what pydantic derives."""

# ruff: noqa: E501 (a table of source text)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from positions import EVERYWHERE, assert_each_same, assert_same, module
from positions import IMPORTS as SHARED
from sides import DeriveTools

IMPORTS = """\
import collections
import fractions
import ipaddress
import os
import re
import types
import zoneinfo
import pydantic_core
import pydantic.networks
import pydantic.types
import typing_extensions
from pydantic import (
    AmqpDsn,
    AnyHttpUrl,
    AnyUrl,
    AnyWebsocketUrl,
    AwareDatetime,
    Base64Bytes,
    Base64Str,
    Base64UrlBytes,
    Base64UrlStr,
    ByteSize,
    ClickHouseDsn,
    CockroachDsn,
    DirectoryPath,
    EmailStr,
    FilePath,
    FileUrl,
    FiniteFloat,
    FtpUrl,
    FutureDate,
    FutureDatetime,
    HttpUrl,
    IPvAnyAddress,
    IPvAnyInterface,
    IPvAnyNetwork,
    ImportString,
    InstanceOf,
    Json,
    KafkaDsn,
    MariaDBDsn,
    MongoDsn,
    MySQLDsn,
    NaiveDatetime,
    NameEmail,
    NatsDsn,
    NegativeFloat,
    NegativeInt,
    NewPath,
    NonNegativeFloat,
    NonNegativeInt,
    NonPositiveFloat,
    NonPositiveInt,
    OnErrorOmit,
    PastDate,
    PastDatetime,
    PositiveFloat,
    PositiveInt,
    PostgresDsn,
    RedisDsn,
    Secret,
    SecretBytes,
    SecretStr,
    SerializeAsAny,
    SkipValidation,
    SnowflakeDsn,
    SocketPath,
    StrictBool,
    StrictBytes,
    StrictFloat,
    StrictInt,
    StrictStr,
    UUID1,
    UUID3,
    UUID4,
    UUID5,
    UUID6,
    UUID7,
    UUID8,
    WebsocketUrl,
    conbytes,
    condate,
    condecimal,
    confloat,
    confrozenset,
    conint,
    conlist,
    conset,
    constr,
)
from pydantic.json_schema import SkipJsonSchema
class Color(Enum):
    RED = 'r'
class Item(BaseModel):
    a: int
"""

STANDARD = [
    "bool", "bytes", "complex", "float", "int", "None", "object", "str", "types.NoneType", "typing.Any", "typing.Text",
    "datetime.date", "datetime.datetime", "datetime.time", "datetime.timedelta",
    "decimal.Decimal", "fractions.Fraction", "uuid.UUID", "zoneinfo.ZoneInfo",
    "pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath", "pathlib.PurePosixPath", "pathlib.PureWindowsPath",
    "pathlib.WindowsPath", "os.PathLike", "os.PathLike[str]", "os.PathLike[bytes]",
    "re.Pattern", "re.Pattern[str]", "re.Pattern[bytes]", "typing.Pattern", "typing.Pattern[str]",
    "ipaddress.IPv4Address", "ipaddress.IPv4Interface", "ipaddress.IPv4Network",
    "ipaddress.IPv6Address", "ipaddress.IPv6Interface", "ipaddress.IPv6Network",
    "ipaddress.IPv4Address | ipaddress.IPv6Address",
    "collections.abc.Hashable", "typing.Hashable", "type[int]", "typing.Type[Item]", "typing.AnyStr",
]  # fmt: skip

COLLECTIONS = [
    "collections.Counter", "collections.Counter[str]", "collections.Counter[int]", "collections.Counter[Color]",
    "typing.Counter[str]", "typing_extensions.Counter[str]",
    "collections.OrderedDict", "collections.OrderedDict[str, int]", "typing.OrderedDict[str, int]",
    "collections.defaultdict[str, int]", "collections.defaultdict[str, list[int]]", "typing.DefaultDict[str, int]",
    "collections.deque", "collections.deque[int]", "typing.Deque[int]", "typing_extensions.Deque[int]",
    "collections.abc.Generator[int, None, None]", "collections.abc.Iterable", "collections.abc.Iterable[int]",
    "collections.abc.Mapping", "collections.abc.Mapping[str, int]", "collections.abc.MutableMapping[str, int]",
    "collections.abc.MutableSequence[int]", "collections.abc.MutableSet[int]", "collections.abc.Sequence",
    "collections.abc.Sequence[int]", "collections.abc.Set[int]",
    "typing.AbstractSet[int]", "typing.Dict[str, int]", "typing.FrozenSet[int]", "typing.List", "typing.List[int]",
    "typing.Mapping[str, int]", "typing.MutableSequence[int]", "typing.Set[int]", "typing.Tuple", "typing.Tuple[int, str]",
    "typing.Tuple[int, ...]", "typing.Tuple[()]", "tuple[()]", "tuple[int]", "frozenset", "set", "tuple", "dict", "list",
    "typing_extensions.Annotated[int, Field(ge=0)]", "typing_extensions.Dict[str, int]", "typing_extensions.List[int]",
    "typing_extensions.Literal['a']", "typing_extensions.Optional[int]", "typing_extensions.Sequence[int]",
    "typing_extensions.Union[int, str]",
]  # fmt: skip

KEYS = [
    "Any", "object", "int", "float", "bool", "bytes", "None", "str | int", "Optional[str]", "Literal['a']", "Literal['a', 'b']",
    "Literal['a', 1]", "Literal[1, 2]", "Color", "Item", "datetime.date", "datetime.datetime", "uuid.UUID", "UUID4", "pathlib.Path",
    "decimal.Decimal", "ipaddress.IPv4Address", "re.Pattern", "tuple[int, int]", "HttpUrl", "EmailStr", "SecretStr",
    "Annotated[str, Field(pattern='^a', min_length=1)]", "Annotated[str, Field(description='A key.')]",
    "Annotated[str, Field(title='Key')]", "Annotated[int, Field(ge=0)]", "constr(pattern='^b')", "constr(min_length=1)",
]  # fmt: skip

PYDANTIC = [
    "AnyHttpUrl", "AnyUrl", "AnyWebsocketUrl", "FileUrl", "FtpUrl", "HttpUrl", "WebsocketUrl",
    "AmqpDsn", "ClickHouseDsn", "CockroachDsn", "KafkaDsn", "MariaDBDsn", "MongoDsn", "MySQLDsn", "NatsDsn", "PostgresDsn",
    "RedisDsn", "SnowflakeDsn", "pydantic_core.Url", "pydantic_core.MultiHostUrl",
    "EmailStr", "NameEmail", "IPvAnyAddress", "IPvAnyInterface", "IPvAnyNetwork",
    "SecretStr", "SecretBytes", "Secret[int]", "Secret[datetime.date]", "Secret[Item]", "Secret[Optional[int]]",
    "Json", "Json[int]", "Json[list[int]]", "Json[Item]", "Json[Any]", "Json[Optional[int]]",
    "PositiveInt", "NegativeInt", "NonPositiveInt", "NonNegativeInt", "StrictInt",
    "PositiveFloat", "NegativeFloat", "NonPositiveFloat", "NonNegativeFloat", "StrictFloat", "FiniteFloat",
    "StrictBool", "StrictStr", "StrictBytes", "ByteSize", "Base64Bytes", "Base64Str", "Base64UrlBytes", "Base64UrlStr",
    "FilePath", "DirectoryPath", "NewPath", "SocketPath",
    "UUID1", "UUID3", "UUID4", "UUID5", "UUID6", "UUID7", "UUID8",
    "PastDate", "FutureDate", "PastDatetime", "FutureDatetime", "AwareDatetime", "NaiveDatetime",
    "ImportString", "ImportString[Any]", "ImportString[typing.Callable]", "pydantic.PaymentCardNumber",
    "list[OnErrorOmit[int]]", "InstanceOf[int]", "InstanceOf[Item]", "SkipValidation[int]", "SerializeAsAny[Item]",
    "pydantic.types.PositiveInt", "pydantic.types.SecretStr", "pydantic.networks.HttpUrl", "pydantic.types.Json[int]",
    "pydantic.networks.EmailStr", "pydantic.types.UUID4",
    "conint(ge=0)", "conint(strict=True, gt=0, le=5, multiple_of=2)", "confloat(gt=0.5, allow_inf_nan=False)", "conbytes(max_length=3)",
    "conbytes(min_length=1)", "condecimal(max_digits=3, decimal_places=1, ge=0)", "condate(gt=None)", "constr(max_length=3)",
    "constr(strip_whitespace=True, to_lower=True, min_length=1, max_length=3, pattern='^a')", "constr(pattern=re.compile('^a'))",
    "conlist(int)", "conlist(int, min_length=1)", "conlist(item_type=Item, max_length=3)", "conset(str, min_length=1)",
    "confrozenset(int, max_length=3)", "conlist(conint(ge=0), min_length=0, max_length=2)", "pydantic.types.constr(min_length=2)",
]  # fmt: skip

UNIONS = [
    "Union[int]", "Union[None]", "Optional[None]", "None | int", "bool | int", "int | bool", "int | float | None | str",
    "Literal['a'] | None", "Literal['a'] | str", "Literal[1] | Literal[2]", "Literal[1] | Literal[True]", "Literal['a', None]",
    "list[int] | List[int]", "Dict[str, int] | Mapping[str, int]", "Optional[Union[int, Optional[str]]]",
    "Optional[Annotated[int, Field(ge=0)]]", "Optional[Annotated[int | None, Field(ge=0)]]",
    "Union[Annotated[int | str, Field(description='Either.')], float]", "Union[Annotated[int, Field(title='A')], None]",
    "Union[Item, None, Color]", "PositiveInt | None", "Union[HttpUrl, FilePath, None]", "EmailStr | SecretStr",
    "int | SkipJsonSchema[None]", "Union[int, SkipJsonSchema[str], float]", "Union[int, SkipJsonSchema[str], None]",
]  # fmt: skip


@pytest.mark.parametrize("type_", [*STANDARD, *COLLECTIONS, *(f"dict[{key}, int]" for key in KEYS), *PYDANTIC, *UNIONS])
def test_everywhere(derive_tools: DeriveTools, type_: str) -> None:
    functions = {"everywhere": EVERYWHERE.format(type=type_), "result": f"def f() -> {type_}: ..."}
    assert_each_same(derive_tools, SHARED + IMPORTS, functions)


@pytest.mark.parametrize(
    "alias",
    [
        "Name = constr(min_length=1)",
        "Name = Annotated[str, Field(max_length=3)]",
        "Name: typing.TypeAlias = conlist(int, min_length=1)",
        "Name = typing.NewType('Name', PositiveInt)",
        "Name = Json[list[int]]",
        "Name = Optional[HttpUrl]",
    ],
)
def test_alias(derive: Callable[[str], tuple[Any, Any]], alias: str) -> None:
    assert_same(derive, module(f"{IMPORTS}{alias}\n", EVERYWHERE.format(type="Name")))


@pytest.mark.parametrize(
    "function",
    [
        "def f(a: SkipJsonSchema[int] = 3, b: int = 4): ...",
        "def f(a: list[SkipJsonSchema[int]], b: Optional[SkipJsonSchema[str]]): ...",
        "def f(a: dict[str, SkipJsonSchema[typing.Callable]], b: int): ...",
        "class Holder(BaseModel):\n    a: SkipJsonSchema[int] = 3\n    b: int\ndef f(x: Holder): ...",
    ],
)
def test_what_is_to_be_omitted_is_no_property(derive: Callable[[str], tuple[Any, Any]], function: str) -> None:
    assert_same(derive, module(IMPORTS, function))
